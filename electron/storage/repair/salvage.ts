/** Copies everything that can still be read from a damaged database into a new one. */
import { rmSync } from 'node:fs';
import { isDerived, outsideName } from '../archive/tables';
import { type Database, openDatabase, type SqlValue } from '../db/driver';
import { outerId, storedId } from '../db/ids';
import { databaseVersion, migrate } from '../db/migrate';
import { migrations } from '../db/schema';
import { type Row, salvageRows } from './salvage-table';

export interface SalvagedTable {
  /** What it is called outside. */
  readonly name: string;
  readonly kept: number;
  /** `null` where it can't be counted any more. */
  readonly lost: number | null;
}

/**
 * @param damaged is only read
 * @param target created here; complete and closed afterwards, but not yet synced
 * @param now when what was at work ended, in milliseconds since the epoch
 * @returns every table that held rows; empty where nothing can be read
 */
export function salvage(damaged: string, target: string, now: number): readonly SalvagedTable[] {
  for (const suffix of ['', '-wal', '-shm']) rmSync(target + suffix, { force: true });
  const found = openDatabase(target);
  try {
    const tables = copyFrom(damaged, found);
    migrate(found, migrations);
    mendReferences(found);
    endOpenWork(found, now);
    // One file, without a log beside it.
    found.exec('PRAGMA journal_mode=DELETE');
    return tables;
  } finally {
    found.close();
  }
}

function copyFrom(path: string, target: Database): readonly SalvagedTable[] {
  const source = attempt(() => openDatabase(path, { readonly: true }));
  if (source === null) return [];
  try {
    const version = attempt(() => databaseVersion(source)) ?? migrations.length;
    if (version > migrations.length) return [];
    migrate(target, migrations.slice(0, version));
    target.exec('PRAGMA foreign_keys=OFF');
    return tableNames(target)
      .map((table) => copyTable(source, target, table))
      .filter(({ kept, lost }) => kept > 0 || lost !== 0);
  } finally {
    source.close();
  }
}

interface Table {
  readonly name: string;
  readonly hasRowid: boolean;
}

/** Full-text indexes are left out: triggers note all rows for them. Views have no rows of their own. */
function tableNames(database: Database): readonly Table[] {
  return database
    .all<{ schema: string; name: string; type: string; wr: number }>('PRAGMA table_list')
    .filter((table) => table.schema === 'main' && !table.name.startsWith('sqlite_'))
    .filter((table) => table.type !== 'view' && !isDerived(table))
    .map(({ name, wr }) => ({ name, hasRowid: wr === 0 }));
}

