/** Routes to an address in PAC format, also those that the environment sets for command-line programs. */

/** One way: directly, or by a proxy. */
export type Hop =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'http' | 'https' | 'socks5';
      readonly host: string;
      readonly port: number;
      /** Only for a proxy that the person entered. */
      readonly username: string | null;
      readonly password: string;
    };

export type ProxyHop = Exclude<Hop, { kind: 'direct' }>;

export const direct: Hop = { kind: 'direct' };

const kinds: Readonly<Record<string, ProxyHop['kind']>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks5',
  SOCKS5: 'socks5',
};

/** More than any company lists; all of them are tried, one after another, for each connection. */
const MOST_HOPS = 20;
/** An answer of so many characters holds more ways than are tried. */
export const MOST_ANSWER_CHARACTERS = 8_192;

/**
 * Such as `PROXY proxy.example:8080; DIRECT`, the first way first; what is not understood is left out, and so is what
 * follows the first 20.
 */
export function readHops(text: string): readonly Hop[] {
  const parts = text.slice(0, MOST_ANSWER_CHARACTERS).split(';');
  // The last one is cut where the answer was.
  const whole = text.length > MOST_ANSWER_CHARACTERS ? parts.slice(0, -1) : parts;
  return whole.slice(0, MOST_HOPS).flatMap((part): Hop[] => {
    const [word = '', address = ''] = part.trim().split(/\s+/);
    if (word.toUpperCase() === 'DIRECT') return [direct];
    const kind = kinds[word.toUpperCase()];
    const url = `http://${address}`;
    if (kind === undefined || !URL.canParse(url)) return [];
    const { hostname, port } = new URL(url);
    const usual = { http: 80, https: 443, socks5: 1080 }[kind];
    return [{ kind, host: bare(hostname), port: Number(port) || usual, username: null, password: '' }];
  });
}

/** A proxy's address that the person entered. */
export function hopOf(url: string, username: string | null, password: string): ProxyHop {
  const { protocol, hostname, port } = new URL(url);
  const kind = ({ 'http:': 'http', 'https:': 'https' } as const)[protocol] ?? 'socks5';
  const usual = { http: 80, https: 443, socks5: 1080 }[kind];
  return { kind, host: bare(hostname), port: Number(port) || usual, username, password };
}

/** For messages: never with a name or password. */
export const nameOf = ({ host, port }: ProxyHop): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * The proxies that the environment sets for command-line programs: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`
 * and `NO_PROXY`.
 */
type Environment = Readonly<Record<string, string | undefined>>;

/** In the words of a proxy script, so that both hosts answer alike. */
export function proxyOfEnvironment(env: Environment, { protocol, hostname, port }: URL): string {
  const value = (name: string) => env[name.toLowerCase()] ?? env[name] ?? '';
  if (isExcepted(value('NO_PROXY'), hostname, port)) return 'DIRECT';
  const named = value(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || value('ALL_PROXY');
  const url = named.includes('://') ? named : `http://${named}`;
  if (named === '' || !URL.canParse(url)) return 'DIRECT';
  const proxy = new URL(url);
  const word = { 'https:': 'HTTPS', 'socks5:': 'SOCKS5', 'socks5h:': 'SOCKS5', 'socks:': 'SOCKS5' }[
    proxy.protocol
  ];
  return `${word ?? 'PROXY'} ${proxy.host}`;
}

function isExcepted(list: string, hostname: string, port: string): boolean {
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, host = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const name = host.replace(/^\*?\./, '').toLowerCase();
      const isHost = hostname === name || hostname.endsWith(`.${name}`);
      return isHost && (only === undefined || only === port);
    });
}
