/** What a screen or a limit states as the most beside what the Sandbox then charges. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { costWords } from '../../../../renderer/parts/credits/cost-text';
import {
  type CostForecast,
  estimateText,
  figureAtMost,
  formatEstimate,
} from '../../../../shared/money/estimate';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { expectedIn, paidIn } from '../../../support/money';

let app: TestCore;
beforeAll(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterAll(() => app.close());

/** Characters of one to three tokens each, and words of many characters. */
const pieces = fc.constantFrom(
  'a',
  ' word',
  '的',
  '龘',
  '𓀀',
  '🧑‍🚀',
  'é',
  '\n',
  '़',
  '{}',
  '0x1F',
  'ﷺ',
  '\u200d',
);
const text = fc.array(pieces, { minLength: 1, maxLength: 300 }).map((parts) => `x${parts.join('')}`);
const request = fc.record({
  text,
  model: fc.constantFrom('sandbox/echo', 'sandbox/eliza', 'sandbox/markdown-tour', 'sandbox/firehose'),
  settings: fc.record(
    {
      systemPrompt: text,
      maxTokens: fc.integer({ min: 1, max: 3_000 }),
      choices: fc.integer({ min: 1, max: 3 }),
      extra: fc.integer({ min: 1, max: 3_000 }).map((tokens) => ({ tokens, tokens_per_second: 0 })),
    },
    { requiredKeys: [] },
  ),
  isNew: fc.boolean(),
});

/** Always among the requests: few that are drawn have a limit and nothing that undoes it. */
const bounds = [1, 2, 3].map(
  (choices): [{ text: string; model: string; settings: object; isNew: boolean }] => [
    { text: 'a word', model: 'sandbox/eliza', settings: { maxTokens: 40, choices }, isNew: choices === 1 },
  ],
);

const forecastOf = (one: Omit<Parameters<typeof ask>[0], 'text'> & { text: string }) =>
  app.tell('credits.forecast', {
    intent: {
      ...{ kind: 'message', conversationId: one.conversationId, text: one.text },
      ...{ model: one.model, settings: one.settings },
    },
  });

async function ask(one: {
  conversationId: string | null;
  text: string;
  model: string;
  settings: object;
  isConfirmed?: boolean;
}): Promise<{ conversationId: string; credits: number }> {
  // Without a stream, the Sandbox writes as fast as it can.
  const settings = { ...one.settings, stream: false };
  const sent = await app.tell('chat.send', { ...one, settings, messageId: randomUUID() });
  const isQuiet = () => {
    const ended = app.events.findLast(
      (event) => event.type === 'conversation.changed' && event.conversation.id === sent.conversationId,
    );
    const isOver =
      ended?.type === 'conversation.changed' && ended.conversation.streamingMessageIds.length === 0;
    return isOver && app.message(sent.replyId)?.status === 'complete';
  };
  await app.until(isQuiet);
  const credits = (paidIn(app.message(sent.replyId)) ?? 0) / 1e6;
  return { conversationId: sent.conversationId, credits };
}

/** What the words on the screen promise at most, if they do. */
function promised(forecast: CostForecast): number | null {
  const words = [costWords(forecast)?.text, costWords(forecast)?.title, estimateText(forecast)];
  const numbers = words.flatMap((one = '') => {
    if (one === null) return [];
    const most = /At most ([\d.]+)/.exec(one)?.[1];
    const range = one.includes('usually') ? undefined : /^(?:≈ )?(?:[\d.]+–)?([\d.]+) cr$/.exec(one)?.[1];
    return [most, range].filter((found) => found !== undefined).map(Number);
  });
  return numbers.length === 0 ? null : Math.min(...numbers);
}

describe('what a chat can cost at most', () => {
  test('is never exceeded by what the gateway charges, with or without a limit of the reply', async () => {
    let conversationId: string | null = null;
    let bounded = 0;
    await fc.assert(
      fc.asyncProperty(request, async ({ isNew, ...one }) => {
        const sent = { ...one, conversationId: isNew ? null : conversationId };
        const forecast = await forecastOf(sent);
        const answer = await ask(sent);
        conversationId = answer.conversationId;
        // Nobody can foresee what fields that the app doesn't know do to the price, so nothing is promised of them.
        if ('extra' in one.settings)
          expect(forecast).toMatchObject({ isAtLeast: true, costs: [{ most: null }] });
        else expect(expectedIn(forecast)?.most).toBeGreaterThanOrEqual(answer.credits);
        const most = promised(forecast);
        if (most !== null) expect(most).toBeGreaterThanOrEqual(answer.credits);
        bounded += most === null ? 0 : 1;
      }),
      { numRuns: 40, endOnFailure: true, examples: bounds },
    );
    expect(bounded).toBeGreaterThanOrEqual(bounds.length);
  });

  test('is unknown with an image, which only the gateway can count', async () => {
    const model = { conversationId: null, model: 'no/such', settings: {} };
    const intent = {
      kind: 'message' as const,
      ...model,
      text: 'one',
      attachments: [{ id: 'a'.repeat(64), name: 'a.png' }],
    };
    expect(await app.tell('credits.forecast', { intent })).toMatchObject({ costs: [] });
    const vision = await app.tell('credits.forecast', { intent: { ...intent, model: 'sandbox/vision' } });
    const blind = { ...intent, model: 'sandbox/vision', attachments: [] };
    // The context window limits the prompt where nothing else does.
    const without = await app.tell('credits.forecast', { intent: blind });
    expect(expectedIn(vision)?.most).toBeGreaterThan(expectedIn(without)?.most ?? 0);
  });

  test('is no promise of the cards, whose replies nothing limits', async () => {
    const model = 'sandbox/markdown-tour';
    const forecast = await forecastOf({ conversationId: null, text: 'Show me all', model, settings: {} });
    expect(estimateText(forecast)).toMatch(/^usually [\d.]+–[\d.]+ cr$/);
  });
});

test('a hard limit asks before a request that could exceed it, and holds one that fits', async () => {
  const limit = (hardPerDay: number) =>
    app.tell('settings.update', { patch: { budgets: { sandbox: { hardPerDay } } } });
  const spent = (await app.tell('app.snapshot', {})).ledger.spentToday / 1e6;
  await limit(spent + 8);
  const message = { conversationId: null, text: 'Show all', model: 'sandbox/markdown-tour', settings: {} };
  const asked = await app.refusal('chat.send', { ...message, messageId: randomUUID() });
  expect(asked.code).toBe('needs_confirmation');
  expect(asked.message).toMatch(/^This may cost up to 9\.\d+ credits, more than the 8 left of your limit/);
  const short = { ...message, settings: { maxTokens: 100 } };
  expect((await ask(short)).credits).toBeLessThan(8);
  expect((await ask({ ...message, isConfirmed: true })).credits).toBeGreaterThan(1);
});

test('the end of a range and the most are never rounded down', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e6, noNaN: true }), (amount) => {
      expect(Number(figureAtMost(amount)) * (1 + 1e-11)).toBeGreaterThanOrEqual(amount);
      expect(Number(figureAtMost(amount))).toBeLessThanOrEqual(amount * 1.11);
    }),
  );
  expect(['0.30000000000000004', '9.600000000000001'].map((one) => figureAtMost(Number(one)))).toEqual([
    ...['0.3', '9.6'],
  ]);
  expect(formatEstimate({ from: 1.234, to: 2.341 })).toBe('1.23–2.35');
});
