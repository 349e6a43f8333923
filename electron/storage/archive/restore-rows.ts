/**
 * Imports rows into a database that may hold others: existing rows stay as they are, missing ones are added.
 *
 * Numbers that the database assigned are assigned again here, and references to them follow.
 * Only names of our own tables and columns become part of a statement; everything from the archive is a bound value.
 */
import type { ArchiveCount } from '../../../shared/archive/archive';
import { limits } from '../../../shared/limits';
import type { Database, SqlValue } from '../db/driver';
import { adaptRow } from './adapt-row';
import { stopped } from './damaged';
import { withFiles, withParts } from './earlier-archives';
import { createHidden, type Hidden, inSlices, inTurn, type Turns } from './hidden-rows';
import { insertRow } from './insert-row';
import { withQueued } from './read-rows';
import type { RestoreContext } from './restore-context';
import { createLedgerRestore } from './restore-ledger';
import { rowSchemas } from './rows/row-schemas';
import { settleReferences } from './settle-references';
import { type ArchiveTable, archivedTables, findSame, type Row } from './tables';

export interface RestoreSource
  extends Pick<RestoreContext, 'now' | 'home' | 'mediaFolder' | 'placed' | 'stored' | 'thumbnails'> {
  /** `null` where the archive has no such table: it is older than the table. */
  rowsOf(table: string): Iterable<Row> | null;
  countOf(table: string): number;
  readonly turns: Turns;
}

/** These tables hold most of the rows, or what those refer to: they are imported in small groups, before all others. */
const hiddenFirst = ['files', 'conversations', 'messages', 'message_parts'] as const;

/**
 * Others write to the same database and wait while this does. So most rows are imported in small transactions, hidden
 * as if they had been deleted, and one last transaction adds the rest and shows everything. What is hidden when the
 * program ends is deleted at the next start, like everything deleted.
 * @throws AppError `invalid_input` where a row does not fit; nothing is left behind then.
 */
export async function restoreRows(
  database: Database,
  source: RestoreSource,
): Promise<readonly ArchiveCount[]> {
  const restore = createRestore(database, source);
  const hidden = createHidden(database, source.now, source.turns);
  try {
    const bulk: ArchiveCount[] = [];
    for (const name of hiddenFirst) bulk.push(...(await restore.inSlices(name, hidden)));
    return await inTurn(database, source.turns, () => {
      database.run('PRAGMA defer_foreign_keys = ON');
      const rest = Object.keys(rowSchemas)
        .filter((name) => !(hiddenFirst as readonly string[]).includes(name))
        .flatMap(restore.atOnce);
      restore.settle();
      hidden.show();
      return [...bulk, ...rest];
    });
  } catch (error) {
    await hidden.remove();
    restore.forgetFiles();
    throw error;
  }
}

function createRestore(database: Database, source: RestoreSource) {
  const known: Known = { added: new Map(), kept: new Map(), serials: new Map() };
  const context: RestoreContext = {
    ...source,
    database,
    isFresh: isUntouched(database),
    isAdded: (table, id) => (id === undefined ? false : (known.added.get(table)?.has(id) ?? false)),
  };
  const tables = archivedTables(database);
  const rowsOf = withFiles(withParts(source.rowsOf));
  const begin = (name: string, change: (row: Row) => Row = (row) => row) => {
    const table = tables.find((one) => one.name === name);
    const rows = rowsOf(name);
    if (table === undefined || rows === null) return null;
    const insert = inserterOf(database, table, source, context.isFresh);
    const isReferred = tables.some(({ parents }) =>
      parents.some(({ parent, parentColumn }) => parent === name && parentColumn === table.serial),
    );
    const adding = { table, insert: (row: Row) => insert(change(row)), context, known, isReferred };
    return { rows: until(source.turns.signal, rows), taker: createTaker(database, adding) };
  };
  return {
    async inSlices(name: (typeof hiddenFirst)[number], { hide }: Hidden) {
      const begun = begin(name, (row) => hide(name, row, known.kept));
      if (begun === null) return [];
      await inSlices(database, source.turns, begun.rows, begun.taker.take);
      // Parts are counted with their messages.
      return name === 'message_parts' ? [] : [{ table: name, ...begun.taker.counts() }];
    },
    atOnce(name: string) {
      const begun = begin(name);
      if (begun === null) return [];
      for (const row of begun.rows) begun.taker.take(row);
      return [{ table: name, ...begun.taker.counts() }];
    },
    /** Those of an import that failed, unless something here uses them meanwhile. */
    forgetFiles() {
      const isUnused = fileUses
        .map(([uses, column]) => `NOT EXISTS (SELECT 1 FROM ${uses} WHERE ${column} = files.seq)`)
        .join(' AND ');
      for (const id of known.added.get('files') ?? [])
        database.run(`DELETE FROM files WHERE id = ? AND ${isUnused}`, id);
    },
    settle() {
      restoreQueued(database, source.rowsOf('queued_messages') ?? [], context);
      settleReferences(database, (name) => known.added.get(name) ?? new Set());
    },
  };
}

