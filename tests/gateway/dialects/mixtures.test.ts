/**
 * Gateways mix each other's shapes: random mixtures of all that are known, as whole replies, streams and jobs. Nothing
 * may crash or hang, no text or result that was there may be lost, and no cost may be told that was not.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../electron/gateway/dialects/dialects';
import { GatewayError } from '../../../electron/gateway/parse/error';
import type { CallMeta } from '../../../electron/gateway/types/call';
import type { ChatResult } from '../../../electron/gateway/types/chat';
import type { RemoteJob } from '../../../electron/gateway/types/jobs';
import type { GatewayId } from '../../../shared/gateways/gateways';
import { connect, event, question, readStream } from '../../support/gateway-client';
import {
  events,
  type HostileServer,
  json,
  type Script,
  startHostileServer,
} from '../../support/hostile-server';
import { soakTimes } from '../../support/soak';

let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer();
});
afterAll(() => server.close());

/** Rounds of each kind: 5,000 together in a soak. */
const RUNS = { chat: soakTimes(150, 1_700), stream: soakTimes(150, 1_700), job: soakTimes(120, 1_600) };
const TIMEOUT_MS = 240_000;

const dialect = fc.constantFrom<GatewayId>(...dialects.map(({ id }) => id));
const amount = fc.constantFrom<unknown>(undefined, null, 0, 4e-7, '0.0021', -1, 'free');
/** A cost and the place it stands in; credits stand in an object with the vendor's name. */
const money = fc.record({ usage: amount, header: amount, metadata: amount, credits: amount });
type Money = typeof money extends fc.Arbitrary<infer Value> ? Value : never;

const words = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme-ascii' })
  .filter((text) => text.trim() !== '');
const noise = fc.constantFrom<object>(
  ...[
    {},
    { error: null },
    { error: {} },
    { object: 'chat.completion' },
    { status: 'success' },
    { success: true },
  ],
  ...[{ provider: 'x', system_fingerprint: null }, { usage_details: [] }, { hook_results: {} }, { id: 7 }],
);
/** What relays put around a whole reply. */
const wrap = fc.constantFrom<(reply: object) => object>(
  (reply) => reply,
  (reply) => ({ code: 0, message: 'success', data: reply }),
  (reply) => ({ success: true, errors: [], result: reply }),
  (reply) => ({ response: reply }),
  (reply) => ({ output: reply, request_id: 'r' }),
  (reply) => ({ base_resp: { status_code: 0, status_msg: 'success' }, ...reply }),
);
const failure = fc.constantFrom<object>(
  ...[
    { error: { code: 502, message: 'It broke.' } },
    { error: 'It broke.' },
    { object: 'error', message: 'It broke.' },
  ],
  ...[{ success: false, errors: [{ code: 1, message: 'It broke.' }] }, { error: { type: 'x', code: '400' } }],
);

const isAmount = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && Number(value) >= 0;

function withMoney(body: object, { usage, metadata, credits }: Money) {
  const provider_metadata =
    metadata === undefined ? {} : { provider_metadata: { gateway: { cost: metadata } } };
  const vendor = credits === undefined ? {} : { vendor: { credits_used: credits, credits_remaining: 9 } };
  return {
    ...body,
    usage: { prompt_tokens: 1, completion_tokens: 1, cost: usage },
    ...vendor,
    provider_metadata,
  };
}

const headersOf = ({ header }: Money): Script['headers'] =>
  header === undefined || header === null ? {} : { 'x-litellm-response-cost': String(header) };

/** What was told was there, and money is never taken for credits. */
function checkMoney({ reportedCost, credits }: CallMeta, told: Money): void {
  if (reportedCost !== null) {
    const places = [told.usage, told.header, told.metadata].filter(isAmount).map(Number);
    expect(places).toContain(reportedCost.amount);
  } else expect(isAmount(told.usage)).toBe(false);
  expect(credits.used).toBe(isAmount(told.credits) ? Number(told.credits) : null);
}

/** A `GatewayError`, or what came; anything else fails the test. */
async function settle<Value>(promise: Promise<Value>): Promise<Value | GatewayError> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

const client = (gateway: GatewayId) =>
  connect(server, { gateway, timeouts: { headersMs: 5_000, idleMs: 5_000 } }).client;

