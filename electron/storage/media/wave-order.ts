/** Raw samples that arrive in pieces, in the byte order of WAV. */
import { isBigEndian, isOrderClear, type PcmFormat, swapped } from '../../../shared/media/pcm';
import { concat } from './bytes';

type Chunks = AsyncGenerator<Uint8Array, void, undefined>;

/** What is silent for longer than this, some five minutes, is taken as it comes. */
const MAX_HELD_BYTES = 16_777_216;

/**
 * Gateways send `audio/L16` in either order, so the first sound of it decides. A piece may end within a sample.
 * @param chunks samples in the format that the reply declared
 */
export async function* inWaveOrder(format: PcmFormat, chunks: Chunks): Chunks {
  let isSwapped: boolean | null = null;
  let rest: Uint8Array = new Uint8Array(0);
  for await (const chunk of untilOrderIsClear(format, chunks)) {
    isSwapped ??= isBigEndian(format, chunk);
    const all: Uint8Array = isSwapped ? concat(rest, chunk) : chunk;
    const whole = isSwapped ? all.length - (all.length % (format.bits / 8)) : all.length;
    rest = all.slice(whole);
    yield isSwapped ? swapped(all.subarray(0, whole), format.bits) : all;
  }
  yield rest;
}

/** The first piece holds enough sound to hear its order by, or all there is. */
async function* untilOrderIsClear(format: PcmFormat, chunks: Chunks): Chunks {
  const held: Uint8Array[] = [];
  let looksAt = 1;
  let heldBytes = 0;
  let isClear = false;
  for await (const chunk of chunks) {
    if (isClear) {
      yield chunk;
      continue;
    }
    held.push(chunk);
    heldBytes += chunk.length;
    // Each look costs as much as all that is held, so the next is at twice as much.
    if (heldBytes < looksAt) continue;
    const first = Buffer.concat(held.splice(0));
    isClear = isOrderClear(format, first) || heldBytes >= MAX_HELD_BYTES;
    if (isClear) yield first;
    else held.push(first);
    looksAt = Math.min(2 * heldBytes, MAX_HELD_BYTES);
  }
  if (!isClear) yield Buffer.concat(held);
}
