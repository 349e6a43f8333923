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

/**
 * Lengths that a program writes before it knows them: zero, all ones, and the largest of a signed number, the latter two
 * sometimes less what comes before.
 */
export const isUnknownLength = (bytes: number): boolean =>
  bytes === 0 || bytes > 0xffff_0000 || (bytes > 0x7fff_0000 && bytes <= 0x7fff_ffff);

/** Beyond this size the lengths don't fit their fields. */
export const maxRiffBytes = 0xffff_fff0;
const MAX_CHUNKS = 10_000;

/**
 * Every chunk of the file. What follows the last complete one is left out.
 * @param isLast ends the search with a chunk of this name
 */
export async function riffChunks(
  source: ByteSource,
  isLast: (name: string) => boolean = () => false,
): Promise<RiffChunk[]> {
  const chunks: RiffChunk[] = [];
  for (let start = 12; chunks.length < MAX_CHUNKS; ) {
    const head = await source.read(start, 8);
    if (head.length < 8) break;
    const claimedEnd = start + 8 + viewOf(head).getUint32(4, true);
    const dataEnd = Math.min(claimedEnd, source.size);
    const isOpenEnded = claimedEnd > source.size;
    const name = asciiAt(head, 0, 4);
    chunks.push({ name, start, dataStart: start + 8, dataEnd, isOpenEnded });
    if (isLast(name)) break;
    start = claimedEnd + (claimedEnd % 2);
  }
  return chunks;
}

/**
 * The chunks of a file that is one RIFF to its last byte: its stated length is that of the file, and the chunks with
 * their padding fill it. `null` for any other.
 * @param mayBeUnknown whether its length may have been left open, where those of its chunks are known
 */
export async function wholeRiff(source: ByteSource, mayBeUnknown = false): Promise<RiffChunk[] | null> {
  const head = await source.read(0, 8);
  if (head.length < 8 || asciiAt(head, 0, 4) !== 'RIFF') return null;
  const stated = viewOf(head).getUint32(4, true);
  if (stated + 8 !== source.size && !(mayBeUnknown && isUnknownLength(stated))) return null;
  const chunks = await riffChunks(source);
  const end = chunks.at(-1)?.dataEnd ?? 0;
  const isNamed = chunks.every(({ name, isOpenEnded }) => isName(name) && !isOpenEnded);
  const isFilled = end === source.size || (end % 2 === 1 && end + 1 === source.size);
  return isNamed && isFilled ? chunks : null;
}

/** A second file behind the first begins like a chunk. */
const isName = (name: string) => /^[\x20-\x7e]{4}$/.test(name) && !/^(RIFF|RIFX|RF64|BW64)$/.test(name);

export function riffChunk(name: string, data: Uint8Array): Uint8Array {
  return concat(riffHead(name, data.length), data, new Uint8Array(data.length % 2));
}

export function riffHead(name: string, dataBytes: number): Uint8Array {
  const head = new Uint8Array(8);
  head.set(new TextEncoder().encode(name));
  viewOf(head).setUint32(4, dataBytes, true);
  return head;
}
