/** Conversations under the headings of their days. */

export interface DayGroup<Item> {
  readonly label: string;
  readonly items: readonly Item[];
}

/**
 * Groups items that are already sorted, newest first.
 *
 * Days are in local time, so that "Yesterday" is right across a change of the clocks.
 *
 * @param timeOf milliseconds since the epoch of an item
 * @param now the current time, in the same unit
 */
export function groupByDay<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => number,
  now: number,
): readonly DayGroup<Item>[] {
  const days = daysBefore(now);
  const groups: { label: string; items: Item[] }[] = [];
  // The end of the group being filled: ten thousand items are compared with it, and only a few days are computed.
  let from = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const time = timeOf(item);
    if (time < from) {
      const day = days.find((one) => time >= one.from) ?? monthOf(time);
      from = day.from;
      groups.push({ label: day.label, items: [] });
    }
    groups.at(-1)?.items.push(item);
  }
  return groups;
}

interface Stretch {
  readonly label: string;
  /** Milliseconds since the epoch. */
  readonly from: number;
}

function daysBefore(now: number): readonly Stretch[] {
  const today = new Date(now);
  const startOf = (daysAgo: number): number =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo).getTime();
  return [
    { label: 'Today', from: startOf(0) },
    { label: 'Yesterday', from: startOf(1) },
    { label: 'Previous 7 days', from: startOf(7) },
    { label: 'Previous 30 days', from: startOf(30) },
  ];
}

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

function monthOf(time: number): Stretch {
  const date = new Date(time);
  return { label: month.format(date), from: new Date(date.getFullYear(), date.getMonth()).getTime() };
}
