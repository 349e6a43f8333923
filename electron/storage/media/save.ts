/** Saves a result to the disk: checked while it arrives, under its final name only when it is complete. */
import { chmod, type FileHandle, stat } from 'node:fs/promises';
import { AppError } from '../../../shared/errors';
import type { ResultKind } from '../../../shared/media/media';
import { type PcmFormat, WAVE_HEADER_BYTES, waveHeader } from '../../../shared/media/pcm';
import { concat, withSource } from './bytes';
import { type MediaType, sniffBytes } from './formats/sniff';
import { refineType } from './formats/sniff-file';
import { giveFreeName, usualMode } from './free-name';
import { joinInside } from './inside';
import { WaitingResult } from './job-downloads';
import { withPartial, writeAll, writeFileDurably } from './partial';
import { resultType } from './result-type';
import { inWaveOrder } from './wave-order';

export interface SaveOptions {
  /** A result's bytes, in memory or as they arrive. Errors it throws pass through unchanged. */
  readonly source: AsyncIterable<Uint8Array> | Uint8Array;
  readonly folder: string;
  /** Refused where it is another kind, with its kind in the details; absent where any will do. */
  readonly expectedKind?: ResultKind;
  /** The type that the reply declared, with its parameters: only it says what raw samples are. */
  readonly declaredType?: string | null;
  /** The requested file name, once the type is known; a number is added where it is taken. */
  readonly nameFor: (type: MediaType) => string;
  /** Whether a name belongs to a file that is not on the disk now. */
  readonly isTaken?: (fileName: string) => boolean;
  /** Called with the complete file before it may have that name. */
  readonly onName?: (path: string, fileName: string) => Promise<void>;
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
 * `storage_full`, `storage_readonly`, `storage_failed` (the disk), `malformed_response` (empty, a web page, a message, too large), `stream_cut` (shorter or longer than declared), `aborted`.
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

/** Gives a temporary file a free name near the requested one, and returns that name. */
async function settle(path: string, options: SaveOptions, type: MediaType): Promise<string> {
  const { folder, isShared = false, isTaken, onName } = options;
  if (isShared) await chmod(path, await usualMode(folder));
  return await giveFreeName(path, folder, options.nameFor(type), {
    ...(isTaken && { isTaken }),
    ...(onName && { onName: (fileName) => onName(path, fileName) }),
  });
}

async function receive(options: SaveOptions, path: string): Promise<MediaType> {
  const chunks = chunksOf(options.source, options.signal);
  try {
    const head = await readHead(chunks);
    const { pcm, ...type } = resultType(head, options.declaredType ?? null);
    const write = pcm === undefined ? writeAsIs : writeAsWave(pcm);
    const bytes =
      (pcm === undefined ? await takeOver(options, path) : null) ??
      (await writeFileDurably(path, (file) => write(file, wholeOf(head, chunks), options.maxBytes)));
    refuseCut(bytes, options.declaredBytes ?? null);
    const refined = await withSource(path, (source) => refineType(source, type));
    refuseOther(refined, options.expectedKind);
    return refined;
  } finally {
    await chunks.return(undefined);
  }
}

/** The size of a stored file, which is on the disk already; `null` where it has to be copied. */
async function takeOver({ source, maxBytes }: SaveOptions, path: string): Promise<number | null> {
  if (!(source instanceof WaitingResult && (await source.linkTo(path)))) return null;
  const { size } = await stat(path);
  refuseTooLarge(size, maxBytes);
  return size;
}

type Chunks = AsyncGenerator<Uint8Array, void, undefined>;

async function* wholeOf(head: Uint8Array, chunks: Chunks): Chunks {
  yield head;
  yield* chunks;
}

/** Answers how many bytes of the source it wrote. */
type Write = (file: FileHandle, chunks: Chunks, maxBytes: number) => Promise<number>;

const writeAsIs: Write = async (file, chunks, maxBytes) => {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    refuseTooLarge(total, maxBytes);
    await writeAll(file, chunk);
  }
  return total;
};

/** Samples behind a WAV header, whose sizes are known only at the end. */
const writeAsWave =
  (format: PcmFormat): Write =>
  async (file, chunks, maxBytes) => {
    async function* whole(): Chunks {
      yield waveHeader(format, 0);
      yield* inWaveOrder(format, chunks);
    }
    const dataBytes = (await writeAsIs(file, whole(), maxBytes)) - WAVE_HEADER_BYTES;
    // Chunks of RIFF have an even length.
    if (dataBytes % 2 === 1) await writeAll(file, new Uint8Array(1));
    await file.write(waveHeader(format, dataBytes), 0, WAVE_HEADER_BYTES, 0);
    return dataBytes;
  };

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

function refuseOther({ kind, contentType }: MediaType, expected: ResultKind | undefined): void {
  if (expected === undefined || kind === expected) return;
  throw malformed(`The result is ${contentType}, not ${expected}.`, { mediaKind: kind });
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

const malformed = (message: string, details?: { readonly mediaKind: ResultKind }) =>
  new AppError({ code: 'malformed_response', message, ...(details && { details }) });
const abortedError = () => new AppError({ code: 'aborted', message: 'Saving the result was stopped.' });