/** Every column that names a stored file. */
const fileUses = [
  ['file_uses', 'file_seq'],
  ['message_parts', 'file_seq'],
  ['job_inputs', 'file_seq'],
  ['job_inputs', 'sent_file_seq'],
  ['experiment_files', 'file_seq'],
] as const;

function* until(signal: Turns['signal'], rows: Iterable<Row>): Generator<Row> {
  for (const row of rows) {
    if (signal.aborted) throw stopped('The import');
    yield row;
  }
}

interface Adding {
  readonly table: ArchiveTable;
  readonly insert: Insert;
  readonly context: RestoreContext;
  readonly known: Known;
  /** Other tables refer to its rows by their serial. */
  readonly isReferred: boolean;
}

/** Imports the rows of one table one after the other, and records the outcome of each. */
function createTaker(database: Database, { table, insert, context, known, isReferred }: Adding) {
  const [kept, ids] = [new Set<SqlValue>(), new Set<SqlValue>()];
  const serials = new Map<SqlValue, SqlValue>();
  known.kept.set(table.name, kept);
  known.added.set(table.name, ids);
  known.serials.set(table.name, serials);
  const names = [table.serial, table.key[0]].filter((column) => column != null);
  let [added, seen] = [0, 0];
  return {
    counts: () => ({ added, kept: seen - added }),
    take(row: Row): void {
      seen += 1;
      const linked = withLinks(table, row, known);
      const adapted = linked && adaptRow(table.name, linked, context);
      const isAdded = adapted !== null && insert(adapted);
      if (isAdded) {
        added += 1;
        if (row.id !== undefined) ids.add(row.id);
      } else for (const column of names) kept.add(row[column] ?? null);
      if (isReferred) noteSerial(database, table, row, serials);
    },
  };
}

/** Every start loads the catalogue, so that alone does not mean that the app was used. */
const isUntouched = (database: Database): boolean =>
  [
    ...[
      'conversations',
      'jobs',
      'media',
      'batches',
      'comparisons',
      'experiments',
      'profiles',
      'prompts',
      'presets',
    ],
    "ledger WHERE operation <> 'models.list'",
  ].every((rows) => database.get(`SELECT 1 FROM ${rows} LIMIT 1`) === undefined);

interface Known {
  /** Ids of the imported rows, by table. */
  readonly added: Map<string, Set<SqlValue>>;
  /** Rows that existed already, or were left out: their ids and serials, by table. */
  readonly kept: Map<string, Set<SqlValue>>;
  /** Maps the archive's serials to those of the same rows here. */
  readonly serials: Map<string, Map<SqlValue, SqlValue>>;
}

/**
 * What belongs to a row that was here already is not changed. Messages are the exception: a chat may have continued in
 * both places, and both branches are kept.
 */
function withLinks(table: ArchiveTable, row: Row, { kept, serials }: Known): Row | null {
  const linked = { ...row };
  for (const { column, parent, parentColumn, isOwner, isOptional } of table.parents) {
    const value = row[column] ?? null;
    if (value === null) continue;
    if (isOwner && table.name !== 'messages' && kept.get(parent)?.has(value)) return null;
    if (parentColumn !== 'seq') continue;
    const here = serials.get(parent)?.get(value);
    if (here === undefined && !isOptional) return null;
    linked[column] = here ?? null;
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
  return (row) => insertRow(database, table, row, { overwrites: table.name === 'settings' && isFresh });
}

function noteSerial(
  database: Database,
  table: ArchiveTable,
  row: Row,
  serials: Map<SqlValue, SqlValue>,
): void {
  if (table.serial === null || table.key.length === 0) return;
  const here = findSame(database, table, row);
  if (here !== null) serials.set(row[table.serial] ?? null, here);
}

/**
 * Queued messages, as archives of earlier versions hold them. Stored as they are, they would be sent, and charged,
 * after the next reply. The typed text becomes part of the chat's draft instead.
 */
function restoreQueued(database: Database, rows: Iterable<Row>, { isAdded }: RestoreContext): void {
  for (const { conversation_id: chat, text } of rows) {
    if (!isAdded('conversations', chat) || typeof text !== 'string') continue;
    const query = 'SELECT draft FROM conversations WHERE id = ?';
    const before = database.get<{ draft: string }>(query, chat ?? null)?.draft ?? '';
    const draft = withQueued(before, [text]);
    if (draft.length > limits.messageCharacters) continue;
    database.run('UPDATE conversations SET draft = ? WHERE id = ?', draft, chat ?? null);
  }
}
