/** A whole copy of a database under its name, or none: written under another name, checked, then renamed. */
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { type Database, openDatabase } from '../db/driver';
import { databaseVersion } from '../db/migrate';
import { PRIVATE_FILE, renameDurably, syncFile } from '../durable';

/** Of a copy that is being written; never taken for a copy. */
export const UNFINISHED = '.part';

/**
 * Copies a database at one moment of it, whatever is written meanwhile.
 * @throws SQLite's or the disk's error, or an `Error` where the copy is not what was copied; then `target` is as before
 */
export function copyDatabase(source: Database, target: string): void {
  const draft = target + UNFINISHED;
  // Left by a copy that was cut short; SQLite refuses to write over it.
  rmSync(draft, { force: true });
  try {
    source.run('VACUUM INTO ?', draft);
    chmodSync(draft, PRIVATE_FILE);
    if (!isWholeCopy(draft, databaseVersion(source))) throw new Error(`The copy ${draft} is not whole`);
    syncFile(draft);
    renameDurably(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** True for a sound database of that version. Reads every page. */
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
