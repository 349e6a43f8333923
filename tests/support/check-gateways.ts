/**
 * Thirty gateways for checks, on one real loopback socket: ten that lie, ten that are odd, and ten that are honest and
 * lack something. Each has a base URL of its own.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { decode, encode } from 'gpt-tokenizer/encoding/o200k_base';
import { answerTo, type BenchAnswer, deltasOf } from '../../electron/sandbox/bench/answer';
import { eventsOf } from '../../electron/sandbox/bench/events';
import type { BenchRequest } from '../../electron/sandbox/bench/mind';
import { benchModels, type Traits } from '../../electron/sandbox/bench/traits';
import type { ProbeId } from '../../shared/checks/probes';
import { listenAsGateway } from './local-gateway';

export type Json = Record<string, unknown>;

export interface CheckGateway {
  readonly name: string;
  readonly kind: 'honest' | 'odd' | 'liar';
  /** The models that are checked. */
  readonly models: readonly string[];
  readonly traits?: (model: string) => Traits;
  /** In the record of each model. */
  readonly claims?: Json;
  /** A refusal; `null` where the request is taken. */
  readonly refuses?: (body: Json) => string | null;
  /** Changes the request before the model sees it. */
  readonly reads?: (body: Json) => Json;
  /** Changes the answer. */
  readonly answers?: (body: Json, asked: Json) => Json;
  /** Changes the events of a stream. */
  readonly streams?: (events: readonly string[]) => readonly string[];
  readonly split?: (text: string) => readonly string[];
  /** Before the first byte, and between two pieces of a stream. */
  readonly waitsMs?: readonly [first: number, between: number];
  /** Changes the answer while so many streams run at once, counted with this one. */
  readonly underLoad?: (atOnce: number) => {
    readonly answers?: (body: Json) => Json;
    readonly waitsMs?: readonly [first: number, between: number];
  };
  /** What truly doesn't work. */
  readonly broken: readonly ProbeId[];
}

/** Pieces of about a word, many enough for a stream; their count is the tokenizer's for a whole prompt. */
const byWords = (text: string): readonly string[] => text.match(/\s*\S{1,6}/g) ?? [];
const byTokenizer = (text: string): readonly string[] =>
  encode(text, { disallowedSpecial: new Set() }).map((token) => decode([token]));

const has = (body: Json, type: string): boolean => JSON.stringify(body.messages).includes(`"type":"${type}"`);

const fields = ['tools', 'tool_choice', 'stop', 'max_tokens', 'seed', 'temperature', 'response_format'];
const claimsAll: Json = {
  gatehouse: {
    capabilities: {
      modalities: { input: ['text', 'image'], output: ['text'] },
      streaming: true,
      context_window: 128_000,
      max_output: 16_000,
    },
    pricing: { unit: 'token', input: 1, output: 2 },
  },
  supported_parameters: fields,
};
const claimsNothing: Json = { gatehouse: { pricing: { unit: 'token', input: 1, output: 2 } } };

const without =
  (...names: readonly string[]) =>
  (body: Json): Json =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

const liarOf = (id: string): CheckGateway => {
  const model = benchModels.find((one) => one.id === `bench/${id}`);
  const name = `lab/${id}`;
  return {
    name: id,
    kind: 'liar',
    models: [name],
    traits: () => model?.traits ?? {},
    claims: claimsAll,
    broken: [],
  };
};

const liars: readonly CheckGateway[] = [
  {
    ...liarOf('swaps'),
    models: ['gpt-4o'],
    traits: () => ({ answersAs: 'gpt-4o-mini' }),
    broken: ['modelName'],
  },
  { ...liarOf('strips-tools'), broken: ['toolsAuto', 'toolsForced', 'toolsParallel'] },
  { ...liarOf('ignores-limits'), broken: ['maxTokens', 'stop'] },
  { ...liarOf('invents-usage'), broken: ['usageGrows', 'countsAgree'] },
  {
    ...liarOf('twins'),
    models: ['lab/one-7', 'lab/two-8', 'lab/three-9'],
    traits: () => ({ engine: 'twin' }),
    broken: ['ownEngine'],
  },
  { ...liarOf('cuts-context'), broken: ['context', 'limitsHold'] },
  { ...liarOf('drops-system'), broken: ['systemRole', 'developerRole'] },
  {
    ...liarOf('caches-nothing'),
    claims: { ...claimsAll, prompt_caching: true },
    broken: ['promptCache'],
  },
  { ...liarOf('fakes-streams'), waitsMs: [900, 0], broken: ['stream'] },
  { ...liarOf('guesses-images'), broken: ['vision'] },
];

