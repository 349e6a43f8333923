/** Ogg: the packets of all parts in one new stream, with continuous timestamps. */
import type { FileHandle } from 'node:fs/promises';
import { EncodedAudioPacketSource, type EncodedPacket, OggOutputFormat, Output } from 'mediabunny';
import { targetOf } from '../../target';
import { eachPart, type Part } from '../join-parts';
import { type Playing, playingOf, type Sound } from '../join-sound';

// Chromium seeks by pages of one second; after a jump into longer ones it plays beyond the end.
const format = () => new OggOutputFormat({ maximumPageDuration: 1 });

/** At most this many packets at the end of a part may be left out: the padding of two encoders is never longer. */
const MAX_LEFT_OUT = 2;

interface Joining {
  readonly source: EncodedAudioPacketSource;
  readonly sound: Sound;
  readonly playing: Playing;
  readonly lastPart: number;
  /** The duration of the parts in it, in seconds. */
  wanted: number;
  /** The playback duration of its content, in seconds. */
  played: number;
}

/**
 * Inside a stream a packet can't be cut, so the padding at the ends of a part is heard as a few milliseconds of
 * silence. Last packets of a part are left out where that brings the whole nearer to the sum, so that it is never more
 * than half a packet off, however many parts there are.
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

/** Opus begins with packets that only warm up the decoder; inside a stream it is warmed up already. */
function isLeadIn({ sound }: Joining, { duration }: EncodedPacket): boolean {
  return sound.codec === 'opus' && duration === 0;
}

/** How many of the packets bring the playback duration nearest to the target. */
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
