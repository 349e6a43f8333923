import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PastCall } from '../../../electron/core/ports/ledger';
import type { Storage } from '../../../electron/core/ports/storage';
import {
  corrected,
  readTypicalCost,
  typicalCostOf,
  typicalMediaCost,
  typicalReplyCost,
} from '../../../electron/core/prices/price-estimate';
import { costWords } from '../../../renderer/parts/credits/cost-text';
import type { CostForecast, Estimate } from '../../../shared/money/estimate';
import { openTestCore, type TestCore, untilListed } from '../../support/core';

const reply = (charge: number, from: number, to: number): PastCall => ({
  charge,
  estimate: { from, to },
  units: null,
});
const picture = (charge: number, count: number, price: number | null): PastCall => ({
  charge,
  units: count,
  estimate: price === null ? null : { from: price, to: price },
});

describe('the typical cost of replies', () => {
  test('is their cost beyond the prompt, added to the prompt of the next', () => {
    const usual = typicalCostOf([reply(12, 10, 20), reply(3, 1, 11), reply(104, 100, 110)]);
    expect(usual).toMatchObject({ calls: 3, above: 2 });
    expect(typicalReplyCost({ from: 50, to: 60 }, usual, false)).toBe(52);
  });

  test('is not changed by one outlier', () => {
    const usual = typicalCostOf([reply(2, 1, 5), reply(2, 1, 5), reply(90, 1, 5)]);
    expect(typicalReplyCost({ from: 1, to: 5 }, usual, false)).toBe(2);
  });

  test('is limited by the length limit of the reply', () => {
    const usual = typicalCostOf([reply(9, 1, 11)]);
    expect(typicalReplyCost({ from: 1, to: 3 }, usual, true)).toBe(3);
    expect(typicalReplyCost({ from: 1, to: 3 }, usual, false)).toBe(9);
  });

  test('is the charge itself if there is no price', () => {
    const past: PastCall[] = [10, 14, 18].map((charge) => ({ charge, estimate: null, units: null }));
    expect(typicalReplyCost(null, typicalCostOf(past), false)).toBe(14);
  });

  test('follows a price that has changed, since each call kept the estimate of its day', () => {
    const usual = typicalCostOf([picture(4, 1, 2), picture(4, 1, 2)]);
    expect(typicalMediaCost({ estimate: { from: 6, to: 6 }, units: 1 }, usual)).toBe(12);
  });
});

describe('the typical cost of results', () => {
  test('is in proportion to the requested amount if there is no price', () => {
    const usual = typicalCostOf([picture(10, 2, null), picture(15, 3, null)]);
    expect(typicalMediaCost({ estimate: null, units: 4 }, usual)).toBe(20);
    expect(typicalMediaCost({ estimate: null, units: null }, usual)).toBe(12.5);
  });

  test('is unknown without a past call', () => {
    expect(typicalMediaCost({ estimate: { from: 1, to: 2 }, units: 1 }, typicalCostOf([]))).toBeNull();
    expect(typicalReplyCost(null, typicalCostOf([]), false)).toBeNull();
  });
});

