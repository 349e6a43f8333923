import { describe, expect, it } from 'vitest';
import { groupByDay } from '../../../../renderer/lib/group-by-day';

const at = (text: string) => new Date(text).getTime();
const labels = (now: string, ...times: string[]) => groupByDay(times.map(at), (time) => time, at(now));

describe('conversations by day', () => {
  it('are grouped by calendar day, not by a number of hours', () => {
    const groups = labels('2026-11-20T00:30', '2026-11-20T00:01', '2026-11-19T23:59', '2026-11-19T00:00');
    expect(groups.map(({ label, items }) => [label, items.length])).toEqual([
      ['Today', 1],
      ['Yesterday', 2],
    ]);
  });

  it('are grouped by days, then weeks, then months', () => {
    const groups = labels(
      '2026-11-20T12:00',
      '2026-11-18T12:00',
      '2026-11-13T00:00',
      '2026-11-12T23:00',
      '2026-10-21T12:00',
      '2026-10-20T12:00',
      '2025-12-31T12:00',
    );
    expect(groups.map(({ label, items }) => [label, items.length])).toEqual([
      ['Previous 7 days', 2],
      ['Previous 30 days', 2],
      ['October 2026', 1],
      ['December 2025', 1],
    ]);
  });

  it('count as today if they are in the future because a clock was set back', () => {
    expect(labels('2026-11-20T12:00', '2026-11-21T12:00')[0]?.label).toBe('Today');
  });

  it('have no group if there are none', () => {
    expect(labels('2026-11-20T12:00')).toEqual([]);
  });
});
