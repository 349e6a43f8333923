/** A file as new bytes and ranges of an old one: writing into it never touches the media itself. */
import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from '../bytes';
import { writeAll } from '../partial';

export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Transforms its bytes, which must be few; their number stays. */
  readonly change?: (bytes: Uint8Array) => Uint8Array;
}

export type Piece = Uint8Array | Stretch;

/** The old file from `start` to `end`, both in bytes. */
export function stretch(start: number, end: number, change?: Stretch['change']): Stretch {
  return { start, end, change };
}

export function lengthOf(piece: Piece): number {
  return piece instanceof Uint8Array ? piece.length : piece.end - piece.start;
}

const COPY_BYTES = 1024 * 1024;

export async function writePieces(
  source: ByteSource,
  pieces: readonly Piece[],
  file: FileHandle,
): Promise<void> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) await writeAll(file, piece);
    else if (piece.change)
      await writeAll(file, piece.change(await source.read(piece.start, lengthOf(piece))));
    else await copy(source, piece.start, piece.end, file);
  }
}

async function copy(source: ByteSource, start: number, end: number, file: FileHandle): Promise<void> {
  for (let at = start; at < end; ) {
    const bytes = await source.read(at, Math.min(COPY_BYTES, end - at));
    if (bytes.length === 0) throw new Error('The file became shorter while it was copied.');
    await writeAll(file, bytes);
    at += bytes.length;
  }
}
