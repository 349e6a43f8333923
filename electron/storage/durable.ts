/**
 * Files that survive a power failure: bytes first, then the entries of their folder. Synchronous, for startup;
 * `media/partial.ts` has the same for files that are written while the app runs.
 */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isUnsupportedSync } from './media/partial';

/** Readable only by the user who owns it, whatever the umask is. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Waits until a file's bytes are on the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Waits until the entries of a folder are on the disk. Windows has no such call and writes them itself. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    if (!isUnsupportedSync(error)) throw error;
  } finally {
    closeSync(handle);
  }
}

/** Renames a complete file to its final name; an existing file of that name is replaced in one step. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Writes a small file completely or not at all. */
export function writeFileWhole(path: string, text: string): void {
  const draft = `${path}.part`;
  const file = openSync(draft, 'w', PRIVATE_FILE);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameDurably(draft, path);
}
