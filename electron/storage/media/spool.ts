/** Writes bytes that come only once: what the disk refuses of them stays in memory. */
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { AppError } from '../../../shared/errors';
import { concat } from './bytes';
import { writeAll } from './partial';

/** As a reply that can't be written as it comes. */
const MAX_HELD_BYTES = 256 * 1_048_576;

/**
 * @returns `null` once all of it is in the file, else all of it
 * @throws AppError `storage_full` where it is more than memory may hold; errors of the pieces pass through unchanged
 */
export async function spoolTo(path: string, pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const file = await open(path, 'wx', 0o600).catch(() => null);
  try {
    return await receive(file, path, pieces);
  } finally {
    await file?.close();
  }
}

async function receive(file: FileHandle | null, path: string, pieces: AsyncIterable<Uint8Array>) {
  let written = 0;
  let held: Uint8Array[] | null = file === null ? [] : null;
  let heldBytes = 0;
  for await (const piece of pieces) {
    if (held === null) {
      if (file !== null && (await isWritten(file, piece, written))) {
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
  return held === null ? null : concat(...held);
}

const isWritten = (file: FileHandle, piece: Uint8Array, at: number): Promise<boolean> =>
  writeAll(file, piece, at).then(
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
