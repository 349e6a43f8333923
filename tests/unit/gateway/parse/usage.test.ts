/** The words that gateways have for kinds of tokens and for their prices, each read as what it means. */
import { describe, expect, test } from 'vitest';
import { createEstimates, tokenPricesOf } from '../../../../electron/core/prices/estimates';
import { toModel } from '../../../../electron/gateway/parse/catalogue';
import { readBodyUsage } from '../../../../electron/gateway/parse/usage';
import { decimalText } from '../../../../shared/money/decimal';
import type { Amount } from '../../../../shared/money/money';
import { costParts, differenceOf, savingOf, thinkingShare } from '../../../../shared/money/token-cost';

describe('tokens', () => {
  test.each([
    [
      'OpenAI',
      {
        usage: {
          prompt_tokens: 100,
          completion_tokens: 50,
          prompt_tokens_details: { cached_tokens: 64, audio_tokens: 10 },
          completion_tokens_details: {
            reasoning_tokens: 20,
            audio_tokens: 5,
            image_tokens: 6,
            accepted_prediction_tokens: 3,
            rejected_prediction_tokens: 2,
          },
        },
      },
      {
        promptTokens: 100,
        completionTokens: 50,
        cachedTokens: 64,
        reasoningTokens: 20,
        details: { inputAudio: 10, outputAudio: 5, outputImage: 6, accepted: 3, rejected: 2 },
      },
    ],
    [
      'Anthropic: its cache is apart from the prompt',
      {
        usage: {
          input_tokens: 10,
          output_tokens: 5,
          cache_read_input_tokens: 40,
          cache_creation_input_tokens: 30,
          server_tool_use: { web_search_requests: 2 },
        },
      },
      {
        promptTokens: 80,
        completionTokens: 5,
        cachedTokens: 40,
        details: { cacheWrite: 30, searches: 2 },
      },
    ],
    [
      'LiteLLM: the same names, and part of the prompt',
      {
        usage: {
          prompt_tokens: 80,
          completion_tokens: 5,
          total_tokens: 85,
          cache_read_input_tokens: 40,
          cache_creation_input_tokens: 30,
        },
      },
      { promptTokens: 80, completionTokens: 5, cachedTokens: 40, details: { cacheWrite: 30 } },
    ],
    [
      'Gemini: thinking is apart from the reply, and kinds are in lists',
      {
        usageMetadata: {
          promptTokenCount: 100,
          cachedContentTokenCount: 60,
          candidatesTokenCount: 20,
          thoughtsTokenCount: 30,
          promptTokensDetails: [
            { modality: 'TEXT', tokenCount: 70 },
            { modality: 'AUDIO', tokenCount: 30 },
          ],
          totalTokenCount: 150,
        },
      },
      {
        promptTokens: 100,
        completionTokens: 50,
        cachedTokens: 60,
        reasoningTokens: 30,
        details: { inputAudio: 30 },
      },
    ],
    [
      'xAI: the total shows that thinking is apart',
      {
        usage: {
          prompt_tokens: 10,
          completion_tokens: 5,
          total_tokens: 35,
          completion_tokens_details: { reasoning_tokens: 20 },
        },
      },
      { promptTokens: 10, completionTokens: 25, reasoningTokens: 20 },
    ],
    [
      'DeepSeek',
      { usage: { prompt_tokens: 10, completion_tokens: 5, prompt_cache_hit_tokens: 8 } },
      { promptTokens: 10, completionTokens: 5, cachedTokens: 8 },
    ],
    [
      'OpenRouter',
      {
        usage: {
          prompt_tokens: 194,
          completion_tokens: 2,
          prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 100, audio_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 0 },
        },
      },
      {
        promptTokens: 194,
        completionTokens: 2,
        cachedTokens: 0,
        reasoningTokens: 0,
        details: { cacheWrite: 100 },
      },
    ],
  ])('%s', (_, body, usage) => expect(readBodyUsage(body)).toEqual(usage));
});

const novita = (input: number, output: number) => ({
  input_token_price_per_m: input,
  output_token_price_per_m: output,
  context_size: 131072,
});
const modelOf = (raw: object) =>
  toModel({ id: 'm', ownedBy: null, created: null, raw, pricing: null, capabilities: null });
const pricesIn = (raw: object, promptTokens = 0) =>
  tokenPricesOf(modelOf(raw), { unit: 'usd', isFree: false }, promptTokens);

