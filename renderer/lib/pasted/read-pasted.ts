/** What a person copies from a gateway's documentation, read as the fields of a profile. */
import { type GatewayId, isLoopback, knownGatewayAt, knownGateways } from '../../../shared/gateways';
import { headerProblem } from '../../../shared/header-problem';
import { shellWords } from './shell-words';

export interface PastedHeader {
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
}

export interface Pasted {
  readonly from: 'address' | 'cURL command' | '.env lines';
  readonly gateway: GatewayId | null;
  readonly baseUrl: string | null;
  readonly key: string | null;
  /** The header that held the key, where that was not `Authorization`. */
  readonly keyHeader: string | null;
  readonly headers: readonly PastedHeader[];
  readonly query: readonly { readonly name: string; readonly value: string }[];
}

/** A longer text is something else. */
const mostCharacters = 100_000;

/** `null` where the text is none of the forms. */
export function readPasted(text: string): Pasted | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > mostCharacters) return null;
  if (/^(?:\$\s*)?curl(?:\.exe)?\s/i.test(trimmed)) return readCurl(trimmed.replace(/^\$\s*/, ''));
  if (isAddress(trimmed)) return { ...nothing, from: 'address', ...readAddress(trimmed) };
  return readEnv(trimmed);
}

const nothing = { gateway: null, baseUrl: null, key: null, keyHeader: null, headers: [], query: [] };

const isAddress = (text: string): boolean =>
  /^https?:\/\/\S+$/i.test(text) || /^(?:localhost|127\.0\.0\.1|\[::1\]):\d{1,5}(?:\/\S*)?$/i.test(text);

/** Ends of addresses that name one operation; the base URL is what all of them begin with. */
const OPERATION =
  /\/(?:chat\/completions|completions|responses|embeddings|images(?:\/\w+)?|audio\/\w+|videos(?:\/.*)?|models(?:\/.*)?|jobs(?:\/.*)?)\/?$/;

function readAddress(text: string): Pick<Pasted, 'gateway' | 'baseUrl' | 'query'> {
  const full = /^https?:/i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(full)) return { gateway: null, baseUrl: text, query: [] };
  const url = new URL(full);
  const query = [...url.searchParams].map(([name, value]) => ({ name, value }));
  const known = knownGatewayAt(full);
  const path = url.pathname.replace(OPERATION, '').replace(/\/+$/, '');
  // The address of a service itself is not where its operations are.
  const isBare = path === '' && known?.baseUrl != null && !known.baseUrl.includes('{');
  const knownPath = isBare ? new URL(known.baseUrl ?? full).pathname : path;
  const host = url.hostname === '0.0.0.0' ? `127.0.0.1:${url.port}` : url.host;
  const ownHost = isBare && !isLoopback(url.hostname) ? new URL(known.baseUrl ?? full).host : host;
  return { gateway: known?.id ?? null, baseUrl: `${url.protocol}//${ownHost}${knownPath}`, query };
}

/** Options of cURL that take a value; others stand alone. */
const WITH_VALUE =
  /^(?:-[XdHuAebFoxTm]|--(?:request|data(?:-\w+)*|json|header|user|user-agent|referer|cookie|form|output|proxy|url|max-time))$/;

function readCurl(text: string): Pasted {
  const [, ...words] = shellWords(text);
  const lines: string[] = [];
  const addresses: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [option, joined] = splitOption(words[at] ?? '');
    const value = joined ?? (WITH_VALUE.test(option) ? words[++at] : undefined) ?? '';
    if (option === '-H' || option === '--header') lines.push(value);
    else if (option === '--url') addresses.push(value);
    else if (!option.startsWith('-')) addresses.push(option);
  }
  const [address] = addresses;
  const found = address === undefined ? null : readAddress(address);
  return { ...nothing, from: 'cURL command', ...found, ...readHeaders(lines) };
}

