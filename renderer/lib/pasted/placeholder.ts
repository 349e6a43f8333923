/** What documentation writes in the place of a key, and what a configuration reads from elsewhere. */

/** A reference that a shell, a template or a program fills in: `$KEY`, `${KEY}`, `%KEY%`, `{{ key }}`, `<key>`. */
const REFERENCE = /^(?:\$[\w({]|%[^%]+%$|\{|<|\[|@|!|#\{)/;
/** Where a program looks a key up: `process.env.KEY`, `os.getenv("KEY")`, `op://vault/key`. */
const LOOKUP =
  /^(?:(?:os|process|import\.meta|sys|std|System|env|secrets|vars|config|Deno|Bun)\.|(?:op|vault|env|file|ssm|gcp|aws):|getenv\b)/;
/** A key that was masked before it was copied: `sk-…`, `sk-***`, `sk-ab...yz`. */
const MASKED = /…|\.{3}|\*{3}|•{2}|_{4}/;

const FILLERS: ReadonlySet<string> = new Set([
  ...['your', 'yours', 'yourkey', 'yourapikey', 'yourtoken', 'mykey', 'here', 'replace', 'changeme'],
  ...[
    'insert',
    'placeholder',
    'example',
    'dummy',
    'todo',
    'redacted',
    'masked',
    'hidden',
    'removed',
    'fixme',
  ],
  // Of servers that check none: `EMPTY`, `not-needed`, `sk-no-key-required`.
  ...['empty', 'needed', 'required', 'unused', 'anything', 'whatever', 'fake', 'paste'],
]);
const NOTHINGS: ReadonlySet<string> = new Set([
  ...[
    'none',
    'bearer',
    'null',
    'nil',
    'undefined',
    'true',
    'false',
    'test',
    'key',
    'token',
    'secret',
    'password',
  ],
  ...[
    'apikey',
    'api-key',
    'api_key',
    'my-key',
    'my-api-key',
    'my_api_key',
    'api-token',
    'access-token',
    'yes',
    'no',
  ],
]);

/** `GEMINI_API_KEY`: the name of a variable, not what is in it. */
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|APIKEY|TOKEN|SECRET|PAT)$/;
/** What a program works out, such as `credentials.token` and `loadKey()`; a key has none of these signs. */
const EXPRESSION =
  /[()[\]{}<>"'`\\,;]|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\.(?:\w+_)?(?:api_?key|key|token|secret)$/i;

/** True where the value can't be a key: what it stands for is to be typed. */
export function isPlaceholder(value: string): boolean {
  const text = value.trim();
  if (text === '' || text.length > 10_000 || /\s/.test(text)) return true;
  if (REFERENCE.test(text) || LOOKUP.test(text) || MASKED.test(text) || VARIABLE.test(text)) return true;
  if (EXPRESSION.test(text)) return true;
  if (NOTHINGS.has(text.toLowerCase()) || text.includes('://')) return true;
  return text.split(/[^A-Za-z0-9]+/).some((word) => FILLERS.has(word.toLowerCase())) || isFilled(text);
}

/** `sk-xxxx`, `xxxx-xxxx`, `sk-0000`: after the prefix, one letter again and again. */
function isFilled(text: string): boolean {
  const last = text.split(/[-_.]/).at(-1) ?? '';
  return last.length > 2 && /^[xX0*?]/.test(last) && new Set(last.toLowerCase()).size === 1;
}

/** What documentation of servers that check no key writes: `EMPTY`, `None`, `not-needed`, `sk-no-key-required`. */
export const isNoKey = (value: string): boolean =>
  /^(?:none|null|nil|empty|unused|dummy)$|\bno[_-]?key\b|\bnot[_-]?(?:needed|required)\b/i.test(value.trim());

/** `Bearer`, `Key` or `Token` before a key is not part of it. */
export const withoutScheme = (value: string): string =>
  value.trim().replace(/^(?:bearer|key|token|apikey|api-key)\s+/i, '');

/** The key of a value; `null` where it holds none. */
export function keyIn(value: string): string | null {
  const key = withoutScheme(value);
  return isPlaceholder(key) ? null : key;
}
