/** Which backup replaces the database at the next start, with its checked copy. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder, writeFileWhole } from '../durable';

export const RESTORE_FILE = 'gatehouse.restore.db';

const planFile = (home: string): string => join(home, 'restore.json');

/** The copy is on the disk already: a plan without one is ignored. */
export function planRestore(home: string, id: string): void {
  writeFileWhole(planFile(home), JSON.stringify({ id }));
}

/** The backup's id, `null` where none is to be restored. */
export function pendingRestore(home: string): string | null {
  if (!existsSync(join(home, RESTORE_FILE))) return null;
  try {
    const plan = JSON.parse(readFileSync(planFile(home), 'utf8')) as { id?: unknown } | null;
    return typeof plan?.id === 'string' ? plan.id : null;
  } catch {
    return null;
  }
}

/** The plan is deleted first: a copy without one is only left over. */
export function cancelRestore(home: string): void {
  forgetRestore(home);
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(home, RESTORE_FILE) + suffix, { force: true });
}

export function forgetRestore(home: string): void {
  rmSync(planFile(home), { force: true });
  syncFolder(home);
}
