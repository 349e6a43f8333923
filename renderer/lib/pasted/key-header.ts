/** Headers of a request as a text shows them: which one carries the key, and what the others are. */
import { knownGateways } from '../../../shared/gateways/gateways';
import { isSecretName } from '../../../shared/profiles/credential-names';
import type { PastedHeader } from './pasted';
import { isPlaceholder, keyIn, withoutScheme } from './placeholder';

/** Headers that carry the key where it isn't `Authorization`. */
export const KEY_HEADERS: readonly string[] = [
  'api-key',
  'x-api-key',
  'x-litellm-api-key',
  'x-goog-api-key',
  'xi-api-key',
];

/** As the gateways document it; by its name for others. */
function isSecretHeader(name: string): boolean {
  const known = knownGateways
    .flatMap(({ headers }) => headers)
    .find((one) => one.name.toLowerCase() === name.toLowerCase());
  return known?.isSecret ?? isSecretName(name);
}

/** `Bearer` is what every key is sent with; another word before it belongs to it. */
export function keyWithScheme(value: string): string | null {
  const key = keyIn(value);
  const [scheme = ''] = /^[A-Za-z-]+(?=\s)/.exec(value.trim()) ?? [];
  return key === null || scheme === '' || /^bearer$/i.test(scheme) ? key : `${scheme} ${key}`;
}

/** Another scheme than `Bearer` is saved with its key, unless the gateway is known to read it so. */
export const withOwnScheme = (key: string, gateway: string | null): string =>
  gateway === null ? key : (key.split(' ').at(-1) ?? key);

/** Its user name and password are not a key. */
export const isBasic = (value: string): boolean =>
  /^(?:basic|digest|negotiate|aws4-hmac-sha256)\s/i.test(value);

export function toHeader({ name, value }: { readonly name: string; readonly value: string }): PastedHeader {
  const isSecret = isSecretHeader(name);
  const isEmpty = isSecret ? isPlaceholder(withoutScheme(value)) : /^(?:\$[\w({]|<.*>$|\{\{)/.test(value);
  return { name, value: isEmpty ? '' : value, isSecret };
}
