/**
 * MP3: the frames of all parts after a new first frame that states the total length and how much to trim at the ends.
 */
import type { FileHandle } from 'node:fs/promises';
import { type ByteSource, withSource } from '../../bytes';
import { writeAll } from '../../partial';
import { brokenPart, differingPart } from '../join-errors';
import { mp3FrameAt } from './frame';
import { endOfTags } from './id3';
import { type Gapless, gaplessOf, infoFrame, isInfoFrame, type Mp3Sound } from './info';
import { framesIn, wholeRow } from './rows';

interface Joining {
  readonly file: FileHandle;
  /** What every frame has in common: its version, layer, sample rate, and whether it is mono. */
  kind: string;
  head: Uint8Array;
  readonly starts: number[];
  readonly bitrates: Set<number>;
  bytes: number;
  first: Gapless | null;
  last: Gapless | null;
}

/**
 * Frames can't be cut: where two parts meet, the padding of their encoder is heard as a few hundredths of a second of
 * silence. The ends of the whole are stated as those of its first and last part, so that players trim them.
 */
export async function joinMp3(parts: readonly string[], file: FileHandle): Promise<void> {
  const joining: Joining = {
    file,
    kind: '',
    head: new Uint8Array(),
    starts: [],
    bitrates: new Set(),
    bytes: 0,
    first: null,
    last: null,
  };
  for (const [index, path] of parts.entries())
    await withSource(path, (source) => append(joining, source, index));
  const { first, last } = joining;
  const gapless = first && { delay: first.delay, padding: last?.padding ?? 0 };
  await writeAll(file, infoFrame(soundOf(joining, gapless)), 0);
}

async function append(joining: Joining, source: ByteSource, index: number): Promise<void> {
  const start = await endOfTags(source);
  const row = await wholeRow(source, start);
  if (row === null) throw brokenPart(index);
  joining.last = null;
  let isFirst = true;
  for await (const frame of framesIn(source, start, row.end)) {
    const isInfo = isFirst && isInfoFrame(frame);
    if (isFirst) noteEnds(joining, frame, index);
    isFirst = false;
    if (!isInfo) await addFrame(joining, frame, index);
  }
}

/** What the part states to trim: at the start of the first part, and at the end of the last. */
function noteEnds(joining: Joining, frame: Uint8Array, index: number): void {
  joining.last = gaplessOf(frame);
  if (index === 0) joining.first = joining.last;
}

async function addFrame(joining: Joining, frame: Uint8Array, index: number): Promise<void> {
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
