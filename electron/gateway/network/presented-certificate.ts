/** What a server shows when it is connected to, to explain a failure. Nothing of a request is sent. */
import type { Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { PresentedCertificate } from '../http/tls-problem';
import { connectCertified } from './certified-connection';
import { type ConnectorOptions, openDirectly, trusted } from './connector';
import { direct, type Hop } from './hops';
import { openTunnel } from './tunnel';

/** What an address that is reached directly shows; `null` where it can't be asked. */
export const presentedCertificate = (url: URL): Promise<PresentedCertificate | null> =>
  readCertificate(url, [direct], { authorities: null, client: null }).catch(() => null);

const CERTIFICATE_TIMEOUT_MS = 10_000;
/** A server says that it wants a client certificate only after the connection is secure. */
const ALERT_MS = 1_000;

type Access = Pick<ConnectorOptions, 'authorities' | 'client'>;

/** With the client certificate only where the server may see it; without it, whatever the server's own is worth. */
export async function readCertificate(
  url: URL,
  [hop]: readonly Hop[],
  { authorities, client }: Access,
): Promise<PresentedCertificate | null> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const target = { host, port: Number(url.port) || 443 };
  const servername = /^[\d.]+$|:/.test(host) ? '' : host;
  const ca = trusted(authorities);
  const open = (): Promise<Socket> =>
    hop === undefined || hop.kind === 'direct'
      ? openDirectly(target)
      : openTunnel(hop, target, { authorities: ca });
  if (client !== null && client.origin === url.origin) {
    const { cert, key } = client;
    const own = { host, servername, authorities: ca, cert, key, timeoutMs: CERTIFICATE_TIMEOUT_MS };
    const secure = await connectCertified(await open(), own).catch(() => null);
    if (secure !== null) return await describe(secure);
  }
  return await describe(await connectUnchecked(await open(), servername));
}

function connectUnchecked(socket: Socket, servername: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secure = connect({ socket, ...(servername !== '' && { servername }), rejectUnauthorized: false });
    secure.setTimeout(CERTIFICATE_TIMEOUT_MS, () => secure.destroy(new Error('timeout')));
    secure.once('error', reject);
    secure.once('secureConnect', () => {
      secure.removeListener('error', reject);
      resolve(secure);
    });
  });
}

/** Waits a moment for what the server says of the client certificate. */
function describe(secure: TLSSocket): Promise<PresentedCertificate | null> {
  const { issuer, valid_to: validTo } = secure.getPeerCertificate();
  const word = issuer?.CN ?? issuer?.O ?? null;
  return new Promise((resolve) => {
    const end = (alert: string | null) => {
      clearTimeout(timer);
      secure.destroy();
      resolve(word === null ? null : { issuer: String(word), validTo, alert });
    };
    const timer = setTimeout(() => end(null), ALERT_MS);
    secure.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? null));
    secure.resume();
  });
}
