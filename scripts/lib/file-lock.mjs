// @ts-check
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs a task while holding a lock file; waits as long as another live process holds it. A lock left by a process
 * that is gone is taken over.
 * @template Value
 * @param {string} file
 * @param {() => Promise<Value>} task
 * @returns {Promise<Value>}
 */
export async function withFileLock(file, task) {
  await mkdir(path.dirname(file), { recursive: true });
  while (!(await tryLock(file))) await sleep(100);
  try {
    return await task();
  } finally {
    await rm(file, { force: true });
  }
}

/** @param {string} file */
async function tryLock(file) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    await dropIfStale(file);
    return false;
  }
}

/** @param {string} file */
async function dropIfStale(file) {
  const owner = await readFile(file, 'utf8').catch(() => '');
  if (owner === '' ? !(await isOld(file)) : isAlive(Number(owner))) return;
  const aside = `${file}.${process.pid}`;
  await rename(file, aside).catch(() => undefined);
  // Between the check and the rename another process may have taken the lock over: give it back.
  const moved = await readFile(aside, 'utf8').catch(() => owner);
  if (moved !== owner) await rename(aside, file);
  else await rm(aside, { force: true });
}

/**
 * An empty lock is one being written, unless its writer was killed at that very moment.
 * @param {string} file
 */
async function isOld(file) {
  const made = await stat(file).catch(() => null);
  return made !== null && Date.now() - made.mtimeMs > 5_000;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
