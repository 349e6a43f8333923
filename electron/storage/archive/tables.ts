/** The tables an archive holds, with the keys and references that the database declares. */
import type { Database, SqlValue } from '../db/driver';
import { toStoredId } from '../db/ids';
import { columnsOf } from './rows/row-schemas';

export interface ForeignKey {
  readonly column: string;
  readonly parent: string;
  readonly parentColumn: string;
  /** The same by numbers, of a view that has both; an archive has only ids. */
  readonly byNumber?: { readonly column: string; readonly parentColumn: string };
  /** Deleted when the parent is deleted. */
  readonly isOwner: boolean;
  /** The row is something without its parent too. */
  readonly isOptional: boolean;
}

export interface ArchiveTable {
  readonly name: string;
  /** Of a view: the table behind it, and how a row is found there by its key, as ids are stored. */
  readonly inside?: { readonly rows: string; readonly byKey: string };
  /** The columns by which rows are read in pages, where these are not those of the key. */
  readonly order?: readonly string[];
  readonly columns: readonly string[];
  /** A number the database assigns: on another computer the same row has another one. */
  readonly serial: string | null;
  /** Columns that identify the same row on any computer; empty where only the serial would. */
  readonly key: readonly string[];
  readonly parents: readonly ForeignKey[];
}

/** Filled from the others, for the search. */
export const isDerived = ({ type, name }: { readonly type: string; readonly name: string }): boolean =>
  type === 'virtual' || type === 'shadow' || name.endsWith('_unindexed');

/** What an archive does without: it is made again from the rest. */
const derivedColumns: Readonly<Record<string, readonly string[]>> = {
  conversations: ['seq', 'search_title'],
  message_logprobs: ['message_seq'],
  message_media: ['message_seq'],
};

type Outside = Omit<ArchiveTable, 'name' | 'columns'> & Required<Pick<ArchiveTable, 'inside'>>;

const ofMessage: ForeignKey = {
  column: 'message_id',
  parent: 'messages',
  parentColumn: 'id',
  byNumber: { column: 'message_seq', parentColumn: 'seq' },
  isOwner: true,
  isOptional: false,
};
const OF_MESSAGE = 'message_seq = (SELECT seq FROM message_rows WHERE id = ?)';

/** Views that have ids in place of the numbers inside; of their tables nothing goes into an archive. */
const outsideViews: Readonly<Record<string, Outside>> = {
  // Which rows of the ledger are the same is decided in `restore-ledger.ts`.
  ledger: { inside: { rows: 'ledger_rows', byKey: 'false' }, serial: 'id', key: [], parents: [] },
  messages: {
    inside: { rows: 'message_rows', byKey: 'id = ?' },
    serial: 'seq',
    key: ['id'],
    parents: [
      {
        column: 'conversation_id',
        parent: 'conversations',
        parentColumn: 'id',
        isOwner: true,
        isOptional: false,
      },
    ],
  },
  message_logprobs: {
    inside: { rows: 'logprob_rows', byKey: OF_MESSAGE },
    serial: null,
    key: ['message_id'],
    order: ['message_seq'],
    parents: [ofMessage],
  },
  message_media: {
    inside: { rows: 'shared_media_rows', byKey: `${OF_MESSAGE} AND of_message_id = ?` },
    serial: null,
    key: ['message_id', 'of_message_id'],
    order: ['message_seq', 'of_message_id'],
    parents: [ofMessage],
  },
};

const viewOf = new Map(Object.entries(outsideViews).map(([view, { inside }]) => [inside.rows, view]));

/** What a table is called outside. */
export const outsideName = (table: string): string => viewOf.get(table) ?? table;

/** Every table of the app's own as it is outside, archived or not. */
export function ownTables(database: Database): readonly ArchiveTable[] {
  return database
    .all<{ name: string; type: string; schema: string }>('PRAGMA table_list')
    .filter((table) => table.schema === 'main' && !table.name.startsWith('sqlite_') && !isDerived(table))
    .filter(({ name }) => !viewOf.has(name) && name !== 'names')
    .map(({ name }) => describe(database, name));
}

export const archivedTables = (database: Database): readonly ArchiveTable[] =>
  ownTables(database).filter(({ name }) => columnsOf(name) !== undefined);

function describe(database: Database, name: string): ArchiveTable {
  const columns = database
    .all<{ name: string; type: string; pk: number }>(`PRAGMA table_info("${name}")`)
    .filter((column) => !derivedColumns[name]?.includes(column.name));
  const outside = outsideViews[name];
  if (outside !== undefined) return { name, columns: columns.map((column) => column.name), ...outside };
  const primary = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
  const [only] = primary;
  const serial = primary.length === 1 && only?.type === 'INTEGER' ? only.name : null;
  const keys = uniqueKeys(database, name);
  return {
    name,
    columns: columns.map((column) => column.name),
    serial,
    key: serial === null && only !== undefined ? primary.map((column) => column.name) : (keys[0] ?? []),
    parents: database
      .all<{ table: string; from: string; to: string | null; on_delete: string }>(
        `PRAGMA foreign_key_list("${name}")`,
      )
      .map(({ table, from, to, on_delete }) => ({
        column: from,
        parent: outsideName(table),
        parentColumn: to ?? 'id',
        isOwner: on_delete === 'CASCADE',
        isOptional: on_delete === 'SET NULL',
      })),
  };
}

/** The shortest first: an id before a pair. */
function uniqueKeys(database: Database, name: string): readonly (readonly string[])[] {
  return database
    .all<{ name: string; unique: number; partial: number }>(`PRAGMA index_list("${name}")`)
    .filter((index) => index.unique === 1 && index.partial === 0)
    .map((index) =>
      database.all<{ name: string }>(`PRAGMA index_info("${index.name}")`).map((column) => column.name),
    )
    .sort((one, other) => one.length - other.length);
}

/** A row of a table, keyed by column name. */
export type Row = Record<string, SqlValue>;

/** The number of a row that has the same key here, 1 where the table has none; `null` where there is no such row. */
export function findSame(
  database: Database,
  { name, inside, serial, key }: ArchiveTable,
  row: Row,
): SqlValue {
  const where = inside?.byKey ?? key.map((column) => `"${column}" = ?`).join(' AND ');
  const values = key.map((column) => row[column] ?? null);
  const found = database.get<{ serial: SqlValue }>(
    `SELECT ${serial === null ? '1' : `"${serial}"`} AS serial FROM "${inside?.rows ?? name}" WHERE ${where}`,
    ...(inside === undefined ? values : values.map((id) => (typeof id === 'string' ? toStoredId(id) : id))),
  );
  return found?.serial ?? null;
}
