/**
 * Rows of an archive into a database that may hold others: what is here already stays as it is, what is not is added.
 *
 * Runs in one transaction. Numbers that the database gives in turn are given anew, and what refers to them follows.
 */
import type { ArchiveCount } from '../../../shared/archive';
import type { Database, SqlValue } from '../driver';
import { adaptRow, type RestoreContext } from './adapt-row';
import { foreign } from './damaged';
import type { Row } from './read-rows';
import { createLedgerRestore } from './restore-ledger';
import { type ArchiveTable, archivedTables } from './tables';

export interface RestoreSource extends Omit<RestoreContext, 'isKept' | 'isFresh' | 'seenMessages'> {
  /** `null` where the archive has no such table: it is older than the table. */
  rowsOf(table: string): Iterable<Row> | null;
  countOf(table: string): number;
}

/** @throws AppError `invalid_input` where a row does not fit; the transaction around it then leaves nothing behind. */
export function restoreRows(database: Database, source: RestoreSource): readonly ArchiveCount[] {
  database.run('PRAGMA defer_foreign_keys = ON');
  const known: Known = { kept: new Map(), serials: new Map() };
  const context: RestoreContext = {
    ...source,
    isFresh: isUntouched(database),
    seenMessages: new Set(),
    isKept: (table, id) => known.kept.get(table)?.has(id) ?? false,
  };
  return archivedTables(database).flatMap((table) => {
    const rows = source.rowsOf(table.name);
    if (rows === null) return [];
    const insert = inserterOf(database, table, source, context.isFresh);
    const added = restoreTable(database, { table, rows, insert, context, known });
    return [{ table: table.name, added, kept: source.countOf(table.name) - added }];
  });
}

interface TableRestore {
  readonly table: ArchiveTable;
  readonly rows: Iterable<Row>;
  readonly insert: Insert;
  readonly context: RestoreContext;
  readonly known: Known;
}

/** @returns how many rows came in. */
function restoreTable(database: Database, { table, rows, insert, context, known }: TableRestore): number {
  const kept = new Set<SqlValue>();
  const serials = new Map<SqlValue, SqlValue>();
  known.kept.set(table.name, kept);
  known.serials.set(table.name, serials);
  const names = [table.serial, table.key[0]].filter((column) => column != null);
  let added = 0;
  for (const row of rows) {
    const adapted = adaptRow(table.name, row, context);
    const linked = adapted && withLinks(table, adapted, known);
    const isAdded = linked !== null && insert(linked);
    if (isAdded) added += 1;
    else for (const column of names) kept.add(row[column] ?? null);
    noteSerial(database, table, row, serials);
  }
  return added;
}

/** Reading the catalogue, which every start does, is nothing a person did. */
const isUntouched = (database: Database): boolean =>
  ['conversations', 'jobs', 'media', "ledger WHERE operation <> 'models.list'"].every(
    (rows) => database.get(`SELECT 1 FROM ${rows} LIMIT 1`) === undefined,
  );

interface Known {
  /** Rows that were here already, or were left out: their ids and serials, by table. */
  readonly kept: Map<string, Set<SqlValue>>;
  /** The serials of the archive and those of the same rows here. */
  readonly serials: Map<string, Map<SqlValue, SqlValue>>;
}

/**
 * What belongs to a row that was here already is that row's own affair. Messages are the exception: a chat may have
 * gone on in both places, and both branches are kept.
 */
function withLinks(table: ArchiveTable, row: Row, { kept, serials }: Known): Row | null {
  const linked = { ...row };
  for (const { column, parent, parentColumn, isOwner } of table.parents) {
    const value = row[column] ?? null;
    if (value === null) continue;
    if (isOwner && table.name !== 'messages' && kept.get(parent)?.has(value)) return null;
    if (parentColumn !== 'seq') continue;
    const here = serials.get(parent)?.get(value);
    if (here === undefined) return null;
    linked[column] = here;
  }
  return linked;
}

type Insert = (row: Row) => boolean;

function inserterOf(
  database: Database,
  table: ArchiveTable,
  source: RestoreSource,
  isFresh: boolean,
): Insert {
  if (table.name === 'ledger') return createLedgerRestore(database, source.countOf('ledger'));
  const overwrites = table.name === 'settings' && isFresh;
  return (row) => insertRow(database, table, row, overwrites);
}

function insertRow(database: Database, table: ArchiveTable, row: Row, overwrites: boolean): boolean {
  const columns = table.columns.filter((column) => column !== table.serial && row[column] !== undefined);
  const names = columns.map((column) => `"${column}"`).join(', ');
  const places = columns.map(() => '?').join(', ');
  const verb = overwrites ? 'INSERT OR REPLACE' : 'INSERT';
  const unless = overwrites ? '' : ' ON CONFLICT DO NOTHING';
  try {
    const sql = `${verb} INTO "${table.name}" (${names}) VALUES (${places})${unless}`;
    return database.run(sql, ...columns.map((column) => row[column] ?? null)).changes > 0;
  } catch (cause) {
    if (cause instanceof TypeError || isConstraint(cause))
      throw foreign(`a row of “${table.name}” does not fit`);
    throw cause;
  }
}

const isConstraint = (cause: unknown): boolean => /constraint|datatype|cannot store/i.test(String(cause));

function noteSerial(
  database: Database,
  table: ArchiveTable,
  row: Row,
  serials: Map<SqlValue, SqlValue>,
): void {
  if (table.serial === null || table.key.length === 0) return;
  const where = table.key.map((column) => `"${column}" = ?`).join(' AND ');
  const here = database.get<Row>(
    `SELECT "${table.serial}" AS serial FROM "${table.name}" WHERE ${where}`,
    ...table.key.map((column) => row[column] ?? null),
  );
  if (here?.serial !== undefined) serials.set(row[table.serial] ?? null, here.serial);
}
