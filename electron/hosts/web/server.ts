/** The browser host: a server on 127.0.0.1 and nowhere else, closed together with everything it holds open. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Core } from '../../core/core';
import type { PageSource } from '../page/source';
import { createWebApp, linkOf } from './app';
import { createSessions } from './sessions';

export interface WebHostOptions {
  readonly core: Core;
  readonly page: PageSource;
  /** 0 takes any free port. */
  readonly port: number;
  readonly controlSecret: string;
  /** Milliseconds on a clock that never goes back; for the age of links. */
  readonly now?: () => number;
  /** See `createSessions`. */
  readonly fixedSession?: string;
}

export interface WebHost {
  readonly port: number;
  /** A new one-time link. */
  makeLink(): string;
  /** Ends every connection; the core stays as it is. */
  close(): Promise<void>;
}

/** @throws what `listen` throws, such as `EADDRINUSE` */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const server = createServer();
  const port = await listen(server, options.port);
  const host = `127.0.0.1:${port}`;
  const sessions = createSessions(options.now ?? (() => performance.now()), options.fixedSession);
  const app = createWebApp({ ...options, host, sessions });
  server.on('request', getRequestListener(app.fetch, { hostname: host, overrideGlobalObjects: false }));
  return {
    port,
    makeLink: () => linkOf(host, sessions.issueLink()),
    close: () => close(server),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
