import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EvilSite {
  readonly port: number;
  /** Received requests, such as `GET /stolen?x=1`. */
  readonly requests: readonly string[];
  /** Of each of them. */
  readonly headers: readonly IncomingHttpHeaders[];
  close(): Promise<void>;
}

/** A site of an attacker on this machine: an empty page at every address. It responds to any host name. */
export async function startEvilSite(): Promise<EvilSite> {
  const requests: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
    response.setHeader('Content-Type', 'text/html');
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end('<!doctype html><title>evil</title><body></body>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    headers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