export const base = (
  name: string,
  kind: 'honest' | 'odd',
  more: Partial<CheckGateway> = {},
): CheckGateway => ({
  name,
  kind,
  models: [`lab/${name}`],
  claims: claimsNothing,
  broken: [],
  ...more,
});

const noUsage = (body: Json): Json => without('usage')(body);

const odd: readonly CheckGateway[] = [
  base('no usage', 'odd', {
    answers: noUsage,
    streams: (events) => events.filter((event) => !event.includes('"choices":[]')),
    broken: ['streamUsage', 'promptCache', 'countsAgree', 'usageGrows'],
  }),
  base('no seed', 'odd', { reads: without('seed'), broken: ['seed'] }),
  base('strips fields', 'odd', {
    reads: without('logprobs', 'reasoning_effort', 'n', 'response_format', 'modalities', 'audio'),
    broken: ['logprobs', 'reasoningEffort', 'n', 'jsonMode', 'jsonSchema', 'audioOut'],
  }),
  base('date suffix', 'odd', {
    models: ['gpt-4o'],
    answers: (body) => ({ ...body, model: 'gpt-4o-2024-11-20' }),
    split: byTokenizer,
  }),
  base('other tokenizer', 'odd', { split: (text) => text.match(/[\s\S]{1,3}/g) ?? [] }),
  base('no name', 'odd', { answers: without('model'), broken: ['modelName'] }),
  base('own name', 'odd', { answers: (body) => ({ ...body, model: 'deployment-7' }), broken: ['modelName'] }),
  base('one piece', 'odd', {
    streams: (events) => [merged(events)],
    broken: ['stream'],
  }),
  base('thinks first', 'odd', { waitsMs: [300, 2], claims: claimsAll }),
  base('fences', 'odd', {
    answers: (body) =>
      withText(body, (text) => (text.startsWith('{') ? `\`\`\`json\n${text}\n\`\`\`` : `**${text}**\n`)),
  }),
];

const refusing = (name: string, field: string, broken: readonly ProbeId[]): CheckGateway =>
  base(name, 'honest', {
    refuses: (body) => (field in body ? `Unsupported parameter: '${field}' is not supported` : null),
    broken,
  });

const honest: readonly CheckGateway[] = [
  base('whole', 'honest', { claims: claimsAll }),
  refusing('no tools', 'tools', ['toolsAuto', 'toolsForced', 'toolsParallel', 'toolsRoundTrip']),
  refusing('no stream options', 'stream_options', []),
  refusing('no logprobs', 'logprobs', ['logprobs']),
  refusing('seed refused', 'seed', ['seed']),
  base('no developer', 'honest', {
    refuses: (body) =>
      JSON.stringify(body.messages).includes('"developer"') ? 'Unknown role: developer' : null,
    broken: ['developerRole'],
  }),
  base('no images', 'honest', {
    refuses: (body) => (has(body, 'image_url') ? 'This model takes no images' : null),
    broken: ['vision'],
  }),
  base('no files', 'honest', {
    refuses: (body) => (has(body, 'file') || has(body, 'input_audio') ? 'Only text is taken' : null),
    broken: ['pdf', 'audioIn'],
  }),
  base('small context', 'honest', {
    claims: {
      gatehouse: {
        capabilities: { modalities: { input: ['text'], output: ['text'] }, context_window: 4_000 },
        pricing: { unit: 'token', input: 1, output: 2 },
      },
    },
    refuses: (body) =>
      JSON.stringify(body.messages).length > 16_000 ? 'The context length is exceeded' : null,
  }),
  base('three models', 'honest', { models: ['lab/red-1', 'lab/green-2', 'lab/blue-3'] }),
];

export const checkGateways: readonly CheckGateway[] = [...liars, ...odd, ...honest];

function withText(body: Json, change: (text: string) => string): Json {
  const choices = (body.choices as { message: { content: string | null } }[]).map((choice) => ({
    ...choice,
    message: { ...choice.message, content: choice.message.content && change(choice.message.content) },
  }));
  return { ...body, choices };
}

/** All text of a stream in one event. */
function merged(events: readonly string[]): string {
  const chunks = events.filter((event) => event.includes('"content"'));
  const read = (event: string) => JSON.parse(event.slice('data: '.length)) as { choices: { delta: Json }[] };
  const text = chunks.map((event) => String(read(event).choices[0]?.delta.content)).join('');
  const [first = ''] = chunks;
  const rest = events.filter((event) => !chunks.includes(event));
  if (first === '') return rest.join('');
  const whole = read(first);
  const [choice] = whole.choices;
  return `data: ${JSON.stringify({ ...whole, choices: [{ ...choice, delta: { content: text } }] })}\n\n${rest.join('')}`;
}

