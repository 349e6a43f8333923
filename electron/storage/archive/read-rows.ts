/** The rows that are exported: not the deleted ones that wait for undo to end, nor what depends on them. */

import { withoutSecrets } from '../../../shared/profiles/credential-names';
import { gatewayConnectionSchema } from '../../../shared/profiles/gateway-connection';
import type { Database, SqlValue } from '../db/driver';
import { readJson } from '../db/json-column';
import { columnsOf } from './rows/row-schemas';
import type { ArchiveTable, Row } from './tables';
import { fileTravels } from './travelling-files';

const ROWS_AT_ONCE = 500;

/** Never exported, whatever a row says: a key stays in its keychain. */
const blanked: Readonly<Record<string, Readonly<Record<string, SqlValue>>>> = {
  profiles: { key_stored: 0 },
  media: { folder: '' },
};

/** Uses that refer to their owner without a foreign key. */
const furtherConditions: Readonly<Record<string, string>> = {
  files: fileTravels,
  file_uses: "t.owner_kind <> 'queued'",
};

/** In pages, oldest first, so that no table has to fit in memory. */
export function* readRows(
  database: Database,
  table: ArchiveTable,
  all: readonly ArchiveTable[],
): Generator<readonly Row[]> {
  const page = pagesOf(database, table, conditionsOf(table, all).join(' AND ') || '1');
  let last: readonly SqlValue[] | null = null;
  for (;;) {
    const { rows, end } = page(last);
    if (rows.length > 0) yield rows.map((row) => traveling(database, table.name, row));
    if (end === null) return;
    last = end;
  }
}

interface Page {
  readonly rows: readonly Row[];
  /** What the next page begins after; `null` where this is the last. */
  readonly end: readonly SqlValue[] | null;
}

function pagesOf(
  database: Database,
  { name, serial, key, order = serial === null ? key : [serial] }: ArchiveTable,
  where: string,
): (last: readonly SqlValue[] | null) => Page {
  const place = order.map((column) => `t."${column}"`).join(', ');
  const archived = columnsOf(name) ?? [];
  const further = order.filter((column) => !archived.includes(column));
  const names = [...archived, ...further].map((column) => `t."${column}"`).join(', ');
  const after = ` AND (${place}) > (${order.map(() => '?').join(', ')})`;
  const query = (bound: string) =>
    `SELECT ${names} FROM "${name}" t WHERE ${where}${bound} ORDER BY ${place} LIMIT ${ROWS_AT_ONCE}`;
  return (last) => {
    const rows = database.all<Row>(query(last === null ? '' : after), ...(last ?? []));
    const end = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1);
    const next = end === undefined ? null : order.map((column) => end[column] ?? null);
    for (const row of rows) for (const column of further) delete row[column];
    return { rows, end: next };
  };
}

function traveling(database: Database, table: string, row: Row): Row {
  const blank = {
    ...row,
    ...blanked[table],
    ...(table === 'profiles' && { connection: bare(row.connection) }),
  };
  return table === 'conversations' ? withDraft(database, blank) : blank;
}

/** A row of an earlier version may hold a secret of its query, while no keychain takes it. */
function bare(connection: SqlValue | undefined): SqlValue {
  const read = gatewayConnectionSchema.safeParse(readJson(String(connection ?? ''), {}));
  return read.success ? JSON.stringify(withoutSecrets(read.data)) : null;
}

/** A queued message is sent by the computer it was queued on; it travels as typed text that was not sent. */
function withDraft(database: Database, row: Row): Row {
  const query = 'SELECT text FROM queued_messages WHERE conversation_id = ? ORDER BY seq';
  const queued = database.all<{ text: string }>(query, row.id ?? null).map(({ text }) => text);
  return queued.length === 0 ? row : { ...row, draft: withQueued(String(row.draft), queued) };
}

function conditionsOf(table: ArchiveTable, all: readonly ArchiveTable[]): string[] {
  const further = furtherConditions[table.name];
  return [...visible(table, all, 't'), ...(further === undefined ? [] : [further])];
}

/**
 * Neither the row nor anything it belongs to is deleted, however far above: a row of a deleted comparison's column would
 * refer to a column that is not in the archive.
 * @param alias the name of the table's row in the statement
 */
function visible({ columns, parents }: ArchiveTable, all: readonly ArchiveTable[], alias: string): string[] {
  const conditions = parents.map(({ byNumber, ...byId }, index) => {
    const { parent } = byId;
    const { column, parentColumn } = byNumber ?? byId;
    const above = `${alias}_${index}`;
    const table = all.find(({ name }) => name === parent);
    const isVisible = table === undefined ? [] : visible(table, all, above);
    const found = [`${above}."${parentColumn}" = ${alias}."${column}"`, ...isVisible].join(' AND ');
    return `(${alias}."${column}" IS NULL OR EXISTS (SELECT 1 FROM "${parent}" ${above} WHERE ${found}))`;
  });
  return columns.includes('removed_at') ? [`${alias}.removed_at IS NULL`, ...conditions] : conditions;
}

/** A draft followed by the queued messages, separated by empty lines. */
export const withQueued = (draft: string, queued: readonly string[]): string =>
  [draft, ...queued].filter((one) => one !== '').join('\n\n');
