/**
 * MP3 in free format: its frames don't state a rate of bits, so how long they are shows only in the distance from one to
 * the next, which is the same throughout but for a byte of padding (ISO 11172-3, 2.4.2.3).
 */

import { mp3FrameAt } from '../../../../../shared/media/mp3-frame';
import type { ByteSource } from '../../bytes';
import { type MediaDescription, soundFacts, unknownMedia } from '../media-description';
import { endOfTags } from './tag';

/** At a rate of 640 kilobits, far more than any encoder writes. */
const mostFrameBytes = 4_096;
const leastFrameBytes = 24;
/** One head alone may be sound that looks like it. */
const framesInARow = 4;
const HEAD_BYTES = 4;
const BLOCK_BYTES = 256 * 1024;

const isFreeHead = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0xff &&
  ((bytes[at + 1] ?? 0) & 0xe6) === 0xe2 &&
  ((bytes[at + 1] ?? 0) & 0x18) !== 0x08 &&
  ((bytes[at + 2] ?? 0) & 0xf0) === 0 &&
  ((bytes[at + 2] ?? 0) & 0x0c) !== 0x0c;

const paddingAt = (bytes: Uint8Array, at: number): number => ((bytes[at + 2] ?? 0) >> 1) & 1;

const isSameKind = (bytes: Uint8Array, at: number, other: number): boolean =>
  isFreeHead(bytes, at) &&
  bytes[at + 1] === bytes[other + 1] &&
  ((bytes[at + 2] ?? 0) & 0x0c) === ((bytes[other + 2] ?? 0) & 0x0c);

/** How long each frame is without its padding; `null` where no such sound begins here. */
export function freeFrameBytes(bytes: Uint8Array, start = 0): number | null {
  if (!isFreeHead(bytes, start)) return null;
  const padding = paddingAt(bytes, start);
  for (let length = leastFrameBytes; length <= mostFrameBytes; length += 1) {
    let at = start + length + padding;
    if (at + HEAD_BYTES > bytes.length) return null;
    let frames = 1;
    while (frames < framesInARow && isSameKind(bytes, at, start)) {
      frames += 1;
      at += length + paddingAt(bytes, at);
    }
    if (frames === framesInARow) return length;
  }
  return null;
}

interface FreeSound {
  readonly frames: number;
  readonly head: Uint8Array;
  /** Where its last whole frame ends. */
  readonly end: number;
}

export async function freeSound(source: ByteSource): Promise<FreeSound | null> {
  const start = await endOfTags(source, 0);
  let block = await source.read(start, BLOCK_BYTES);
  const length = freeFrameBytes(block);
  if (length === null) return null;
  const head = block.slice(0, HEAD_BYTES);
  let [blockStart, at, frames] = [start, start, 0];
  for (;;) {
    if (at + HEAD_BYTES > blockStart + block.length) {
      blockStart = at;
      block = await source.read(at, BLOCK_BYTES);
    }
    const from = at - blockStart;
    const next = at + length + paddingAt(block, from);
    if (!isFreeHead(block, from) || next > source.size) return { frames, head, end: at };
    frames += 1;
    at = next;
  }
}

/** As loud and as long as frames of a stated rate with the same head. */
export async function describeFree(source: ByteSource): Promise<MediaDescription> {
  const found = await freeSound(source);
  if (found === null) return unknownMedia;
  const like = mp3FrameAt(found.head.with(2, (found.head[2] ?? 0) | 0x90));
  return like === null
    ? unknownMedia
    : soundFacts({ ...like, seconds: (found.frames * like.samples) / like.sampleRate });
}
