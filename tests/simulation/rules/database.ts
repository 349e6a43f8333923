/** The app's database as it lies on the disk, read past the app. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import type { Run } from '../run-state';
import { homeOf } from '../world/app';

export interface Rows {
  all<Row>(sql: string, ...params: readonly (string | number)[]): Row[];
}

/** `null` where there is none yet, or none that reads. */
export function readDatabase<Result>(run: Run, work: (rows: Rows) => Result): Result | null {
  const path = join(homeOf(run.world), 'gatehouse.db');
  if (!existsSync(path) || run.damage !== null) return null;
  const database = new Libsql(path);
  database.exec('PRAGMA query_only=ON');
  try {
    return work({ all: (sql, ...params) => database.prepare(sql).all(params) as never });
  } finally {
    database.close();
  }
}
