/** A gateway, called by its address, whose images' addresses redirect to a name of this computer and another port. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { picture } from './media-files';

export interface ResultElsewhere {
  readonly baseUrl: string;
  /** Where results are kept, such as `localhost:4310`: only resolving tells that it is this computer. */
  readonly store: string;
  /** How often each was asked: for an image, and for its file. */
  readonly asked: { images: number; files: number };
  close(): Promise<void>;
}

export async function startResultElsewhere(): Promise<ResultElsewhere> {
  const asked = { images: 0, files: 0 };
  const file = await picture('png');
  const files = createServer((_, response) => {
    asked.files += 1;
    response.writeHead(200, { 'content-type': 'image/png' }).end(file);
  });
  const store = `localhost:${await listen(files)}`;
  const gateway = createServer((request, response) => {
    if (request.url === '/moved.png')
      return response.writeHead(302, { location: `http://${store}/a.png` }).end();
    const isImage = request.method === 'POST';
    if (isImage) asked.images += 1;
    const body = isImage
      ? { data: [{ url: '/moved.png' }], credits_used: 2, credits_remaining: 8 }
      : { data: [{ id: 'sandbox/aurora', object: 'model' }] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const port = await listen(gateway);
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    store,
    asked,
    async close() {
      for (const server of [gateway, files]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}
