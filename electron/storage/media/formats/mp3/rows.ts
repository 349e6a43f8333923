/** The frames of an MP3, walked one by one: whether the file holds them and nothing else. */

import { mp3FrameAt, statedFrames } from '../../../../../shared/media/mp3-frame';
import { asciiAt, type ByteSource } from '../../bytes';
import { freeSound } from './free-format';
import { endOfTags } from './tag';

export interface FrameRow {
  readonly frames: number;
  readonly samples: number;
  /** Where the last frame ends. */
  readonly end: number;
}

const HEAD_BYTES = 4;
const BLOCK_BYTES = 64 * 1024;
/** More than any layer III frame. */
export const MAX_FRAME_BYTES = 3_000;
/** The oldest kind of tag, which only ever ends a file. */
const OLD_TAG_BYTES = 128;

/**
 * The frames from an offset to the end of the file, or to the old tag that ends it. `null` where anything else is
 * between or behind them, such as a cut frame, another tag or another file.
 */
export async function wholeRow(source: ByteSource, start: number): Promise<FrameRow | null> {
  const end = source.size - ((await hasOldTag(source)) ? OLD_TAG_BYTES : 0);
  const row = await rowFrom(source, start, end);
  return row.frames > 0 && row.end === end ? row : null;
}

/** The last frame is not whole: what is behind the others begins like one of them. */
export async function isCutMp3(source: ByteSource): Promise<boolean> {
  let end: number | null = null;
  let isShort = false;
  for await (const row of allRows(source)) {
    const stated = statedFrames(await source.read(row.start, MAX_FRAME_BYTES)) ?? 0;
    isShort = stated > row.frames;
    end = row.end;
  }
  if (end === null) return await isCutFree(source);
  const rest = await source.read(end, HEAD_BYTES);
  const isCut = rest.length > 0 && (rest.length < HEAD_BYTES || mp3FrameAt(rest) !== null);
  return isShort || isCut;
}

/** Whether what is behind its last whole frame begins like another one; what holds no sound at all is cut too. */
async function isCutFree(source: ByteSource): Promise<boolean> {
  const free = await freeSound(source);
  if (free === null) return true;
  const rest = await source.read(free.end, 2);
  return rest.length === 1 || (rest[0] === 0xff && rest[1] === free.head[1]);
}

interface PlacedRow extends FrameRow {
  readonly start: number;
  readonly sampleRate: number;
}

const MAX_ROWS = 10_000;

/** Rows of frames with tags, blanks or noise between them, as services put parts of a speech behind each other. */
export async function* allRows(source: ByteSource): AsyncGenerator<PlacedRow, void, undefined> {
  let start = await firstFrame(source, 0);
  for (let rows = 0; start !== null && rows < MAX_ROWS; rows += 1) {
    const row: PlacedRow = await rowFrom(source, start, source.size);
    if (row.frames === 0) return;
    yield row;
    start = await firstFrame(source, row.end);
  }
}

/** Of frames in a row: one alone may be noise that looks like it. */
const ENOUGH = 4;

/** Where frames begin behind a place, and behind tags there: they may come later, as in a stream that begins within one. */
async function firstFrame(source: ByteSource, from: number): Promise<number | null> {
  const tags = await endOfTags(source, from);
  const block = await source.read(tags, BLOCK_BYTES);
  if (mp3FrameAt(block) !== null && (from === 0 || (await rowFrom(source, tags, source.size)).frames > 0))
    return tags;
  for (let at = block.indexOf(0xff, 1); at >= 0; at = block.indexOf(0xff, at + 1)) {
    const frame = mp3FrameAt(block, at);
    if (frame === null || mp3FrameAt(block, at + frame.bytes) === null) continue;
    const { frames } = await rowFrom(source, tags + at, Math.min(source.size, tags + BLOCK_BYTES));
    if (frames >= ENOUGH) return tags + at;
  }
  return null;
}

/** The frames that follow each other without a gap, all of one sample rate. */
async function rowFrom(source: ByteSource, start: number, limit: number): Promise<PlacedRow> {
  let [frames, samples, end] = [0, 0, start];
  let sampleRate: number | null = null;
  for await (const bytes of framesIn(source, start, limit)) {
    const frame = mp3FrameAt(bytes);
    sampleRate ??= frame?.sampleRate ?? null;
    if (frame === null || frame.sampleRate !== sampleRate) break;
    frames += 1;
    samples += frame.samples;
    end += frame.bytes;
  }
  return { start, frames, samples, end, sampleRate: sampleRate ?? 0 };
}

/** The bytes of each frame, up to the first place where no whole one is. */
export async function* framesIn(
  source: ByteSource,
  start: number,
  limit: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let block = new Uint8Array();
  let blockStart = start;
  for (let at = start; at + HEAD_BYTES <= limit; ) {
    if (at + MAX_FRAME_BYTES > blockStart + block.length) {
      blockStart = at;
      block = await source.read(at, BLOCK_BYTES);
    }
    const from = at - blockStart;
    const frame = mp3FrameAt(block, from);
    if (frame === null || at + frame.bytes > limit || from + frame.bytes > block.length) return;
    yield block.subarray(from, from + frame.bytes);
    at += frame.bytes;
  }
}

export async function hasOldTag(source: ByteSource): Promise<boolean> {
  const tail =
    source.size < OLD_TAG_BYTES ? new Uint8Array() : await source.read(source.size - OLD_TAG_BYTES, 3);
  return asciiAt(tail, 0, 3) === 'TAG';
}
