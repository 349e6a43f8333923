/** What the limits count over, by the local calendar. */
export type Period = 'day' | 'month';

/** Local midnight, or that of the month's first day. */
export function startOf(period: Period, now: number): number {
  const date = new Date(now);
  date.setHours(0, 0, 0, 0);
  if (period === 'month') date.setDate(1);
  return date.getTime();
}
