/** Saves a result to the disk: checked while it arrives, under its final name only when it is complete. */
import { chmod, rm, stat } from 'node:fs/promises';
import { AppError } from '../../../shared/errors';
import type { MediaKind } from '../../../shared/modalities';
import { asciiAt, concat } from './bytes';
import { type MediaType, sniffBytes, sniffMedia } from './formats/sniff';
import { freeName } from './free-name';
import { joinInside } from './inside';
import { renameDurably, withPartial, writeAll, writeFileDurably } from './partial';

export interface SaveOptions {
  /** A result's bytes, in memory or as they arrive. Errors it throws pass through unchanged. */
  readonly source: AsyncIterable<Uint8Array> | Uint8Array;
  readonly folder: string;
  readonly expectedKind: MediaKind;
  /** The requested file name, once the type is known; a number is added where it is taken. */
  readonly nameFor: (type: MediaType) => string;
  /** Whether a name belongs to a file that is not on the disk now. */
  readonly isTaken?: (fileName: string) => boolean;
  /** As the reply declared it; `null` where it did not, or where the body was compressed on the way. */
  readonly declaredBytes?: number | null;
  /** Refused when longer. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /** In a folder you chose, a file gets the permissions of other files there; otherwise only its owner can read it. */
  readonly isShared?: boolean;
  /**
   * Processes the complete file before it gets its name, for example writes its origin into it. Its path is temporary;
   * it may be replaced by a rename.
   */
  readonly prepare?: (path: string, type: MediaType) => Promise<void>;
}

export interface SavedFile {
  readonly fileName: string;
  readonly path: string;
  readonly bytes: number;
  readonly type: MediaType;
}

/**
 * Streams a result into a file of the folder. On any failure nothing is left behind and an `AppError` says why:
 * `storage_full`, `storage_readonly`, `storage_failed` (the disk), `malformed_response` (empty, a web page, another
 * kind of media, too large), `stream_cut` (shorter or longer than declared), `aborted`.
 */
export async function saveStream(options: SaveOptions): Promise<SavedFile> {
  const { folder, signal } = options;
  const save = async (path: string): Promise<SavedFile> => {
    const type = await receive(options, path);
    await options.prepare?.(path, type);
    refuseAborted(signal);
    const { size } = await stat(path);
    const fileName = await settle(path, options, type);
    return { fileName, path: joinInside(folder, fileName), bytes: size, type };
  };
  try {
    return await withPartial(folder, save);
  } catch (error) {
    throw error instanceof SourceFailure ? error.cause : error;
  }
}

/** Carries an error of the source past the code that translates disk errors. */
class SourceFailure extends Error {}

/** Renames a temporary file to a free name near the requested one, and returns that name. */
async function settle(path: string, options: SaveOptions, type: MediaType): Promise<string> {
  const { folder, isShared = false } = options;
  const fileName = await freeName(folder, options.nameFor(type), options.isTaken);
  const target = joinInside(folder, fileName);
  try {
    // The file that reserves the name was created with the folder's usual permissions.
    if (isShared) await chmod(path, (await stat(target)).mode & 0o777);
    await renameDurably(path, target);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
  return fileName;
}

async function receive(options: SaveOptions, path: string): Promise<MediaType> {
  const chunks = chunksOf(options.source, options.signal);
  try {
    const head = await readHead(chunks);
    const type = checkHead(head, options.expectedKind);
    const bytes = await writeFileDurably(path, async (file) => {
      let total = head.length;
      refuseTooLarge(total, options.maxBytes);
      await writeAll(file, head);
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
        total += next.value.length;
        refuseTooLarge(total, options.maxBytes);
        await writeAll(file, next.value);
      }
      return total;
    });
    refuseCut(bytes, options.declaredBytes ?? null);
    return type;
  } finally {
    await chunks.return(undefined);
  }
}

/** The chunks of a source, which end as soon as the signal aborts, even while none arrives. */
async function* chunksOf(
  source: SaveOptions['source'],
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  refuseAborted(signal);
  if (source instanceof Uint8Array) {
    yield source;
    return;
  }
  const iterator = source[Symbol.asyncIterator]();
  const aborted = whenAborted(signal);
  try {
    for (;;) {
      const next = await Promise.race([nextOf(iterator), aborted.promise]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    aborted.forget();
    // Not awaited: a source that hangs must not delay the caller that gave up.
    iterator.return?.()?.catch(() => undefined);
  }
}

async function nextOf(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
  try {
    return await iterator.next();
  } catch (cause) {
    throw new SourceFailure('Couldn’t read the result.', { cause });
  }
}

function whenAborted(signal: AbortSignal | undefined): { promise: Promise<never>; forget: () => void } {
  let forget = () => {};
  const promise = new Promise<never>((_, reject) => {
    const stop = () => reject(abortedError());
    signal?.addEventListener('abort', stop, { once: true });
    forget = () => signal?.removeEventListener('abort', stop);
  });
  promise.catch(() => undefined);
  return { promise, forget };
}

/** Enough of the beginning to detect the type, or all of a short body. */
async function readHead(chunks: AsyncGenerator<Uint8Array, void, undefined>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < sniffBytes) {
    const { value, done } = await chunks.next();
    if (done || value === undefined) break;
    parts.push(value);
    length += value.length;
  }
  return concat(...parts);
}

function checkHead(head: Uint8Array, expected: MediaKind): MediaType {
  if (head.length === 0) throw malformed('The result is empty.');
  const type = sniffMedia(head);
  if (type === null) throw malformed(notMedia(head));
  if (type.kind !== expected)
    throw malformed(`The result is ${type.contentType}, not ${expected}.`, { mediaKind: type.kind });
  return type;
}

function notMedia(head: Uint8Array): string {
  const start = asciiAt(head, 0, 512)
    .replace(/^(\xef\xbb\xbf)?\s+/, '')
    .toLowerCase();
  if (/^<(!doctype html|html|head|body|script|title)/.test(start))
    return 'The server sent a web page instead of the result, such as an error or sign-in page.';
  if (/^[[{]/.test(start)) return 'The server sent a message (JSON) instead of the result.';
  if (/^<(\?xml|svg|error)/.test(start)) return 'The server sent a document (XML) instead of the result.';
  return 'The result is not a known image, audio or video format.';
}

function refuseTooLarge(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes)
    throw malformed(`The result is larger than ${Math.floor(maxBytes / 1_048_576)} MB, the limit.`);
}

function refuseCut(bytes: number, declaredBytes: number | null): void {
  if (declaredBytes === null || bytes === declaredBytes) return;
  const message = `The result is incomplete: ${bytes} of ${declaredBytes} bytes arrived.`;
  throw new AppError({ code: 'stream_cut', message });
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError();
}

const malformed = (message: string, details?: { readonly mediaKind: MediaKind }) =>
  new AppError({ code: 'malformed_response', message, ...(details && { details }) });
const abortedError = () => new AppError({ code: 'aborted', message: 'Saving the result was stopped.' });
