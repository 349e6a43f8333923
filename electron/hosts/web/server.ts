/** The browser host: a server on 127.0.0.1 only, closed together with everything it holds open. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Core } from '../../core/core';
import type { PageSource } from '../shared/page/source';
import { createWebApp, linkOf } from './app';
import { createOpeningPages } from './opening-page';
import { createSessions } from './sessions';

export interface WebHostOptions {
  readonly core: Core;
  readonly page: PageSource;
  /** 0 takes any free port. */
  readonly port: number;
  readonly controlSecret: string;
  /** The data folder: the files that lead a browser into the app are written there. */
  readonly home: string;
  /** Milliseconds on a monotonic clock; for the age of links. */
  readonly now?: () => number;
  /** See `createSessions`. */
  readonly fixedSession?: string;
}

export interface WebHost {
  readonly port: number;
  /** A new one-time link. */
  makeLink(): string;
  /** A file that opens a new link; `null` where none can be written. */
  makePage(): Promise<string | null>;
  /** A new code for the page at `codeAddress`; it replaces the previous one. */
  makeCode(): string;
  /** Ends every connection; the core keeps running. */
  close(): Promise<void>;
}

/** @throws what `listen` throws, such as `EADDRINUSE` */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const server = createServer();
  const port = await listen(server, options.port);
  const host = `127.0.0.1:${port}`;
  const sessions = createSessions(options.now ?? (() => performance.now()), options.fixedSession);
  const pages = createOpeningPages(options.home);
  // Left by a host that was killed.
  await pages.clear().catch(() => undefined);
  const app = createWebApp({ ...options, host, sessions, pages });
  const makeLink = () => linkOf(host, sessions.issueLink());
  server.on('request', getRequestListener(app.fetch, { hostname: host, overrideGlobalObjects: false }));
  return {
    port,
    makeLink,
    makePage: () => pages.write(makeLink()).catch(() => null),
    makeCode: sessions.issueCode,
    async close() {
      await Promise.all([close(server), pages.clear().catch(() => undefined)]);
    },
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
