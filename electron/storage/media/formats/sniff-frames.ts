/**
 * Audio without a container: a sequence of frames, each beginning with eleven or twelve set bits and its own length.
 */

import { mp3FrameAt } from './mp3/frame';

/** MPEG layer III: a frame, and another one where the first one ends. */
export function isMpegAudio(head: Uint8Array): boolean {
  return isRowOf(head, (bytes, at) => mp3FrameAt(bytes, at)?.bytes ?? null);
}

/** AAC in ADTS frames. */
export function isAdts(head: Uint8Array): boolean {
  return isRowOf(head, adtsFrameBytes);
}

/** Two bytes of sync prove little, so a second frame is checked; the file may end after the first. */
function isRowOf(head: Uint8Array, frameBytes: (head: Uint8Array, at: number) => number | null): boolean {
  const length = frameBytes(head, 0);
  if (length === null) return false;
  return length + 4 > head.length ? head.length >= 64 : frameBytes(head, length) !== null;
}

function adtsFrameBytes(head: Uint8Array, at: number): number | null {
  const isSync = head[at] === 0xff && ((head[at + 1] ?? 0) & 0xf6) === 0xf0;
  const sampleRateIndex = ((head[at + 2] ?? 0) >> 2) & 15;
  const length = (((head[at + 3] ?? 0) & 3) << 11) | ((head[at + 4] ?? 0) << 3) | ((head[at + 5] ?? 0) >> 5);
  return isSync && sampleRateIndex < 13 && length > 7 ? length : null;
}
