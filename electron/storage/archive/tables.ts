/** The tables an archive holds, with the keys and references that the database declares. */
import type { Database, SqlValue } from '../db/driver';
import { columnsOf } from './rows/row-schemas';

export interface ForeignKey {
  readonly column: string;
  readonly parent: string;
  readonly parentColumn: string;
  /** Deleted when the parent is deleted. */
  readonly isOwner: boolean;
  /** The row is something without its parent too. */
  readonly isOptional: boolean;
}

export interface ArchiveTable {
  readonly name: string;
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

const DERIVED_COLUMN = 'search_title';

/** Every table of the app's own, archived or not. */
export function ownTables(database: Database): readonly ArchiveTable[] {
  return database
    .all<{ name: string; type: string; schema: string }>('PRAGMA table_list')
    .filter((table) => table.schema === 'main' && !table.name.startsWith('sqlite_') && !isDerived(table))
    .map(({ name }) => describe(database, name));
}

export const archivedTables = (database: Database): readonly ArchiveTable[] =>
  ownTables(database).filter(({ name }) => columnsOf(name) !== undefined);

function describe(database: Database, name: string): ArchiveTable {
  const columns = database
    .all<{ name: string; type: string; pk: number }>(`PRAGMA table_info("${name}")`)
    .filter((column) => column.name !== DERIVED_COLUMN);
  const primary = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
  const [only] = primary;
  const serial = primary.length === 1 && only?.type === 'INTEGER' ? only.name : null;
  const keys = uniqueKeys(database, name);
  return {
    name,
    columns: columns.map((column) => column.name),
    serial,
    key: serial === null ? primary.map((column) => column.name) : (keys[0] ?? []),
    parents: database
      .all<{ table: string; from: string; to: string | null; on_delete: string }>(
        `PRAGMA foreign_key_list("${name}")`,
      )
      .map(({ table, from, to, on_delete }) => ({
        column: from,
        parent: table,
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
