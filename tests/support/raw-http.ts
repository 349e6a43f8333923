import { request } from 'node:http';

export interface RawReply {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

export interface RawRequest {
  readonly port: number;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** The address to connect to; `127.0.0.1` where left out. */
  readonly address?: string;
}

/** A request with exactly these headers: nothing a browser or `fetch` would add or refuse to send. */
export function rawRequest({ port, method = 'GET', path = '/', headers, body, address }: RawRequest) {
  return new Promise<RawReply>((resolve, reject) => {
    const outgoing = request(
      { host: address ?? '127.0.0.1', port, method, path, headers: headers ?? {}, timeout: 5_000 },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (chunk) => {
          text += chunk;
        });
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: text }));
        reply.on('error', reject);
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('No answer')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
