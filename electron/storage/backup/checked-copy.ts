/** A complete copy of a database or none: written under a temporary name, checked, then renamed. */
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { type Database, openDatabase } from '../db/driver';
import { databaseVersion } from '../db/migrate';
import { PRIVATE_FILE, renameDurably, syncFile } from '../durable';

/** The suffix of a copy that is being written; such a file is never read as a copy. */
export const UNFINISHED = '.part';

/**
 * Copies one snapshot of a database, whatever is written meanwhile.
 * @throws the error of SQLite or the disk, or an `Error` where the copy differs from its source; `target` is unchanged
 * then
 */
export function copyDatabase(source: Database, target: string): void {
  const draft = target + UNFINISHED;
  // Left by a copy that was cut short; SQLite refuses to overwrite it.
  rmSync(draft, { force: true });
  try {
    source.run('VACUUM INTO ?', draft);
    chmodSync(draft, PRIVATE_FILE);
    if (!isWholeCopy(draft, databaseVersion(source))) throw new Error(`The copy ${draft} is incomplete`);
    syncFile(draft);
    renameDurably(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** True for an undamaged database of that version. Reads every page. */
export function isWholeCopy(path: string, version: number): boolean {
  if (!existsSync(path)) return false;
  try {
    const copy = openDatabase(path, { readonly: true });
    try {
      const [first] = copy.all<{ quick_check: string }>('PRAGMA quick_check(1)');
      return first?.quick_check === 'ok' && databaseVersion(copy) === version;
    } finally {
      copy.close();
    }
  } catch {
    return false;
  }
}
