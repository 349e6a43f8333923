/** RIFF, the container of both WebP and WAV: chunks of a four-letter name, a length and data, padded to even. */
import { asciiAt, type ByteSource, concat, viewOf } from '../bytes';

export interface RiffChunk {
  readonly name: string;
  readonly start: number;
  readonly dataStart: number;
  /** Where its data ends in the file, even where the chunk claims more. */
  readonly dataEnd: number;
  /** True where it declares more than the file has: written while its length was not known yet. */
  readonly isOpenEnded: boolean;
}

/** Beyond this size the lengths don't fit their fields. */
export const maxRiffBytes = 0xffff_fff0;
const MAX_CHUNKS = 10_000;

/** Every chunk of the file. What follows the last complete one is left out. */
export async function riffChunks(source: ByteSource): Promise<RiffChunk[]> {
  const chunks: RiffChunk[] = [];
  for (let start = 12; chunks.length < MAX_CHUNKS; ) {
    const head = await source.read(start, 8);
    if (head.length < 8) break;
    const claimedEnd = start + 8 + viewOf(head).getUint32(4, true);
    const dataEnd = Math.min(claimedEnd, source.size);
    const isOpenEnded = claimedEnd > source.size;
    chunks.push({ name: asciiAt(head, 0, 4), start, dataStart: start + 8, dataEnd, isOpenEnded });
    start = claimedEnd + (claimedEnd % 2);
  }
  return chunks;
}

export function riffChunk(name: string, data: Uint8Array): Uint8Array {
  return concat(riffHead(name, data.length), data, new Uint8Array(data.length % 2));
}

export function riffHead(name: string, dataBytes: number): Uint8Array {
  const head = new Uint8Array(8);
  head.set(new TextEncoder().encode(name));
  viewOf(head).setUint32(4, dataBytes, true);
  return head;
}
