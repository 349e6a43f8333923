/** Takes keys and addresses out of a pasted body: it is about to be stored, and nothing of them is used. */
import { isSecretName } from '../profiles/credential-names';

/** In place of a key in the middle of a text. */
const REMOVED = '[removed]';

/** Names of fields that only sound like a secret. */
const harmless: ReadonlySet<string> = new Set(['prompt_cache_key', 'prompt_cache_retention', 'max_tokens']);
/** Tokens of a tokenizer, such as `stop_token` of a local server. */
const ofTokenizer = /(?:^|_)(?:[bep]os|pad|unk|sep|cls|mask|stop|start|end|think|image|special)_token(?:_|$)/;
/** Where a request goes and with what, as LiteLLM and the official clients take it. */
const reach: ReadonlySet<string> = new Set([
  'base_url',
  'api_base',
  'api_version',
  'extra_headers',
  'headers',
  'default_headers',
  'extra_query',
]);

/** How the keys of well-known services begin. */
const KEY = /\b(?:sk-[\w-]{20,}|AIza[\w-]{30,}|gsk_\w{20,}|hf_\w{20,}|xai-\w{20,}|gh[pousr]_\w{30,})/g;

export interface Cleaned {
  readonly body: Readonly<Record<string, unknown>>;
  /** What was removed, in words. */
  readonly removed: readonly string[];
}

/** Such as `api_key`: a secret is a text, while `stop_token_ids` and `ban_eos_token` are numbers and switches. */
const isSecretField = (name: string, value: unknown): boolean =>
  typeof value === 'string' && isSecretName(name) && !harmless.has(name) && !ofTokenizer.test(name);

/** Whether a field of a body says where it goes or with what key, so that its value isn’t used. */
export const isLeftOut = (name: string): boolean => reach.has(name) || isSecretField(name, '');

/** The value, and what follows the scheme. */
export function secretsOfHeader(header: string): readonly string[] {
  const [, name = '', value = ''] = /^([^:]+):\s*([\s\S]*)$/.exec(header) ?? [];
  return isSecretName(name) || /cookie/i.test(name) ? [value, value.replace(/^\w+\s+/, '')] : [];
}

export function secretsOfAddress(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { searchParams, username, password } = new URL(address);
  return [
    username,
    password,
    ...[...searchParams].flatMap(([name, value]) => (isSecretName(name) ? [value] : [])),
  ];
}

/** @param known secrets that were beside the body, such as in a header */
export function withoutKeys(body: Readonly<Record<string, unknown>>, known: readonly string[]): Cleaned {
  const dropped = Object.keys(body).filter((name) => reach.has(name) || isSecretField(name, body[name]));
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !dropped.includes(name)));
  let count = 0;
  const secrets = known.filter((secret) => secret.length >= 8 && !secret.startsWith('$'));
  const clean = (text: string): string => {
    const bare = secrets
      .reduce((left, secret) => left.replaceAll(secret, REMOVED), text)
      .replace(KEY, REMOVED);
    if (bare !== text) count += 1;
    return bare;
  };
  const cleaned = inTexts(rest, clean) as Readonly<Record<string, unknown>>;
  const keys = count === 0 ? [] : [count === 1 ? 'a key in a text' : `keys in ${count} texts`];
  return {
    body: count === 0 ? rest : cleaned,
    removed: [...dropped.map((name) => `the field “${name}”`), ...keys],
  };
}

function inTexts(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((one) => inTexts(one, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inTexts(one, clean)]));
}
