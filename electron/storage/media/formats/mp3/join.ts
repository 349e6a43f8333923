/**
 * MP3: the frames of all parts after a new first frame that states the total length and how much to trim at the ends.
 */
import type { FileHandle } from 'node:fs/promises';
import {
  type Gapless,
  gaplessOf,
  infoFrame,
  isInfoFrame,
  type Mp3Sound,
  mp3FrameAt,
} from '../../../../../shared/media/mp3-frame';
import { type ByteSource, withSource } from '../../bytes';
import { writeAll } from '../../partial';
import { brokenPart, differingPart } from '../join-errors';
import { framesIn, wholeRow } from './rows';
import { endOfTags } from './tag';

interface Joining {
  readonly file: FileHandle;
  readonly lastPart: number;
  /** What every frame has in common: its version, layer, sample rate, and whether it is mono. */
  kind: string;
  head: Uint8Array;
  readonly starts: number[];
  readonly bitrates: Set<number>;
  bytes: number;
  first: Gapless | null;
  last: Gapless | null;
  /** The sound of the parts in it, in samples, without what their encoders added. */
  wanted: number;
}

/** The frames of an encoder's padding and delay; a part never has more. */
const MAX_LEFT_OUT = 4;
/** A decoder's own delay: it needs as much padding, or it loses the last samples. */
const DECODER_DELAY = 529;

/**
 * Frames can't be cut, so last frames of a part, which hold its encoder's padding, are left out where that brings the
 * next part nearer to its right time: it is never more than half a frame off, however many parts there are. The first
 * frame states what is left to trim, so that the whole is as long as the sum of its parts, to the sample.
 */
export async function joinMp3(parts: readonly string[], file: FileHandle): Promise<void> {
  const joining: Joining = {
    file,
    lastPart: parts.length - 1,
    kind: '',
    head: new Uint8Array(),
    starts: [],
    bitrates: new Set(),
    bytes: 0,
    first: null,
    last: null,
    wanted: 0,
  };
  for (const [index, path] of parts.entries())
    await withSource(path, (source) => append(joining, source, index));
  await writeAll(file, infoFrame(soundOf(joining, await trimmedEnds(joining))), 0);
}

async function append(joining: Joining, source: ByteSource, index: number): Promise<void> {
  const start = await endOfTags(source);
  const row = await wholeRow(source, start);
  if (row === null) throw brokenPart(index);
  joining.last = null;
  const held: Uint8Array[] = [];
  let [isFirst, samples] = [true, 0];
  for await (const frame of framesIn(source, start, row.end)) {
    const isInfo = isFirst && isInfoFrame(frame);
    if (isFirst) noteEnds(joining, frame, index);
    isFirst = false;
    if (isInfo) continue;
    samples += samplesOf(frame);
    // The reader uses its memory again.
    held.push(frame.slice());
    if (held.length > MAX_LEFT_OUT) await addFrame(joining, held.shift(), index);
  }
  const { delay, padding } = joining.last ?? { delay: 0, padding: 0 };
  joining.wanted += Math.max(0, samples - delay - padding);
  for (const frame of held.slice(0, wantedOf(joining, held, index))) await addFrame(joining, frame, index);
}

/** What the part states to trim: at the start of the first part, and at the end of the last. */
function noteEnds(joining: Joining, frame: Uint8Array, index: number): void {
  joining.last = gaplessOf(frame);
  if (index === 0) joining.first = joining.last;
}

/** How many of a part's last frames bring the end nearest to its right time; all where no part states it. */
function wantedOf(joining: Joining, held: readonly Uint8Array[], index: number): number {
  const { first, wanted, starts } = joining;
  if (first === null) return held.length;
  const samples = samplesOf(held[0] ?? joining.head);
  const missing = wanted + first.delay - starts.length * samples;
  const count =
    index === joining.lastPart
      ? Math.ceil((missing + leastPadding(joining)) / samples)
      : Math.round(missing / samples);
  return Math.max(0, Math.min(held.length, count));
}

const leastPadding = ({ last }: Joining): number => Math.min(DECODER_DELAY, last?.padding ?? 0);

/** What is left to trim; where joints took more than the parts had, silence fills the end up. */
async function trimmedEnds(joining: Joining): Promise<Gapless | null> {
  const { first, wanted, head, lastPart } = joining;
  if (first === null) return null;
  const samples = samplesOf(head);
  const needed = Math.ceil((wanted + first.delay + leastPadding(joining)) / samples);
  while (joining.starts.length < needed) await addFrame(joining, silenceLike(head), lastPart);
  return { delay: first.delay, padding: joining.starts.length * samples - first.delay - wanted };
}

/** A frame without a checksum whose granules have no bits. */
function silenceLike(head: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(mp3FrameAt(head)?.bytes ?? 0);
  bytes.set(head.subarray(0, 4));
  bytes[1] = (bytes[1] ?? 0) | 1;
  return bytes;
}

const samplesOf = (frame: Uint8Array): number => mp3FrameAt(frame)?.samples ?? 0;

async function addFrame(joining: Joining, frame: Uint8Array | undefined, index: number): Promise<void> {
  if (frame === undefined) return;
  const kind = kindOf(frame);
  if (joining.starts.length === 0) {
    joining.kind = kind;
    joining.head = frame;
    // Reserves room for what is known at the end.
    await writeAll(joining.file, new Uint8Array(infoFrame(soundOf(joining, null)).length));
  }
  if (kind !== joining.kind) throw differingPart(index);
  await writeAll(joining.file, frame);
  joining.starts.push(joining.bytes);
  joining.bitrates.add(mp3FrameAt(frame)?.bitrate ?? 0);
  joining.bytes += frame.length;
}

function kindOf(frame: Uint8Array): string {
  const [, version = 0, rates = 0, mode = 0] = frame;
  return `${version & 0x1e} ${rates & 0x0c} ${mode >> 6 === 3}`;
}

function soundOf({ head, starts, bytes, bitrates }: Joining, gapless: Gapless | null): Mp3Sound {
  return { head, starts, bytes, isConstantRate: bitrates.size === 1, gapless };
}
