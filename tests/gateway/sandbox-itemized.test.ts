/** A thousand mixed calls of a model whose every kind of token has its price: the bill is the charge, to the last digit. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenPricesOf } from '../../electron/core/prices/estimates';
import { createGatewayClient } from '../../electron/gateway/client';
import { toModel } from '../../electron/gateway/parse/catalogue';
import type { GatewayClient } from '../../electron/gateway/types/client';
import { toCharge } from '../../shared/money/money';
import { costParts, differenceOf } from '../../shared/money/token-cost';
import type { TokenPrices, TokenUsage } from '../../shared/money/token-usage';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';

let sandbox: TestSandbox;
let client: GatewayClient;
beforeAll(async () => {
  sandbox = await startTestSandbox({ initialCredits: 100_000 });
  client = createGatewayClient({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    fetch: globalThis.fetch,
  });
});
afterAll(() => sandbox.close());

const ONE_PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 12) % most;
  };
}

function mixedRequest(at: number) {
  const roll = dice(at + 1);
  // One of fifty is so long that all of it has other prices.
  const length = at % 50 === 49 ? 2_100 : 4 + roll(40);
  const words = Array.from({ length }, () => `word${roll(30)}`).join(' ');
  const mark = roll(3) === 0 ? { cache_control: { type: 'ephemeral' } } : {};
  const parts = [
    { type: 'text', text: words },
    ...(roll(4) === 0 ? [{ type: 'image_url', image_url: { url: ONE_PIXEL } }] : []),
    ...(roll(4) === 0
      ? [{ type: 'input_audio', input_audio: { data: 'A'.repeat(400 + 4 * roll(3_000)), format: 'wav' } }]
      : []),
  ];
  // The same beginnings come again, so that caches are read.
  const rules = `Rules number ${roll(12)}: ${'be exact and kind. '.repeat(8)}`;
  const shared = { role: 'system', content: [{ type: 'text', text: rules, ...mark }] };
  const efforts = [undefined, 'none', 'low', 'high'];
  return {
    messages: [...(roll(2) === 0 ? [shared] : []), { role: 'user', content: parts }],
    ...(efforts[roll(4)] !== undefined && { reasoning_effort: efforts[roll(4)] }),
    ...(roll(4) === 0 && { modalities: ['text', 'audio'] }),
    ...(roll(5) === 0 && { modalities: ['text', 'image'] }),
    ...(roll(6) === 0 && { max_tokens: 1 + roll(20) }),
  };
}

async function pricesOf(id: string): Promise<(usage: TokenUsage) => TokenPrices> {
  const { models } = await client.models.list();
  const record = models.find((model) => model.id === id);
  return ({ promptTokens }) => {
    const prices = record && tokenPricesOf(toModel(record), { unit: 'credits', isFree: false }, promptTokens);
    if (prices == null) throw new Error(`${id} has no prices.`);
    return prices;
  };
}

async function call(model: string, at: number, isStream = false) {
  const params = { model, ...mixedRequest(at) };
  const { chat } = client;
  if (!isStream) return await chat.completions.create({ ...params, stream: false });
  const stream = await chat.completions.create({ ...params, stream: true });
  for await (const _delta of stream);
  return stream.result();
}

const billOf = (result: Awaited<ReturnType<typeof call>>, pricesAt: Awaited<ReturnType<typeof pricesOf>>) => {
  const amount = toCharge(result.meta.credits.used, 'credits');
  if (result.usage === null || amount === null) throw new Error('The answer names no tokens or no charge.');
  const { lines, total } = costParts(result.usage, pricesAt(result.usage));
  if (total === null) throw new Error('A kind of token has no price.');
  return { lines, amount, difference: differenceOf(total, { unit: 'credits', amount }) };
};

test('1,000 mixed calls: each bill is its charge, and all together are what the account lost', {
  timeout: 120_000,
}, async () => {
  const prices = await pricesOf('sandbox/itemized');
  const before = await sandbox.account();
  const found = new Set<string>();
  let [charged, long] = [0, 0];
  for (let from = 0; from < 1_000; from += 20) {
    const calls = Array.from({ length: 20 }, (_, at) =>
      call('sandbox/itemized', from + at, at === 0 && from % 100 === 0),
    );
    for (const result of await Promise.all(calls)) {
      const { lines, amount, difference } = billOf(result, prices);
      expect(difference).toBeNull();
      for (const { kind } of lines) found.add(kind);
      charged += amount;
      if ((result.usage?.promptTokens ?? 0) >= 2_000) long += 1;
    }
  }
  const after = await sandbox.account();
  expect(Math.round((before.balance - after.balance) * 1e6)).toBe(charged);
  expect(long).toBe(20);
  // Every kind was among them.
  expect([...found].sort()).toEqual(
    [
      ...['cacheWrite', 'cached', 'input', 'inputAudio', 'inputImage'],
      ...['output', 'outputAudio', 'outputImage', 'reasoning', 'request'],
    ].sort(),
  );
});

test('what is charged beyond the prices is named to the last digit', async () => {
  const prices = await pricesOf('sandbox/itemized-wrong');
  const { difference } = billOf(await call('sandbox/itemized-wrong', 7), prices);
  expect(difference).toEqual({ by: '0.3', isMore: true });
});

test('tokens are kinds of one side once, whatever a gateway states of them', () => {
  const usage: TokenUsage = {
    promptTokens: 10,
    completionTokens: 4,
    cachedTokens: 8,
    reasoningTokens: 9,
    details: { inputAudio: 6 },
  };
  const counted = costParts(usage, undefined).lines.map(({ kind, count }) => [kind, count]);
  expect(counted).toEqual([
    ['cached', 8],
    ['inputAudio', 2],
    ['reasoning', 4],
  ]);
});
