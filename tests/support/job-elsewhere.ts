/** A gateway whose jobs are asked for at another origin than its own, as Black Forest Labs and fal have it. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { picture } from './media-files';

export interface JobElsewhere {
  readonly baseUrl: string;
  /** Where the state of a job is. */
  readonly origin: string;
  readonly asked: { generations: number; own: number; other: number };
  /** What the other origin was given as a key. */
  readonly keys: (string | undefined)[];
  close(): Promise<void>;
}

export async function startJobElsewhere(): Promise<JobElsewhere> {
  const asked = { generations: 0, own: 0, other: 0 };
  const keys: (string | undefined)[] = [];
  const image = Buffer.from(await picture('png')).toString('base64');
  const other = createServer((request, response) => {
    asked.other += 1;
    keys.push(request.headers.authorization);
    const record = { id: 'task-1', status: 'Ready', result: { sample: `data:image/png;base64,${image}` } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(record));
  });
  const origin = `http://127.0.0.1:${await listen(other)}`;
  const own = createServer((request, response) => {
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (isGeneration(request)) {
      asked.generations += 1;
      return json(200, { id: 'task-1', polling_url: `${origin}/v1/get_result?id=task-1`, credits_used: 2 });
    }
    if (request.url?.endsWith('/models') === true)
      return json(200, { data: [{ id: 'flux', object: 'model' }] });
    asked.own += 1;
    return json(404, { detail: 'Not Found' });
  });
  const baseUrl = `http://127.0.0.1:${await listen(own)}/v1`;
  return { baseUrl, origin, asked, keys, close: () => closeAll([own, other]) };
}

const isGeneration = ({ method, url }: IncomingMessage) =>
  method === 'POST' && url === '/v1/images/generations';

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

async function closeAll(servers: readonly Server[]): Promise<void> {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
