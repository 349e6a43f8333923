import { describe, expect, onTestFinished, test } from 'vitest';
import { createGuard } from '../../../../electron/core/admission/guard';
import { createSpending } from '../../../../electron/core/admission/spending';
import { createEstimates } from '../../../../electron/core/prices/estimates';
import type { PlannedCall } from '../../../../electron/core/prices/planned-call';
import { readTypicalCost } from '../../../../electron/core/prices/price-estimate';
import { openStorage } from '../../../../electron/storage/storage';
import type { Budget } from '../../../../shared/app/settings';
import type { AppError } from '../../../../shared/errors';
import { aModel } from '../../../support/records';
import { tempFolder } from '../../../support/temp-folder';

const priced = (id: string, perUnit: number) => aModel({ id, pricing: { unit: 'image', perUnit } });
const models = [priced('cheap', 2), priced('dear', 10), aModel({ id: 'secret' })];

function guardWith(budgets: Record<string, Budget>) {
  const { storage } = openStorage(tempFolder(), Date.now());
  onTestFinished(() => storage.close());
  const guard = createGuard({ clock: { now: Date.now }, report: storage.report }, (id) => budgets[id] ?? {});
  return { guard, storage };
}

function spendingWith(budgets: Record<string, Budget>) {
  const { guard, storage } = guardWith(budgets);
  return createSpending(
    guard,
    createEstimates(() => models),
    (profileId, model, kind) => readTypicalCost(storage.report, { profileId, unit: 'credits' }, model, kind),
  );
}
const picture = (model: string, profileId = 'one'): PlannedCall => ({
  ...{ kind: 'media', profileId, model, modality: 'image', characters: 6, parameters: {}, extra: {} },
});
const refusal = (run: () => void): AppError['data'] => {
  try {
    run();
  } catch (error) {
    return (error as AppError).data;
  }
  throw new Error('nothing was refused');
};

test('what each of several calls may cost is what it may cost alone, with past calls read once for all', () => {
  const { guard, storage } = guardWith({});
  let read = 0;
  const spending = createSpending(
    guard,
    createEstimates(() => models),
    (profileId, model, kind) => {
      read += 1;
      return readTypicalCost(storage.report, { profileId, unit: 'credits' }, model, kind);
    },
  );
  const calls = [picture('cheap'), picture('dear'), picture('cheap'), picture('secret')];
  const each = spending.sumsOf(calls);
  expect(read).toBe(3);
  expect(each).toEqual(calls.map((call) => spending.sumOf([call])));
  expect(each.map(({ unpriced }) => unpriced)).toEqual([0, 0, 0, 1]);
});

test('extra parameters of a call without a known price are not asked about, as the price itself is not', () => {
  const spending = spendingWith({ one: { askAbove: 15, hardPerDay: 25 } });
  const extra = { quality: 'hd' };
  expect(() => spending.admitAll([{ ...picture('secret'), extra } as PlannedCall], undefined)).not.toThrow();
  const asked = refusal(() => spending.admitAll([{ ...picture('cheap'), extra } as PlannedCall], undefined));
  expect(asked).toMatchObject({ code: 'needs_confirmation', details: { isAtLeast: true } });
});

describe('several calls admitted together', () => {
  test('are refused by a limit that each alone would pass', () => {
    const spending = spendingWith({ one: { hardPerDay: 11 } });
    spending.admitAll([picture('dear')], false);
    const refused = refusal(() => spending.admitAll([picture('dear'), picture('cheap')], true));
    expect(refused).toMatchObject({ code: 'over_budget', details: { calls: 2, estimate: { to: 12 } } });
    expect(refused.message).toContain('these 2 calls up to 12');
  });

  test('are confirmed once, for their total', () => {
    const spending = spendingWith({ one: { askAbove: 5 } });
    const three = [picture('cheap'), picture('cheap'), picture('cheap')];
    const asked = refusal(() => spending.admitAll(three, undefined));
    expect(asked).toMatchObject({ code: 'needs_confirmation', details: { calls: 3, askAbove: 5 } });
    expect(asked.message).toContain('These 3 calls may cost 6 credits');
    spending.admitAll(three, true);
    spending.admitAll(three.slice(1), undefined);
  });

  test('are counted for the profile that pays for each', () => {
    const spending = spendingWith({ one: { hardPerDay: 10 }, two: { hardPerDay: 2 } });
    spending.admitAll([picture('dear'), picture('cheap', 'two')], undefined);
    const refused = refusal(() =>
      spending.admitAll([picture('cheap'), picture('cheap', 'two'), picture('cheap', 'two')], undefined),
    );
    expect(refused).toMatchObject({ details: { limit: 2, calls: 2 } });
  });

  test('count in addition to running calls', () => {
    const spending = spendingWith({ one: { hardPerDay: 15 } });
    const release = spending.hold({ ...picture('dear'), profileId: 'one' });
    expect(
      refusal(() => spending.admitAll([picture('cheap'), picture('cheap'), picture('cheap')], true)),
    ).toMatchObject({ code: 'over_budget', details: { running: 10 } });
    release();
    spending.admitAll([picture('cheap'), picture('cheap'), picture('cheap')], true);
  });

  test('state how many of them have no known price', () => {
    const spending = spendingWith({ one: { hardPerDay: 1 } });
    const calls = [picture('cheap'), picture('secret')];
    expect(spending.sumOf(calls)).toMatchObject({
      ...{ costs: [{ unit: 'credits', estimate: { from: 2, to: 2 } }], unpriced: 1 },
    });
    expect(refusal(() => spending.admitAll(calls, true)).message).toContain('1 of them at an unknown price');
    expect(spending.sumOf([picture('secret')])).toMatchObject({ costs: [], unpriced: 1 });
  });
});

describe('what a refusal or a question states as the most', () => {
  const call = { profileId: 'one', estimate: { from: 1, to: 4 }, most: 4.303, isConfirmed: false };

  test('is the most, also where that is hardly more than the estimate', () => {
    const asked = (budget: Budget) => refusal(() => guardWith({ one: budget }).guard.check(call)).message;
    expect(asked({ hardPerDay: 3 })).toContain('this call up to 4.31)');
    expect(asked({ askAbove: 3 })).toContain('This may cost 1–4.31 credits');
    expect(asked({ hardPerDay: 4.2 })).toContain('This may cost up to 4.31 credits, more than the 4.2 left');
    expect(asked({ hardPerDay: 4.2 })).toContain('“Max tokens”');
  });

  test('is called usual where nothing keeps it', () => {
    const { guard } = guardWith({ one: { hardPerDay: 3 } });
    for (const most of [null, 9])
      expect(refusal(() => guard.check({ ...call, most })).message).toContain('this call usually up to 4)');
  });

  test('counts what is running by its most, and gives no advice on tokens for pictures', () => {
    const { guard } = guardWith({ one: { hardPerDay: 10 } });
    const release = guard.hold({ profileId: 'one', estimate: { from: 1, to: 2 }, most: 7 });
    const picture = { profileId: 'one', estimate: { from: 4, to: 4 }, most: 4, isConfirmed: false };
    const asked = refusal(() => guard.check(picture));
    expect(asked).toMatchObject({ code: 'needs_confirmation', details: { running: 7, left: 3, most: 4 } });
    expect(asked.message).toMatch(/more than the 3 left of your limit of 10 credits per day\.$/);
    release();
    guard.check(picture);
  });
});
