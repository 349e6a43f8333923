/** What `gatehouse run` is given in tests: real files, no terminal, and no code that runs. */
import { existsSync, readFileSync } from 'node:fs';
import type { Core } from '../../electron/core/core';
import type { RunWorld } from '../../electron/run-command';
import { filesBeside, read, whyNotWritten, writeResults } from '../../electron/run-files';

export const never = new Promise<never>(() => undefined);

export const runWorld = (
  core: Core,
  given: Pick<RunWorld, 'print' | 'tell'> &
    Partial<Pick<RunWorld, 'interrupts' | 'env' | 'confirm' | 'onLog' | 'after'>>,
): RunWorld => ({
  ...{ core, env: {}, interrupts: { first: never, second: never }, confirm: null, progress: () => undefined },
  ...{ read, filesBeside, write: writeResults, whyNotWritten, now: () => new Date() },
  ...{ runFunction: () => never, templateCode: () => never },
  readBytes: (path) => (existsSync(path) ? readFileSync(path) : null),
  ...given,
});