describe('prices', () => {
  test('of OpenRouter: text for one token, and zero is no price of its own', () => {
    const pricing = {
      prompt: '0.000003',
      completion: '0.000015',
      input_cache_read: '0.0000003',
      input_cache_write: '0.00000375',
      internal_reasoning: '0',
      audio: '0.000032',
      request: '0',
      web_search: '0.01',
    };
    expect(pricesIn({ pricing })).toEqual({
      unit: 'usd',
      per: 1_000_000,
      tokens: { input: 3, output: 15, cached: 0.3, cacheWrite: 3.75, inputAudio: 32 },
      pieces: { request: 0, search: 0.01 },
    });
  });

  test('of LiteLLM: numbers for one token', () => {
    const model_info = {
      input_cost_per_token: 3e-6,
      output_cost_per_token: 1.5e-5,
      cache_read_input_token_cost: 3e-7,
      cache_creation_input_token_cost: 3.75e-6,
      output_cost_per_reasoning_token: 2e-5,
      input_cost_per_audio_token: 1e-4,
    };
    expect(pricesIn({ model_info })?.tokens).toEqual({
      input: 3,
      output: 15,
      cached: 0.3,
      cacheWrite: 3.75,
      reasoning: 20,
      inputAudio: 100,
    });
  });
});

describe('prices per million tokens', () => {
  test.each([
    [
      'NanoGPT',
      { pricing: { prompt: 2.5, completion: 10, currency: 'USD', unit: 'per_million_tokens' } },
      { input: 2.5, output: 10 },
    ],
    [
      'a unit as text',
      { pricing: { input: '1.25', output: '10', cached_input: '0.1', unit: '1M_tokens' } },
      { input: 1.25, output: 10, cached: 0.1 },
    ],
    [
      'Together',
      { pricing: { hourly: 0, input: 0.88, output: 0.9, base: 0, finetune: 0 } },
      { input: 0.88, output: 0.9 },
    ],
    [
      'DeepInfra',
      { metadata: { pricing: { input_tokens: 0.03, output_tokens: 0.06, cache_read_tokens: 0.01 } } },
      { input: 0.03, output: 0.06, cached: 0.01 },
    ],
    [
      'Novita',
      {
        input_token_price_per_m: 3900,
        output_token_price_per_m: 4000,
        context_size: 131072,
        pricing: { prompt: { price_per_m: 3900 }, input_cache_read: { price_per_m: 1300 } },
      },
      { input: 0.39, output: 0.4, cached: 0.13 },
    ],
    ['dollars under Novita’s names', novita(3, 15), undefined],
    ['fractions under Novita’s names', novita(0.39, 0.4), undefined],
    ['zeros under Novita’s names', novita(0, 0), undefined],
    ['Novita with tiers', { ...novita(3900, 4000), tiered_billing_configs: [{}] }, undefined],
    ['Novita without tiers', { ...novita(3900, 0), is_tiered_billing: false }, { input: 0.39, output: 0 }],
    [
      'Venice',
      {
        model_spec: {
          pricing: { input: { usd: 0.7, diem: 7 }, output: { usd: 2.8 }, cache_input: { usd: 0.1 } },
        },
      },
      { input: 0.7, output: 2.8, cached: 0.1 },
    ],
  ])('of %s', (_, raw, tokens) => expect(pricesIn(raw)?.tokens).toEqual(tokens));

  test.each([
    ['another currency', { pricing: { input: 1, output: 2, unit: 'per_million_tokens', currency: 'EUR' } }],
    ['another unit', { pricing: { input: 1, output: 2, unit: 'token', currency: 'USD' } }],
    ['zeros beside a price of an hour', { pricing: { hourly: 0, input: 0, output: 0, base: 0.05 } }],
    ['more than any costs', { metadata: { pricing: { input_tokens: 90_000, output_tokens: 90_000 } } }],
  ])('are not read from %s', (_, raw) => expect(pricesIn(raw)).toBeNull());
});