export interface CheckGateways {
  baseUrlOf(gateway: CheckGateway): string;
  /** In credits, by gateway. */
  charged(gateway: CheckGateway): number;
  /** How often each idempotency key was sent and taken. */
  keys(): ReadonlyMap<string, number>;
  requests(): number;
  close(): Promise<void>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function startCheckGateways(
  gateways: readonly CheckGateway[] = checkGateways,
): Promise<CheckGateways> {
  const memories = gateways.map(() => ({ seen: new Set<string>() }));
  const charges = gateways.map(() => 0);
  const running = new Map<number, number>();
  const keys = new Map<string, number>();
  let requests = 0;
  const chat = async (at: number, request: IncomingMessage, response: ServerResponse) => {
    const gateway = gateways[at];
    if (gateway === undefined) return refuse(response, 404, 'no such gateway');
    requests += 1;
    const body = JSON.parse(await read(request)) as Json;
    const why = gateway.refuses?.(body) ?? null;
    if (why !== null) return refuse(response, 400, why);
    const key = String(request.headers['idempotency-key']);
    keys.set(key, (keys.get(key) ?? 0) + 1);
    const asked = (gateway.reads?.(body) ?? body) as BenchRequest;
    const answer = answerTo(asked, gateway.traits?.(String(body.model)) ?? {}, {
      split: gateway.split ?? byWords,
      memory: memories[at] ?? { seen: new Set() },
      id: `answer-${requests}`,
      created: 1_790_000_000,
    });
    const credits = (answer.promptTokens * 1 + answer.completionTokens * 2) / 1_000;
    charges[at] = (charges[at] ?? 0) + credits;
    const leave = enter(running, at);
    const [own, changed] = underLoad(gateway, answer, running.get(at) ?? 0);
    await send(response, own, body, changed, credits).finally(leave);
  };
  const server = createServer((request, response) => {
    const [, at = '', path = ''] = /^\/(\d+)\/api\/v1\/(.*)$/.exec(request.url ?? '') ?? [];
    const gateway = gateways[Number(at)];
    if (path.startsWith('models') && gateway !== undefined) {
      const data = gateway.models.map((id) => ({ id, object: 'model', ...gateway.claims }));
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ object: 'list', data, gatehouse: meta(0) }));
    }
    if (path === 'chat/completions')
      return void chat(Number(at), request, response).catch(() => response.destroy());
    refuse(response, 404, 'not here');
  });
  const { baseUrl, close } = await listenAsGateway(server);
  return {
    baseUrlOf: (gateway) => baseUrl.replace('/api/v1', `/${gateways.indexOf(gateway)}/api/v1`),
    charged: (gateway) => charges[gateways.indexOf(gateway)] ?? 0,
    keys: () => keys,
    requests: () => requests,
    close,
  };
}

/** @returns takes it out again */
function enter(running: Map<number, number>, at: number): () => void {
  const count = (more: number) => void running.set(at, (running.get(at) ?? 0) + more);
  count(1);
  return () => count(-1);
}

function underLoad(
  gateway: CheckGateway,
  answer: BenchAnswer,
  atOnce: number,
): readonly [CheckGateway, BenchAnswer] {
  const { answers, waitsMs } = gateway.underLoad?.(atOnce) ?? {};
  const body = (answers?.(answer.body) ?? answer.body) as BenchAnswer['body'];
  return [
    waitsMs === undefined ? gateway : { ...gateway, waitsMs },
    { ...answer, body, usage: body.usage as BenchAnswer['usage'] },
  ];
}

/** A liar in other things streams as it says, also where a busy computer reads its first piece late. */
const eachInItsMoment = [0, 1] as const;

const meta = (credits: number) => ({ credits_used: credits, credits_remaining: null });

async function send(
  response: ServerResponse,
  gateway: CheckGateway,
  asked: Json,
  answer: BenchAnswer,
  credits: number,
): Promise<void> {
  const [first, between] = gateway.waitsMs ?? (gateway.kind === 'liar' ? eachInItsMoment : [0, 0]);
  const body = gateway.answers?.(answer.body, asked) ?? answer.body;
  if (first > 0 && asked.stream === true) await pause(first);
  if (asked.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify({ ...body, gatehouse: meta(credits) }));
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const events = eventsOf(
    { body: { ...body, choices: answer.body.choices }, deltas: deltasOf(answer) },
    { extra: { gatehouse: meta(credits) }, includesUsage: true },
  );
  for (const event of gateway.streams?.(events) ?? events) {
    response.write(event);
    if (between > 0) await pause(between);
    else if (first === 0) await new Promise(setImmediate);
  }
  response.end();
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', code: 'unsupported' } }));
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
