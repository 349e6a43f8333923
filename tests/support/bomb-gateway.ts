/** A gateway whose results are small files that become very large once they are decoded. */

import { createServer } from 'node:http';
import { type LocalGateway, listenAsGateway } from './local-gateway';
import { gifOf, liarWebm } from './media-files';

/** Images are 30,000 × 20,000 pixels in 36 bytes; speech says one second and lasts more than an hour. */
export async function startBombGateway(): Promise<LocalGateway> {
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
  return await listenAsGateway(server);
}
