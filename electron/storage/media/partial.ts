/**
 * Files that are being written: under a temporary name until they are complete, so that a crash leaves no half result.
 */
import { randomBytes } from 'node:crypto';
import {
  chmod,
  constants,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
} from 'node:fs/promises';
import { dirname } from 'node:path';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import { diskError } from './disk-error';
import { joinInside } from './inside';

/**
 * Distinguishes this process from an earlier one with the same pid: in a container it may always be 7. Its threads have
 * the same, or the start would take what an import is writing for left over.
 */
const RUN = 'gatehouse-run';
const run = String((isMainThread ? undefined : getEnvironmentData(RUN)) ?? randomBytes(4).toString('hex'));
setEnvironmentData(RUN, run);
const PARTIAL = /^\.gatehouse-(\d+)-([0-9a-f]{8})-[0-9a-f]{12}\.part$/;

function partialName(): string {
  return `.gatehouse-${process.pid}-${run}-${randomBytes(6).toString('hex')}.part`;
}

/**
 * Provides a temporary file in the folder. The work renames it when it is complete; in every case nothing is left under
 * the temporary name. Disk errors become an `AppError`.
 */
export async function withPartial<Result>(
  folder: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = joinInside(folder, partialName());
  try {
    return await work(path);
  } catch (error) {
    throw diskError(error, folder);
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Opens a new file that only its owner can read, and closes it only when its bytes are on the disk. */
export async function writeFileDurably<Result>(
  path: string,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, 'wx', 0o600);
  try {
    const result = await work(file);
    await file.sync();
    return result;
  } finally {
    await file.close();
  }
}

/** Renames a complete file; the name survives a power failure too, so a row may rely on it. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/**
 * Copies a file: it is complete under its name, or not there at all; an existing one is replaced in one step.
 * @param mode its permissions, where they are not those of its source
 */
export async function copyDurably(from: string, to: string, mode?: number): Promise<void> {
  await withPartial(dirname(to), async (partial) => {
    await copyFile(from, partial, constants.COPYFILE_EXCL);
    // Some file systems have no permissions.
    if (mode !== undefined) await chmod(partial, mode).catch(() => undefined);
    const file = await open(partial, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await renameDurably(partial, to);
  });
}

/** Some network and FUSE file systems can't sync a folder. */
export const isUnsupportedSync = (error: unknown): boolean =>
  ['EINVAL', 'ENOTSUP', 'EBADF'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Waits until the entries of a folder are on the disk. Windows has no such call and writes them itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!isUnsupportedSync(error)) throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Creates a folder of the app's own that only its owner can read.
 * @throws AppError that says what is wrong with the disk
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause) => {
    throw diskError(cause, folder);
  });
}

/** Writes all of it: a single write may accept less than it is given. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position?: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const at = position === undefined ? null : position + done;
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at);
    done += bytesWritten;
  }
}

/**
 * Deletes what processes that ended in the middle left behind. Files of a running process stay, since another window of
 * the app may share the folder.
 * @returns how many were removed
 */
export async function cleanPartials(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const leftovers = names.filter(isLeftover);
  await Promise.all(
    leftovers.map((name) => rm(joinInside(folder, name), { force: true }).catch(() => undefined)),
  );
  return leftovers.length;
}

/** Whether a file that the process was writing is still there. */
export async function hasPartialOf(folder: string, pid: number): Promise<boolean> {
  const names = await readdir(folder);
  return names.some((name) => PARTIAL.exec(name)?.[1] === String(pid));
}

function isLeftover(name: string): boolean {
  const [, pid, madeIn] = PARTIAL.exec(name) ?? [];
  if (pid === undefined) return false;
  return Number(pid) === process.pid ? madeIn !== run : !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
