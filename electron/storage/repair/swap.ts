/**
 * Replaces the app's database by another one, safe against a kill at any moment: the plan is written first, and
 * whatever process opens the folder next completes it. Nothing is deleted.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRIVATE_FOLDER, renameDurably, syncFolder, writeFileWhole } from '../durable';

/** The app's database, in its data folder. */
export const DATABASE_FILE = 'gatehouse.db';

/** The write-ahead log belongs to the file it was written for, so it moves along. */
const PARTS = ['-wal', '-shm', ''];

interface Swap {
  /** The new database; a name in the data folder. */
  readonly replacement: string;
  /** Where the present one is moved; a name in the data folder or its backups. */
  readonly aside: string;
}

const NAME = /^(backups\/)?[\w-][\w.-]*\.db$/;
const planFile = (folder: string): string => join(folder, 'database-swap.json');

/** No connection may hold either of the two; the replacement is complete and on the disk. */
export function swapDatabase(folder: string, swap: Swap): void {
  writeFileWhole(planFile(folder), JSON.stringify(swap));
  finishSwap(folder);
}

/** An earlier process started a replacement that is still to be completed. */
export const isSwapPlanned = (folder: string): boolean => readPlan(folder) !== null;

/** Completes what an earlier process started; does nothing where there is no plan. */
export function finishSwap(folder: string): void {
  const swap = readPlan(folder);
  if (swap === null) return;
  const replacement = join(folder, swap.replacement);
  // Where it is missing, it was renamed already.
  if (existsSync(replacement)) {
    moveAside(join(folder, DATABASE_FILE), join(folder, swap.aside));
    renameDurably(replacement, join(folder, DATABASE_FILE));
  }
  rmSync(planFile(folder), { force: true });
  syncFolder(folder);
}

function moveAside(path: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
  for (const part of PARTS) {
    if (existsSync(path + part) && !existsSync(target + part)) renameSync(path + part, target + part);
  }
  syncFolder(dirname(target));
}

function readPlan(folder: string): Swap | null {
  try {
    const plan = JSON.parse(readFileSync(planFile(folder), 'utf8')) as Partial<Swap> | null;
    const { replacement = '', aside = '' } = plan ?? {};
    return NAME.test(replacement) && NAME.test(aside) ? { replacement, aside } : null;
  } catch {
    return null;
  }
}

/** A time as part of a file's name: `2026-01-02T03-04-05-000Z`. */
export const stampOf = (now: number): string => new Date(now).toISOString().replace(/[:.]/g, '-');
