import type { SqlValue } from '../db/driver';

/** A row of a table, by the names of its columns. */
export type Row = Record<string, SqlValue>;
