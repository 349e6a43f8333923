/**
 * Files of archives made when only images could be attached: named by their hash alone, in tables of their own. They
 * get their numbers here, as the migration of the database gives them.
 */
import type { SqlValue } from '../db/driver';
import type { Row } from './row';

/** Answers `null` for a table that the archive doesn't have. */
type RowsOf = (table: string) => Iterable<Row> | null;

export function withFiles(rowsOf: RowsOf): RowsOf {
  const isEarlier = rowsOf('files') === null;
  const numbers = isEarlier ? numbered(rowsOf('attachments') ?? []) : new Map<SqlValue, number>();
  const changes: Readonly<Record<string, readonly [from: string, change: Change]>> = {
    files: ['attachments', (row) => ({ ...row, seq: numbers.get(row.id ?? null) ?? null, kind: 'image' })],
    file_uses: ['attachment_uses', useOf],
    message_parts: [
      'message_parts',
      (row) => ({ ...row, file_seq: numbers.get(row.file_id ?? null) ?? null }),
    ],
  };
  function useOf({ attachment_id = null, ...use }: Row): Row | null {
    const number = numbers.get(attachment_id);
    return use.owner_kind === 'message' || number === undefined ? null : { ...use, file_seq: number };
  }
  return (table) => {
    const [from, change] = (isEarlier && changes[table]) || [table, null];
    const rows = rowsOf(from);
    return rows === null || change === null ? rows : changed(rows, change);
  };
}

type Change = (row: Row) => Row | null;

function* changed(rows: Iterable<Row>, change: Change): Generator<Row> {
  for (const row of rows) {
    const now = change(row);
    if (now !== null) yield now;
  }
}

const numbered = (rows: Iterable<Row>): ReadonlyMap<SqlValue, number> =>
  new Map([...rows].map(({ id = null }, at) => [id, at + 1]));
