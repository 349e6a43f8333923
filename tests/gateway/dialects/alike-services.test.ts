/**
 * Lists, costs, limits and refusals of services that have no dialect of their own, in the shapes of docs.sambanova.ai (and its
 * client's `ModelResponse`), docs.pinata.cloud/inference/models, docs.venice.ai, docs.github.com/en/rest/models/catalog,
 * novita.ai/docs, docs.databricks.com and GitHub Copilot's list. An amount of another unit stays unknown.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRefusedForNow } from '../../../electron/core/calls/send-call';
import { toModel } from '../../../electron/gateway/parse/catalogue';
import { chatReply, connect, question } from '../../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../../support/hostile-server';
import { refusalOf } from '../../support/played-refusal';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

async function modelOf(body: unknown) {
  server.script(json(body));
  const [found] = (await connect(server, { maxAttempts: 1 }).client.models.list()).models;
  if (found === undefined) throw new Error('no model');
  return toModel(found);
}

describe('a model of a list', () => {
  it.each<[string, unknown, object | undefined, object | null]>([
    [
      'SambaNova, prices as texts',
      {
        data: [
          {
            id: 'm',
            context_length: 16_384,
            max_completion_tokens: 4_096,
            pricing: { prompt: '0.00000500', completion: '0.00000700' },
          },
        ],
      },
      { inputPerMillion: 5, outputPerMillion: 7 },
      { contextWindow: 16_384, maxOutput: 4_096 },
    ],
    [
      'SambaNova, prices as numbers',
      { data: [{ id: 'm', pricing: { prompt: 5e-6, completion: 7e-6, duration_per_hour: null } }] },
      { inputPerMillion: 5, outputPerMillion: 7 },
      null,
    ],
    [
      'Pinata, whose names say the unit',
      [
        {
          model_id: 'm',
          input_usd_per_1m_tokens: 3,
          output_usd_per_1m_tokens: 15,
          cache_read_usd_per_1m_tokens: 0.3,
        },
      ],
      { inputPerMillion: 3, outputPerMillion: 15, kinds: { cached: 0.3 } },
      null,
    ],
    [
      'Venice',
      {
        data: [
          {
            id: 'm',
            type: 'text',
            model_spec: {
              availableContextTokens: 131_072,
              maxCompletionTokens: 8_192,
              pricing: { input: { usd: 0.15, diem: 0.15 }, output: { usd: 0.6, diem: 0.6 } },
            },
          },
        ],
      },
      { inputPerMillion: 0.15, outputPerMillion: 0.6 },
      { contextWindow: 131_072, maxOutput: 8_192 },
    ],
    [
      'GitHub Models',
      [
        {
          id: 'm',
          registry: 'azure-openai',
          supported_input_modalities: ['text', 'image'],
          supported_output_modalities: ['text'],
          limits: { max_input_tokens: 1_000, max_output_tokens: 500 },
        },
      ],
      undefined,
      { input: ['text', 'image'], output: ['text'], contextWindow: 1_000, maxOutput: 500 },
    ],
    [
      'GitHub Copilot',
      {
        data: [
          {
            id: 'm',
            capabilities: { limits: { max_context_window_tokens: 400_000, max_output_tokens: 128_000 } },
          },
        ],
      },
      undefined,
      { contextWindow: 400_000, maxOutput: 128_000 },
    ],
    [
      'Novita',
      {
        data: [
          { id: 'm', context_size: 8_192, input_token_price_per_m: 3_900, output_token_price_per_m: 3_900 },
        ],
      },
      { inputPerMillion: 0.39, outputPerMillion: 0.39 },
      { contextWindow: 8_192 },
    ],
  ])('%s', async (_name, body, prices, facts) => {
    const model = await modelOf(body);
    expect(model.id).toBe('m');
    expect(model.dollarPrices).toEqual(prices);
    if (facts === null) expect(model.capabilities).toBeNull();
    else expect(model.capabilities).toMatchObject(facts);
  });

  it.each([
    ['numbers per million beside those per token', { input_price: 3, output_price: 15 }],
    ['texts per million', { pricing: { prompt: '0.50', completion: '1.50' } }],
    ['texts with a sign', { pricing: { prompt: '$0.50', completion: '$1.50' } }],
    ['LiteLLM’s names with the price of a million', { model_info: { input_cost_per_token: 3 } }],
    [
      'one token at providers that count millions',
      { providers: [{ pricing: { input: 3e-7, output: 6e-7 } }] },
    ],
    [
      'another currency',
      { pricing: { currency: 'CNY', unit: 'per_million_tokens', prompt: 2, completion: 8 } },
    ],
    ['no currency', { input_per_1m_tokens: 3 }],
    ['no unit', { pricing: { prompt: 0.5, completion: 1.5 } }],
    ['nothing but zeros', { pricing: { prompt: 0, completion: 0 } }],
  ])('has no price that is wrong by a factor: %s', async (_name, record) => {
    expect((await modelOf({ data: [{ id: 'm', ...record }] })).dollarPrices).toBeUndefined();
  });

  it('has the price of a thousand tokens, where its name says so', async () => {
    const model = await modelOf({ data: [{ id: 'm', prompt_cost_usd_per_1k_tokens: 0.0005 }] });
    expect(model.dollarPrices).toEqual({ inputPerMillion: 0.5 });
  });
});

describe('the cost of a reply', () => {
  it.each([
    ['estimated_cost', { estimated_cost: 0.0001 }, 0.0001],
    ['a total', { cost: { total_cost: 0.002 } }, 0.002],
    ['a total in yuan', { cost: { total_cost: 0.002, currency: 'CNY' } }, null],
    ['a figure in yuan', { cost: 0.002, currency: 'CNY' }, null],
    ['cents under their own name', { cost_in_cents: 0.2 }, null],
  ])('%s', async (_name, usage, amount) => {
    server.script(json(chatReply('Hi', { usage: { prompt_tokens: 1, completion_tokens: 1, ...usage } })));
    const { meta } = await connect(server).client.chat.completions.create(question);
    expect(meta.reportedCost?.amount ?? null).toBe(amount);
  });
});

describe('a refusal', () => {
  it.each<[string, object, number, object]>([
    [
      'GitHub Models, a day',
      {
        error: {
          code: 'RateLimitReached',
          message:
            'Rate limit of 150 per 86400s exceeded for UserByModelByDay. Please wait 4234 seconds before retrying.',
        },
      },
      429,
      { retryAfterMs: 4_234_000, isOutOfCredits: false },
    ],
    [
      'GitHub Models, a model it lacks',
      {
        error: {
          code: 'unknown_model',
          message: 'Unknown model: openai/x',
          details: 'Unknown model: openai/x',
        },
      },
      400,
      { errorCode: 'unknown_model', message: 'Unknown model: openai/x', isOutOfCredits: false },
    ],
    [
      'Databricks, a limit',
      {
        error_code: 'REQUEST_LIMIT_EXCEEDED',
        message: 'REQUEST_LIMIT_EXCEEDED: Exceeded workspace output tokens per minute rate limit.',
      },
      429,
      { isOutOfCredits: false },
    ],
  ])('%s', async (_name, body, status, expected) => {
    const failure = await refusalOf(server, json(body, status));
    expect(failure).toMatchObject(expected);
    expect(isRefusedForNow(failure)).toBe(status === 429);
  });
});
