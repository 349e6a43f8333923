/**
 * The network as Chromium has it: names, connections, proxy and certificates of the system, in a session
 * that keeps nothing on disk.
 */
import { Readable } from 'node:stream';
import { app, net, type Session, session } from 'electron';
import type { ResultNetwork } from '../../gateway/types/call';

/**
 * Chromium can't be made to connect to a given address, so a name whose address changes between the check and the
 * connection is not noticed here. See `docs/decisions/2026-11-22-results-from-local-addresses.md`.
 */
export function desktopNetwork(openSession: () => Promise<Session>): ResultNetwork {
  return {
    async resolve({ href, hostname }) {
      const outside = await openSession();
      // Such as `PROXY proxy.example:8080; DIRECT`. A proxy resolves names itself.
      if (!/\bDIRECT\b/.test(await outside.resolveProxy(href))) return [];
      const { endpoints } = await outside.resolveHost(hostname);
      return endpoints.map(({ address }) => address);
    },
    fetch: async (input, init = {}) => get(await openSession(), String(input), init),
  };
}

/**
 * A GET that returns a redirect without following it. `session.fetch` can't: with `redirect: 'manual'` it fails without
 * the target of the redirect.
 */
function get(session: Session, url: string, { headers, signal }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = net.request({
      session,
      url,
      method: 'GET',
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    for (const [name, value] of new Headers(headers)) request.setHeader(name, value);
    const stop = () => request.abort();
    signal?.addEventListener('abort', stop, { once: true });
    request.on('redirect', (status, _method, location) =>
      resolve(new Response(null, { status, headers: { location } })),
    );
    request.on('response', (answer) => resolve(toResponse(answer)));
    request.on('close', () => signal?.removeEventListener('abort', stop));
    request.on('abort', () => reject(signal?.reason ?? new Error('The request was stopped.')));
    // This event also comes after a redirect, and then changes nothing.
    request.on('error', reject);
    if (signal?.aborted) stop();
    else request.end();
  });
}

/** Statuses that have no body by definition. */
const BODILESS: readonly number[] = [204, 205, 304];

function toResponse(answer: Electron.IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headers))
    for (const value of [values].flat()) headers.append(name, value);
  const stream = answer as unknown as Readable;
  const body = BODILESS.includes(answer.statusCode) ? null : (Readable.toWeb(stream) as ReadableStream);
  return new Response(body, { status: answer.statusCode, statusText: answer.statusMessage, headers });
}

// Chromium's network stack (system proxy and certificates), in a session that keeps nothing on disk.

const PARTITION = 'gateway';

/**
 * Chromium starts its network process again where that crashed or was killed, but Electron 33 leaves every session that
 * was in use connected to the ended one: each later request fails with `net::ERR_FAILED`. A session of another name is
 * connected to the new process.
 *
 * @returns the session to use for the next request; to be asked for each one
 */
export function createOutsideSession(): () => Promise<Session> {
  let endedProcesses = 0;
  app.on('child-process-gone', (_event, { serviceName }) => {
    if (serviceName === 'network.mojom.NetworkService') endedProcesses += 1;
  });
  return async () => {
    await app.whenReady();
    const name = endedProcesses === 0 ? PARTITION : `${PARTITION}-${endedProcesses}`;
    return session.fromPartition(name, { cache: false });
  };
}
