/** The browser host: a server on 127.0.0.1 only, closed together with everything it holds open. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Core } from '../../core/core';
import { codeIntegrity } from '../shared/page/code-integrity';
import type { PageSource } from '../shared/page/source';
import { createWebApp, linkOf } from './app';
import { makeHostNames, nameToOpen } from './host-name';
import { createOpeningPages } from './open-browser';
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
  /** The host name of this start alone, with its port. */
  readonly name: string;
  /** A new one-time link, by the address that every program finds. */
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
  const names = makeHostNames(port);
  const opened = await nameToOpen(names);
  const sessions = createSessions(options.now ?? (() => performance.now()), options.fixedSession);
  const pages = createOpeningPages(options.home);
  // Left by a host that was killed.
  await pages.clear().catch(() => undefined);
  const linkToOpen = (token: string) => linkOf(opened, token);
  const integrity = codeIntegrity(options.page).catch(() => null);
  const app = createWebApp({ ...options, integrity, names, linkToOpen, sessions, pages });
  const makeLink = () => linkOf(names.plain, sessions.issueLink());
  server.on(
    'request',
    getRequestListener(app.fetch, { hostname: names.plain, overrideGlobalObjects: false }),
  );
  return {
    port,
    name: names.own,
    makeLink,
    makePage: () => pages.write(linkToOpen(sessions.issueLink())).catch(() => null),
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