describe('the text', () => {
  /** A forecast of one call, as the core reports it: the price corrected by past calls. */
  const words = (price: Estimate | null, usually: number | null, pastCalls = 0) => {
    const estimate = corrected(price, usually);
    return costWords({
      costs: estimate === null ? [] : [{ unit: 'credits', estimate, usually }],
      ...{ calls: 1, unpriced: 0, promptTokens: null, hasPrice: price !== null, pastCalls },
    } satisfies CostForecast);
  };

  test('is the range and the typical cost', () => {
    expect(words({ from: 12, to: 18 }, 14, 20)).toMatchObject({
      text: '≈ 12–18, usually 14 cr',
      title: expect.stringContaining('the last 20 calls'),
      inButton: '12–18, usually 14 cr',
    });
  });

  test('is in the button above a minimum, without the estimate’s tilde', () => {
    expect(words({ from: 12, to: 18 }, null)?.inButton).toBe('12–18 cr');
    expect(words({ from: 0.1, to: 0.2 }, null)?.inButton).toBeNull();
  });

  test('is only the typical cost if there is no price, and empty if there is neither', () => {
    expect(words(null, 14, 2)).toMatchObject({
      text: 'usually 14 cr',
      title: expect.stringMatching(/price is unknown.*last 2 calls.*too few to rely on/),
    });
    expect(words(null, null)).toBeNull();
  });

  test('is only the price before the first call, and if calls cost exactly that', () => {
    expect(words({ from: 2, to: 2 }, null)?.text).toBe('≈ 2 cr');
    expect(words({ from: 2, to: 2 }, 2, 5)).toMatchObject({ text: '≈ 2 cr' });
  });

  test('includes the typical cost in the range', () => {
    expect(corrected({ from: 12, to: 18 }, 21)).toEqual({ from: 12, to: 21 });
    expect(words({ from: 12, to: 18 }, 21, 5)?.text).toBe('≈ 12–21, usually 21 cr');
  });
});

describe('the core', () => {
  let app: TestCore;
  let storage: Storage;
  beforeEach(async () => {
    app = await openTestCore({
      wrapStorage(opened) {
        storage = opened;
        return opened;
      },
    });
    await untilListed(app);
  });
  afterEach(() => app.close());
  const usual = (model: string, kind: 'chat' | 'media') =>
    readTypicalCost(storage.report, { profileId: 'sandbox', unit: 'credits' }, model, kind);

  test('learns from the actual cost of replies, and from nothing else', async () => {
    expect(usual('sandbox/echo', 'chat')).toEqual({
      calls: 0,
      charge: null,
      above: null,
      ratio: null,
      perUnit: null,
    });
    for (const text of ['one', 'two two', 'three three three']) await app.chat(text);
    await app.chat('refused', { model: 'sandbox/none' });
    const { charges } = await app.sandbox.account();
    const learnt = usual('sandbox/echo', 'chat');
    const middle = charges.map(({ credits }) => credits).toSorted((a, b) => a - b)[1] ?? 0;
    expect(learnt).toMatchObject({ calls: 3 });
    expect(learnt.charge).toBeCloseTo(middle, 9);
    expect(learnt.above).toBeGreaterThan(0);
    expect(learnt.above).toBeLessThan(middle);
    expect(usual('sandbox/none', 'chat')).toMatchObject({ calls: 0 });
    expect(usual('sandbox/echo', 'media')).toMatchObject({ calls: 0 });
  });

  test('combines the calls of one job, and knows the requested amount', async () => {
    const id = randomUUID();
    const input = { modality: 'image' as const, model: 'sandbox/aurora', prompt: 'a boat', extra: {} };
    await app.tell('jobs.create', { id, ...input, parameters: { count: 2 } });
    await app.until(() =>
      app.events.some(
        (event) => event.type === 'job.changed' && event.job.id === id && event.job.status === 'completed',
      ),
    );
    const { charged } = await app.sandbox.account();
    const learnt = usual('sandbox/aurora', 'media');
    expect(learnt).toMatchObject({ calls: 1, ratio: 1 });
    expect(learnt.charge).toBeCloseTo(charged, 9);
    expect(learnt.perUnit).toBeCloseTo(charged / 2, 9);
  });

  test('refuses by the typical cost if no price is known', async () => {
    const model = 'sandbox/echo';
    await app.chat('hello '.repeat(400));
    const { charge } = usual(model, 'chat');
    const budgets = { sandbox: { askAbove: (charge ?? 0) / 2 } };
    await app.tell('settings.update', { patch: { budgets } });
    const settings = { maxTokens: 1 };
    const input = { conversationId: null, messageId: randomUUID(), text: 'hi', model, settings };
    await app.tell('chat.send', input);
    const asked = await app.refusal('chat.send', { ...input, messageId: randomUUID(), settings: {} });
    expect(asked.code).toBe('needs_confirmation');
  });
});
