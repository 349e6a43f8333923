/** The app's side of the thread that runs one proxy script. */
import { Worker } from 'node:worker_threads';

export interface PacSetup {
  readonly text: string;
}

export interface PacRequest {
  readonly id: number;
  readonly url: string;
}

export interface PacReply {
  readonly id: number;
  readonly answer: string;
  /** What went wrong; `null` where the answer holds. */
  readonly failure: string | null;
}

export interface PacThread {
  /** @throws Error with what is wrong with the script */
  find(url: string): Promise<string>;
  /** Ends the thread once nothing waits for it. */
  retire(): void;
}

/** With the names that a script may look up. */
const ANSWER_MS = 5_000;
const MAX_MEGABYTES = 128;

interface Waiting {
  resolve(answer: string): void;
  reject(error: Error): void;
}

/** @param entry the built `pac-worker` */
export function startPacThread(entry: string | URL, text: string): PacThread {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let failure: Error | null = null;
  let isRetired = false;
  const worker = new Worker(entry, {
    workerData: { text } satisfies PacSetup,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  });
  worker.unref();
  const endIfIdle = () => {
    if (isRetired && waiting.size === 0) void worker.terminate();
  };
  const fail = (error: Error) => {
    failure ??= error;
    for (const one of waiting.values()) one.reject(failure);
    waiting.clear();
    void worker.terminate();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('it ended')));
  worker.on('message', ({ id, answer, failure: wrong }: PacReply) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (wrong === null) one?.resolve(answer);
    else one?.reject(new Error(wrong));
    // A script that ran too long, or out of memory, is not run again until it is read from its address once more.
    if (wrong !== null && /interrupted|out of memory/i.test(wrong)) fail(new Error(wrong));
    endIfIdle();
  });
  return {
    async find(url) {
      if (failure !== null) throw failure;
      lastId += 1;
      const id = lastId;
      const timer = setTimeout(() => fail(new Error('it takes too long')), ANSWER_MS);
      try {
        return await new Promise<string>((resolve, reject) => {
          waiting.set(id, { resolve, reject });
          worker.postMessage({ id, url } satisfies PacRequest);
        });
      } finally {
        clearTimeout(timer);
      }
    },
    retire() {
      isRetired = true;
      endIfIdle();
    },
  };
}
