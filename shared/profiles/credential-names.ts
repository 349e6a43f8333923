/**
 * Secrets of a profile: which names of headers and query parameters mean that the value is one, and how a
 * key is written with its scheme.
 */
import type { GatewayConnection } from './gateway-connection';

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

/** As a connection is stored, shown and exported: a secret leaves the core only to the keychain and the gateway. */
export function withoutSecrets(connection: GatewayConnection): GatewayConnection {
  return {
    ...connection,
    headers: connection.headers.map((header) => (header.isSecret ? { ...header, value: null } : header)),
    query: connection.query.map((one) =>
      isSecretParameter(one) ? { ...one, isSecret: true, value: null } : one,
    ),
  };
}

/** The stored secrets that a change would expose, as `needs_key` names them in its details. */
export interface SecretName {
  readonly profileId: string;
  /** The name of the profile. */
  readonly profile: string;
  /** The secret header that it is the value of; `null` for the API key. */
  readonly header: string | null;
}

/**
 * A key may be saved together with the scheme that its gateway wants before it, such as `Key …` or `Token …` (RFC 9110,
 * 11.4). A key itself has no space, so nothing else looks like that.
 */
const SCHEME = /^(?:[A-Z][A-Za-z-]{1,19}|bearer|basic|key|token|api-?key) +(?=\S+$)/;

export const hasScheme = (key: string): boolean => SCHEME.test(key);

/** The scheme of an `Authorization` header; `null` where it has none. */
export const schemeIn = (value: string): string | null => SCHEME.exec(value)?.[0].trim() ?? null;

/** The key without its scheme. */
export const withoutOwnScheme = (key: string): string => key.replace(SCHEME, '');

/** Every form of the key that is a secret. */
export const formsOfKey = (key: string): readonly string[] =>
  hasScheme(key) ? [key, withoutOwnScheme(key)] : [key];
