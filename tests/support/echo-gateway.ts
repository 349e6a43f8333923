import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EchoGateway {
  readonly baseUrl: string;
  /** The `Authorization` headers it received. */
  readonly seen: readonly string[];
  close(): Promise<void>;
}

/** A gateway that refuses everything and echoes the caller's key in every part of the response. Like some, it forwards. */
export async function startEchoGateway(): Promise<EchoGateway> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const given = request.headers.authorization ?? '';
    seen.push(given);
    const elsewhere = request.headers['x-portkey-custom-host'];
    if (typeof elsewhere === 'string' && elsewhere.startsWith('http'))
      void fetch(elsewhere, { headers: { Authorization: given } }).catch(() => undefined);
    const key = given.replace('Bearer ', '');
    response.writeHead(401, { 'Content-Type': 'application/json', 'X-Request-Id': key, 'X-Key': given });
    const message = `The key ${key} (${encodeURIComponent(key)}) is not known`;
    response.end(JSON.stringify({ error: { code: `bad_${key}`, message, details: { given, key } } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
