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

/** Makes the library let go of databases that are closed; it does so only when their statements are collected. */
export async function letGoOfDatabases(): Promise<void> {
  setFlagsFromString('--expose-gc');
  (runInNewContext('globalThis.gc') as () => void)();
  await quiet();
  await quiet();
}
