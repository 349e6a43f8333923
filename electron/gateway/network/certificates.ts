/**
 * Certificates that servers show: read without sending anything of a request, and what is wrong with one.
 */
import type { Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
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

// What is wrong with a certificate, from the names Node and Chromium give to it.

/** What a server shows, whether it is trusted or not. */
export interface PresentedCertificate {
  /** The name of the authority that signed it. */
  readonly issuer: string;
  /** As the certificate has it, such as `Nov 22 10:00:00 2026 GMT`. */
  readonly validTo: string;
  /** With what it ended the connection, such as `ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED`; `null` where it didn't. */
  readonly alert: string | null;
}

interface Problem {
  readonly url: URL;
  readonly presented: PresentedCertificate | null;
  readonly hasCertificate: boolean;
}

const clientCertificate =
  /CLIENT_AUTH|CERTIFICATE_REQUIRED|ALERT_(?:BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE|NO_CERTIFICATE|HANDSHAKE_FAILURE|ACCESS_DENIED)/;

/** Whether a code says that the server wants a client certificate, or another one. */
export const isAboutClientCertificate = (code: string): boolean => clientCertificate.test(code);

const problems: readonly (readonly [RegExp, (problem: Problem) => string])[] = [
  [
    clientCertificate,
    ({ url, hasCertificate }) =>
      hasCertificate
        ? `${url.host} doesn’t accept the client certificate. Check that it is the right one and still valid.`
        : `${url.host} asks for a client certificate. Add one in the network settings.`,
  ],
  [
    /EXPIRED|DATE_INVALID|NOT_YET_VALID/,
    ({ url, presented }) =>
      `The certificate of ${url.host} has expired or is not valid yet${untilText(presented)}; check this computer’s clock, or ask the gateway’s operators to renew it.`,
  ],
  [
    /ALTNAME|COMMON_NAME|HOSTNAME/,
    ({ url }) => `The certificate isn’t valid for ${url.hostname}. Use the host name it was issued for.`,
  ],
  [
    /SELF_SIGNED|AUTHORITY|VERIFY|ISSUER|INVALID_CA|UNTRUSTED/,
    ({ url, presented }) =>
      `The certificate of ${url.host} is signed by ${presented === null ? 'an authority' : `“${presented.issuer}”, an authority`} this computer does not know; add that authority to the system’s trusted certificates, or its file in the network settings.`,
  ],
  [
    /REVOKED/,
    ({ url }) =>
      `The certificate of ${url.host} has been revoked; do not send a key there, and ask its operators.`,
  ],
  [
    /WRONG_VERSION|PACKET_LENGTH|PROTOCOL|EPROTO|HTTP_REQUEST/,
    ({ url }) =>
      `The server at ${url.host} doesn’t use TLS; if the gateway uses plain HTTP, the address must begin with http://.`,
  ],
];

const untilText = (presented: PresentedCertificate | null): string =>
  presented === null ? '' : ` (valid until ${presented.validTo})`;

/** One sentence with the next step for a code such as `CERT_HAS_EXPIRED` or `ERR_CERT_AUTHORITY_INVALID`. */
export function describeCertificateProblem(
  code: string,
  url: URL,
  presented: PresentedCertificate | null = null,
  hasCertificate = false,
): string {
  const known = problems.find(([pattern]) => pattern.test(code));
  return (
    known?.[1]({ url, presented, hasCertificate }) ??
    `No secure connection to ${url.host} could be made (${code}); check the certificate with the gateway’s operators.`
  );
}
