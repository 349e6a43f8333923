/** A thread that runs one function at a time, until one of them has to be ended with it. */
import { Worker } from 'node:worker_threads';
import type { FunctionEnd } from '../core/ports/functions';
import type { FunctionSetup, ThreadSetup } from './function-setup';

/** What the interpreter does not count, such as one step over much memory, ends with the thread; a busy computer needs time. */
const MOST_MS = 20_000;
const MAX_MEGABYTES = 128;

export const stopped: FunctionEnd = { error: 'It was stopped.' };

export class FunctionThread {
  readonly #worker: Worker;
  #hasEnded = false;

  /** @param entry the built `function-worker` */
  constructor(entry: string | URL, setup: ThreadSetup) {
    this.#worker = new Worker(entry, {
      workerData: setup,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
      env: {},
    });
    // An app that ends waits for no function.
    this.#worker.unref();
    // An error is followed by the exit; without a listener it would end the app.
    this.#worker
      .on('error', () => undefined)
      .once('exit', () => {
        this.#hasEnded = true;
      });
  }

  /** Whether it can run no more. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  run(setup: FunctionSetup, signal: AbortSignal | undefined): Promise<FunctionEnd> {
    return new Promise((resolve) => {
      const worker = this.#worker;
      const settle = (how: FunctionEnd) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        worker.off('message', settle).off('error', fail).off('exit', exit);
        resolve(how);
      };
      const endWith = (how: FunctionEnd) => {
        this.end();
        settle(how);
      };
      const stop = () => endWith(stopped);
      const fail = ({ message }: Error) => endWith({ error: message.slice(0, 500) });
      const exit = () => endWith({ error: 'It ended without a result.' });
      const timer = setTimeout(() => endWith({ error: 'It takes too long.' }), MOST_MS);
      signal?.addEventListener('abort', stop);
      worker.on('message', settle).on('error', fail).on('exit', exit);
      worker.postMessage(setup);
    });
  }

  end(): void {
    this.#hasEnded = true;
    void this.#worker.terminate();
  }
}
