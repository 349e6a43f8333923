/**
 * Which key belongs to which address: a key that goes to another service is in that service's hands. They belong
 * together where they were written together under one name (`OPENAI_API_KEY` and `OPENAI_BASE_URL`), or where the key
 * is named after the gateway at the address. Anything else is for the person to decide.
 */
import { alikeServiceOfKeyName } from '../../../shared/gateways/alikes';
import { knownGateway, knownGatewayOfKey, knownGateways } from '../../../shared/gateways/gateways';
import { connectionLimits, headerProblem } from '../../../shared/profiles/connection-rules';
import { wordsOf } from '../../../shared/profiles/credential-names';
import { isBasic, KEY_HEADERS, keyWithScheme, toHeader, withOwnScheme } from './key-header';
import type { NamedValues, ScopedValue } from './named-values';
import { type NamedValue, nothing, type Pasted, type PastedHeader } from './pasted';
import { isNoKey, keyIn, withoutScheme } from './placeholder';
import { isAddress, type PastedAddress, readAddress } from './read-address';

/** Words at the end of a name that say what its value is, not whose. */
const KINDS: ReadonlySet<string> = new Set([
  ...['api', 'key', 'apikey', 'token', 'secret', 'access', 'auth', 'bearer', 'master', 'virtual', 'personal'],
  ...['authorization', 'x'],
  ...['url', 'uri', 'base', 'baseurl', 'apibase', 'endpoint', 'host', 'address', 'server', 'service'],
]);
const ADDRESS_ENDS: ReadonlySet<string> = new Set([
  ...['url', 'uri', 'base', 'baseurl', 'apibase', 'endpoint', 'host', 'address'],
]);
const KEY_ENDS: ReadonlySet<string> = new Set(['key', 'apikey', 'token']);
/** `SECRET_KEY` and `PUBLIC_KEY` alone sign and encrypt; they open no gateway. */
const OTHER_KEYS = /^(?:secret|public|private|encryption|signing|session|csrf|jwt|ssh)(?:key|token)$/;

/** Whose a key or an address is. */
interface Owner {
  readonly name: string;
  readonly baseUrl: string | null;
}

interface Found {
  readonly name: string;
  readonly value: string;
  /** It says that no key is needed. */
  readonly isNone: boolean;
  /** The header of a request that holds it, in lower case. */
  readonly header: string | null;
  /** Where it was written, and whose it is by its name. */
  readonly group: string;
  readonly owner: Owner | null;
}

interface Pair {
  readonly address: Found;
  readonly key: Found | null;
  /** Another address is as near to the key. */
  readonly isShared?: boolean;
}

/** More than a person can choose from. */
const MOST_FOUND = 50;

export function pairValues({ values, isEnv }: NamedValues): Pasted | null {
  const all = distinct(values.flatMap(toAddress)).slice(0, MOST_FOUND);
  // One that is written once and used by its name is found twice.
  const addresses = distinctBy(all, ({ value }) => value);
  const elsewhere = new Set(values.filter(isUnreadAddress).map(groupOf));
  const held = values.flatMap((one) => toKey(one, elsewhere));
  const keys = distinct(held.filter(({ value }) => value !== '')).slice(0, MOST_FOUND);
  if (addresses.length + held.length === 0) return null;
  const from = isEnv ? ('.env lines' as const) : ('snippet' as const);
  const isKeyOpen = held.some(({ value, isNone }) => value === '' && !isNone);
  const pasted = { ...nothing, from, isKeyOpen };
  if (addresses.length + keys.length === 0) return isKeyOpen ? pasted : null;
  const pair = ofOneRequest(addresses, keys) ?? certainPair(all, keys, held);
  const headers = addresses.length === 1 ? headersOf(values) : [];
  if (pair !== null) return { ...pasted, headers, ...filled(pair, keys) };
  const choices = { addresses: [...addresses.map(named), ...ownAddresses(keys)], keys: keys.map(named) };
  return { ...pasted, choices };
}

const named = ({ name, value }: Found): NamedValue => ({ name, value });

