/**
 * How the last run ended, so that a database is checked only when there is a reason to. A file is written when the
 * database is opened and removed when it is closed.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder, writeFileWhole } from '../durable';

/**
 * - `clean`: it was closed.
 * - `unclean`: the process ended before that, by a crash or a power failure.
 * - `damaged`: damage was found, and nothing has repaired it since.
 */
export type LastEnd = 'clean' | 'unclean' | 'damaged';

const markFile = (folder: string): string => join(folder, 'database-open');

export function lastEnd(folder: string): LastEnd {
  try {
    return readFileSync(markFile(folder), 'utf8').startsWith('damaged') ? 'damaged' : 'unclean';
  } catch {
    return 'clean';
  }
}

/** From now on an end without {@link markClosed} counts as unclean. Known damage stays known. */
export function markOpen(folder: string): void {
  if (lastEnd(folder) !== 'damaged') write(folder, 'open');
}

export const markDamaged = (folder: string): void => write(folder, 'damaged');

export function markClosed(folder: string): void {
  if (lastEnd(folder) !== 'damaged') markRepaired(folder);
}

/** The database was checked and is undamaged. */
export function markRepaired(folder: string): void {
  try {
    rmSync(markFile(folder), { force: true });
    syncFolder(folder);
  } catch {
    // A mark that was not removed costs one check.
  }
}

/** On a full disk the mark is left out: then one check is not made. */
function write(folder: string, text: string): void {
  try {
    writeFileWhole(markFile(folder), text);
  } catch {
    // As above.
  }
}
