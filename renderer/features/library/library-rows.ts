/** The library in rows: tiles side by side, under the heading of their group; pure. */
import type { MediaItem } from '../../../shared/media/media';
import { cutText } from '../../../shared/text/cut-text';
import { groupByDay } from '../../lib/group-by-day';
import { promptTitle } from '../../lib/prompt-title';

export type LibraryRow =
  | { readonly kind: 'heading'; readonly label: string }
  /** `from` is the index of its first tile among all results. */
  | { readonly kind: 'tiles'; readonly from: number; readonly count: number };

export type Grouping = 'none' | 'day' | 'run';

type Made = Pick<MediaItem, 'origin'>;

/**
 * @param items in the order they are shown
 * @param now decides which day is today, in milliseconds since the epoch
 */
export function libraryRows(
  items: readonly Made[],
  columns: number,
  grouping: Grouping,
  now: number,
): readonly LibraryRow[] {
  return rowsOf(groupsOf(items, grouping, now), columns);
}

/** @param groupOf the group of each, those of one beside each other */
export function rowsOfGroups(
  ids: readonly string[],
  columns: number,
  groupOf: Readonly<Record<string, string>>,
): readonly LibraryRow[] {
  const groups: { name: string | undefined; count: number }[] = [];
  for (const id of ids) {
    const last = groups.at(-1);
    if (last !== undefined && last.name === groupOf[id]) last.count += 1;
    else groups.push({ name: groupOf[id], count: 1 });
  }
  const labelled = groups.map(({ count }) => ({
    label: count === 1 ? '1 file' : `${count} duplicates`,
    count,
  }));
  return rowsOf(labelled, columns);
}

/** Ungrouped, where only their number counts. */
export const plainRows = (count: number, columns: number): readonly LibraryRow[] =>
  rowsOf([{ label: null, count }], columns);

function rowsOf(groups: readonly Group[], columns: number): readonly LibraryRow[] {
  let from = 0;
  return groups.flatMap(({ label, count }) => {
    const rows: LibraryRow[] = label === null ? [] : [{ kind: 'heading', label }];
    for (let done = 0; done < count; done += columns)
      rows.push({ kind: 'tiles', from: from + done, count: Math.min(columns, count - done) });
    from += count;
    return rows;
  });
}

interface Group {
  readonly label: string | null;
  readonly count: number;
}

function groupsOf(items: readonly Made[], grouping: Grouping, now: number): readonly Group[] {
  if (grouping === 'none') return [{ label: null, count: items.length }];
  if (grouping === 'day') {
    const days = groupByDay(items, ({ origin }) => origin.createdAt, now);
    return days.map(({ label, items: ofDay }) => ({ label, count: ofDay.length }));
  }
  return runsOf(items);
}

/** Neighbors of one job; its prompt is the heading. */
function runsOf(items: readonly Made[]): readonly Group[] {
  const runs: { label: string; jobId: string; count: number }[] = [];
  for (const { origin } of items) {
    const last = runs.at(-1);
    if (last?.jobId === origin.jobId) last.count += 1;
    else runs.push({ label: cutText(promptTitle(origin.prompt), 200), jobId: origin.jobId, count: 1 });
  }
  return runs;
}

/** The row that holds a result. */
export const rowOf = (rows: readonly LibraryRow[], index: number): number =>
  rows.findIndex((row) => row.kind === 'tiles' && index >= row.from && index < row.from + row.count);

/** The index that a key leads to: up and down go to the nearest tile of the next row, whatever its group. */
export function indexBelow(rows: readonly LibraryRow[], index: number, by: 1 | -1): number | null {
  const at = rowOf(rows, index);
  const row = rows[at];
  if (row?.kind !== 'tiles') return null;
  for (let next = at + by; next >= 0 && next < rows.length; next += by) {
    const target = rows[next];
    if (target?.kind === 'tiles') return target.from + Math.min(index - row.from, target.count - 1);
  }
  return null;
}

/**
 * As many neighboring rows as `most`, where the list has them: their elements are never removed and made again.
 *
 * @param needed indexes in their order
 */
export function filledUp(needed: readonly number[], most: number, count: number): number[] {
  const first = Math.max(0, Math.min(needed[0] ?? 0, count - most));
  return Array.from({ length: Math.min(most, count - first) }, (_, at) => first + at);
}
