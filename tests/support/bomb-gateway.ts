/** A gateway whose results are small files that become very large once they are decoded. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gifOf, liarWebm } from './media-files';

export interface BombGateway {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Images are 30,000 × 20,000 pixels in 36 bytes; speech says one second and lasts more than an hour. */
export async function startBombGateway(): Promise<BombGateway> {
  const image = Buffer.from(gifOf(30_000, 20_000)).toString('base64');
  const sound = await liarWebm(4_000);
  const models = ['an/image', 'an/speech'].map((id) => ({ id, object: 'model' }));
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/audio/speech')) {
      response.writeHead(200, { 'content-type': 'audio/webm' }).end(sound);
      return;
    }
    const body = request.method === 'POST' ? { data: [{ b64_json: image }] } : { data: models };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
