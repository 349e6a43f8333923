/** Runs the gateway in a worker thread: it can't outlive the process, and can't block it. */
import { Worker } from 'node:worker_threads';
import type { WorkerMessage, WorkerOptions, WorkerOrder } from './worker';

const STOP_TIMEOUT_MS = 3000;

export interface StartOptions extends WorkerOptions {
  /** The built `sandbox-worker.js`. */
  readonly entry: URL | string;
}

export interface RunningSandbox {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** A chat call is about to come: what the first one needs is loaded before it. */
  expectChat(): void;
  /** Aborts what is running (and charges what was sent) and waits for the end of the worker. */
  stop(): Promise<void>;
  /** Called once when the worker ends without `stop`; at once where it already has. */
  onExit(listener: (reason: Error) => void): void;
}

/** @throws Error that says why the worker couldn't start, such as a database that is in use. */
export async function startSandbox({ entry, ...options }: StartOptions): Promise<RunningSandbox> {
  const worker = new Worker(entry, { workerData: options, name: 'sandbox' });
  const ending = watchEnd(worker);
  const baseUrl = await Promise.race([whenReady(worker), ending.then((reason) => Promise.reject(reason))]);
  let isStopping = false;
  return {
    baseUrl,
    apiKey: options.apiKey,
    expectChat: () => worker.postMessage('expect-chat' satisfies WorkerOrder),
    stop: async () => {
      isStopping = true;
      worker.postMessage('stop' satisfies WorkerOrder);
      const timer = setTimeout(() => void worker.terminate(), STOP_TIMEOUT_MS);
      await ending;
      clearTimeout(timer);
    },
    onExit: (listener) => {
      void ending.then((reason) => {
        if (!isStopping) listener(reason);
      });
    },
  };
}

/** Resolves when the worker has ended, with the reason. */
function watchEnd(worker: Worker): Promise<Error> {
  let failure: Error | null = null;
  // Without a listener an error in the worker would end this process.
  worker.on('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error));
  });
  return new Promise((resolve) => {
    worker.once('exit', (code) => {
      resolve(failure ?? new Error(`The embedded gateway ended unexpectedly (code ${code})`));
    });
  });
}

function whenReady(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message: WorkerMessage) => {
      if (message.type === 'ready') resolve(message.baseUrl);
      else reject(new Error(`The embedded gateway could not start: ${message.message}`));
    });
  });
}
