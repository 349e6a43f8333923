import type { Database } from '../db/driver';
import { forgetIndex, type SearchTable } from '../db/search-index';
import { isDamage } from '../db/storage-error';

export interface Damage {
  /** Full-text tables whose index can't be read; their content can. */
  readonly indexes: readonly string[];
  /** Anything else is damaged too. */
  readonly isBeyondIndexes: boolean;
}

/** As SQLite 3.44 and later report it (https://www.sqlite.org/pragma.html#pragma_quick_check). */
const INDEX = /inverted index for FTS5 table main\.(\w+)$/;

/** Checks every page of a database; `null` where it is not damaged. 100 MB take about a tenth of a second. */
export function findDamage(database: Database): Damage | null {
  const found = problemsOf(database);
  if (found.length === 0) return null;
  const indexes = found.flatMap((problem) => INDEX.exec(problem)?.[1] ?? []);
  return { indexes, isBeyondIndexes: indexes.length < found.length };
}

function problemsOf(database: Database): readonly string[] {
  try {
    const rows = database.all<{ quick_check: string }>('PRAGMA quick_check(100)');
    return rows.map(({ quick_check: problem }) => problem).filter((problem) => problem !== 'ok');
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [String(error)];
  }
}

/**
 * Empties full-text indexes, so that the app fills them again from their rows.
 * @throws where the rows can't be read; then nothing is changed
 */
export function rebuildIndexes(database: Database, tables: readonly string[]): void {
  database.transaction(() => {
    for (const table of tables) forgetIndex(database, table.replace(/_words$/, '') as SearchTable);
  });
}
