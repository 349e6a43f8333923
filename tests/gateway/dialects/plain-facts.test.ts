import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toModel } from '../../../electron/gateway/parse/catalogue';
import { chatReply, chunk, connect, done, event, question, readStream } from '../../support/gateway-client';
import { events, type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const modelOf = async (record: object) => {
  server.script(json({ data: [{ id: 'm', ...record }] }));
  const [found] = (await connect(server).client.models.list()).models;
  if (found === undefined) throw new Error('no model');
  return toModel(found);
};

describe('a cost in money', () => {
  it.each([
    [0.00012, 0.00012],
    ['0.0000004', 4e-7],
    [0, 0],
    [-1, null],
    ['free', null],
    [null, null],
  ])('usage.cost %j is reported as %j, and never as credits', async (cost, amount) => {
    server.script(
      json(chatReply('Hi', { usage: { prompt_tokens: 1, completion_tokens: 1, cost } })),
      events(chunk('Hi', 'stop'), event({ choices: [], usage: { cost } }), done),
      json({ data: [{ url: 'https://cdn.example/a.png' }], usage: { cost } }),
    );
    const { client } = connect(server);
    const whole = await client.chat.completions.create(question);
    const stream = await client.chat.completions.create({ ...question, stream: true });
    await readStream(stream);
    const image = await client.images.generations.create({ model: 'm', prompt: 'p' });
    for (const { meta } of [whole, stream.result(), image]) {
      expect(meta.reportedCost).toEqual(
        amount === null ? null : { amount, currency: null, from: 'usage.cost' },
      );
      expect(meta.credits).toEqual({ used: null, remaining: null });
    }
  });
});

describe('what a model can do', () => {
  it.each([
    [
      'architecture',
      { architecture: { input_modalities: ['text', 'image'], output_modalities: ['text', 'audio'] } },
      { input: ['text', 'image'], output: ['text', 'chat-audio'] },
    ],
    [
      'architecture of a speech model',
      {
        architecture: { input_modalities: ['text'], output_modalities: ['speech'] },
        supported_voices: ['ann'],
      },
      { input: ['text'], output: ['audio'], voices: ['ann'] },
    ],
    ['type', { type: 'image' }, { input: ['text'], output: ['image'] }],
    ['mode', { model_info: { mode: 'audio_speech' } }, { input: ['text'], output: ['audio'] }],
    ['context_length', { context_length: 8192 }, { input: [], output: [], contextWindow: 8192 }],
    ['max_model_len', { max_model_len: 4096 }, { input: [], output: [], contextWindow: 4096 }],
    ['n_ctx_train', { meta: { n_ctx_train: 2048 } }, { input: [], output: [], contextWindow: 2048 }],
    [
      'top_provider',
      { top_provider: { context_length: 100, max_completion_tokens: 10 } },
      { input: [], output: [], contextWindow: 100, maxOutput: 10 },
    ],
    [
      'supported_parameters',
      { supported_parameters: ['seed'] },
      { input: [], output: [], parameters: ['seed'] },
    ],
    ['nothing', { owned_by: 'x', type: 'model', context_length: null }, null],
  ])('is read from %s', async (_name, record, capabilities) => {
    expect((await modelOf(record)).capabilities).toEqual(capabilities);
  });
});

describe('a price in dollars', () => {
  it.each([
    [
      'per token as text',
      { pricing: { prompt: '0.0000004', completion: '0.0000016', image: '0', request: '-1' } },
      { inputPerMillion: 0.4, outputPerMillion: 1.6, perImage: 0 },
    ],
    ['per token as text, other names', { pricing: { input: '0.000001' } }, { inputPerMillion: 1 }],
    [
      'per million, the cheapest provider',
      {
        providers: [
          { pricing: { input: 2, output: 4 } },
          { pricing: { input: 0.5, output: 1.5 } },
          { provider: 'unpriced' },
        ],
      },
      { inputPerMillion: 0.5, outputPerMillion: 1.5 },
    ],
    [
      'in model_info',
      { model_info: { input_cost_per_token: 3e-6, output_cost_per_token: 0.000015 } },
      { inputPerMillion: 3, outputPerMillion: 15 },
    ],
    [
      'in the record',
      { input_price: 2.5e-6, output_price: 0.00001 },
      { inputPerMillion: 2.5, outputPerMillion: 10 },
    ],
    ['numbers of an unknown unit', { pricing: { input: 5, output: 10 } }, undefined],
    ['none', { pricing: { prompt: 'varies' } }, undefined],
  ])('is read %s, and is never a price in credits', async (_name, record, prices) => {
    const model = await modelOf(record);
    expect(model.dollarPrices).toEqual(prices);
    expect(model.pricing).toBeNull();
  });

  it('does not touch a price in credits', async () => {
    const model = await modelOf({ pricing: { unit: 'token', input: '0.5', output: 1 } });
    expect(model).toMatchObject({ pricing: { unit: 'token', input: 0.5, output: 1 } });
    expect(model.dollarPrices).toBeUndefined();
  });
});
