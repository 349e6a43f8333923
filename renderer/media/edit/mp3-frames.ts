/** The frames of an MP3 in memory, and the stretch of its decoded samples that players play. */
import { gaplessOf, isInfoFrame, type Mp3Frame, mp3FrameAt } from '../../../shared/media/mp3-frame';

export interface PlacedFrame extends Mp3Frame {
  /** Where it begins in the file. */
  readonly at: number;
}

export interface Mp3Frames extends Pick<Mp3Frame, 'samples' | 'sampleRate'> {
  /** Of sound: a first frame that only states facts is left out. */
  readonly frames: readonly PlacedFrame[];
  /** The samples that are played, of those that all frames give. */
  readonly heard: { readonly from: number; readonly to: number };
}

/** What a decoder of MP3 itself is late by, in samples. */
export const DECODER_DELAY = 529;

/** @returns `null` where there are none, or where they are not all of one length and rate */
export function mp3FramesOf(bytes: Uint8Array): Mp3Frames | null {
  const all = framesIn(bytes);
  const [first] = all;
  if (first === undefined || all.some((frame) => !isAlike(frame, first))) return null;
  const head = bytes.subarray(first.at, first.at + first.bytes);
  const frames = isInfoFrame(head) ? all.slice(1) : all;
  const { samples, sampleRate } = first;
  const total = frames.length * samples;
  const ends = gaplessOf(head);
  if (ends === null) return { frames, samples, sampleRate, heard: { from: 0, to: total } };
  const to = Math.min(total, total + DECODER_DELAY - ends.padding);
  return { frames, samples, sampleRate, heard: { from: ends.delay + DECODER_DELAY, to } };
}

const isAlike = (frame: Mp3Frame, other: Mp3Frame): boolean =>
  frame.samples === other.samples && frame.sampleRate === other.sampleRate;

function framesIn(bytes: Uint8Array): PlacedFrame[] {
  const frames: PlacedFrame[] = [];
  for (let at = bytesOfTag(bytes); at < bytes.length; ) {
    const frame = mp3FrameAt(bytes, at);
    if (frame !== null && at + frame.bytes <= bytes.length) {
      frames.push({ ...frame, at });
      at += frame.bytes;
    } else {
      const next = nextFrame(bytes, at + 1);
      if (next === null) break;
      at = next;
    }
  }
  return frames;
}

/** Behind a tag or noise; one head alone may be sound that looks like it. */
function nextFrame(bytes: Uint8Array, from: number): number | null {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const frame = mp3FrameAt(bytes, at);
    if (frame !== null && mp3FrameAt(bytes, at + frame.bytes) !== null) return at;
  }
  return null;
}

const TAG_HEAD_BYTES = 10;

/** Bytes of the tag before the first frame. */
export function bytesOfTag(head: Uint8Array): number {
  if (head.length < TAG_HEAD_BYTES || String.fromCharCode(...head.subarray(0, 3)) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, TAG_HEAD_BYTES);
  return TAG_HEAD_BYTES + ((a << 21) | (b << 14) | (c << 7) | d);
}
