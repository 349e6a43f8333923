/**
 * FLAC (RFC 9639): the frames of all parts in a row, each as it was encoded. Frames are numbered by their first sample
 * then, since the last one of a part is shorter than the others, so heads and checksums are written again. The checksum
 * of all samples is left out, which the format allows.
 */
import type { FileHandle } from 'node:fs/promises';
import { asciiAt, type ByteSource, concat, viewOf, withSource } from '../../bytes';
import { writeAll } from '../../partial';
import { brokenPart, differingPart, unfit } from '../join-errors';
import { endOfTags } from '../mp3/tag';
import {
  codedNumber,
  crc8,
  crc16,
  type FlacFrameHead,
  flacFrameHead,
  mostHeadBytes,
  nextCrc16,
} from './frame';

/** A part is read whole: it is the speech of one request. */
const mostPartBytes = 512 * 1024 * 1024;
/** The mark of the file and the one block before its frames. */
const HEAD_BYTES = 42;
/** A 36-bit number, as the format holds it. */
const mostSamples = 2 ** 36 - 1;

interface Part {
  /** Sample rate, channels and bits of a sample, as they are stored. */
  readonly setup: string;
  readonly info: Uint8Array;
  readonly frames: readonly Frame[];
}

interface Frame {
  readonly head: FlacFrameHead;
  readonly bytes: Uint8Array;
}

export async function joinFlac(parts: readonly string[], file: FileHandle): Promise<void> {
  let first: Part | null = null;
  let samples = 0;
  const lengths: number[] = [];
  // Written once they are known.
  await file.write(new Uint8Array(HEAD_BYTES));
  for (const [index, path] of parts.entries()) {
    const part: Part | null = await withSource(path, readPart);
    if (part === null) throw brokenPart(index);
    first ??= part;
    if (part.setup !== first.setup) throw differingPart(index);
    for (const frame of part.frames) {
      await writeAll(file, numbered(frame, samples));
      samples += frame.head.samples;
      lengths.push(frame.head.samples);
    }
  }
  if (samples > mostSamples) throw unfit('The joined parts have more samples than a FLAC file can hold.');
  if (first !== null) await writeAll(file, headOf(first, samples, lengths), 0);
}

/** `null` where it is not a FLAC whose frames are whole to its last byte. */
async function readPart(source: ByteSource): Promise<Part | null> {
  const start = await endOfTags(source);
  if (source.size - start > mostPartBytes) return null;
  const bytes = await source.read(start, source.size - start);
  if (asciiAt(bytes, 0, 4) !== 'fLaC' || bytes.length < HEAD_BYTES) return null;
  const view = viewOf(bytes);
  let at = 4;
  for (let isLast = false; !isLast && at + 4 <= bytes.length; ) {
    const block = view.getUint32(at);
    isLast = block >= 2 ** 31;
    at += 4 + (block & 0xff_ffff);
  }
  const frames = framesIn(bytes.subarray(at));
  if (frames !== null && !hasAll(frames, view)) return null;
  // 20 bits of the rate, 3 of the channels and 5 of the bits; the 4 behind them belong to the number of samples.
  const setup = `${view.getUint16(18)} ${view.getUint16(20) >> 4}`;
  return frames && { setup, info: bytes.subarray(8, HEAD_BYTES), frames };
}

/** Fewer samples than the header states: the file is cut where a frame ends. One that was streamed states none. */
function hasAll(frames: readonly Frame[], head: DataView): boolean {
  const stated = (head.getUint8(21) & 15) * 2 ** 32 + head.getUint32(22);
  return stated === 0 || frames.reduce((sum, frame) => sum + frame.head.samples, 0) === stated;
}

/** A frame ends where its checksum is right and the next one begins. */
function framesIn(bytes: Uint8Array): readonly Frame[] | null {
  const frames: Frame[] = [];
  for (let start = 0; start < bytes.length; ) {
    const head = flacFrameHead(bytes.subarray(start, start + mostHeadBytes));
    const end = head === null ? null : frameEnd(bytes, start + head.bytes, start);
    if (head === null || end === null) return null;
    frames.push({ head, bytes: bytes.subarray(start, end) });
    start = end;
  }
  return frames;
}

function frameEnd(bytes: Uint8Array, from: number, start: number): number | null {
  let sum = crc16(bytes.subarray(start, from));
  for (let at = from; at < bytes.length; at += 1) {
    sum = nextCrc16(sum, bytes[at] ?? 0);
    // The checksum of a frame and of the one it ends with is 0.
    const isEnd = sum === 0 && at > from;
    if (isEnd && (at + 1 === bytes.length || isHead(bytes, at + 1))) return at + 1;
  }
  return null;
}

const isHead = (bytes: Uint8Array, at: number): boolean =>
  flacFrameHead(bytes.subarray(at, at + mostHeadBytes)) !== null;

/** The frame with the number of its first sample, and its checksums. */
function numbered({ head, bytes }: Frame, sample: number): Uint8Array {
  const [mark = 0, sync = 0, codes = 0, last = 0] = bytes;
  const behind = bytes.subarray(4 + head.numberBytes, head.bytes - 1);
  const own = Uint8Array.of(mark, sync | 1, codes, last, ...codedNumber(sample), ...behind);
  const whole = concat(own, Uint8Array.of(crc8(own)), bytes.subarray(head.bytes, -2));
  const sum = crc16(whole);
  return concat(whole, Uint8Array.of(sum >> 8, sum & 255));
}

/** One block: lengths of frames, rate, channels, bits and number of samples. */
function headOf({ info }: Part, samples: number, lengths: readonly number[]): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  head.set([...Buffer.from('fLaC'), 0x80, 0, 0, info.length]);
  const view = viewOf(head);
  const bounded = lengths.map((length) => Math.max(16, length));
  view.setUint16(
    8,
    bounded.reduce((one, other) => Math.min(one, other), 65_535),
  );
  view.setUint16(
    10,
    bounded.reduce((one, other) => Math.max(one, other), 16),
  );
  head.set(info.subarray(10, 14), 18);
  view.setUint8(21, (view.getUint8(21) & 0xf0) | Math.floor(samples / 2 ** 32));
  view.setUint32(22, samples % 2 ** 32);
  return head;
}
