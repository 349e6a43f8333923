/** Serves the hold-out's gateways on one loopback socket, each under a base URL of its own. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerTo, deltasOf } from '../../../electron/sandbox/bench/answer';
import { eventsOf } from '../../../electron/sandbox/bench/events';
import type { BenchRequest } from '../../../electron/sandbox/bench/mind';
import { listenAsGateway } from '../local-gateway';
import type { Answer, HeldOut, Json } from './script';

/** Pieces of about a word. */
const byWords = (text: string): readonly string[] => text.match(/\s*\S{1,6}|\s+$/g) ?? [];

export interface HoldOutServer {
  baseUrlOf(gateway: HeldOut): string;
  /** In credits. */
  charged(gateway: HeldOut): number;
  close(): Promise<void>;
}

interface Host {
  readonly gateway: HeldOut;
  readonly memory: { seen: Set<string> };
  requests: number;
  charged: number;
}

export async function serveHoldOut(gateways: readonly HeldOut[]): Promise<HoldOutServer> {
  const hosts: Host[] = gateways.map((gateway) => ({
    gateway,
    memory: { seen: new Set() },
    requests: 0,
    charged: 0,
  }));
  const server = createServer((request, response) => {
    const [, at = '', path = ''] = /^\/(\d+)\/api\/v1\/(.*)$/.exec(request.url ?? '') ?? [];
    const host = hosts[Number(at)];
    if (host === undefined) return void response.writeHead(404).end();
    if (path.startsWith('models')) return listModels(response, host.gateway);
    void chat(host, request, response).catch(() => response.destroy());
  });
  const { baseUrl, close } = await listenAsGateway(server);
  const at = (gateway: HeldOut) => hosts.findIndex((host) => host.gateway === gateway);
  return {
    baseUrlOf: (gateway) => baseUrl.replace('/api/v1', `/${at(gateway)}/api/v1`),
    charged: (gateway) => hosts[at(gateway)]?.charged ?? 0,
    close,
  };
}

function listModels(response: ServerResponse, { models, record }: HeldOut): void {
  const data = models.map((id) => ({ id, object: 'model', ...record }));
  json(response, 200, { object: 'list', data, gatehouse: meta(0) });
}

async function chat(host: Host, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { gateway } = host;
  const at = host.requests;
  host.requests += 1;
  const body = JSON.parse(await textOf(request)) as BenchRequest;
  const refused = gateway.refuses?.(body, at) ?? null;
  if (refused !== null) return json(response, refused.status, refused.body, refused.headers);
  const { answer, pieces } = answerOf(host, body, at);
  const { prompt_tokens = 0, completion_tokens = 0 } = answer.usage ?? {};
  const listed = (prompt_tokens + 2 * completion_tokens) / 1_000;
  const credits = gateway.charges?.(listed) ?? listed;
  host.charged += credits;
  if (body.stream !== true) return json(response, 200, { ...answer, gatehouse: meta(credits) });
  const said = { body: answer as unknown as Json, pieces, usage: answer.usage as Json };
  const events = eventsOf(
    { body: said.body, deltas: deltasOf({ ...said, promptTokens: 0, completionTokens: 0 }) },
    { extra: { gatehouse: meta(credits) }, includesUsage: true },
  );
  await stream(response, gateway, events);
}

function answerOf({ gateway, memory }: Host, body: BenchRequest, at: number) {
  const split = gateway.split ?? byWords;
  const asked = gateway.reads?.(body, at) ?? body;
  const parts = { split, memory, id: `answer-${at}`, created: 1_790_000_000 };
  const thought = answerTo(asked, gateway.traits?.(body.model) ?? {}, parts).body as unknown as Answer;
  const named = { ...thought, model: gateway.traits === undefined ? body.model : thought.model };
  const answer = gateway.says?.(named as Answer, body, at) ?? (named as Answer);
  return { answer, pieces: answer.choices.map(({ message }) => split(message.content ?? '')) };
}

async function stream(response: ServerResponse, gateway: HeldOut, events: readonly string[]): Promise<void> {
  const [first, between] = gateway.waitsMs ?? [0, 1];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (first > 0) await pause(first);
  for (const event of gateway.streams?.(events) ?? events) {
    response.write(event);
    if (between > 0) await pause(between);
  }
  response.end();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const meta = (credits: number) => ({ credits_used: credits, credits_remaining: null });

function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
