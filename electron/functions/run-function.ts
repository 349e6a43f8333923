/** The app's side of the threads that run functions of tools and assertions. */
import { Worker } from 'node:worker_threads';
import type { FunctionEnd, RunFunction } from '../core/ports/functions';
import { boundedInterpreter } from './bounded-interpreter';
import type { FunctionSetup } from './function-setup';

/** What the interpreter does not count, such as one step over much memory, ends with the thread; a busy computer needs time. */
const MOST_MS = 20_000;
const MAX_MEGABYTES = 128;
/** A reply may call a hundred functions at once: each thread takes memory, and all of them the processor. */
const MOST_THREADS = 4;

const stopped: FunctionEnd = { error: 'It was stopped.' };

/** @param entry the built `function-worker` */
export function createRunFunction(entry: string | URL): RunFunction {
  const waiting: (() => void)[] = [];
  let running = 0;
  const begin = async () => {
    if (running === MOST_THREADS) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
  };
  /** Hands its thread on to the next. */
  const end = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async (source, argumentsText, signal) => {
    await begin();
    try {
      const interpreter = await boundedInterpreter();
      return signal?.aborted === true
        ? stopped
        : await runOne(entry, { source, argumentsText, interpreter }, signal);
    } finally {
      end();
    }
  };
}

const runOne = (entry: string | URL, setup: FunctionSetup, signal: AbortSignal | undefined) =>
  new Promise<FunctionEnd>((resolve) => {
    const worker = new Worker(entry, {
      workerData: setup,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
      env: {},
    });
    worker.unref();
    const end = (how: FunctionEnd) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      void worker.terminate();
      resolve(how);
    };
    const stop = () => end(stopped);
    const timer = setTimeout(() => end({ error: 'It takes too long.' }), MOST_MS);
    signal?.addEventListener('abort', stop);
    worker.once('message', (how: FunctionEnd) => end(how));
    worker.once('error', ({ message }) => end({ error: message.slice(0, 500) }));
    worker.once('exit', () => end({ error: 'It ended without a result.' }));
  });
