import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GatewayError } from '../../electron/gateway/parse/error';
import type { GatewayClient } from '../../electron/gateway/types/client';
import { chunk, connect, question, readStream } from '../support/gateway-client';
import { cut, type HostileServer, startHostileServer } from '../support/hostile-server';

let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer();
});
afterAll(() => server.close());

const calls: Readonly<Record<string, (client: GatewayClient) => Promise<unknown>>> = {
  chat: (client) => client.chat.completions.create({ ...question }),
  stream: async (client) => {
    const { error } = await readStream(await client.chat.completions.create({ ...question, stream: true }));
    if (error !== null) throw error;
  },
  images: (client) => client.images.generations.create({ model: 'm', prompt: 'p' }),
  speech: (client) => client.audio.speech.create({ model: 'm', input: 'i' }),
  video: (client) => client.videos.generations.create({ prompt: 'p' }),
  job: (client) => client.jobs.retrieve('j'),
  jobs: (client) => client.jobs.list(),
  models: (client) => client.models.list(),
  model: (client) => client.models.retrieve('v/m'),
};

/** Names the client looks for, so that random bodies reach its readers. */
const name = fc.constantFrom(
  ...[
    'choices',
    'message',
    'delta',
    'content',
    'error',
    'code',
    'details',
    'data',
    'job',
    'id',
    'status',
    'output',
  ],
  ...[
    'url',
    'b64_json',
    'usage',
    'credits_used',
    'credits_remaining',
    'tool_calls',
    'function',
    'models',
    '__proto__',
  ],
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, 0, -1, 1e300, '', 'x', 'completed', 'https://a.example/b', 'data:,'),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(name, tie('json'), { maxKeys: 5 }),
  ),
}));
const piece = fc.oneof(
  json.map((value) => JSON.stringify(value)),
  json.map((value) => `data: ${JSON.stringify(value)}\n\n`),
  fc.constantFrom(
    'data: [DONE]\n\n',
    'event: error\n',
    '\r',
    '\n\n',
    ': hi\n',
    '<html>',
    chunk('text', 'stop'),
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.uint8Array({ maxLength: 20 }),
  fc.constant(cut),
);
const script = fc.record({
  status: fc.constantFrom(200, 200, 200, 200, 201, 204, 206, 302, 400, 401, 404, 429, 500, 503),
  headers: fc.record({
    'content-type': fc.constantFrom(
      'application/json',
      'text/event-stream',
      'text/html',
      'audio/mpeg',
      'nonsense',
    ),
    'retry-after': fc.constantFrom('', '0', '-1', 'soon', '1e9'),
  }),
  body: fc.array(piece, { maxLength: 6 }),
});

it.each(Object.keys(calls))(
  'whatever the response, %s returns a result or throws a GatewayError',
  async (name) => {
    const { client } = connect(server, { maxAttempts: 1, timeouts: { totalMs: 5_000 } });
    const reason = (error: unknown) => error ?? 'nothing';
    await fc.assert(
      fc.asyncProperty(script, async (answer) => {
        server.script(answer);
        const error = await calls[name]?.(client).then(() => null, reason);
        if (error === null) return;
        expect(error).toBeInstanceOf(GatewayError);
        expect((error as GatewayError).errorCode).not.toBe('timeout');
        expect((error as GatewayError).details).not.toBeUndefined();
      }),
      { numRuns: 100 },
    );
  },
);
