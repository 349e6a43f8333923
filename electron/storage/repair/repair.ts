/** Repairs a damaged database when the app opens. */
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, releaseClosedDatabases } from '../db/driver';
import { lastEnd, markRepaired } from '../db/end-mark';
import { isDamage } from '../db/storage-error';
import { PRIVATE_FILE, syncFile } from '../durable';
import { type Damage, findDamage, rebuildIndexes } from './check';
import { type SalvagedTable, salvage } from './salvage';
import { DATABASE_FILE, stampOf, swapDatabase } from './swap';

export type Repair =
  /** The search index was rebuilt; nothing is lost. */
  | { readonly kind: 'rebuilt' }
  /** A new database holds what could be read; the damaged one is kept. */
  | { readonly kind: 'recovered'; readonly setAside: string; readonly tables: readonly SalvagedTable[] };

const REPLACEMENT = 'gatehouse.recovered.db';

/**
 * Repairs the database of a folder that only this app uses, and that no connection of this process holds.
 * @param now milliseconds since the epoch; names the file that is set aside
 * @returns `null` where the database is not damaged
 */
export async function repairDatabase(folder: string, now: number): Promise<Repair | null> {
  const path = join(folder, DATABASE_FILE);
  if (!existsSync(path)) return sound(folder);
  const damage = inspect(path) ?? metDamage(folder, path);
  if (damage === null) return sound(folder);
  if (!damage.isBeyondIndexes && rebuild(path, damage)) {
    markRepaired(folder);
    return { kind: 'rebuilt' };
  }
  const replacement = join(folder, REPLACEMENT);
  const tables = salvage(path, replacement, now);
  await releaseClosedDatabases();
  for (const suffix of ['-wal', '-shm']) rmSync(replacement + suffix, { force: true });
  chmodSync(replacement, PRIVATE_FILE);
  syncFile(replacement);
  const aside = `gatehouse.unreadable-${stampOf(now)}.db`;
  swapDatabase(folder, { replacement: REPLACEMENT, aside });
  markRepaired(folder);
  return { kind: 'recovered', setAside: join(folder, aside), tables };
}

function sound(folder: string): null {
  markRepaired(folder);
  return null;
}

const beyondReading: Damage = { indexes: [], isBeyondIndexes: true };

function inspect(path: string): Damage | null {
  try {
    const database = openDatabase(path);
    try {
      return findDamage(database);
    } finally {
      database.close();
    }
  } catch (error) {
    if (isDamage(error)) return beyondReading;
    throw error;
  }
}

/** Damage that a query met and no check finds is in a full-text index that disagrees with its rows. */
function metDamage(folder: string, path: string): Damage | null {
  return lastEnd(folder) === 'damaged' ? { indexes: fullTextTables(path), isBeyondIndexes: false } : null;
}

function fullTextTables(path: string): readonly string[] {
  const database = openDatabase(path, { readonly: true });
  try {
    return database
      .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%'")
      .map(({ name }) => name);
  } finally {
    database.close();
  }
}

function rebuild(path: string, { indexes }: Damage): boolean {
  const database = openDatabase(path);
  try {
    rebuildIndexes(database, indexes);
    return findDamage(database) === null;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    database.close();
  }
}
