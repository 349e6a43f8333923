/** Ogg: the packets of all parts in one new stream, their times going on where the part before ended. */
import type { FileHandle } from 'node:fs/promises';
import { EncodedAudioPacketSource, type EncodedPacket, OggOutputFormat, Output } from 'mediabunny';
import { targetOf } from '../../target';
import { eachPart, type Part } from '../join-parts';
import { type Playing, playingOf, type Sound } from '../join-sound';

// Chromium finds its way among pages of a second; after a jump into longer ones it plays beyond the end.
const format = () => new OggOutputFormat({ maximumPageDuration: 1 });

/** So many packets at the end of a part may be left out: what two encoders add to its ends is never longer. */
const MAX_LEFT_OUT = 2;

interface Joining {
  readonly source: EncodedAudioPacketSource;
  readonly sound: Sound;
  readonly playing: Playing;
  readonly lastPart: number;
  /** How long the parts are that are in it, in seconds. */
  wanted: number;
  /** How long what is in it sounds, in seconds. */
  played: number;
}

/**
 * In the middle of a stream nothing can be cut off a packet, so that what fills up the ends of a part is heard as a
 * few milliseconds of silence. Last packets of a part are left out where that brings the whole nearer to the sum, so
 * that it is never further off than half a packet, however many parts there are.
 */
export async function joinOgg(parts: readonly string[], file: FileHandle): Promise<void> {
  const output = new Output({ format: format(), target: targetOf(file) });
  let joining: Joining | null = null;
  try {
    await eachPart(parts, async (part) => {
      joining ??= await begin(output, part.sound, parts.length - 1);
      await append(joining, part);
    });
    await output.finalize();
  } finally {
    if (output.state !== 'finalized') await output.cancel().catch(() => undefined);
  }
}

async function begin(output: Output, sound: Sound, lastPart: number): Promise<Joining> {
  const source = new EncodedAudioPacketSource(sound.codec);
  output.addAudioTrack(source);
  await output.start();
  const playing = playingOf(sound);
  return { source, sound, playing, lastPart, wanted: 0, played: -playing.leadInSeconds };
}

async function append(joined: Joining, { index, packets }: Part): Promise<void> {
  const held: EncodedPacket[] = [];
  let end = 0;
  for await (const packet of packets) {
    end = packet.timestamp + packet.duration;
    if (index > 0 && isLeadIn(joined, packet)) continue;
    held.push(packet);
    if (held.length > MAX_LEFT_OUT) await add(joined, held.shift());
  }
  joined.wanted += end;
  const wanted = index === joined.lastPart ? held.length : nearest(joined, held);
  for (const packet of held.slice(0, wanted)) await add(joined, packet);
}

/** Opus begins with packets that only set the decoder going; in the middle of a stream it is going already. */
function isLeadIn({ sound }: Joining, { duration }: EncodedPacket): boolean {
  return sound.codec === 'opus' && duration === 0;
}

/** How many of the packets bring what is played nearest to what is wanted. */
function nearest({ playing, played, wanted }: Joining, packets: readonly EncodedPacket[]): number {
  let best = { count: 0, off: Math.abs(played - wanted) };
  let end = played;
  let before = playing.last;
  for (const [index, packet] of packets.entries()) {
    end += playing.secondsOf(packet, before);
    before = packet;
    const off = Math.abs(end - wanted);
    if (off <= best.off) best = { count: index + 1, off };
  }
  return best.count;
}

async function add(joined: Joining, packet: EncodedPacket | undefined): Promise<void> {
  if (packet === undefined) return;
  const { source, sound, playing } = joined;
  const moved = packet.clone({ timestamp: Math.max(0, joined.played) });
  joined.played += playing.secondsOf(packet, playing.last);
  playing.last = packet;
  await source.add(moved, { decoderConfig: sound.config });
}