function filled({ address, key }: Pair, keys: readonly Found[]): Partial<Pasted> {
  const leftOut = keys.filter((one) => one.value !== key?.value).map(({ name }) => name);
  const header = key?.header ?? null;
  const keyHeader = header === 'authorization' ? null : header;
  if (address.value === '') return { key: key?.value ?? null, keyHeader, leftOut };
  const read: PastedAddress = readAddress(address.value);
  const value = key === null ? read.key : withOwnScheme(key.value, read.gateway);
  return { ...read, key: value, keyHeader, leftOut };
}

/** Those of the request that the only address is for, without the one that has its key. */
const headersOf = (values: readonly ScopedValue[]): readonly PastedHeader[] =>
  values
    .filter((one) => isInHeaders(one) && !isKeyHeader(one.name) && headerProblem(one.name) === null)
    .slice(0, connectionLimits.headers)
    .map(toHeader);

/** On a line with more than headers, a hyphen tells which names are theirs. */
const isInHeaders = ({ name, scope }: ScopedValue): boolean =>
  /(?:^|\/)\w{0,40}headers(?::\d+)?$/i.test(scope) && (name.includes('-') || isKeyHeader(name));

const isKeyHeader = (name: string): boolean =>
  name.toLowerCase() === 'authorization' || KEY_HEADERS.includes(name.toLowerCase());

/** `null` where the text doesn't tell. */
function certainPair(
  addresses: readonly Found[],
  keys: readonly Found[],
  held: readonly Found[],
): Pair | null {
  const pairs = addresses.flatMap((address) => pairsOf(address, addresses, keys));
  if (pairs.length > 0) return only(distinctPairs(pairs));
  const [address, key] = [only(distinctBy(addresses, ({ value }) => value)), only(keys)];
  if (addresses.length === 0) return key === null ? null : loneKey(key);
  // Its own key is named, and still to be typed.
  const isOwnOpen = held.some(({ group, value }) => group === address?.group && value === '');
  if (address !== null && (keys.length === 0 || isOwnOpen)) return { address, key: null };
  return address !== null && key !== null && isOfOneCall(address, key) ? { address, key } : null;
}

/** `AzureOpenAI(azure_endpoint="…", api_key="…")`: the key bears no name. */
const isOfOneCall = (address: Found, key: Found): boolean =>
  key.group === `${scopeOf(address)}|` && scopeOf(address) !== '' && key.owner === null;

const scopeOf = ({ group }: Found): string => group.slice(0, group.lastIndexOf('|'));

/** One request, whose header has the only key of the text, under whichever names it has besides. */
function ofOneRequest(addresses: readonly Found[], keys: readonly Found[]): Pair | null {
  const [address, key] = [only(addresses), keys.find(({ header }) => header !== null)];
  if (address === null || key === undefined) return null;
  const isOne = keys.every(({ value }) => withoutScheme(value) === withoutScheme(key.value));
  return isOne ? { address, key } : null;
}

/** Two of the same address and key, under the names of a text, are one. */
function distinctPairs(pairs: readonly Pair[]): Pair[] {
  const shared = pairs.filter(({ isShared }) => isShared);
  return [...shared, ...distinctBy(pairs, ({ address, key }) => `${address.value}\n${key?.value}`)];
}

const only = <Item>(items: readonly Item[]): Item | null => (items.length === 1 ? (items[0] ?? null) : null);

/** More than one where several could be meant. */
function pairsOf(address: Found, addresses: readonly Found[], keys: readonly Found[]): Pair[] {
  const own = keys.filter(({ group }) => group === address.group);
  const { gateway, service } = readAddress(address.value);
  const name = gateway === null ? service : knownGateway(gateway).name;
  const ofGateway = keys.filter(({ owner }) => owner !== null && owner.name === name);
  // The same key under the name of its variable.
  const fitting = distinctBy([...ofGateway, ...own], ({ value }) => value);
  const isShared = addresses.some((one) => one.value !== address.value && one.group === address.group);
  return fitting.map((key) => ({ address, key, isShared }));
}

/** A key without any address: of a gateway whose address is known, or of whichever is typed. */
function loneKey(key: Found): Pair | null {
  const address = { ...key, name: '', value: key.owner?.baseUrl ?? '', header: null };
  return key.owner !== null || key.group === '|' ? { address, key } : null;
}

