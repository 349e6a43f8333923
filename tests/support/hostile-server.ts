/**
 * A gateway with scripted misbehavior, on a real loopback socket: each request is answered by the next script, byte
 * for byte and with its pauses, and is recorded.
 */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

/** Drops the connection. */
export const cut = { step: 'cut' } as const;
/** Falls silent forever. */
export const hang = { step: 'hang' } as const;
export const wait = (waitMs: number) => ({ waitMs }) as const;
/** Goes on once the test says so. */
type Gate = { readonly until: Promise<unknown> };
type ScriptStep = string | Uint8Array | typeof cut | typeof hang | { readonly waitMs: number } | Gate;

export interface Script {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Written one by one, each in its own packet. */
  readonly body?: readonly ScriptStep[];
  /** Drop the connection, or stay silent, before any response. */
  readonly before?: typeof cut | typeof hang;
}

export interface RecordedRequest {
  readonly method: string;
  /** Path with query, as received. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Identifies the connection. */
  readonly port: number;
}

export interface HostileServer {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly requests: readonly RecordedRequest[];
  /** Scripts for the next requests, in order; a request beyond them gets status 599, which no test expects. */
  script(...scripts: readonly (Script | ((request: RecordedRequest) => Script))[]): void;
  /** Called for each connection that ends before its response. */
  onClose(listener: () => void): void;
  close(): Promise<void>;
}

export interface TlsFiles {
  readonly key: string;
  readonly cert: string;
}

/** @param ports tried in order; any free one where left out. @throws where all of them are in use */
export async function startHostileServer(
  tls?: TlsFiles,
  ports: readonly number[] = [0],
): Promise<HostileServer> {
  const requests: RecordedRequest[] = [];
  const waiting: (Script | ((request: RecordedRequest) => Script))[] = [];
  const closeListeners: (() => void)[] = [];
  const listener: RequestListener = async (request, response) => {
    const recorded = await record(request);
    requests.push(recorded);
    response.once('close', () => {
      if (!response.writableFinished) for (const listener of closeListeners) listener();
    });
    const next = waiting.shift() ?? { status: 599 };
    await play(typeof next === 'function' ? next(recorded) : next, response);
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await listenOnFirst(server, ports);
  const origin = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `${origin}/api/v1`,
    origin,
    requests,
    script: (...scripts) => void waiting.push(...scripts),
    onClose: (heard) => void closeListeners.push(heard),
    close: () => close(server, () => server.closeAllConnections()),
  };
}

async function listenOnFirst(server: Server, [port, ...others]: readonly number[]): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve());
    });
  } catch (error) {
    if (others.length === 0) throw error;
    await listenOnFirst(server, others);
  }
}

/** A port that answered a moment ago and answers no more. */
export async function findClosedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await close(server, () => {});
  return port;
}

/** A JSON response. */
export function json(body: unknown, status = 200, headers: Script['headers'] = {}): Script {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: [JSON.stringify(body)],
  };
}

/** A streamed response. */
export function events(...body: readonly ScriptStep[]): Script {
  return { headers: { 'content-type': 'text/event-stream' }, body };
}

async function record(request: IncomingMessage): Promise<RecordedRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const { method = '', url = '', headers } = request;
  const port = request.socket.remotePort ?? 0;
  return { method, url, headers, body: Buffer.concat(pieces).toString(), port };
}

async function play(script: Script, response: ServerResponse): Promise<void> {
  if (script.before === hang) return;
  if (script.before === cut) return void response.destroy();
  const headers = Object.entries(script.headers ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : [...value],
  ]);
  response.writeHead(script.status ?? 200, Object.fromEntries(headers));
  response.flushHeaders();
  for (const step of script.body ?? []) {
    if (step === hang) return;
    if (step === cut) return void response.destroy();
    await take(step, response);
  }
  response.end();
}

async function take(step: ScriptStep, response: ServerResponse): Promise<void> {
  if (typeof step === 'string' || step instanceof Uint8Array) await send(response, step);
  else if ('until' in step) await step.until;
  else if ('waitMs' in step) await pause(step.waitMs);
}

/** Resolves once the system has the chunk, so that the next one is a separate packet. */
function send(response: ServerResponse, piece: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) resolve();
    else response.write(piece, () => setImmediate(resolve));
  });
}

function pause(waitMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, waitMs));
}

function close(server: Server, drop: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    drop();
  });
}
