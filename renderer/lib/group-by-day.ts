/** Conversations under the headings of their days. */

export interface DayGroup<Item> {
  readonly label: string;
  readonly items: readonly Item[];
}

/**
 * Groups what is already newest first.
 *
 * Days are the calendar's, in local time, so that "Yesterday" is right across a change of the clocks.
 *
 * @param timeOf milliseconds since the epoch of an item
 * @param now the same of the moment it is looked at
 */
export function groupByDay<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => number,
  now: number,
): readonly DayGroup<Item>[] {
  const groups: { label: string; items: Item[] }[] = [];
  for (const item of items) {
    const label = dayLabel(timeOf(item), now);
    const last = groups.at(-1);
    if (last?.label === label) last.items.push(item);
    else groups.push({ label, items: [item] });
  }
  return groups;
}

function dayLabel(time: number, now: number): string {
  const days = daysBetween(time, now);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days <= 7) return 'Previous 7 days';
  if (days <= 30) return 'Previous 30 days';
  return new Date(time).toLocaleDateString('en', { month: 'long', year: 'numeric' });
}

function daysBetween(earlier: number, later: number): number {
  return Math.round((startOfDay(later) - startOfDay(earlier)) / 86_400_000);
}

function startOfDay(time: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
