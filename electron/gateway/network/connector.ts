/** How connections are made: which way, through which proxy, and with which certificates. */
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import type * as Undici from 'undici';
import { type Hop, nameOf } from './hops';
import { ProxyError } from './proxy-error';
import { openTunnel } from './tunnel';

type Connector = ReturnType<typeof Undici.buildConnector>;

export interface ConnectorOptions {
  /** The ways to an address, tried in order. @throws ProxyError */
  hopsTo(url: URL): Promise<readonly Hop[]>;
  /** PEM of authorities that are trusted in addition to the usual ones. */
  readonly authorities: string | null;
  /** Shown to this origin only. */
  readonly client: { readonly origin: string; readonly cert: string; readonly key: string } | null;
  /** For connections without a proxy, which resolves names itself. */
  readonly lookup?: LookupFunction;
}

const CONNECT_TIMEOUT_MS = 15_000;

/** Every authority that is trusted; `undefined` for the usual ones alone. */
export const trusted = (authorities: string | null): string[] | undefined =>
  authorities === null ? undefined : [...rootCertificates, authorities];

export function createConnector(
  { buildConnector }: Pick<typeof Undici, 'buildConnector'>,
  { hopsTo, authorities, client, lookup }: ConnectorOptions,
): Connector {
  const ca = trusted(authorities);
  const usual = { ...(ca && { ca }), timeout: CONNECT_TIMEOUT_MS };
  const open = buildConnector({ ...usual, ...(lookup && { lookup }) });
  const known =
    client === null
      ? open
      : buildConnector({ ...usual, cert: client.cert, key: client.key, ...(lookup && { lookup }) });
  return (options, callback) => {
    const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
    const secure = client !== null && url.origin === client.origin ? known : open;
    const connect = async (): Promise<void> => {
      const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
      const target = { host: options.hostname.replace(/^\[(.*)\]$/, '$1'), port };
      const hop = await firstOpen(await hopsTo(url), target, ca);
      if (hop === null) return secure(options, callback);
      if (options.protocol !== 'https:') return callback(null, hop);
      const servername = options.servername || (isIP(target.host) === 0 ? target.host : '');
      secure({ ...options, servername, httpSocket: hop }, callback);
    };
    connect().catch((error: Error) => callback(error, null));
  };
}

type Socket = Awaited<ReturnType<typeof openTunnel>>;

/** A tunnel through the first proxy that lets it pass; `null` where the direct way is first. */
async function firstOpen(
  hops: readonly Hop[],
  target: { host: string; port: number },
  ca: readonly string[] | undefined,
): Promise<Socket | null> {
  let refusal: unknown = null;
  for (const hop of hops) {
    if (hop.kind === 'direct') return null;
    try {
      return await openTunnel(hop, target, ca);
    } catch (error) {
      refusal ??= error;
    }
  }
  const explanation = 'No proxy is named for this address. Check the network settings.';
  throw refusal ?? new ProxyError('PROXY_SCRIPT', explanation);
}

/** Which proxy is asked first, for a message; `null` where none is. */
export function proxyOf([first]: readonly Hop[]): string | null {
  return first === undefined || first.kind === 'direct' ? null : nameOf(first);
}
