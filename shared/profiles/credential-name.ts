/** Which names of headers and query parameters mean that the value is a secret. */

/** Words that name a secret wherever they stand: `x-api-key`, `subscription-key`, `X-Amz-Signature`. */
const ANYWHERE: ReadonlySet<string> = new Set([
  ...['key', 'apikey', 'authkey', 'accesskey', 'token', 'accesstoken', 'authtoken', 'jwt', 'bearer'],
  ...['secret', 'secrets', 'password', 'passwd', 'passphrase', 'pwd', 'pass', 'auth', 'authorization'],
  ...['authentication', 'credential', 'credentials', 'sig', 'signature', 'hmac', 'sas', 'apitoken'],
]);

/** Names that mean one only where they are the whole name: Azure Functions' `?code=`, but not `language_code`. */
const ALONE: ReadonlySet<string> = new Set(['code', 'session', 'sessionid', 'pat', 'k', 'keys', 'tokens']);

/** Longer than any name in use; what follows isn't looked at. */
const MOST_CHARACTERS = 300;

/** By the words of the name, whichever way they are joined: `api_key`, `apiKey`, `API-Key`. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name.slice(0, MOST_CHARACTERS)).map((word) => word.toLowerCase());
  const [first = ''] = words;
  return words.some((word) => ANYWHERE.has(word)) || (words.length === 1 && ALONE.has(first));
}

/** As its profile marks it; by its name where it doesn't. */
export const isSecretParameter = ({
  name,
  isSecret,
}: {
  name: string;
  isSecret?: boolean | undefined;
}): boolean => isSecret ?? isSecretName(name);

/** `openaiApiKey` and `OPENAI_API_KEY` are made of the same words. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
