/**
 * Up to two threads that make media, started when there is work and ended after a while without any.
 *
 * A video is made frame by frame, so an image or a speech for the same thread is made between two frames and never
 * waits for a whole video.
 */
import { Worker } from 'node:worker_threads';
import type { MediaOrder, MediaReport, MediaTask } from './tasks';

/** As many as videos that may be rendered at once. */
const MAX_THREADS = 2;
const IDLE_MS = 60_000;
/** Of the JavaScript heap; images are outside it. */
const MAX_HEAP_MB = 192;

/** The built `sandbox-media.js`, or a function that returns it. */
export type MediaEntry = URL | string | (() => Promise<URL | string>);

/** What a thread reported: `name` is that of the original error. */
export class MediaError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

export interface TaskOptions {
  readonly signal: AbortSignal;
  /** 0 to 1, at intervals. */
  readonly onProgress?: (share: number) => void;
}

interface Pending {
  readonly task: MediaTask;
  readonly onProgress: (share: number) => void;
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
  idle: NodeJS.Timeout | null;
}

export class MediaPool {
  readonly #entry: MediaEntry;
  readonly #threads = new Set<Thread>();
  #nextId = 1;
  #isClosed = false;

  constructor(entry: MediaEntry) {
    this.#entry = entry;
  }

  /** @throws MediaError for what the thread could not do; the signal's reason where it was aborted. */
  async run(
    task: MediaTask,
    { signal, onProgress = () => undefined }: TaskOptions,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const entry = typeof this.#entry === 'function' ? await this.#entry() : this.#entry;
    signal.throwIfAborted();
    if (this.#isClosed) throw new MediaError('ClosedError', 'The gateway is closing');
    const thread = this.#chooseThread(task, entry);
    const id = this.#nextId++;
    const { promise, resolve, reject } = withResolvers<Uint8Array<ArrayBuffer>>();
    thread.pending.set(id, { task, onProgress, resolve, reject });
    if (thread.idle !== null) clearTimeout(thread.idle);
    tell(thread, { type: 'run', id, task });
    const cancel = (): void => {
      tell(thread, { type: 'cancel', id });
      reject(signal.reason);
    };
    signal.addEventListener('abort', cancel, { once: true });
    return await promise.finally(() => signal.removeEventListener('abort', cancel));
  }

  /** Aborts everything and waits for the threads to end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  #chooseThread(task: MediaTask, entry: URL | string): Thread {
    const load = ({ pending }: Thread): number => {
      const films = [...pending.values()].filter((one) => one.task.kind === 'video').length;
      return task.kind === 'video' ? films * 1000 + pending.size : pending.size;
    };
    const [best] = [...this.#threads].sort((one, other) => load(one) - load(other));
    if (best !== undefined && (load(best) === 0 || this.#threads.size === MAX_THREADS)) return best;
    return this.#start(entry);
  }

  #start(entry: URL | string): Thread {
    const worker = new Worker(entry, {
      name: 'sandbox-media',
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const thread: Thread = { worker, pending: new Map(), idle: null };
    this.#threads.add(thread);
    let failure: Error | null = null;
    worker.on('message', (report: MediaReport) => this.#hear(thread, report));
    worker.on('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error));
    });
    worker.on('exit', (code) => {
      this.#threads.delete(thread);
      const message = failure?.message ?? `The media thread ended unexpectedly (code ${code})`;
      for (const { reject } of thread.pending.values()) reject(new MediaError('ThreadError', message));
    });
    return thread;
  }

  #hear(thread: Thread, report: MediaReport): void {
    const pending = thread.pending.get(report.id);
    if (pending === undefined) return;
    if (report.type === 'progress') {
      pending.onProgress(report.share);
      return;
    }
    thread.pending.delete(report.id);
    if (report.type === 'done') pending.resolve(report.bytes);
    else pending.reject(new MediaError(report.name, report.message));
    if (thread.pending.size > 0) return;
    // A thread that is not busy must not keep the process alive either.
    thread.idle = setTimeout(() => void this.#end(thread), IDLE_MS).unref();
  }

  async #end(thread: Thread): Promise<void> {
    if (thread.idle !== null) clearTimeout(thread.idle);
    this.#threads.delete(thread);
    await thread.worker.terminate();
  }
}

const tell = ({ worker }: Thread, order: MediaOrder): void => worker.postMessage(order);

interface Resolvers<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
}

/** `Promise.withResolvers`, which Node 20 does not have yet. */
function withResolvers<Value>(): Resolvers<Value> {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

/**
 * The path of the media thread's program: beside the entry that starts the gateway, with the same extension.
 * @param entryUrl `import.meta.url` of a built entry
 */
export function mediaEntryBeside(entryUrl: string): URL {
  const ending = /\.[a-z]+$/.exec(entryUrl)?.[0] ?? '.js';
  return new URL(`./sandbox-media${ending}`, entryUrl);
}
