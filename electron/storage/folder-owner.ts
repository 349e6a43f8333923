/** Which computer uses a data folder: a file that it touches while it does. */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors';
import { writeFileWhole } from './durable';

export interface FolderOwner {
  readonly host: string;
  readonly pid: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** How often the file is touched, in milliseconds. */
const BEAT_MS = 20_000;
/** The owner of a file that was not touched for this long is gone; network folders report times late. */
export const STALE_MS = 180_000;

const ownerFile = (folder: string): string => join(folder, 'in-use.json');

/**
 * Records that this computer uses the folder. On the same computer the lock decides, so its own old file is replaced.
 * @param onLost called once when another computer has taken over the folder
 * @param beatMs how often the file is touched
 * @returns a function that releases the folder
 * @throws AppError `busy` where another computer uses it
 */
export function claimFolder(
  folder: string,
  owner: FolderOwner,
  onLost?: (host: string) => void,
  beatMs = BEAT_MS,
): () => void {
  const other = readOwner(folder);
  if (other !== null && other.host !== owner.host && isFresh(folder)) throw usedBy(other, folder);
  writeFileWhole(ownerFile(folder), JSON.stringify(owner));
  const beat = setInterval(() => {
    const found = readOwner(folder);
    if (found !== null && found.host !== owner.host) {
      clearInterval(beat);
      onLost?.(found.host);
    } else touch(folder);
  }, beatMs);
  beat.unref();
  return () => {
    clearInterval(beat);
    if (readOwner(folder)?.host === owner.host) rmSync(ownerFile(folder), { force: true });
  };
}

/** Two computers may have different clocks, so both times come from the file system. */
function isFresh(folder: string): boolean {
  const probe = join(folder, '.in-use-probe');
  try {
    writeFileSync(probe, '');
    return statSync(probe).mtimeMs - statSync(ownerFile(folder)).mtimeMs < STALE_MS;
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Without a time of our own, for the same reason. */
function touch(folder: string): void {
  try {
    const probe = join(folder, '.in-use-probe');
    writeFileSync(probe, '');
    const { mtime } = statSync(probe);
    rmSync(probe, { force: true });
    utimesSync(ownerFile(folder), mtime, mtime);
  } catch {
    // The disk is full or the drive is away for a moment: the next beat retries.
  }
}

function readOwner(folder: string): FolderOwner | null {
  try {
    const owner = JSON.parse(readFileSync(ownerFile(folder), 'utf8')) as Partial<FolderOwner> | null;
    return typeof owner?.host === 'string' ? { host: owner.host, pid: 0, since: 0, ...owner } : null;
  } catch {
    return null;
  }
}

function usedBy({ host }: FolderOwner, folder: string): AppError {
  const message = `Gatehouse on the computer “${host}” is using the data folder ${folder}. Close it there first. If that computer is off, try again in three minutes.`;
  return new AppError({ code: 'busy', message });
}