describe('prices of a long prompt', () => {
  const at = (raw: object, ...lengths: readonly number[]) =>
    lengths.map((promptTokens) => pricesIn(raw, promptTokens)?.tokens);

  test('of OpenRouter: what an entry leaves out stays as it was', () => {
    const pricing = {
      prompt: '0.00000125',
      completion: '0.00001',
      input_cache_read: '0.000000125',
      overrides: [{ min_prompt_tokens: 200_000, prompt: '0.0000025', completion: '0.000015' }],
    };
    expect(at({ pricing }, 199_999, 200_000)).toEqual([
      { input: 1.25, output: 10, cached: 0.125 },
      { input: 2.5, output: 15, cached: 0.125 },
    ]);
  });

  test('of Vercel: lists beside each price, which may also be the only place of the first', () => {
    const pricing = {
      output: '0.000006',
      input_tiers: [
        { cost: '0.000001', min: 0, max: 272_000 },
        { cost: '0.000002', min: 272_000 },
      ],
      output_tiers: [
        { cost: '0.000006', max: 272_000 },
        { cost: '0.000009', min: 272_000 },
      ],
      input_cache_read: '0.0000001',
      input_cache_read_tiers: [{ cost: '0.0000002', min: 272_000 }],
    };
    expect(at({ pricing }, 0, 271_999, 272_000)).toEqual([
      { input: 1, output: 6, cached: 0.1 },
      { input: 1, output: 6, cached: 0.1 },
      { input: 2, output: 9, cached: 0.2 },
    ]);
  });

  test('of LiteLLM: above a number of thousands, several times, and not of a service tier', () => {
    const model_info = {
      input_cost_per_token: 3e-6,
      output_cost_per_token: 1.5e-5,
      cache_creation_input_token_cost: 3.75e-6,
      input_cost_per_token_above_128k_tokens: 4e-6,
      input_cost_per_token_above_200k_tokens: 6e-6,
      output_cost_per_token_above_200k_tokens: 2.25e-5,
      cache_creation_input_token_cost_above_200k_tokens: 7.5e-6,
      input_cost_per_token_above_200k_tokens_priority: 1e-3,
      input_cost_per_character_above_128k_tokens: 1,
    };
    expect(at({ model_info }, 128_000, 128_001, 200_001)).toEqual([
      { input: 3, output: 15, cacheWrite: 3.75 },
      { input: 4, output: 15, cacheWrite: 3.75 },
      { input: 6, output: 22.5, cacheWrite: 7.5 },
    ]);
  });

  test('of LiteLLM: ranges alone', () => {
    const tiered_pricing = [
      { range: [0, 32_000], input_cost_per_token: 4e-7, output_cost_per_token: 1.2e-6 },
      { range: [32_000, 128_000], input_cost_per_token: 8e-7, output_cost_per_token: 2.4e-6 },
      { range: 'all', input_cost_per_token: 9 },
    ];
    expect(at({ model_info: { tiered_pricing } }, 10, 50_000)).toEqual([
      { input: 0.4, output: 1.2 },
      { input: 0.8, output: 2.4 },
    ]);
  });

  test('count in what a call is likely to cost, and in the most that it can', () => {
    const raw = {
      pricing: {
        prompt: '0.000001',
        completion: '0.000001',
        overrides: [
          { min_prompt_tokens: 1_000, prompt: '0.000005', completion: '0.00001' },
          { min_prompt_tokens: 100_000, prompt: '0.1' },
        ],
      },
    };
    const expected = createEstimates(
      () => [modelOf(raw)],
      () => ({ unit: 'usd', isFree: false }),
    );
    const ask = (promptTokens: number, mostPromptTokens: number) => {
      const settings = { maxTokens: 100 };
      const call = { profileId: 'p', model: 'm', settings, characters: 4 * promptTokens, mostPromptTokens };
      const { estimate, most } = expected.chat(call);
      return [estimate?.from, estimate?.to, most].map((amount) => Number(amount?.toPrecision(6)));
    };
    expect(ask(900, 950)).toEqual([0.0009, 0.001, 0.00105]);
    // The likely length is below the tier, the longest that it can have is not.
    expect(ask(900, 1_000)).toEqual([0.0009, 0.001, 0.006]);
    expect(ask(2_000, 3_000)).toEqual([0.01, 0.011, 0.016]);
  });
});

describe('a bill', () => {
  const prices = {
    unit: 'usd',
    per: 1_000_000,
    tokens: { input: 0.15, output: 0.6, cached: 0.075, cacheWrite: 0.1875 },
  } as const;
  const usage = {
    promptTokens: 1_000,
    completionTokens: 300,
    cachedTokens: 400,
    reasoningTokens: 120,
    details: { cacheWrite: 200 },
  };

  test('adds up exactly, below a billionth too', () => {
    const { total } = costParts(usage, prices);
    // 400 × 0.15 + 400 × 0.075 + 200 × 0.1875 + 300 × 0.6, for a million
    expect(total && decimalText(total)).toBe('0.0003075');
    const charge = (amount: number) => ({ unit: 'usd', amount: amount as Amount }) as const;
    expect(total && differenceOf(total, charge(307_500))).toBeNull();
    expect(total && differenceOf(total, charge(307_501))).toEqual({ by: '0.000000001', isMore: true });
    expect(total && differenceOf(total, charge(300_000))).toEqual({ by: '0.0000075', isMore: false });
  });

  test('says what the cache saved, less what writing cost, and what thinking took', () => {
    const saved = savingOf(usage, prices);
    // 400 × (0.15 − 0.075) − 200 × (0.1875 − 0.15)
    expect(saved && decimalText(saved)).toBe('0.0000225');
    const { cached: _none, ...unlisted } = prices.tokens;
    expect(savingOf(usage, { ...prices, tokens: unlisted })).toBeNull();
    expect(thinkingShare(usage, prices)).toBeCloseTo((120 * 0.6) / 307.5, 12);
  });

  test('has no total where a kind has no price', () => {
    expect(costParts(usage, { ...prices, tokens: { input: 1 } }).total).toBeNull();
    expect(costParts(usage, undefined).total).toBeNull();
  });
});