describe('a mixture of shapes', () => {
  const contents = fc.oneof(
    words.map((text) => ({ text, message: { content: text } })),
    words.map((text) => ({ text, message: { content: [{ type: 'text', text }] } })),
    words.map((text) => ({ text, message: { content: null, audio: { transcript: text } } })),
    words.map((text) => ({
      text,
      message: { content: text, reasoning: '', reasoning_details: [{ text: 'Hm' }] },
    })),
  );

  it(
    'as a whole reply keeps its text and invents no cost',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          dialect,
          contents,
          noise,
          money,
          fc.option(failure),
          wrap,
          async (id, content, more, told, fault, into) => {
            const choices = [{ index: 0, message: content.message, finish_reason: 'stop' }];
            // A relay that fails says so in its own words.
            const reply = { ...withMoney({ choices, ...more }, told), ...fault };
            const body = fault === null ? into(reply) : reply;
            server.script(json(body, 200, headersOf(told)));
            const result = await settle(client(id).chat.completions.create(question));
            if (fault !== null) {
              expect(result).toBeInstanceOf(GatewayError);
              expect(JSON.stringify((result as GatewayError).details)).toContain(
                JSON.stringify(content.text).slice(1, -1),
              );
              return;
            }
            expect((result as ChatResult).choices[0]?.text).toBe(content.text);
            checkMoney((result as ChatResult).meta, told);
          },
        ),
        { numRuns: RUNS.chat },
      );
    },
    TIMEOUT_MS,
  );

  const step = fc.oneof(
    words.map((text) => ({ text, raw: event({ choices: [{ index: 0, delta: { content: text } }] }) })),
    words.map((text) => ({ text: '', raw: event({ choices: [{ index: 0, delta: { reasoning: text } }] }) })),
    fc
      .constantFrom(
        ': OPENROUTER PROCESSING\n\n',
        ':\n\n',
        event({ choices: [] }),
        'data:\n\n',
        'retry: 5\n\n',
      )
      .map((raw) => ({ text: '', raw })),
  );
  const ending = fc.constantFrom(
    'done',
    'finish',
    'finish and done',
    'cut',
    'error',
    'error field',
    'finish error',
  );
  const rawOf = (end: string, last: object): string[] => {
    const finish = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], ...last });
    const done = event('[DONE]');
    if (end === 'finish') return [finish];
    if (end === 'finish and done') return [finish, done];
    if (end === 'done') return [event({ choices: [], ...last }), done];
    if (end === 'error') return [event({ error: { code: 500, message: 'It broke.' } }), done];
    if (end === 'error field') return ['error: {"code":500,"message":"It broke."}\n\n', done];
    if (end === 'finish error')
      return [event({ choices: [{ index: 0, delta: {}, finish_reason: 'error' }] }), done];
    return [];
  };

  it(
    'as a stream keeps its text and is a success only where it ended as one',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          dialect,
          fc.array(step, { maxLength: 6 }),
          ending,
          money,
          async (id, steps, end, told) => {
            const { usage, vendor } = withMoney({}, told) as Record<string, unknown>;
            const last = { usage, ...(vendor !== undefined && { vendor }) };
            const raw = [...steps.map((one) => one.raw), ...rawOf(end, last)];
            server.script(raw.length === 0 ? events(':\n\n') : events(raw.join('')));
            const stream = await client(id).chat.completions.create({ ...question, stream: true });
            const { text, error } = await readStream(stream);
            expect(text).toBe(steps.map((one) => one.text).join(''));
            const hasChoice = steps.some(({ raw: one }) => one.includes('delta'));
            const isWhole = end.startsWith('finish') ? end !== 'finish error' : end === 'done' && hasChoice;
            expect(error === null).toBe(isWhole);
            if (isWhole)
              checkMoney(stream.result().meta, { ...told, header: undefined, metadata: undefined });
          },
        ),
        { numRuns: RUNS.stream },
      );
    },
    TIMEOUT_MS,
  );

  const url = 'https://cdn.example/v.mp4';
  const place = fc.constantFrom<object>(
    ...[{ url }, { video_url: url }, { output: { url } }, { output: [url] }, { outputs: { video_url: url } }],
    ...[
      { unsigned_urls: [url] },
      { video: { url, duration: 4 } },
      { videos: [{ url }] },
      { result: { url } },
    ],
    ...[{ data: [{ url }] }],
  );
  const state = fc.constantFrom<readonly [word: string, status: string]>(
    ...([
      ['completed', 'completed'],
      ['done', 'completed'],
      ['SUCCEEDED', 'completed'],
    ] as const),
    ...([
      ['failed', 'failed'],
      ['cancelled', 'failed'],
      ['expired', 'failed'],
      ['error', 'failed'],
    ] as const),
    ...([
      ['pending', 'queued'],
      ['in_progress', 'running'],
      // A word that no list holds: what it holds says what it is.
      ['moderating', 'completed'],
    ] as const),
  );
  const progress = fc.constantFrom<unknown>(undefined, null, 0, 1, 0.5, 50, 100, '40%', 'much');

  it(
    'as a job keeps its results and reads its state',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          dialect,
          place,
          state,
          progress,
          fc.boolean(),
          money,
          async (id, found, [word, status], share, hasId, told) => {
            const body = { ...(hasId && { id: 'j1' }), status: word, progress: share, ...found };
            server.script(json(withMoney(body, told), 200, headersOf(told)));
            const job = (await settle(client(id).jobs.retrieve('j1'))) as RemoteJob;
            expect(job).toMatchObject({ id: 'j1', status, rawStatus: word });
            if (status === 'completed') expect(job.outputs).toEqual([{ kind: 'url', url }]);
            expect(job.progress === null || (job.progress >= 0 && job.progress <= 1)).toBe(true);
            checkMoney(job.meta, told);
          },
        ),
        { numRuns: RUNS.job },
      );
    },
    TIMEOUT_MS,
  );
});
