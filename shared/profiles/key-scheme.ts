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
