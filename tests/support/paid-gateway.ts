/**
 * A gateway with an account and a file server for its results, both with scripted failures: on a real loopback socket,
 * with every request and charge recorded.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestSandbox } from './sandbox';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Accepts the request, and drops the connection before the response. */
  readonly cut?: boolean;
  /** The charge of this response, whether or not it arrives. */
  readonly charge?: number;
  /** What it says of the account, where that is not how it is now. */
  readonly meta?: { readonly credits_used?: number; readonly credits_remaining?: number };
}

export interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly key: string | null;
  readonly authorization: string;
  readonly body: Record<string, unknown>;
  /** How many requests for the same path came before this one. */
  readonly before: number;
}

export interface Charge {
  readonly key: string | null;
  readonly credits: number;
}

export interface PaidGateway {
  /** Can be given to a test core in place of the embedded gateway. */
  readonly sandbox: TestSandbox;
  readonly baseUrl: string;
  readonly charges: readonly Charge[];
  readonly requests: readonly Asked[];
  /** How `POST` to a path such as `/images/generations` and `GET` of `/jobs/…` or `/files/…` are answered. */
  on(path: string | RegExp, answer: (asked: Asked) => Answer | Promise<Answer>): void;
  /** Requests for paths that begin so. */
  count(path: string): number;
  close(): Promise<void>;
}

/** The smallest PNG there is. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const IMAGES = '/images/generations';
export const VIDEOS = '/videos/generations';
export const SPEECH = '/audio/speech';
const PRICE = 10;

/** Pictures of one call, each at an address of its own: `/files/<call>-<number>.png`. */
export const pictures = (gateway: PaidGateway, count: number, call: string | number): Answer => ({
  charge: PRICE * count,
  body: {
    data: Array.from({ length: count }, (_, index) => ({
      url: `${gateway.baseUrl}/files/${call}-${index + 1}.png`,
    })),
  },
});

export const file = (body: Uint8Array, contentType = 'image/png'): Answer => ({
  headers: { 'Content-Type': contentType },
  body,
});

export async function startPaidGateway(): Promise<PaidGateway> {
  const charges: Charge[] = [];
  const requests: Asked[] = [];
  const rules: { path: string | RegExp; answer: (asked: Asked) => Answer | Promise<Answer> }[] = [];
  let balance = 1_000;
  const server = createServer((request, response) => void reply(request, response));
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = await read(request, requests);
    requests.push(asked);
    const rule = rules.findLast(({ path }) =>
      typeof path === 'string' ? asked.path === path : path.test(asked.path),
    );
    const answer = (await rule?.answer(asked)) ?? defaultAnswer(asked);
    if (answer.charge) {
      charges.push({ key: asked.key, credits: answer.charge });
      balance -= answer.charge;
    }
    if (answer.cut) return void request.socket.destroy();
    send(response, answer, answer.meta ?? { credits_used: answer.charge ?? 0, credits_remaining: balance });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const gateway: PaidGateway = {
    baseUrl,
    charges,
    requests,
    close,
    sandbox: { baseUrl, apiKey: 'key-of-a-paid-gateway', dataDir: '', account: noAccount, close },
    on: (path, answer) => void rules.push({ path, answer }),
    count: (path) => requests.filter((one) => one.path.startsWith(path)).length,
  };
  gateway.on(IMAGES, ({ body, before }) => pictures(gateway, Number(body.n ?? 1), before));
  gateway.on(/^\/files\//, () => file(png));
  return gateway;
}

async function read(request: IncomingMessage, earlier: readonly Asked[]): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [path = '', query = ''] = (request.url ?? '').replace('/api/v1', '').split('?');
  const text = Buffer.concat(chunks).toString();
  return {
    path,
    query: new URLSearchParams(query),
    key: (request.headers['idempotency-key'] as string | undefined) ?? null,
    authorization: request.headers.authorization ?? '',
    // A form is not read.
    body: /json/.test(request.headers['content-type'] ?? '') ? JSON.parse(text || '{}') : {},
    before: earlier.filter((one) => one.path === path).length,
  };
}

function defaultAnswer({ path }: Asked): Answer {
  if (path !== '/models')
    return { status: 404, body: { error: { code: 'not_found', message: 'No such path.' } } };
  const pricing = { currency: 'credits', unit: 'image', per_unit: PRICE };
  const capabilities = { modalities: { input: ['text'], output: ['image'] } };
  const model = { id: 'paid/painter', object: 'model', meta: { pricing, capabilities } };
  return { body: { object: 'list', data: [model] } };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Answer, meta: object): void {
  if (body instanceof Uint8Array || typeof body === 'string') {
    response.writeHead(status, headers).end(body);
    return;
  }
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify({ ...(body as object), meta }));
}

const noAccount = async () => {
  throw new Error('A paid gateway keeps its account in `charges`.');
};
