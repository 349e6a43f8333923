/** A cURL command, read as the fields of a profile: the first request in it, and nothing of what follows. */
import { connectionLimits, headerProblem } from '../../../shared/profiles/connection-rules';
import { isBasic, KEY_HEADERS, keyWithScheme, toHeader, withOwnScheme } from './key-header';
import { nothing, type Pasted } from './pasted';
import { keyIn } from './placeholder';
import { isCurlAddress, type PastedAddress, readAddress } from './read-address';

export const isCurl = (text: string): boolean => /^(?:\$\s{0,9})?curl(?:\.exe)?\s/i.test(text);

/** Words after which another command, or another request with headers of its own, begins. */
const ENDS: ReadonlySet<string> = new Set(['|', '||', '&', '&&', ';', '--next', '-:', 'curl', 'curl.exe']);

export function readCurl(text: string): Pasted {
  const { headerLines, addresses, user } = readRequest(shellWords(text.replace(/^\$\s*/, '')).slice(1));
  const found = addresses.map((address) => readAddress(address, true));
  const [first] = found;
  const { keyHeader, headers, ...sentBy } = readHeaders(headerLines);
  const { key, isKeyOpen } = user === null || sentBy.key !== null ? sentBy : readUser(user, first);
  const pasted = { ...nothing, from: 'cURL command' as const, isKeyOpen };
  if (first === undefined) return { ...pasted, key, keyHeader, headers };
  const isOneService = found.every(({ baseUrl }) => originOf(baseUrl) === originOf(first.baseUrl));
  if (!isOneService) return { ...pasted, choices: choicesOf(addresses, key) };
  const own = keyInQuery(first);
  const given = key === null ? null : withOwnScheme(key, first.gateway);
  const query = own === null ? first.query : first.query.filter(({ name }) => name !== 'key');
  const sent = given ?? first.key ?? own;
  return { ...pasted, ...first, query, key: sent, keyHeader, headers, isKeyOpen: isKeyOpen && sent === null };
}

/**
 * `-u token:KEY` is sent as `Basic …`, which works as the command does; a service that is known reads the key itself.
 */
function readUser(user: string, to: PastedAddress | undefined): Pick<Pasted, 'key' | 'isKeyOpen'> {
  const [name = '', ...rest] = user.split(':');
  const secret = rest.join(':') || name;
  if (keyIn(secret) === null) return { key: null, isKeyOpen: true };
  const isKnown = to !== undefined && to.gateway !== null;
  const pair = user.includes(':') ? user : `${user}:`;
  const bytes = String.fromCharCode(...new TextEncoder().encode(pair));
  return { key: isKnown ? secret : `Basic ${btoa(bytes)}`, isKeyOpen: false };
}

/** Some services take their key as a parameter too (Google's `?key=`); there it would be seen in addresses. */
const keyInQuery = ({ gateway, query }: PastedAddress): string | null =>
  gateway === null ? null : keyIn(query.find(({ name }) => name === 'key')?.value ?? '');

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address);

/** One command that sends the same key to several services. */
const choicesOf = (addresses: readonly string[], key: string | null) => ({
  addresses: [...new Set(addresses)].map((value) => ({ name: hostOf(value), value })),
  keys: key === null ? [] : [{ name: 'Key of the command', value: key }],
});

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

function readRequest(words: readonly string[]) {
  const given = optionsOf(words);
  const valuesOf = (...names: readonly (string | null)[]) =>
    given.filter(({ name }) => names.includes(name)).map(({ value }) => value);
  return {
    headerLines: given.flatMap(({ name, value }) => headersOf(name, value)),
    addresses: valuesOf(null, 'url').filter(isCurlAddress),
    user: valuesOf('u', 'user').at(-1) ?? null,
  };
}

/** The options of the first request with their values; a word that is no option has no name. */
function optionsOf(words: readonly string[]): readonly { name: string | null; value: string }[] {
  const given: { name: string | null; value: string }[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (ENDS.has(word)) break;
    const { name, joined, takesNext } = readOption(word);
    const value = name === null ? word.replace(/;$/, '') : (joined ?? (takesNext ? (words[++at] ?? '') : ''));
    given.push({ name, value });
    if (name === null && word.endsWith(';')) break;
  }
  return given;
}