function copyTable(source: Database, target: Database, { name, hasRowid }: Table): SalvagedTable {
  const columns = target.all<{ name: string }>(`PRAGMA table_info("${name}")`).map((column) => column.name);
  const marks = columns.map(() => '?').join(', ');
  const insert = `INSERT OR IGNORE INTO "${name}" (${columns.map((column) => `"${column}"`).join(', ')}) VALUES (${marks})`;
  let kept = 0;
  const take = (row: Row) => {
    const values: SqlValue[] = columns.map((column) => row[column] ?? null);
    // A readable row with invalid values is refused by the table's own constraints.
    kept += attempt(() => target.run(insert, ...values).changes) ?? 0;
  };
  target.transaction(() => {
    attempt(() => salvageRows({ database: source, table: name, columns, hasRowid }, take));
  });
  // An index may show how many there were, although the rows can't be read.
  const total = attempt(() => source.get<{ rows: number }>(`SELECT count(*) AS rows FROM "${name}"`)?.rows);
  return { name: outsideName(name), kept, lost: total == null ? null : Math.max(0, total - kept) };
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/**
 * What checks and judges were asked may be among the lost rows: going on by itself would ask, and pay, again. Rows of batches
 * say themselves whether they were sent.
 */
function endOpenWork(database: Database, now: number): void {
  const error = JSON.stringify({
    code: 'interrupted',
    message:
      'The database was damaged, and the record of some requests may be lost. They may have been charged. Look at what is here before you ask again.',
    outcomeUnknown: true,
  });
  database.transaction(() => {
    database.run(
      "UPDATE checks SET status = 'stopped', finished_at = ?, error = ? WHERE status IN ('running', 'paused')",
      ...[now, error],
    );
    database.run("UPDATE experiments SET state = 'paused', error = ? WHERE state = 'running'", error);
  });
}

// Makes recovered rows reachable whose related rows were lost, so that they can be seen.

function mendReferences(database: Database): void {
  database.transaction(() => {
    database.exec(NAMES);
    database.exec(CHATS);
    database.exec(BRANCHES);
    removeOrphans(database);
  });
}

const named = [
  ...['profile_seq', 'operation_seq', 'model_seq', 'conversation_seq'].map((column) => [
    column,
    'ledger_rows',
  ]),
  ...['profile_seq', 'model_seq', 'answered_model_seq'].map((column) => [column, 'message_rows']),
];

/** A call whose profile or model was lost is a call still, and counts. */
const NAMES = `
  INSERT INTO names (seq, name) SELECT DISTINCT seq, 'lost-' || seq FROM (
    ${named.map(([column, table]) => `SELECT ${column} AS seq FROM ${table}`).join(' UNION ')})
  WHERE seq IS NOT NULL AND seq NOT IN (SELECT seq FROM names)`;

/** The id of a lost chat, as its calls have it; otherwise it gets another. */
const ID_OF_CHAT = `coalesce((SELECT n.name FROM message_rows p JOIN ledger_rows l ON l.message_id = p.id
    JOIN names n ON n.seq = l.conversation_seq
    WHERE p.conversation_seq = m.conversation_seq AND n.name NOT IN (SELECT id FROM conversations) LIMIT 1),
  ${outerId('randomblob(16)')})`;

/** Messages whose chat was lost get a chat. */
const CHATS = `
  INSERT INTO conversations (seq, id, title, created_at, updated_at, settings)
    SELECT m.conversation_seq, ${ID_OF_CHAT}, 'Recovered chat', min(m.created_at), max(m.created_at), '{}'
    FROM message_rows m WHERE m.conversation_seq NOT IN (SELECT seq FROM conversations) GROUP BY m.conversation_seq`;

/** A message whose parent was lost follows the one before it; a chat shows its newest message. */
const BRANCHES = `
  UPDATE message_rows SET parent_seq = (
      SELECT before.seq FROM message_rows before
      WHERE before.conversation_seq = message_rows.conversation_seq AND before.seq < message_rows.seq
      ORDER BY before.seq DESC LIMIT 1)
    WHERE parent_seq IS NOT NULL AND parent_seq NOT IN (SELECT seq FROM message_rows);
  UPDATE conversations SET leaf_id = (
      SELECT ${outerId('m.id')} FROM message_rows m
      WHERE m.conversation_seq = conversations.seq AND m.removed_at IS NULL ORDER BY m.seq DESC LIMIT 1)
    WHERE leaf_id IS NULL OR NOT EXISTS (SELECT 1 FROM message_rows WHERE id = ${storedId('leaf_id')})`;

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
  readonly key: string;
  readonly onDelete: string;
}

/**
 * Rows that mean nothing without the row they belong to are removed, as if it had been deleted; others lose only the
 * mention. None may stay: the number of the lost row is given to a new one, and what belonged to the old one, such as
 * the cells of an experiment that nobody started, would be taken for the new one's. Repeated, since what is removed may
 * have rows of its own.
 */
function removeOrphans(database: Database): void {
  while (brokenReferences(database).reduce((changes, one) => changes + dropMentions(database, one), 0) > 0);
}

/** @returns how many rows there were; a key may be without a value in a damaged table, which `NOT IN` would not survive */
const dropMentions = (database: Database, { table, column, parent, key, onDelete }: Reference): number =>
  database.run(
    `${onDelete === 'SET NULL' ? `UPDATE "${table}" SET "${column}" = NULL` : `DELETE FROM "${table}"`}
     WHERE "${column}" IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM "${parent}" held WHERE held."${key}" = "${table}"."${column}")`,
  ).changes;

/** SQLite's check names no row of a table without row numbers, so only its tables and columns are taken. */
const brokenReferences = (database: Database): readonly Reference[] =>
  database.all<Reference>(`
    SELECT DISTINCT c."table" AS "table", f."from" AS "column", f."table" AS parent, f."to" AS key,
      f.on_delete AS onDelete
    FROM pragma_foreign_key_check c JOIN pragma_foreign_key_list(c."table") f ON f.id = c.fkid`);
