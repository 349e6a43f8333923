/**
 * A part of an MP3 without encoding it again. Frames are kept whole, and a new first frame states what players leave out
 * at both ends, so that the part is played to the sample. What a decoder needs from before the part goes in front: the
 * frames whose sound overlaps it, and the bytes of earlier frames that they use (the bit reservoir of ISO 11172-3,
 * 2.4.3.4), in a silent frame of their own.
 */
import { headOfFrameFor, infoFrame, mp3FrameAt } from '../../../shared/media/mp3-frame';
import type { Stretch } from './edit-request';
import { DECODER_DELAY, mp3FramesOf, type PlacedFrame } from './mp3-frames';
import { tagOfPart } from './mp3-tag';

/** A decoder mixes each frame with this much of the sound before it, in samples: 576 of overlap and 480 of its filter. */
const OVERLAP = 1_056;
const CHECKSUM_BYTES = 2;

/** @throws Error with words for a person where its frames can't be cut */
export function cutMp3(bytes: Uint8Array, { start, end }: Stretch): Uint8Array<ArrayBuffer> {
  const found = mp3FramesOf(bytes);
  if (found === null) throw uncut();
  const { frames, heard, samples, sampleRate } = found;
  const from = heard.from + Math.round(start * sampleRate);
  const to = Math.min(heard.to, heard.from + Math.round(end * sampleRate));
  const first = Math.max(0, Math.floor((from - OVERLAP) / samples));
  const kept = frames.slice(first, Math.ceil(to / samples));
  if (to <= from || kept[0] === undefined) throw new Error('Nothing is heard in this part.');
  const skipped = from - first * samples;
  const used = reservoirOf(bytes, frames, first);
  // What players skip counts from where a decoder's delay ends: there must be as much in front.
  const isLed = used.length > 0 || skipped < DECODER_DELAY;
  const sound = kept.map(({ at, bytes: length }) => bytes.subarray(at, at + length));
  const row = fileOf(isLed ? [silentFrame(sound[0] ?? bytes, used), ...sound] : sound, {
    skipped: skipped + (isLed ? samples : 0),
    length: to - from,
  });
  return joinedBytes([tagOfPart(bytes), row]);
}

const uncut = () => new Error('This MP3 can’t be cut at its frames. Choose WAV.');

/** The end of the sound data of earlier frames, as far as a frame uses it. */
function reservoirOf(bytes: Uint8Array, frames: readonly PlacedFrame[], index: number): Uint8Array {
  const frame = frames[index];
  let missing = frame === undefined ? 0 : reachOf(bytes, frame);
  const used: Uint8Array[] = [];
  for (let before = index - 1; missing > 0 && before >= 0; before -= 1) {
    const { at, bytes: length, sideEnd } = frames[before] as PlacedFrame;
    const data = bytes.subarray(at + sideEnd + checksumOf(bytes, at), at + length);
    const end = data.subarray(Math.max(0, data.length - missing));
    used.unshift(end);
    missing -= end.length;
  }
  return joinedBytes(used);
}

/** How far the data of a frame begins before it: the first number of its side information. */
function reachOf(bytes: Uint8Array, { at, samples }: PlacedFrame): number {
  const [high = 0, low = 0] = bytes.subarray(at + 4 + checksumOf(bytes, at));
  return samples === 1152 ? (high << 1) | (low >> 7) : high;
}

const checksumOf = (bytes: Uint8Array, at: number): number =>
  ((bytes[at + 1] ?? 0) & 1) === 0 ? CHECKSUM_BYTES : 0;

/** Without sound of its own; its data is what the next frames use. */
function silentFrame(like: Uint8Array, data: Uint8Array): Uint8Array {
  const head = headOfFrameFor(like, (mp3FrameAt(like)?.sideEnd ?? 0) + data.length);
  const frame = new Uint8Array((head && mp3FrameAt(head)?.bytes) ?? 0);
  if (head === null) throw uncut();
  frame.set(head);
  frame.set(data, frame.length - data.length);
  return frame;
}

function fileOf(
  sound: readonly Uint8Array[],
  { skipped, length }: { readonly skipped: number; readonly length: number },
): Uint8Array<ArrayBuffer> {
  const starts: number[] = [];
  let bytes = 0;
  for (const frame of sound) {
    starts.push(bytes);
    bytes += frame.length;
  }
  const facts = sound.map((frame) => mp3FrameAt(frame));
  const delay = skipped - DECODER_DELAY;
  const padding = sound.length * (facts[0]?.samples ?? 0) - delay - length;
  const isConstantRate = new Set(facts.map((frame) => frame?.bitrate)).size === 1;
  const head = sound.at(-1) as Uint8Array;
  const info = infoFrame({ head, starts, bytes, isConstantRate, gapless: { delay, padding } });
  return joinedBytes([info, ...sound]);
}

function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
