/** Facts of a FLAC file from its first block (RFC 9639, 8.2), and where that states no length, from its last frame. */
import { type ByteSource, viewOf } from '../../bytes';
import { type MediaDescription, soundFacts, unknownMedia } from '../media-description';
import { endOfTags } from '../mp3/tag';
import { flacFrameHead, mostHeadBytes } from './frame';

/** More than any frame that encoders make. */
const TAIL_BYTES = 256 * 1024;
/** The mark of the file and its first block. */
const HEAD_BYTES = 42;

export interface FlacInfo {
  readonly sampleRate: number;
  readonly channels: number;
  /** Of each channel; 0 where the file does not say, as one that was written while it was made. */
  readonly samples: number;
  /** Of a frame, where all have the same length. */
  readonly blockSamples: number;
}

/** `null` where the file ends before it. */
export async function flacInfo(source: ByteSource, start: number): Promise<FlacInfo | null> {
  const head = await source.read(start, HEAD_BYTES);
  if (head.length < HEAD_BYTES) return null;
  const view = viewOf(head);
  return {
    sampleRate: view.getUint32(18) >>> 12,
    channels: ((view.getUint8(20) >> 1) & 7) + 1,
    samples: (view.getUint8(21) & 15) * 2 ** 32 + view.getUint32(22),
    blockSamples: view.getUint16(8),
  };
}

export async function describeFlac(source: ByteSource): Promise<MediaDescription> {
  const start = await endOfTags(source);
  const info = await flacInfo(source, start);
  if (info === null) return unknownMedia;
  const samples = info.samples || (await samplesByFrames(source, start, info));
  return soundFacts({ ...info, seconds: samples === 0 ? null : samples / info.sampleRate });
}

/** Up to the end of the last frame; 0 where none is found. */
async function samplesByFrames(
  source: ByteSource,
  start: number,
  { blockSamples }: FlacInfo,
): Promise<number> {
  const tail = await flacTail(source, start);
  for (let at = tail.length - 6; at >= 0; at -= 1) {
    const end = tail[at] === 0xff ? frameEnd(tail.subarray(at, at + mostHeadBytes), blockSamples) : null;
    if (end !== null) return end;
  }
  return 0;
}

/** The end of the file, in which its last frame begins. */
export const flacTail = (source: ByteSource, start: number): Promise<Uint8Array> =>
  source.read(Math.max(start + HEAD_BYTES, source.size - TAIL_BYTES), TAIL_BYTES);

/** How many samples there are up to the end of a frame; `null` where none begins. */
export function frameEnd(bytes: Uint8Array, blockSamples: number): number | null {
  const head = flacFrameHead(bytes);
  if (head === null) return null;
  return (head.isVariable ? head.number : head.number * blockSamples) + head.samples;
}
