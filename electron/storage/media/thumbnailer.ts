/** Thumbnails, made one after the other on a thread that runs only while there is work. */
import { Worker } from 'node:worker_threads';
import type { ImageSize } from './formats/image-size';

export interface ThumbnailRequest {
  readonly source: string;
  readonly destination: string;
}

export type ThumbnailReply = { readonly size: ImageSize } | { readonly size: null; readonly message: string };

export interface Thumbnailer {
  /**
   * Makes a WebP of at most 320 pixels a side at the destination. Requests wait for one another.
   * @throws Error with the reason, where no thumbnail can be made from the source
   */
  make(source: string, destination: string): Promise<ImageSize>;
  /** Ends the thread; waiting requests are rejected. */
  close(): Promise<void>;
}

export interface ThumbnailerOptions {
  /** The built `thumbnail-worker`. */
  readonly entry: string | URL;
  /** How long one thumbnail may take before its thread is ended. */
  readonly timeoutMs?: number;
  /** How long an idle thread is kept, with the memory it uses. */
  readonly idleMs?: number;
}

/**
 * A thread, although the library decodes in the background: scaling 24 million pixels still blocks the caller for 15 to
 * 30 ms, and decoded pixels stay in memory until they are collected, at the latest when the thread ends. It is started
 * for the first image, ended when idle, and replaced when it fails or takes too long.
 */
export function createThumbnailer({
  entry,
  timeoutMs = 20_000,
  idleMs = 30_000,
}: ThumbnailerOptions): Thumbnailer {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  let queue: Promise<unknown> = Promise.resolve();

  const end = async () => {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };
  const run = async (request: ThumbnailRequest): Promise<ImageSize> => {
    if (isClosed) throw new Error('The app is closing.');
    clearTimeout(idle);
    worker ??= new Worker(entry);
    try {
      return sizeOf(await answered(worker, request, timeoutMs));
    } catch (error) {
      if (!(error instanceof Refusal)) await end();
      throw error;
    } finally {
      worker?.unref();
      idle = setTimeout(end, idleMs).unref();
    }
  };
  return {
    make(source, destination) {
      const made = queue.then(() => run({ source, destination }));
      queue = made.catch(() => undefined);
      return made;
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

/** The thread refused the image: the thread itself works. */
class Refusal extends Error {}

function sizeOf(reply: ThumbnailReply): ImageSize {
  if (reply.size === null) throw new Refusal(reply.message);
  return reply.size;
}

function answered(worker: Worker, request: ThumbnailRequest, timeoutMs: number): Promise<ThumbnailReply> {
  worker.ref();
  return new Promise<ThumbnailReply>((resolve, reject) => {
    const timer = setTimeout(
      () => finish(() => reject(new Error('The thumbnail took too long.'))),
      timeoutMs,
    );
    const onMessage = (reply: ThumbnailReply) => finish(() => resolve(reply));
    const onError = (error: Error) => finish(() => reject(error));
    const onExit = () => finish(() => reject(new Error('The thumbnail worker ended.')));
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(request);
  });
}
