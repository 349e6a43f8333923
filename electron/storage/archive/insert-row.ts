import type { Database } from '../db/driver';
import { foreign } from './damaged';
import { columnsOf } from './rows/row-schemas';
import { type ArchiveTable, findSame, type Row } from './tables';

/**
 * Adds a checked row; the database assigns its serial.
 * @returns false where a row with that id, or with the same unique key, exists already.
 * @throws AppError `invalid_input` where the row lacks what every row of the table has.
 */
export function insertRow(
  database: Database,
  table: ArchiveTable,
  row: Row,
  { overwrites }: { readonly overwrites: boolean },
): boolean {
  const { name, serial, inside } = table;
  // A view has no conflicts of its own.
  if (inside !== undefined && findSame(database, table, row) !== null) return false;
  const columns = (columnsOf(name) ?? []).filter((column) => column !== serial && row[column] !== undefined);
  const names = columns.map((column) => `"${column}"`).join(', ');
  const places = columns.map(() => '?').join(', ');
  const verb = overwrites ? 'INSERT OR REPLACE' : 'INSERT';
  const unless = overwrites || inside !== undefined ? '' : ' ON CONFLICT DO NOTHING';
  try {
    const sql = `${verb} INTO "${name}" (${names}) VALUES (${places})${unless}`;
    const { changes } = database.run(sql, ...columns.map((column) => row[column] ?? null));
    return inside !== undefined || changes > 0;
  } catch (cause) {
    if (/FOREIGN KEY/i.test(String(cause))) throw foreign('its rows don’t match each other');
    if (cause instanceof TypeError || isConstraint(cause))
      throw foreign(`a row of “${name}” is wrong: it does not fit`);
    throw cause;
  }
}

const isConstraint = (cause: unknown): boolean => /constraint|datatype|cannot store/i.test(String(cause));
