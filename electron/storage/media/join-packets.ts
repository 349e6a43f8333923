/** MP3 and Ogg: the frames of all parts in one new container, their times going on where the part before ended. */
import type { FileHandle } from 'node:fs/promises';
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  type InputAudioTrack,
  Mp3OutputFormat,
  OggOutputFormat,
  Output,
} from 'mediabunny';
import { AppError } from '../../../shared/errors';
import { type ReadBudget, withSource } from './bytes';
import { withContainer } from './containers';
import { brokenPart, differingPart } from './join-errors';
import { fits, playedSecondsOf, type Sound, soundOf } from './join-sound';
import { targetOf } from './target';

const formats = {
  // With a header that counts the frames: a player knows the length at once, and where to seek.
  mp3: () => new Mp3OutputFormat({ xingHeader: true }),
  // Chromium finds its way among pages of a second; after a jump into longer ones it plays beyond the end.
  ogg: () => new OggOutputFormat({ maximumPageDuration: 1 }),
};

/** For one part: many hours of sound. */
const budget: ReadBudget = { bytes: 8 * 1024 ** 3, reads: 20_000_000 };

interface Joining {
  readonly source: EncodedAudioPacketSource;
  readonly sound: Sound;
  readonly playedSeconds: (packet: EncodedPacket) => number;
  readonly lastPart: number;
  /** Where the next packet begins, in seconds. */
  time: number;
  /** By how much the whole sounds longer than its parts, in seconds. */
  drift: number;
}

export async function joinPackets(
  parts: readonly string[],
  container: keyof typeof formats,
  file: FileHandle,
): Promise<void> {
  const output = new Output({ format: formats[container](), target: targetOf(file) });
  let joining: Joining | null = null;
  try {
    for (const [index, part] of parts.entries())
      joining = await guarded(index, () =>
        withTrack(part, async (track) => {
          const sound = await soundOf(track);
          if (sound === null) throw brokenPart(index);
          const joined = joining ?? (await begin(output, sound, parts.length - 1));
          if (!fits(joined.sound, sound)) throw differingPart(index);
          await append(joined, track, index);
          return joined;
        }),
      );
    await output.finalize();
  } finally {
    if (output.state !== 'finalized') await output.cancel().catch(() => undefined);
  }
}

async function begin(output: Output, sound: Sound, lastPart: number): Promise<Joining> {
  const source = new EncodedAudioPacketSource(sound.codec);
  output.addAudioTrack(source);
  await output.start();
  return { source, sound, playedSeconds: playedSecondsOf(sound), lastPart, time: 0, drift: 0 };
}

async function append(joined: Joining, track: InputAudioTrack, part: number): Promise<void> {
  const packets = new EncodedPacketSink(track).packets();
  let isFirst = true;
  for (let next = await packets.next(); !next.done; ) {
    const packet = next.value;
    next = await packets.next();
    const atJoint = { before: part > 0 && isFirst, behind: part < joined.lastPart && next.done === true };
    if (part > 0 && isLeadIn(joined, packet)) continue;
    await add(joined, packet, atJoint);
    isFirst = false;
  }
}

/** Opus begins with packets that only set the decoder going; in the middle of a stream it is going already. */
function isLeadIn({ sound }: Joining, { duration }: EncodedPacket): boolean {
  return sound.codec === 'opus' && duration === 0;
}

/**
 * In the middle of a stream nothing can be cut off a packet, so that what fills up the ends of a part is heard as a
 * few milliseconds of silence. A part's last packet is left out where that brings the whole nearer to the sum.
 */
async function add(
  joined: Joining,
  packet: EncodedPacket,
  atJoint: { before: boolean; behind: boolean },
): Promise<void> {
  const excess = joined.playedSeconds(packet) - packet.duration;
  const isPadded = atJoint.behind && excess > 0;
  if (isPadded && Math.abs(joined.drift - packet.duration) < Math.abs(joined.drift + excess)) {
    joined.drift -= packet.duration;
    return;
  }
  if (atJoint.before || isPadded) joined.drift += excess;
  const moved = packet.clone({ timestamp: joined.time });
  await joined.source.add(moved, { decoderConfig: joined.sound.config });
  joined.time += packet.duration;
}

function withTrack<Result>(path: string, work: (track: InputAudioTrack) => Promise<Result>): Promise<Result> {
  return withSource(path, (source) =>
    withContainer(source, budget, async (input) => {
      const track = await input.getPrimaryAudioTrack();
      if (track === null) throw new Error('There is no sound in it.');
      return work(track);
    }),
  );
}

/** What the library throws of a broken part, as an error that names the part; the disk's stay. */
async function guarded<Result>(index: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isKnown = error instanceof AppError || (error instanceof Error && 'syscall' in error);
    throw isKnown ? error : brokenPart(index);
  }
}
