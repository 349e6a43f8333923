import { describe, expect, test } from 'vitest';
import { filterOf } from '../../../../renderer/features/activity/activity-view';
import { dayChart, dayText, sharesOf } from '../../../../renderer/features/activity/breakdown';
import { dayOf, midnight, periodOf, periodOfDay } from '../../../../renderer/lib/periods';
import type { LedgerDay } from '../../../../shared/money/ledger';
import type { Amount } from '../../../../shared/money/money';

const aDay = (day: string, model: string | null, credits: number, calls = 1): LedgerDay => ({
  day,
  model,
  kind: 'chat',
  used: (credits * 1e6) as Amount,
  calls,
});
const noon = new Date(2026, 10, 20, 12).getTime();

describe('periods', () => {
  test('yesterday is the whole local day before, and nothing of today', () => {
    const { from, to } = periodOf('yesterday', noon);
    expect(new Date(from ?? 0).getTime()).toBe(new Date(2026, 10, 19).getTime());
    expect(to).toBe(new Date(2026, 10, 20).getTime() - 1);
  });

  test('seven days are today and the six before it, and an open end moves on', () => {
    expect(periodOf('week', noon)).toEqual({ from: new Date(2026, 10, 14).getTime() });
    expect(periodOf('all', noon)).toEqual({});
  });

  test('a day is found by its name, whatever its length', () => {
    for (let day = 0; day < 400; day += 1) {
      const start = midnight(noon, -day);
      expect(periodOfDay(dayOf(start))).toEqual({ from: start, to: midnight(start, 1) - 1 });
    }
  });
});

describe('a selection', () => {
  test('means the active profile unless another, or all, is selected', () => {
    const period = 'all' as const;
    expect(filterOf({ period }, 'mine', noon)).toEqual({ profileId: 'mine' });
    expect(filterOf({ period, profileId: 'other' }, 'mine', noon)).toEqual({ profileId: 'other' });
    expect(filterOf({ period, profileId: 'every', kind: 'chat' }, 'mine', noon)).toEqual({ kind: 'chat' });
  });
});

describe('the chart', () => {
  test('has every day of the period, the most expensive groups first, and the rest together', () => {
    const models = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const days = models.map((model, index) => aDay('2026-11-03', model, 10 - index));
    const stretch = { from: new Date(2026, 10, 1).getTime(), to: new Date(2026, 10, 5).getTime() - 1 };
    const chart = dayChart(days, 'model', stretch);
    expect(chart.days).toEqual(['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']);
    expect(chart.series.map(({ label }) => label)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'Others']);
    expect(chart.series.at(-1)?.values).toEqual([0, 0, 7, 0]);
    expect(chart.calls).toEqual([0, 0, 8, 0]);
    expect(dayText(chart, 0)).toBe('1 Nov 2026: 0 cr, 0 calls');
    expect(dayText(chart, 2)).toContain('3 Nov 2026: 52 cr, 8 calls · a 10 · b 9');
  });

  test('begins with the first call if the selection has no start', () => {
    const to = new Date(2026, 10, 4).getTime() - 1;
    const chart = dayChart([aDay('2026-11-02', 'a', 1)], 'model', { from: undefined, to });
    expect(chart.days).toEqual(['2026-11-02', '2026-11-03']);
    expect(dayChart([], 'model', { from: undefined, to: undefined })).toMatchObject({ days: [], series: [] });
  });

  test('sums the shares over all days, and leaves out groups without cost or calls', () => {
    const days = [aDay('2026-11-02', 'a', 1), aDay('2026-11-03', 'b', 4), aDay('2026-11-04', 'a', 2)];
    const shares = sharesOf([...days, aDay('2026-11-04', null, 0, 0)], 'model');
    expect(shares).toEqual([
      { key: 'b', label: 'b', used: 4e6, calls: 1 },
      { key: 'a', label: 'a', used: 3e6, calls: 2 },
    ]);
    expect(sharesOf(days, 'kind')).toEqual([{ key: 'chat', label: 'Chat', used: 7e6, calls: 3 }]);
  });
});
