/** A file as new bytes and stretches of an old one: what is written into it never touches the media itself. */
import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from '../bytes';
import { writeAll } from '../partial';

export type Piece = Uint8Array | { readonly start: number; readonly end: number };

/** The old file from `start` to `end`, both counted in bytes. */
export function stretch(start: number, end: number): Piece {
  return { start, end };
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
