/** A connection to a far address through a proxy. Nothing of a request is sent before it is there. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { nameOf, type ProxyHop } from './hops';
import { ProxyError, proxyFailure, proxyTimeout, wrongPassword } from './proxy-error';

export interface Target {
  readonly host: string;
  readonly port: number;
}

/** For one proxy to connect to an address. */
export const TUNNEL_TIMEOUT_MS = 15_000;

interface TunnelOptions {
  /** Certificates that a proxy's own TLS is checked with. */
  readonly authorities?: readonly string[];
  readonly timeoutMs?: number;
}

/** @throws ProxyError that says what the proxy did */
export function openTunnel(
  hop: ProxyHop,
  target: Target,
  { authorities, timeoutMs = TUNNEL_TIMEOUT_MS }: TunnelOptions = {},
): Promise<Socket> {
  return hop.kind === 'socks5'
    ? bySocks(hop, target, timeoutMs)
    : byConnect(hop, target, timeoutMs, authorities);
}

function byConnect(
  hop: ProxyHop,
  { host, port }: Target,
  timeoutMs: number,
  ca?: readonly string[],
): Promise<Socket> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return new Promise((resolve, reject) => {
    const send = hop.kind === 'https' ? httpsRequest : httpRequest;
    const request = send({
      host: hop.host,
      port: hop.port,
      method: 'CONNECT',
      path: authority,
      agent: false,
      headers: { host: authority, ...credentials(hop) },
      ...(ca !== undefined && { ca: [...ca] }),
    });
    request.once('connect', (answer, socket, rest) => {
      const refusal = refusalOf(hop, answer.statusCode ?? 0, authority);
      if (refusal === null && rest.length === 0) return resolve(socket as Socket);
      socket.destroy();
      reject(refusal ?? proxyFailure(null, nameOf(hop)));
    });
    // A server that answers without a tunnel isn't a proxy.
    request.once('response', (answer) => {
      answer.destroy();
      reject(refusalOf(hop, answer.statusCode ?? 0, authority) ?? proxyFailure(null, nameOf(hop)));
    });
    // By the clock, not by silence: a proxy may send a byte of its headers now and then.
    const timer = setTimeout(() => request.destroy(proxyTimeout(nameOf(hop))), timeoutMs);
    request.once('close', () => clearTimeout(timer));
    request.once('error', (error) => reject(proxyFailure(error, nameOf(hop))));
    request.end();
  });
}

function credentials({ username, password }: ProxyHop): Record<string, string> {
  if (username === null) return {};
  const encoded = Buffer.from(`${username}:${password}`).toString('base64');
  return { 'proxy-authorization': `Basic ${encoded}` };
}

function refusalOf(hop: ProxyHop, status: number, authority: string): ProxyError | null {
  if (status >= 200 && status < 300) return null;
  if (status === 407) return wrongPassword(nameOf(hop), hop.username !== null);
  const explanation = `The proxy ${nameOf(hop)} refuses to connect to ${authority} (${status}). Ask its administrator.`;
  return new ProxyError('PROXY_DENIED', explanation);
}

/** A twentieth of all code that the core would read at its start, for a proxy that few have. */
export const socksCode = () => import('socks');

async function bySocks(hop: ProxyHop, { host, port }: Target, timeoutMs: number): Promise<Socket> {
  try {
    const { SocksClient } = await socksCode();
    const { socket } = await SocksClient.createConnection({
      proxy: {
        host: hop.host,
        port: hop.port,
        type: 5,
        ...(hop.username !== null && { userId: hop.username, password: hop.password }),
      },
      command: 'connect',
      destination: { host, port },
      timeout: timeoutMs,
    });
    return socket;
  } catch (error) {
    throw socksFailure(error, hop, `${host}:${port}`);
  }
}

/** The library says what went wrong in words alone. */
function socksFailure(error: unknown, hop: ProxyHop, authority: string): ProxyError {
  const message = error instanceof Error ? error.message : '';
  if (/authentication|No accepted|username/i.test(message)) return wrongSocksPassword(hop);
  if (/timed out/i.test(message)) return proxyTimeout(nameOf(hop));
  const refusal = /rejected connection(?: - (\w+))?/i.exec(message);
  if (refusal !== null) {
    const explanation = `The proxy ${nameOf(hop)} could not connect to ${authority} (${refusal[1] ?? 'no reason given'}). Ask its administrator.`;
    return new ProxyError('PROXY_DENIED', explanation);
  }
  return proxyFailure(error, nameOf(hop));
}

function wrongSocksPassword(hop: ProxyHop): ProxyError {
  const { explanation, code } = wrongPassword(nameOf(hop), hop.username !== null);
  return new ProxyError(code, explanation.replace(' (407)', ''));
}
