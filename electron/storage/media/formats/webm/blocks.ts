/** The frames of WebM and Matroska, one after another: what a file that was sent while it was made does not state. */
import { type ByteSource, viewOf } from '../../bytes';
import { type Element, elementAt, uintOf } from './ebml';

const SEGMENT = 0x1853_8067;
const CLUSTER = 0x1f43_b675;
const TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
/** These are entered, the others passed over. */
const parents: readonly number[] = [SEGMENT, CLUSTER, BLOCK_GROUP];
const WANTED = 60;
const SOME_ELEMENTS = 2_000;
/** Days of sound. */
const ALL_ELEMENTS = 5_000_000;

/**
 * In the unit of the file, a millisecond as a rule, in the order of time.
 * @param track its number, less than 127
 */
export async function firstFrameTimes(source: ByteSource, track: number): Promise<number[]> {
  const times: number[] = [];
  for await (const block of blocks(source, SOME_ELEMENTS)) {
    if (block.track === track) times.push(block.time);
    if (times.length >= WANTED) break;
  }
  return times.sort((one, other) => one - other);
}

/**
 * From the first frame to the end of the last, in the unit of the file; `null` where there is none. Frames that are not
 * there whole don't count.
 * @param frames how long a frame of each track lasts; 0 where it is not stated: as long as the one before it
 */
export async function lengthOfBlocks(
  source: ByteSource,
  frames: ReadonlyMap<number, number>,
): Promise<number | null> {
  const ends = new Map<number, { last: number; step: number }>();
  let first: number | null = null;
  for await (const { track, time } of blocks(source, ALL_ELEMENTS)) {
    first = Math.min(first ?? time, time);
    const known = ends.get(track) ?? { last: time, step: 0 };
    // Frames may be stored in another order than they are seen in.
    ends.set(track, time > known.last ? { last: time, step: time - known.last } : known);
  }
  const all = [...ends].map(([track, { last, step }]) => last + (frames.get(track) || step));
  return first === null ? null : Math.max(...all) - first;
}

/** Whether something begins in the file that ends behind it, where the segment itself has no stated end. */
export async function endsInElement(source: ByteSource): Promise<boolean> {
  let end = 0;
  for await (const one of elements(source, ALL_ELEMENTS)) {
    end = one.end ?? one.dataStart;
    if (end > source.size) return true;
    if (parents.includes(one.id)) end = one.dataStart;
  }
  // The head of an element has at least two bytes.
  return source.size - end === 1 || end === 0;
}

interface BlockTime {
  /** Its number, less than 127. */
  readonly track: number;
  readonly time: number;
}

async function* blocks(source: ByteSource, most: number): AsyncGenerator<BlockTime> {
  let cluster = 0;
  for await (const { id, dataStart, end } of elements(source, most)) {
    const isBlock = id === SIMPLE_BLOCK || id === BLOCK;
    if ((id !== TIMESTAMP && !isBlock) || end === null || end > source.size) continue;
    const head = await source.read(dataStart, 8);
    if (id === TIMESTAMP) cluster = uintOf(head.subarray(0, end - dataStart));
    else if (head.length >= 3)
      yield { track: (head[0] ?? 0) & 0x7f, time: cluster + viewOf(head).getInt16(1) };
  }
}

/** Those inside of parents too, in the order of the file. */
async function* elements(source: ByteSource, most: number): AsyncGenerator<Element> {
  let at: number | null = 0;
  for (let count = 0; at !== null && at < source.size && count < most; count += 1) {
    const one: Element | null = await elementAt(source, at);
    if (one === null) return;
    yield one;
    at = parents.includes(one.id) ? one.dataStart : one.end;
  }
}
