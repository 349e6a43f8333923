/**
 * Which key belongs to which address: a key that goes to another service is in that service's hands. They belong
 * together where they were written together under one name (`OPENAI_API_KEY` and `OPENAI_BASE_URL`), or where the key
 * is named after the gateway at the address. Anything else is for the person to decide.
 */
import { type KnownGateway, knownGatewayOfKey, knownGateways } from '../../../shared/gateways/gateways';
import { wordsOf } from '../../../shared/profiles/credential-names';
import type { NamedValues, ScopedValue } from './named-values';
import { type NamedValue, nothing, type Pasted } from './pasted';
import { keyIn } from './placeholder';
import { isAddress, type PastedAddress, readAddress } from './read-address';

/** Words at the end of a name that say what its value is, not whose. */
const KINDS: ReadonlySet<string> = new Set([
  ...['api', 'key', 'apikey', 'token', 'secret', 'access', 'auth', 'bearer', 'master', 'virtual', 'personal'],
  ...['url', 'uri', 'base', 'baseurl', 'apibase', 'endpoint', 'host', 'address', 'server', 'service'],
]);
const ADDRESS_ENDS: ReadonlySet<string> = new Set([
  ...['url', 'uri', 'base', 'baseurl', 'apibase', 'endpoint', 'host', 'address'],
]);
const KEY_ENDS: ReadonlySet<string> = new Set(['key', 'apikey', 'token']);
/** `SECRET_KEY` and `PUBLIC_KEY` alone sign and encrypt; they open no gateway. */
const OTHER_KEYS = /^(?:secret|public|private|encryption|signing|session|csrf|jwt|ssh)(?:key|token)$/;

interface Found {
  readonly name: string;
  readonly value: string;
  /** Where it was written, and whose it is by its name. */
  readonly group: string;
  readonly owner: KnownGateway | null;
}

interface Pair {
  readonly address: Found;
  readonly key: Found | null;
}

/** More than a person can choose from. */
const MOST_FOUND = 50;

export function pairValues({ values, isEnv }: NamedValues): Pasted | null {
  const addresses = distinct(values.flatMap(toAddress)).slice(0, MOST_FOUND);
  const held = values.flatMap(toKey);
  const keys = distinct(held.filter(({ value }) => value !== '')).slice(0, MOST_FOUND);
  if (addresses.length + keys.length === 0) return null;
  const from = isEnv ? ('.env lines' as const) : ('snippet' as const);
  const pair = certainPair(addresses, keys, held);
  if (pair !== null) return { ...nothing, from, ...filled(pair, keys) };
  const choices = { addresses: [...addresses.map(named), ...ownAddresses(keys)], keys: keys.map(named) };
  return { ...nothing, from, choices };
}

const named = ({ name, value }: Found): NamedValue => ({ name, value });

function filled({ address, key }: Pair, keys: readonly Found[]): Partial<Pasted> {
  const leftOut = keys.filter((one) => one !== key).map(({ name }) => name);
  if (address.value === '') return { key: key?.value ?? null, leftOut };
  const read: PastedAddress = readAddress(address.value);
  return { ...read, key: key?.value ?? read.key, leftOut };
}

/** `null` where the text doesn't tell. */
function certainPair(
  addresses: readonly Found[],
  keys: readonly Found[],
  held: readonly Found[],
): Pair | null {
  const pairs = addresses.flatMap((address) => pairsOf(address, addresses, keys));
  if (pairs.length > 0) return only(pairs);
  const [address, key] = [only(addresses), only(keys)];
  if (addresses.length === 0) return key === null ? null : loneKey(key);
  // Its own key is named, and still to be typed.
  const isOwnOpen = held.some(({ group, value }) => group === address?.group && value === '');
  return address !== null && (keys.length === 0 || isOwnOpen) ? { address, key: null } : null;
}

const only = <Item>(items: readonly Item[]): Item | null => (items.length === 1 ? (items[0] ?? null) : null);

/** More than one where several could be meant. */
function pairsOf(address: Found, addresses: readonly Found[], keys: readonly Found[]): Pair[] {
  const own = keys.filter(({ group }) => group === address.group);
  const { gateway } = readAddress(address.value);
  const ofGateway = keys.filter(({ owner }) => owner !== null && owner.id === gateway);
  const fitting = distinct([...own, ...ofGateway]);
  const isShared = addresses.some((one) => one !== address && one.group === address.group);
  const pairs = fitting.map((key) => ({ address, key }));
  return isShared ? pairs.flatMap((pair) => [pair, pair]) : pairs;
}

/** A key without any address: of a gateway whose address is known, or of whichever is typed. */
function loneKey(key: Found): Pair | null {
  const address = { name: '', value: key.owner?.baseUrl ?? '', group: key.group, owner: key.owner };
  return key.owner !== null || key.group === '|' ? { address, key } : null;
}

const ownAddresses = (keys: readonly Found[]): NamedValue[] => {
  const owners = new Set(keys.flatMap(({ owner }) => owner ?? []));
  return [...owners].flatMap(({ name, baseUrl }) => (baseUrl === null ? [] : [{ name, value: baseUrl }]));
};

function distinct(found: readonly Found[]): Found[] {
  return [...new Map(found.map((one) => [`${one.group}\n${one.value}`, one])).values()];
}

function toAddress(one: ScopedValue): Found[] {
  const isNamed = ADDRESS_ENDS.has(lastWord(one.name)) && isAddress(one.value);
  return isNamed ? [found(one, one.value)] : [];
}

/** With an empty value where a placeholder takes the place of the key. */
function toKey(one: ScopedValue): Found[] {
  const words = lowerWords(one.name);
  if (!KEY_ENDS.has(words.at(-1) ?? '') || OTHER_KEYS.test(words.join(''))) return [];
  return [found(one, keyIn(one.value) ?? '')];
}

function found({ name, scope }: ScopedValue, value: string): Found {
  const owner = ownerOf(name);
  const block = scope.split('/').at(-1) ?? '';
  const named = owner === '' ? gatewayNamed(lowerWords(block.replace(/:\d+$/, '')).join('')) : null;
  // The key itself says more than the name that it was given.
  const ofKey = knownGatewayOfKey(value);
  return { name, value, group: `${scope}|${owner}`, owner: ofKey ?? named ?? gatewayNamed(owner) };
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

function gatewayNamed(owner: string): KnownGateway | null {
  const id = ALIASES[owner] ?? owner;
  return knownGateways.find((one) => one.id === id && id !== 'plain') ?? null;
}
