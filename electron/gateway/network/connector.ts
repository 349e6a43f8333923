/** How connections are made: which way, through which proxy, and with which certificates. */
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import type * as Undici from 'undici';
import { connectCertified } from './certified-connection';
import { type Hop, nameOf } from './hops';
import { ProxyError } from './proxy-error';
import { openTunnel, type Target, TUNNEL_TIMEOUT_MS } from './tunnel';

type Connector = ReturnType<typeof Undici.buildConnector>;

interface ClientCertificate {
  readonly origin: string;
  readonly cert: string;
  readonly key: string;
}

export interface ConnectorOptions {
  /** The ways to an address, tried in order. @throws ProxyError */
  hopsTo(url: URL): Promise<readonly Hop[]>;
  /** PEM of authorities that are trusted in addition to the usual ones. */
  readonly authorities: string | null;
  /** Shown to this origin only, and only where it is trusted. */
  readonly client: ClientCertificate | null;
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
  const open = buildConnector({
    ...(ca && { ca }),
    timeout: CONNECT_TIMEOUT_MS,
    ...(lookup && { lookup }),
  });
  return (options, callback) => {
    const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
    const isSecure = options.protocol === 'https:';
    const target = {
      host: options.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(options.port) || (isSecure ? 443 : 80),
    };
    const servername = options.servername || (isIP(target.host) === 0 ? target.host : '');
    const certified = async ({ cert, key }: ClientCertificate, hop: Socket | null) => {
      const known = { host: target.host, servername, authorities: ca, timeoutMs: CONNECT_TIMEOUT_MS };
      return await connectCertified(hop ?? (await openDirectly(target, lookup)), { ...known, cert, key });
    };
    const connectBy = async (hop: Socket | null): Promise<void> => {
      if (isSecure && url.origin === client?.origin) callback(null, await certified(client, hop));
      else if (hop === null) open(options, callback);
      else if (!isSecure) callback(null, hop);
      else open({ ...options, servername, httpSocket: hop }, callback);
    };
    hopsTo(url)
      .then((hops) => firstOpen(hops, target, ca))
      .then(connectBy)
      .catch((error: Error) => callback(error, null));
  };
}

/** For all proxies of a list together. */
const ALL_PROXIES_MS = 45_000;

/** A tunnel through the first proxy that lets it pass; `null` where the direct way is first. */
async function firstOpen(
  hops: readonly Hop[],
  target: Target,
  ca: readonly string[] | undefined,
): Promise<Socket | null> {
  let refusal: unknown = null;
  const endsAt = performance.now() + ALL_PROXIES_MS;
  for (const hop of hops) {
    if (hop.kind === 'direct') return null;
    const remainingMs = endsAt - performance.now();
    if (remainingMs <= 0) break;
    try {
      const timeoutMs = Math.min(remainingMs, TUNNEL_TIMEOUT_MS);
      return await openTunnel(hop, target, { authorities: ca, timeoutMs });
    } catch (error) {
      refusal ??= error;
    }
  }
  const explanation = 'No proxy is named for this address. Check the network settings.';
  throw refusal ?? new ProxyError('PROXY_SCRIPT', explanation);
}

/** A connection without a proxy, for what is made on top of it. */
export function openDirectly({ host, port }: Target, lookup?: LookupFunction): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const raw = connect({ host, port, autoSelectFamily: true, ...(lookup && { lookup }) });
    const timer = setTimeout(
      () => raw.destroy(Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' })),
      CONNECT_TIMEOUT_MS,
    );
    raw.once('close', () => clearTimeout(timer));
    raw.once('error', reject);
    raw.once('connect', () => {
      clearTimeout(timer);
      raw.removeListener('error', reject);
      resolve(raw);
    });
  });
}

/** Which proxy is asked first, for a message; `null` where none is. */
export function proxyOf([first]: readonly Hop[]): string | null {
  return first === undefined || first.kind === 'direct' ? null : nameOf(first);
}
