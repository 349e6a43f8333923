/** Reads a table of a damaged database: every readable row, skipping those that can't be read. */
import type { Database, SqlValue } from '../db/driver';

export type Row = Readonly<Record<string, SqlValue>>;

export interface SalvageSource {
  readonly database: Database;
  readonly table: string;
  readonly columns: readonly string[];
  /** A table without row numbers can only be read from its two ends. */
  readonly hasRowid: boolean;
}

const ROWS_AT_ONCE = 200;

/** @param take receives rows in the order of their numbers; each once */
export function salvageRows(source: SalvageSource, take: (row: Row) => void): void {
  if (source.hasRowid) salvageByNumber(source, take);
  else salvageFromBothEnds(source, take);
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function salvageByNumber({ database, table, columns }: SalvageSource, take: (row: Row) => void): void {
  const list = ['rowid AS "#"', ...columns.map(quoted)].join(', ');
  const after = (number: number, what: string, limit: number) =>
    attempt(() =>
      database.all<Row>(
        `SELECT ${what} FROM ${quoted(table)} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
        number,
        limit,
      ),
    );
  const reads = (number: number) => after(number, 'rowid AS "#"', 1) !== null;
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = after(last, list, ROWS_AT_ONCE) ?? after(last, list, 1);
    if (rows === null) {
      const next = after(last, 'rowid AS "#"', 1);
      // Either this one row can't be read, or the page it is on.
      const skipTo = next === null ? nextReadable(Math.max(last, 0), reads) : numberOf(next[0]);
      if (skipTo === null) return;
      last = skipTo;
      continue;
    }
    for (const row of rows) take(row);
    if (rows.length === 0) return;
    last = numberOf(rows.at(-1)) ?? Number.MAX_SAFE_INTEGER;
  }
}

const numberOf = (row: Row | undefined): number | null => (row === undefined ? null : Number(row['#']));

/** The least number after which rows can be read again: doubling steps find one, halving finds the first. */
function nextReadable(from: number, reads: (number: number) => boolean): number | null {
  let step = 1;
  while (!reads(from + step)) {
    step *= 2;
    if (from + step > Number.MAX_SAFE_INTEGER) return null;
  }
  let [bad, good] = [from + Math.floor(step / 2), from + step];
  while (good - bad > 1) {
    const middle = Math.floor((bad + good) / 2);
    if (reads(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

function salvageFromBothEnds({ database, table, columns }: SalvageSource, take: (row: Row) => void): void {
  const seen = new Set<string>();
  const keys = database
    .all<{ name: string; pk: number }>(`PRAGMA table_info(${quoted(table)})`)
    .filter(({ pk }) => pk > 0)
    .sort((one, other) => one.pk - other.pk);
  const readFrom = (direction: 'ASC' | 'DESC') => {
    const order = keys.map(({ name }) => `${quoted(name)} ${direction}`).join(', ');
    for (let offset = 0; ; ) {
      const page = (limit: number) =>
        attempt(() =>
          database.all<Row>(
            `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(table)} ORDER BY ${order} LIMIT ? OFFSET ?`,
            limit,
            offset,
          ),
        );
      const rows = page(ROWS_AT_ONCE) ?? page(1);
      if (rows === null || rows.length === 0) return rows !== null;
      for (const row of rows.filter((one) => !seen.has(keyOf(one)))) {
        seen.add(keyOf(row));
        take(row);
      }
      offset += rows.length;
    }
  };
  const keyOf = (row: Row) => JSON.stringify(keys.map(({ name }) => String(row[name])));
  if (!readFrom('ASC')) readFrom('DESC');
}

function attempt<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}
