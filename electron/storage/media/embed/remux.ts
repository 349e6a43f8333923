/** WebM and Ogg: the same packets in a new container that carries the tags. Nothing is encoded again. */

import type { FileHandle } from 'node:fs/promises';
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  type MetadataTags,
  Output,
  type OutputFormat,
  StreamTarget,
} from 'mediabunny';
import { writeAll } from '../partial';

interface Lane {
  readonly packets: AsyncGenerator<EncodedPacket, void, unknown>;
  readonly add: (packet: EncodedPacket) => Promise<void>;
  readonly close: () => void;
  next: EncodedPacket | null;
}

/** Copies every track; `false` where one of them is not sound or video of a known codec. */
export async function remux(
  input: Input,
  format: OutputFormat,
  tags: MetadataTags,
  file: FileHandle,
): Promise<boolean> {
  const output = new Output({ format, target: targetOf(file) });
  const lanes = await addLanes(await input.getTracks(), output);
  if (lanes === null) return false;
  output.setMetadataTags(joined(await input.getMetadataTags(), tags));
  try {
    await output.start();
    await copyInOrder(lanes);
    await output.finalize();
    return true;
  } finally {
    if (output.state !== 'finalized') await output.cancel().catch(() => undefined);
  }
}

/** Ours go before what the file said of itself, which stays. */
function joined(old: MetadataTags, ours: MetadataTags): MetadataTags {
  return { ...old, ...ours, raw: { ...old.raw, ...ours.raw } };
}

/** A target that writes to an open file, at whatever place the muxer goes back to. */
export function targetOf(file: FileHandle): StreamTarget {
  const writable = new WritableStream({
    write: ({ data, position }: { data: Uint8Array; position: number }) => writeAll(file, data, position),
  });
  return new StreamTarget(writable, { chunked: true, chunkSize: 1024 * 1024 });
}

async function addLanes(tracks: readonly InputTrack[], output: Output): Promise<Lane[] | null> {
  const lanes: Lane[] = [];
  for (const track of tracks) {
    const lane = await addLane(track, output);
    if (lane === null) return null;
    lanes.push(lane);
  }
  return lanes.length > 0 ? lanes : null;
}

async function addLane(track: InputTrack, output: Output): Promise<Lane | null> {
  const feed = track.isVideoTrack()
    ? await addVideo(track, output)
    : track.isAudioTrack()
      ? await addAudio(track, output)
      : null;
  const packets = new EncodedPacketSink(track).packets();
  return feed && { ...feed, packets, next: (await packets.next()).value ?? null };
}

type Feed = Pick<Lane, 'add' | 'close'>;

async function addVideo(track: InputVideoTrack, output: Output): Promise<Feed | null> {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if (codec === null || decoderConfig === null) return null;
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, {
    ...(await describeTrack(track)),
    rotation: await track.getRotation(),
    frameRate: await frameRateOf(track),
  });
  return { add: (packet) => source.add(packet, { decoderConfig }), close: () => source.close() };
}

/**
 * Only a container that tells a frame rate knows how long its last frame lasts: the new one must tell it as well, or
 * it would be one frame shorter.
 */
async function frameRateOf(track: InputVideoTrack): Promise<number | undefined> {
  const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY);
  return last && last.duration > 0 ? Math.round(1e4 / last.duration) / 1e4 : undefined;
}

async function addAudio(track: InputAudioTrack, output: Output): Promise<Feed | null> {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if (codec === null || decoderConfig === null) return null;
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source, await describeTrack(track));
  return { add: (packet) => source.add(packet, { decoderConfig }), close: () => source.close() };
}

async function describeTrack(track: InputTrack) {
  const name = (await track.getName()) ?? undefined;
  return { languageCode: await track.getLanguageCode(), name, disposition: await track.getDisposition() };
}

/** Always the earliest packet of all tracks, so that the muxer has nothing to keep back. */
async function copyInOrder(lanes: readonly Lane[]): Promise<void> {
  for (;;) {
    const waiting = lanes.filter(({ next }) => next !== null);
    const [first, ...others] = waiting;
    if (!first) return;
    const lane = others.reduce((best, one) => (timeOf(one) < timeOf(best) ? one : best), first);
    if (lane.next) await lane.add(lane.next);
    lane.next = (await lane.packets.next()).value ?? null;
    if (lane.next === null) lane.close();
  }
}

const timeOf = ({ next }: Lane) => next?.timestamp ?? Number.POSITIVE_INFINITY;