function headersOf(option: string | null, value: string): readonly string[] {
  if (option === 'oauth2-bearer') return [`Authorization: Bearer ${value}`];
  return option === 'H' || option === 'header' ? [value] : [];
}

const isNamed = (name: string) => (header: { readonly name: string }) => header.name.toLowerCase() === name;

function readHeaders(lines: readonly string[]): Pick<Pasted, 'key' | 'keyHeader' | 'headers' | 'isKeyOpen'> {
  const all = lines.flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [{ name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }];
  });
  const bearer = all.find(isNamed('authorization'));
  const named = all.find(({ name }) => KEY_HEADERS.includes(name.toLowerCase()));
  const carrier = bearer ?? named;
  const key = carrier === undefined || isBasic(carrier.value) ? null : keyWithScheme(carrier.value);
  return {
    key,
    isKeyOpen: carrier !== undefined && key === null && !isBasic(carrier.value),
    keyHeader: bearer === undefined ? (named?.name ?? null) : null,
    headers: all
      .filter((one) => one !== carrier && headerProblem(one.name) === null)
      .slice(0, connectionLimits.headers)
      .map(toHeader),
  };
}

// Which options of cURL take a value (https://curl.se/docs/manpage.html): what follows one of them is no
// address.

/** Letters of the short ones; others stand alone and can be written together, as in `-sSfX POST`. */
const SHORT = 'AbcCdDeEFhHKmoPQrtTuUwxXyYz';

const LONG: ReadonlySet<string> = new Set(
  `abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to
  continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode
  delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare
  etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode
  happy-eyeballs-timeout-ms haproxy-clientip header help hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway
  json keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options mail-auth mail-from
  mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max pass
  pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type
  proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name
  proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file
  range rate referer request request-target resolve retry retry-delay retry-max-time sasl-authzid service-name socks4
  socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize
  time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket
  upload-file url url-query user user-agent variable vlan-priority write-out`.split(/\s+/),
);

interface CurlOption {
  /** Without dashes: `H`, `header`; `null` for a word that is no option. */
  readonly name: string | null;
  /** Written together with the option. */
  readonly joined: string | null;
  /** The next word is its value. */
  readonly takesNext: boolean;
}

/** `--header=…`, `-HName: …` and `-sSX POST` as well. */
function readOption(word: string): CurlOption {
  if (word.startsWith('--')) return readLong(word.slice(2));
  if (!word.startsWith('-') || word === '-') return { name: null, joined: null, takesNext: false };
  const letters = word.slice(1);
  const at = [...letters].findIndex((letter) => SHORT.includes(letter));
  if (at === -1) return { name: letters, joined: null, takesNext: false };
  const joined = letters.slice(at + 1);
  return { name: letters.charAt(at), joined: joined === '' ? null : joined, takesNext: joined === '' };
}

function readLong(text: string): CurlOption {
  const at = text.indexOf('=');
  if (at !== -1) return { name: text.slice(0, at), joined: text.slice(at + 1), takesNext: false };
  return { name: text, joined: null, takesNext: LONG.has(text) };
}

/**
 * The words of a command line, as sh, PowerShell's and cmd's "Copy as cURL" of browsers write them. Nothing is run or
 * expanded: a variable stays as it is written.
 */
export function shellWords(text: string): readonly string[] {
  const line = text.replace(/(?:\\|\^|`)\r?\n/g, ' ');
  const words: string[] = [];
  let word: string | null = null;
  for (const { 0: token, groups = {} } of line.matchAll(PIECE)) {
    if (/^\s/.test(token)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + textOf(token, groups);
  }
  return word === null ? words : [...words, word];
}

const PIECE =
  /\s+|\$'(?<ansi>(?:\\[\s\S]|[^'\\])*)'|'(?<single>[^']*)'|"(?<double>(?:\\[\s\S]|[^"\\])*)"|\\(?<escaped>[\s\S])|[^\s'"\\]+|['"\\$]/g;

function textOf(token: string, { ansi, single, double, escaped }: Record<string, string | undefined>) {
  if (ansi !== undefined) return ansi.replace(/\\([\s\S])/g, (_, letter) => controls[letter] ?? letter);
  if (double !== undefined) return double.replace(/\\(["\\$`])/g, '$1');
  return single ?? escaped ?? token;
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
