/** A cURL command, read as the fields of a profile: the first request in it, and nothing of what follows. */

import { connectionLimits } from '../../../shared/connection-limits';
import { knownGateways } from '../../../shared/gateways';
import { headerProblem } from '../../../shared/header-problem';
import { isSecretName } from '../../../shared/secret-name';
import { readOption } from './curl-options';
import { nothing, type Pasted, type PastedHeader } from './pasted';
import { isPlaceholder, keyIn, withoutScheme } from './placeholder';
import { isCurlAddress, type PastedAddress, readAddress } from './read-address';
import { shellWords } from './shell-words';

export const isCurl = (text: string): boolean => /^(?:\$\s{0,9})?curl(?:\.exe)?\s/i.test(text);

/** Words after which another command, or another request with headers of its own, begins. */
const ENDS: ReadonlySet<string> = new Set(['|', '||', '&', '&&', ';', '--next', '-:', 'curl', 'curl.exe']);

export function readCurl(text: string): Pasted {
  const { headerLines, addresses } = readRequest(shellWords(text.replace(/^\$\s*/, '')).slice(1));
  const found = addresses.map((address) => readAddress(address, true));
  const [first] = found;
  const { key, keyHeader, headers } = readHeaders(headerLines);
  const pasted = { ...nothing, from: 'cURL command' as const };
  if (first === undefined) return { ...pasted, key, keyHeader, headers };
  const isOneService = found.every(({ baseUrl }) => originOf(baseUrl) === originOf(first.baseUrl));
  if (!isOneService) return { ...pasted, choices: choicesOf(addresses, key) };
  const own = keyInQuery(first);
  const given = key === null ? null : withOwnScheme(key, first.gateway);
  const query = own === null ? first.query : first.query.filter(({ name }) => name !== 'key');
  return { ...pasted, ...first, query, key: given ?? first.key ?? own, keyHeader, headers };
}

/** Some services take their key as a parameter too (Google's `?key=`); there it would be seen in addresses. */
const keyInQuery = ({ gateway, query }: PastedAddress): string | null =>
  gateway === null ? null : keyIn(query.find(({ name }) => name === 'key')?.value ?? '');

/** Another scheme than `Bearer` is saved with its key, unless the gateway is known to read it so. */
const withOwnScheme = (key: string, gateway: PastedAddress['gateway']): string =>
  gateway === null ? key : (key.split(' ').at(-1) ?? key);

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address);

/** One command that sends the same key to several services. */
const choicesOf = (addresses: readonly string[], key: string | null) => ({
  addresses: [...new Set(addresses)].map((value) => ({ name: hostOf(value), value })),
  keys: key === null ? [] : [{ name: 'Key of the command', value: key }],
});

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

function readRequest(words: readonly string[]) {
  const headerLines: string[] = [];
  const addresses: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (ENDS.has(word)) break;
    const { name, joined, takesNext } = readOption(word);
    const value = joined ?? (takesNext ? (words[++at] ?? '') : '');
    if (name === null) addresses.push(word.replace(/;$/, ''));
    else if (name === 'url') addresses.push(value);
    else headerLines.push(...headersOf(name, value));
    if (name === null && word.endsWith(';')) break;
  }
  return { headerLines, addresses: addresses.filter(isCurlAddress) };
}

function headersOf(option: string, value: string): readonly string[] {
  if (option === 'oauth2-bearer') return [`Authorization: Bearer ${value}`];
  return option === 'H' || option === 'header' ? [value] : [];
}

/** Headers that carry the key where it isn't `Authorization`. */
const KEY_HEADERS = ['api-key', 'x-api-key', 'x-litellm-api-key', 'x-goog-api-key', 'xi-api-key'];

/** As the gateways document it; by its name for others. */
function isSecretHeader(name: string): boolean {
  const known = knownGateways
    .flatMap(({ headers }) => headers)
    .find((one) => one.name.toLowerCase() === name.toLowerCase());
  return known?.isSecret ?? isSecretName(name);
}

const isNamed = (name: string) => (header: { readonly name: string }) => header.name.toLowerCase() === name;

function readHeaders(lines: readonly string[]): Pick<Pasted, 'key' | 'keyHeader' | 'headers'> {
  const all = lines.flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [{ name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }];
  });
  const bearer = all.find(isNamed('authorization'));
  const named = all.find(({ name }) => KEY_HEADERS.includes(name.toLowerCase()));
  const carrier = bearer ?? named;
  return {
    key: carrier === undefined || isBasic(carrier.value) ? null : keyWithScheme(carrier.value),
    keyHeader: bearer === undefined ? (named?.name ?? null) : null,
    headers: all
      .filter((one) => one !== carrier && headerProblem(one.name) === null)
      .slice(0, connectionLimits.headers)
      .map(toHeader),
  };
}

/** `Bearer` is what every key is sent with; another word before it belongs to it. */
function keyWithScheme(value: string): string | null {
  const key = keyIn(value);
  const [scheme = ''] = /^[A-Za-z-]+(?=\s)/.exec(value.trim()) ?? [];
  return key === null || scheme === '' || /^bearer$/i.test(scheme) ? key : `${scheme} ${key}`;
}

/** Its user name and password are not a key. */
const isBasic = (value: string): boolean => /^(?:basic|digest|negotiate|aws4-hmac-sha256)\s/i.test(value);

function toHeader({ name, value }: { readonly name: string; readonly value: string }): PastedHeader {
  const isSecret = isSecretHeader(name);
  const isEmpty = isSecret ? isPlaceholder(withoutScheme(value)) : /^(?:\$[\w({]|<.*>$|\{\{)/.test(value);
  return { name, value: isEmpty ? '' : value, isSecret };
}
