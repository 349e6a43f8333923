/**
 * A gateway that charges US dollars, in OpenRouter's shapes, on a real loopback socket. It keeps an account of its own, in
 * billionths, and does to a call what the prompt says.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DollarGateway {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly paths: readonly string[];
  /** All that it has charged, in billionths of a dollar. */
  charged(): number;
  close(): Promise<void>;
}

/** In billionths. */
const LIMIT = 10_000_000_000;

/**
 * - `whole`, `streamed`: told in the answer.
 * - `moved`: the same, and another model answers.
 * - `cut`: charged, and cut after the first text; the cost is told by the generation alone.
 * - `hidden`: the same, and the generation is never known.
 * - `lost`: charged, and cut before anything was said.
 * - `refused`: not charged.
 */
export async function startDollarGateway(): Promise<DollarGateway> {
  const costs = new Map<string, number>();
  /** The generation of each key: a key that is sent again gets its stored answer and is not charged. */
  const answered = new Map<string, string>();
  const paths: string[] = [];
  let charged = 0;
  const answers: Readonly<Record<string, (url: URL) => readonly [body: unknown, status?: number]>> = {
    models: () => [{ data: models }],
    key: () => [{ data: { usage: charged / 1e9, limit_remaining: (LIMIT - charged) / 1e9 } }],
    generation: (url) => {
      const cost = costs.get(url.searchParams.get('id') ?? '');
      if (cost === undefined) return [{ error: { code: 404, message: 'Generation not found' } }, 404];
      return [{ data: { total_cost: cost / 1e9 } }];
    },
  };
  const charge = (body: string, request: IncomingMessage, response: ServerResponse) => {
    const asked = JSON.parse(body) as { stream?: boolean; messages: { content: string }[] };
    const [way = 'whole', cost = '400'] = (asked.messages.at(-1)?.content ?? '').split(' ');
    if (way === 'refused') return json(response, { error: { code: 400, message: 'No.' } }, 400);
    const key = String(request.headers['idempotency-key']);
    const known = answered.get(key);
    const id = known ?? `gen-${answered.size}`;
    if (known === undefined) charged += Number(cost);
    answered.set(key, id);
    if (way !== 'hidden') costs.set(id, Number(cost));
    if (way === 'lost') request.socket.destroy();
    else if (asked.stream === true) stream(response, { id, way, cost: Number(cost) / 1e9 });
    else json(response, reply(id, Number(cost) / 1e9));
  };
  const videos = new Map<string, { readonly id: string; readonly cost: number }>();
  /** The generation is known only once the record has told the cost. */
  const tellVideo = ({ id, cost }: { id: string; cost: number }, response: ServerResponse) => {
    costs.set(id, cost);
    json(response, { id, status: 'completed', usage: usage(cost / 1e9) });
  };
  /** A job whose record tells its cost once it is done, and whose request is a generation too. */
  const startVideo = (body: string, response: ServerResponse) => {
    const [, cost = '400'] = (JSON.parse(body) as { prompt: string }).prompt.split(' ');
    charged += Number(cost);
    const id = `gen-video-${videos.size}`;
    videos.set(id, { id, cost: Number(cost) });
    response.setHeader('x-generation-id', id);
    json(response, { id, status: 'pending' });
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://gateway');
    paths.push(`${request.method} ${url.pathname}`);
    const body = await read(request);
    if (request.method === 'POST' && url.pathname.endsWith('/videos')) return startVideo(body, response);
    if (request.method === 'POST') return charge(body, request, response);
    const video = videos.get(url.pathname.split('/videos/')[1] ?? '');
    if (video !== undefined) return tellVideo(video, response);
    const [answer, status] = answers[url.pathname.split('/').at(-1) ?? '']?.(url) ?? [{}, 404];
    json(response, answer, status);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    paths,
    charged: () => charged,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const models = [
  { id: 'a/chat', pricing: { prompt: '0.0000004', completion: '0.0000016' } },
  { id: 'a/free', pricing: { prompt: '0', completion: '0' } },
];

const usage = (cost: number) => ({ prompt_tokens: 1, completion_tokens: 1, cost });
const choice = (more: object) => ({ index: 0, finish_reason: null, ...more });

const reply = (id: string, cost: number) => ({
  id,
  model: 'a/chat',
  choices: [choice({ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' })],
  usage: usage(cost),
});

function stream(
  response: ServerResponse,
  { id, way, cost }: { id: string; way: string; cost: number },
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event: object) => response.write(`data: ${JSON.stringify({ id, ...event })}\n\n`);
  send({ model: way === 'moved' ? 'b/other' : 'a/chat', choices: [choice({ delta: { content: 'Hi' } })] });
  if (way === 'cut' || way === 'hidden') return void setImmediate(() => response.destroy());
  send({ choices: [choice({ delta: {}, finish_reason: 'stop' })] });
  send({ choices: [], usage: usage(cost) });
  response.end('data: [DONE]\n\n');
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
