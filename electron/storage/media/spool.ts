/** Writes bytes that come only once: what the disk refuses of them stays in memory. */
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { AppError } from '../../../shared/errors';
import { concat } from './bytes';
import { writeAll } from './partial';

/** As a reply that can't be written as it comes. */
const MAX_HELD_BYTES = 256 * 1_048_576;

/**
 * @param maxBytes of all of it: a body that never ends would fill the disk
 * @returns `null` once all of it is on the disk, else all of it
 * @throws AppError `malformed_response` where it is longer, `storage_full` where it is more than memory may hold; errors
 *   of the pieces pass through unchanged
 */
export async function spoolTo(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const file = await open(path, 'wx', 0o600).catch(() => null);
  try {
    return await receive(file, path, limited(pieces, maxBytes));
  } finally {
    await file?.close();
  }
}

async function* limited(pieces: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > maxBytes) throw tooLong(maxBytes);
    yield piece;
  }
}

async function receive(file: FileHandle | null, path: string, pieces: AsyncIterable<Uint8Array>) {
  let written = 0;
  let held: Uint8Array[] | null = file === null ? [] : null;
  let heldBytes = 0;
  for await (const piece of pieces) {
    if (held === null) {
      if (file !== null && (await isDone(writeAll(file, piece, written)))) {
        written += piece.length;
        continue;
      }
      held = [(await readHeld(path, written)).subarray(0, written)];
      heldBytes = written;
    }
    held.push(piece);
    heldBytes += piece.length;
    if (heldBytes > MAX_HELD_BYTES) throw noRoom();
  }
  if (held !== null) return concat(...held);
  // A disk may find only now that it has no room.
  return file !== null && (await isDone(file.sync())) ? null : await readHeld(path);
}

/** For work on the disk that may be refused. */
export const isDone = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** A file that is to be kept in memory, as no disk has room for it. @throws AppError `storage_full` */
export async function readHeld(path: string, bytes?: number): Promise<Uint8Array> {
  if ((bytes ?? (await stat(path)).size) > MAX_HELD_BYTES) throw noRoom();
  return await readFile(path);
}

const noRoom = () =>
  new AppError({
    code: 'storage_full',
    message: 'The disk is full, and the result is too large to wait in memory. Free up space.',
  });

const tooLong = (maxBytes: number) =>
  new AppError({
    code: 'malformed_response',
    message: `The result is larger than ${Math.floor(maxBytes / 1_048_576)} MB, the limit, and was not read further.`,
  });
