/** The times of the first frames of a track, for files that state no frame rate. */
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
const MAX_ELEMENTS = 2_000;

/**
 * In the unit of the file, a millisecond as a rule, in the order of time.
 * @param track its number, less than 127
 */
export async function firstFrameTimes(source: ByteSource, track: number): Promise<number[]> {
  const times: number[] = [];
  let cluster = 0;
  for await (const { id, bytes, head } of elements(source)) {
    if (id === TIMESTAMP) cluster = uintOf(head.subarray(0, bytes));
    const isOwn = (id === SIMPLE_BLOCK || id === BLOCK) && head[0] === (0x80 | track);
    if (isOwn && head.length >= 3) times.push(cluster + viewOf(head).getInt16(1));
    if (times.length >= WANTED) break;
  }
  return times.sort((one, other) => one - other);
}

/** Those inside of parents too, in the order of the file. */
async function* elements(source: ByteSource) {
  let at: number | null = 0;
  for (let count = 0; at !== null && at < source.size && count < MAX_ELEMENTS; count += 1) {
    const one: Element | null = await elementAt(source, at);
    if (one === null) return;
    const { id, dataStart, end } = one;
    yield { id, bytes: (end ?? dataStart) - dataStart, head: await source.read(dataStart, 8) };
    at = parents.includes(id) ? dataStart : end;
  }
}