const ownAddresses = (keys: readonly Found[]): NamedValue[] => {
  const owners = new Set(keys.flatMap(({ owner }) => owner ?? []));
  return [...owners].flatMap(({ name, baseUrl }) => (baseUrl === null ? [] : [{ name, value: baseUrl }]));
};

const distinctBy = <Item>(found: readonly Item[], idOf: (one: Item) => string): Item[] => [
  ...new Map(found.map((one) => [idOf(one), one])).values(),
];

const distinct = (found: readonly Found[]): Found[] =>
  distinctBy(found, ({ group, value }) => `${group}\n${value}`);

function toAddress(one: ScopedValue): Found[] {
  const isNamed = ADDRESS_ENDS.has(lastWord(one.name)) && isAddress(one.value);
  return isNamed ? [found(one, one.value)] : [];
}

/** With an empty value where a placeholder takes the place of the key. */
function toKey(one: ScopedValue, elsewhere: ReadonlySet<string>): Found[] {
  const words = lowerWords(one.name);
  const isElsewhere = elsewhere.has(groupOf(one));
  if (isKeyHeader(one.name))
    return isBasic(one.value) ? [] : [found(one, keyWithScheme(one.value) ?? '', isElsewhere)];
  if (isInHeaders(one)) return [];
  const isNamed = KEY_ENDS.has(words.at(-1) ?? '') && !OTHER_KEYS.test(words.join(''));
  if (!isNamed && alikeServiceOfKeyName(one.name) === null) return [];
  return [{ ...found(one, keyIn(one.value) ?? '', isElsewhere), isNone: isNoKey(one.value) }];
}

/** An address that the text names and doesn't have: what belongs to it goes to no other one. */
const isUnreadAddress = ({ name, value }: ScopedValue): boolean =>
  ADDRESS_ENDS.has(lastWord(name)) && value !== '' && !isAddress(value);

const groupOf = ({ name, scope }: ScopedValue): string => `${scope}|${ownerOf(name)}`;

function found({ name, scope }: ScopedValue, value: string, isElsewhere = false): Found {
  const owner = ownerOf(name);
  const block = scope.split('/').at(-1) ?? '';
  const named = owner === '' ? gatewayNamed(lowerWords(block.replace(/:\d+$/, '')).join('')) : null;
  // The key itself says more than the name that it was given.
  const ofKey = knownGatewayOfKey(value);
  const service = alikeServiceOfKeyName(name) ?? gatewayNamed(owner);
  const header = isKeyHeader(name) ? name.toLowerCase() : null;
  const ofName = isElsewhere ? null : (named ?? service);
  return { name, value, header, isNone: false, group: `${scope}|${owner}`, owner: ofKey ?? ofName };
}

const lowerWords = (name: string): readonly string[] => wordsOf(name).map((word) => word.toLowerCase());
const lastWord = (name: string): string => lowerWords(name).at(-1) ?? '';

/** `OPENAI_API_KEY` is `openai`'s, `api_key` nobody's. */
function ownerOf(name: string): string {
  const words = lowerWords(name);
  const last = words.findLastIndex((word) => !KINDS.has(word));
  return words.slice(0, last + 1).join('');
}

/** Other names that gateways' own documentation uses. */
const ALIASES: Readonly<Record<string, string>> = {
  hf: 'huggingface',
  togetherai: 'together',
  azureopenai: 'azure',
  litellmproxy: 'litellm',
  aigateway: 'vercel',
  claude: 'anthropic',
  google: 'gemini',
  googlegenerativeai: 'gemini',
  googlegemini: 'gemini',
  mistralai: 'mistral',
  kimi: 'moonshot',
  zhipuai: 'zhipu',
  bigmodel: 'zhipu',
  zai: 'zhipu',
  glm: 'zhipu',
  qwen: 'dashscope',
  bailian: 'dashscope',
  volcengine: 'ark',
  volcanoark: 'ark',
  fireworksai: 'fireworks',
  pplx: 'perplexity',
  perplexityai: 'perplexity',
  co: 'cohere',
  nim: 'nvidia',
  falai: 'fal',
  grok: 'xai',
  aiml: 'aimlapi',
};

function gatewayNamed(owner: string): Owner | null {
  const id = ALIASES[owner] ?? owner;
  return knownGateways.find((one) => one.id === id && id !== 'plain') ?? null;
}
