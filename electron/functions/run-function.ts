/** The app's side of the thread that runs one function of a tool. */
import { Worker } from 'node:worker_threads';
import type { FunctionEnd, RunFunction } from '../core/ports/functions';
import type { FunctionSetup } from './interpret';

/** What the interpreter does not count, such as one step over much memory, ends with the thread; a busy computer needs time. */
const MOST_MS = 20_000;
const MAX_MEGABYTES = 128;

/** @param entry the built `function-worker` */
export const createRunFunction =
  (entry: string | URL): RunFunction =>
  (source, argumentsText) =>
    new Promise<FunctionEnd>((resolve) => {
      const worker = new Worker(entry, {
        workerData: { source, argumentsText } satisfies FunctionSetup,
        resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
        env: {},
      });
      worker.unref();
      const end = (how: FunctionEnd) => {
        clearTimeout(timer);
        void worker.terminate();
        resolve(how);
      };
      const timer = setTimeout(() => end({ error: 'It takes too long.' }), MOST_MS);
      worker.once('message', (how: FunctionEnd) => end(how));
      worker.once('error', ({ message }) => end({ error: message.slice(0, 500) }));
      worker.once('exit', () => end({ error: 'It ended without a result.' }));
    });
