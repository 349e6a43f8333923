import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRefusedFields } from '../../../electron/gateway/http/refused-fields';
import {
  chatReply,
  chunk,
  connect,
  done,
  failureOf,
  question,
  readStream,
} from '../../support/gateway-client';
import { events, type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const bodies = () => server.requests.map(({ body }) => JSON.parse(body));
const keys = () => server.requests.map(({ headers }) => headers['idempotency-key']);

describe('a field that is refused', () => {
  it.each([
    [
      'Mistral: 422',
      422,
      { detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] },
    ],
    [
      'OpenAI: unsupported_parameter',
      400,
      { error: { code: 'unsupported_parameter', param: 'seed', message: 'No.' } },
    ],
    ['words alone', 400, { error: { message: 'Unrecognized request argument supplied: seed' } }],
    [
      'a value it does not take',
      400,
      { error: { param: 'seed', message: "'seed' does not support 7 here." } },
    ],
  ])('is left out, and the call sent again under the same key: %s', async (_name, status, refusal) => {
    server.script(json(refusal, status), json(chatReply('Hi')));
    const reply = await connect(server).client.chat.completions.create({ ...question, seed: 7, top_p: 1 });
    expect(reply.choices[0]?.text).toBe('Hi');
    expect(reply.meta).toMatchObject({ droppedFields: ['seed'], attempts: 2 });
    expect(bodies()).toEqual([
      { ...question, seed: 7, top_p: 1 },
      { ...question, top_p: 1 },
    ]);
    expect(new Set(keys()).size).toBe(1);
  });

  it('is remembered for its model, and for no other', async () => {
    const refusedFields = createRefusedFields();
    const told: unknown[] = [];
    refusedFields.onDropped((dropped) => told.push(dropped));
    const streamed = { ...question, stream: true, stream_options: { include_usage: true } } as const;
    const refusal = json({ error: { message: 'stream_options is not supported' } }, 400);
    server.script(refusal, ...Array.from({ length: 3 }, () => events(chunk('Hi', 'stop'), done)));
    for (const model of ['m', 'm', 'other']) {
      const { client } = connect(server, { refusedFields });
      const stream = await client.chat.completions.create({ ...streamed, model });
      expect((await readStream(stream)).text).toBe('Hi');
      expect(stream.result().meta.droppedFields).toEqual(model === 'm' ? ['stream_options'] : []);
    }
    expect(bodies().map((body) => 'stream_options' in body)).toEqual([true, false, false, true]);
    expect(told).toEqual([{ model: 'm', field: 'stream_options' }]);
  });

  it('may be one of several, each dropped once', async () => {
    const refuse = (param: string) =>
      json({ error: { code: 'unknown_parameter', param, message: 'No.' } }, 400);
    server.script(
      refuse('seed'),
      refuse('response_format'),
      json({ data: [{ url: 'https://cdn.example/a.png' }] }),
    );
    const asked = { model: 'm', prompt: 'p', seed: 1, response_format: 'url', n: 2 };
    const { meta } = await connect(server).client.images.generations.create(asked);
    expect(meta.droppedFields).toEqual(['seed', 'response_format']);
    expect(bodies()[2]).toEqual({ model: 'm', prompt: 'p', n: 2 });
  });

  it('keeps its limit where the gateway names the newer name of it', async () => {
    const message = "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    server.script(
      json({ error: { code: 'unsupported_parameter', param: 'max_tokens', message } }, 400),
      json(chatReply('Hi')),
    );
    await connect(server).client.chat.completions.create({ ...question, max_tokens: 50 });
    expect(bodies()[1]).toEqual({ ...question, max_completion_tokens: 50 });
  });
});

describe('a refusal is not answered by leaving something out', () => {
  it.each([
    ['a limit', { max_tokens: 9 }, { param: 'max_tokens', message: 'max_tokens is not supported.' }, {}],
    ['a number of images', { n: 3 }, { param: 'n', message: 'n is not supported.' }, {}],
    [
      'a wrong value',
      { temperature: 9 },
      { param: 'temperature', message: 'temperature must be at most 2.' },
      {},
    ],
    ['a field that was not sent', {}, { param: 'seed', message: 'seed is not supported.' }, {}],
    [
      'a call that was charged',
      { seed: 1 },
      { param: 'seed', message: 'seed is not supported.' },
      { 'x-credits-used': '2' },
    ],
  ])('for %s', async (_name, fields, error, headers) => {
    server.script(json({ error }, 400, headers));
    await failureOf(connect(server).client.chat.completions.create({ ...question, ...fields }));
    expect(server.requests).toHaveLength(1);
  });
});
