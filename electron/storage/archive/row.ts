import type { SqlValue } from '../db/driver';

/** A row of a table, keyed by column name. */
export type Row = Record<string, SqlValue>;
