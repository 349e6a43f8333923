import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What the process itself has, kept before a run puts the simulated clock in its place. */
const { setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval } = globalThis;

export const real = {
  setTimeout,
  clearTimeout,
  setImmediate,
  clearImmediate,
  setInterval,
  clearInterval,
  now: Date.now,
  random: Math.random,
  monotonic: performance.now.bind(performance),
};

/** Resolves once everything has run that can run without an event. */
export const quiet = (): Promise<void> => new Promise((resolve) => void real.setImmediate(resolve));

type Collect = (how?: { type: 'minor' }) => void;

let collect: Collect | undefined;

function findCollector(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('globalThis.gc') as Collect;
}

/** A second young one finds what the caller still held; a full one takes ten times as long as both. */
const COLLECTIONS = [{ type: 'minor' }, { type: 'minor' }, undefined] as const;

/** Makes the library let go of databases that are closed; it does so only when their statements are collected. */
export async function letGoOfDatabases(): Promise<void> {
  collect ??= findCollector();
  for (const how of COLLECTIONS) {
    // The caller's own have left the stack by then.
    await quiet();
    if (!hasDatabaseFiles()) return;
    collect(how);
    await quiet();
    await quiet();
  }
}

/** Systems that don't say which files a process has open are taken for having some. */
function hasDatabaseFiles(): boolean {
  const folder = '/proc/self/fd';
  if (!existsSync(folder)) return true;
  return readdirSync(folder).some((file) => isDatabaseFile(join(folder, file)));
}

function isDatabaseFile(link: string): boolean {
  try {
    return readlinkSync(link).includes('gatehouse.db');
  } catch {
    // The listing itself had one open, which is closed by now.
    return false;
  }
}
