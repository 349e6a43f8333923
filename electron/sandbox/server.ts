/** Starts the gateway on a loopback port. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { createIdleMemory } from '../idle-memory';
import { type Database, sqliteCode } from '../storage/db/driver';
import { Account } from './account';
import { BASE_PATH, createApp } from './app';
import { openSandboxDatabase } from './database';
import { createMediaService, type MediaOptions } from './media/service';
import { createChatModels } from './models';
import { toMicros } from './pricing';
import { RateLimiter } from './rate-limiter';
import { Replies } from './replies';
import { KeptResponses } from './responses/kept';
import type { Services } from './services';

const HOST = '127.0.0.1';

export const DEFAULT_CREDITS = 1000;
export const DEFAULT_CALLS_PER_MINUTE = 600;

export interface ServerOptions {
  /** Folder of `sandbox.db`; created where it is missing. Only one gateway can use it at a time. */
  readonly dataDir: string;
  readonly apiKey: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Credits of a new account; an existing one keeps its balance. */
  readonly initialCredits?: number;
  readonly callsPerMinute?: number;
  /** Lists the simulated models of checks too. */
  readonly bench?: boolean;
  /** The built program of the media threads. */
  readonly mediaEntry: MediaOptions['mediaEntry'];
  /** How long the address of a result is valid; an hour by default. */
  readonly outputLifetimeMs?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly onInternalError?: (error: unknown) => void;
}

export interface RunningServer {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  /** Aborts what is running (and charges what was sent), then closes port and database. */
  close(): Promise<void>;
}

/**
 * @throws RangeError for impossible credits; `NewerDatabaseError`; `SqliteError` where the database cannot be used;
 * an error with `code: 'EADDRINUSE'` for a taken port.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const initialMicros = toMicros(options.initialCredits ?? DEFAULT_CREDITS);
  const { database, close: closeDatabase } = openSandboxDatabase(options.dataDir);
  let services: Services | null = null;
  const close = async (): Promise<void> => {
    await services?.media.close();
    closeDatabase();
  };
  try {
    services = createServices(options, database, initialMicros);
    const server = await listen(services, options.port ?? 0);
    const { port } = server.address() as AddressInfo;
    const { running } = services;
    const memory = createIdleMemory(() => running.size > 0);
    server.on('request', memory.touch);
    return {
      baseUrl: `http://${HOST}:${port}${BASE_PATH}`,
      close: async () => {
        memory.stop();
        await stop(server, running);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function createServices(options: ServerOptions, database: Database, initialMicros: number): Services {
  const now = options.now ?? Date.now;
  const sleep: Services['sleep'] = (ms, signal) =>
    ms > 0 ? setTimeout(ms, undefined, { signal }) : setImmediate(undefined, { signal });
  const onInternalError = options.onInternalError ?? ((error) => console.error(error));
  const account = new Account(database, initialMicros, now);
  return {
    apiKey: options.apiKey,
    account,
    replies: new Replies(database, now),
    responses: new KeptResponses(),
    media: createMediaService({ ...options, database, account, now, sleep, onInternalError }),
    limiter: new RateLimiter(options.callsPerMinute ?? DEFAULT_CALLS_PER_MINUTE, now),
    chatModels: createChatModels(),
    listsBench: options.bench ?? false,
    running: new Set(),
    requests: new Map(),
    now,
    elapsed: () => performance.now(),
    sleep,
    onInternalError,
  };
}

async function listen(services: Services, port: number): Promise<Server> {
  const listener = getRequestListener(createApp(services).fetch, {
    hostname: HOST,
    overrideGlobalObjects: false,
    errorHandler: () =>
      new Response(badHttp, { status: 400, headers: { 'content-type': 'application/json' } }),
  });
  // Longer than any client keeps an idle connection, so that none is closed just as a request is sent on it.
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  server.on('clientError', (_, socket) => {
    if (!socket.writable) return;
    const head = 'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n';
    socket.end(`${head}Content-Length: ${Buffer.byteLength(badHttp)}\r\n\r\n${badHttp}`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  return server;
}

/** For data that is not an HTTP request; the application never receives it. */
const badHttp = JSON.stringify({
  error: {
    message: 'This is not a valid HTTP request.',
    type: 'invalid_request_error',
    param: null,
    code: 'invalid_request',
  },
  gatehouse: { credits_used: 0, credits_remaining: null },
});

async function stop(server: Server, running: Services['running']): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const call of [...running]) call.abort();
  server.closeAllConnections();
  await closed;
}

/** Why the gateway couldn't start, in plain words for the terminal. */
export function explainStartFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE')
    return 'the port is in use. Choose another with --port, or none for any free one.';
  if (code === 'EACCES')
    return 'this account can’t use this port or folder. Choose others with --port and --data.';
  if (sqliteCode(error) === 'SQLITE_BUSY') {
    return 'its data folder is in use by another sandbox. Choose another with --data.';
  }
  return error instanceof Error ? error.message : String(error);
}
