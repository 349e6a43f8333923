/** Thumbnails, made one after the other by a helper that runs only while there is work. */
import { AppError } from '../../../shared/errors';
import type { Look } from '../../../shared/media/order';
import type { ImageFit } from '../../../shared/run/image-fit';
import { UndecodedError, whyEnded } from './decoder-end';
import { type DiskErrorData, isOfDisk } from './disk-error';
import type { ImageSize } from './formats/image-size';
import { type StartHelper, startHelper, type ThumbnailHelper } from './thumbnail-helper';

export interface ThumbnailRequest {
  readonly task: 'thumbnail' | 'upright' | 'convert' | 'show' | 'fit';
  readonly source: string;
  readonly destination: string;
  /** Of the task `fit`. */
  readonly fit?: ImageFit;
}

export type ThumbnailReply =
  | { readonly size: Made }
  /** `disk` where the image is not at fault. */
  | { readonly size: null; readonly message: string; readonly disk?: DiskErrorData };

/** Of a thumbnail also what it looks like. */
type Made = ImageSize & { readonly look?: Look };

export interface Thumbnailer {
  /**
   * Makes a WebP of at most 320 pixels a side at the destination. Requests wait for one another.
   * @throws UndecodedError where the helper came to its end over it; AppError of the disk; Error with the reason, where no thumbnail can be
   * made from the source
   */
  make(source: string, destination: string): Promise<Made>;
  /** The same for a photo at its full size, turned as its EXIF says and without metadata, in the same format. */
  upright(source: string, destination: string): Promise<ImageSize>;
  /** An image in a format that models take, at its full size. */
  convert(source: string, destination: string): Promise<ImageSize>;
  /** A PNG of an image that browsers don’t decode, at its full size. */
  show(source: string, destination: string): Promise<ImageSize>;
  /** A part of an image in the size and format that a model takes. */
  fit(source: string, destination: string, fit: ImageFit): Promise<ImageSize>;
  /** Ends the helper; waiting requests are rejected. */
  close(): Promise<void>;
}

export interface ThumbnailerOptions {
  /** The built `thumbnail-worker`. */
  readonly entry: string | URL;
  /** How the helper is started; as the program that runs the app can. */
  readonly start?: StartHelper;
  /** How long one thumbnail may take before its helper is ended. */
  readonly timeoutMs?: number;
  /** How long an idle helper is kept, with the memory it uses. */
  readonly idleMs?: number;
}

/**
 * A helper, although the library decodes in the background: scaling 24 million pixels still blocks the caller for 15 to
 * 30 ms, and decoded pixels stay in memory, at the latest until the helper ends. It is started for the first image,
 * ended when idle, and replaced when it fails or takes too long.
 */
export function createThumbnailer({
  entry,
  start: startWith = startHelper,
  timeoutMs = 20_000,
  idleMs = 10_000,
}: ThumbnailerOptions): Thumbnailer {
  let helper: ThumbnailHelper | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  let queue: Promise<unknown> = Promise.resolve();

  const end = async () => {
    clearTimeout(idle);
    const ending = helper;
    helper = null;
    await ending?.end();
  };
  const start = () => {
    const started = startWith(entry);
    // The system may end it while it is idle, when no request waits.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (helper === started) helper = null;
    });
    return started;
  };
  const run = async (request: ThumbnailRequest): Promise<Made> => {
    if (isClosed) throw new Error('The app is closing.');
    clearTimeout(idle);
    helper ??= start();
    try {
      return sizeOf(await answered(helper, request, timeoutMs));
    } catch (error) {
      if (!(error instanceof Refusal || isOfDisk(error))) await end();
      // Ended by the app, which says nothing of the image.
      throw isClosed && error instanceof UndecodedError ? new Error('The app is closing.') : error;
    } finally {
      helper?.unref();
      idle = setTimeout(end, idleMs).unref();
    }
  };
  const inTurn = (request: ThumbnailRequest) => {
    const made = queue.then(() => run(request));
    queue = made.catch(() => undefined);
    return made;
  };
  return {
    make: (source, destination) => inTurn({ task: 'thumbnail', source, destination }),
    upright: (source, destination) => inTurn({ task: 'upright', source, destination }),
    convert: (source, destination) => inTurn({ task: 'convert', source, destination }),
    show: (source, destination) => inTurn({ task: 'show', source, destination }),
    fit: (source, destination, fit) => inTurn({ task: 'fit', source, destination, fit }),
    async close() {
      isClosed = true;
      await end();
    },
  };
}

/** The image was refused: the helper itself works. */
class Refusal extends Error {}

function sizeOf(reply: ThumbnailReply): Made {
  if (reply.size !== null) return reply.size;
  throw reply.disk === undefined ? new Refusal(reply.message) : new AppError(reply.disk);
}

function answered(
  helper: ThumbnailHelper,
  request: ThumbnailRequest,
  timeoutMs: number,
): Promise<ThumbnailReply> {
  helper.ref();
  return new Promise<ThumbnailReply>((resolve, reject) => {
    const timer = setTimeout(() => finish(() => reject(new UndecodedError('time'))), timeoutMs);
    const onMessage = (reply: ThumbnailReply) => finish(() => resolve(reply));
    const onError = (error: Error) => finish(() => reject(error));
    const onExit = (code: number | null, signal?: NodeJS.Signals | null) => {
      const why = whyEnded(code, signal);
      const ended =
        why === null ? new Error('The process that decodes images ended.') : new UndecodedError(why);
      finish(() => reject(ended));
    };
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      helper.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    };
    helper.on('message', onMessage).on('error', onError).on('exit', onExit);
    helper.send(request);
  });
}