/** `--header=…` and `-HName: …` hold their value themselves. */
function splitOption(word: string): readonly [string, string | undefined] {
  const long = /^(--[a-z-]+)=([\s\S]*)$/.exec(word);
  if (long !== null) return [long[1] ?? '', long[2]];
  const short = /^(-[XdHu])([\s\S]+)$/.exec(word);
  return short === null ? [word, undefined] : [short[1] ?? '', short[2]];
}

/** Headers that carry the key where it isn't `Authorization`. */
const KEY_HEADERS = ['api-key', 'x-api-key', 'x-litellm-api-key'];
const SECRET = /(?:^|[-_])(?:api)?(?:key|token|secret|auth\w*|password|credential)s?(?:$|[-_])/i;
/** As the gateways document it; by its name for others. */
function isSecretName(name: string): boolean {
  const known = knownGateways
    .flatMap(({ headers }) => headers)
    .find((one) => one.name.toLowerCase() === name.toLowerCase());
  return known?.isSecret ?? SECRET.test(name);
}

/** What documentation writes in the place of a key. */
const PLACEHOLDER = /^(?:\$.*|%.*%|<.*>|\{.*\}|your[-_ ].*|x{3,}|\.{3}|…|sk-\.{3})$/i;

const orEmpty = (value: string): string => (PLACEHOLDER.test(value) ? '' : value);

function readHeaders(lines: readonly string[]): Pick<Pasted, 'key' | 'keyHeader' | 'headers'> {
  const all = lines.flatMap((line) => {
    const [, name = '', value = ''] = /^([^:]+):\s*([\s\S]*)$/.exec(line) ?? [];
    return name === '' ? [] : [{ name: name.trim(), value: value.trim() }];
  });
  const bearer = all.find(({ name }) => name.toLowerCase() === 'authorization');
  const named = all.find(({ name }) => KEY_HEADERS.includes(name.toLowerCase()));
  const key = bearer?.value.replace(/^bearer\s+/i, '') ?? named?.value ?? null;
  const headers = all
    .filter((one) => one !== bearer && (bearer !== undefined || one !== named))
    .filter(({ name }) => headerProblem(name) === null)
    .map(({ name, value }) => ({ name, value: orEmpty(value), isSecret: isSecretName(name) }));
  return {
    key: key === null ? null : orEmpty(key) || null,
    keyHeader: bearer === undefined ? (named?.name ?? null) : null,
    headers,
  };
}

const LINE = /^\s*(?:export\s+|set\s+|\$env:)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*;?\s*$/;

function readEnv(text: string): Pasted | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  const pairs = lines.map((line) => LINE.exec(line));
  if (pairs.length === 0 || pairs.some((pair) => pair === null)) return null;
  const values = pairs.map((pair) => [pair?.[1] ?? '', unquoted(pair?.[2] ?? '')] as const);
  const find = (pattern: RegExp) => values.find(([name, value]) => pattern.test(name) && value !== '');
  const address = find(/(?:URL|ENDPOINT|API_BASE|BASE|HOST)$/i);
  const key = find(/(?:KEY|TOKEN|SECRET)$/i);
  if (address === undefined && key === undefined) return null;
  const named = gatewayOfName(key?.[0] ?? address?.[0] ?? '');
  const found = readAddress(address?.[1] ?? named?.baseUrl ?? '');
  const isPrefilled = address === undefined && named?.baseUrl == null;
  return {
    ...nothing,
    from: '.env lines',
    ...(isPrefilled ? {} : found),
    // The address says more than a name: many gateways take the variables of another one's library.
    gateway: address === undefined ? (named?.id ?? null) : found.gateway,
    key: orEmpty(key?.[1] ?? '') || null,
  };
}

const unquoted = (value: string): string => {
  const [, , inside] = /^(["'])(.*)\1/.exec(value) ?? [];
  return inside ?? value.replace(/\s+#.*$/, '');
};

/** `OPENROUTER_API_KEY` belongs to OpenRouter. */
function gatewayOfName(variable: string) {
  const words = variable.toLowerCase().split('_');
  return knownGateways.find(({ id, name }) =>
    [id, name.toLowerCase().split(' ')[0]].some((one) => one !== undefined && words.includes(one)),
  );
}
