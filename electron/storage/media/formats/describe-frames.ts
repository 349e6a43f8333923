/** How long sound is that states it nowhere: its frames, blocks or chunks are read one after another. */
import { asciiAt, type ByteSource, viewOf } from '../bytes';
import { amrFrames } from './cut-frames';
import { type MediaDescription, soundFacts, unknownMedia } from './media-description';
import { endOfTags } from './mp3/tag';
import {
  adtsFrame,
  dolbyFrame,
  dtsFrame,
  FRAME_HEAD_BYTES,
  layer2Frame,
  type ReadFrame,
} from './sound-frames';

/** Days of sound. */
const MAX_FRAMES = 1_000_000;

const describeRow =
  (readFrame: ReadFrame) =>
  async (source: ByteSource): Promise<MediaDescription> => {
    const start = await endOfTags(source);
    const first = readFrame(await source.read(start, FRAME_HEAD_BYTES));
    if (first === null) return unknownMedia;
    return soundFacts({ ...first, seconds: await secondsFrom(source, start, readFrame) });
  };

/** Frames that are whole are counted; `null` where something unknown is between them. */
async function secondsFrom(source: ByteSource, start: number, readFrame: ReadFrame): Promise<number | null> {
  let [at, seconds] = [start, 0];
  for (let frames = 0; frames < MAX_FRAMES; frames += 1) {
    const head = await source.read(at, FRAME_HEAD_BYTES);
    const frame = readFrame(head);
    if (frame === null) return isEnd(head) ? seconds : null;
    at += frame.bytes;
    if (at > source.size) return seconds;
    if (frame.samples > 0) seconds += frame.samples / frame.sampleRate;
  }
  return null;
}

/** The end of the file, or what programs add there: tags and zeros. */
const isEnd = (head: Uint8Array): boolean =>
  head.length < FRAME_HEAD_BYTES ||
  head.every((byte) => byte === 0) ||
  /^(TAG|APETAGEX|ID3|LYRICS)/.test(asciiAt(head, 0, 8));

export const describeAac = describeRow(adtsFrame);
export const describeLayer2 = describeRow(layer2Frame);
export const describeDolby = describeRow(dolbyFrame);
export const describeDts = describeRow(dtsFrame);

const WAVPACK_RATES = [
  ...[6_000, 8_000, 9_600, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000],
  ...[88_200, 96_000, 192_000],
];
const WAVPACK = { mono: 1 << 2, last: 1 << 12 };

interface Block {
  readonly bytes: number;
  readonly samples: number;
  /** The number of the sample after its last. */
  readonly end: number;
  readonly channels: number;
  /** 0 where it is not known, as that of DSD, whose samples are counted otherwise. */
  readonly sampleRate: number;
  readonly isLast: boolean;
}

function wavPackBlock(head: Uint8Array): Block | null {
  if (head.length < 32 || asciiAt(head, 0, 4) !== 'wvpk') return null;
  const view = viewOf(head);
  const [samples, flags] = [view.getUint32(20, true), view.getUint32(24, true)];
  return {
    bytes: 8 + view.getUint32(4, true),
    samples,
    end: view.getUint32(16, true) + (head[10] ?? 0) * 2 ** 32 + samples,
    channels: (flags & WAVPACK.mono) !== 0 ? 1 : 2,
    sampleRate: flags >>> 31 === 1 ? 0 : (WAVPACK_RATES[(flags >>> 23) & 15] ?? 0),
    isLast: (flags & WAVPACK.last) !== 0,
  };
}

/** WavPack: blocks state their first sample and how many follow; blocks of one moment share the channels. */
export async function describeWavPack(source: ByteSource): Promise<MediaDescription> {
  const facts = { sampleRate: 0, channels: 0 };
  let [at, end, isCounted] = [0, 0, false];
  for (let blocks = 0; blocks < MAX_FRAMES; blocks += 1) {
    const block = wavPackBlock(await source.read(at, 32));
    at += block?.bytes ?? 0;
    if (block === null || at > source.size) break;
    if (block.samples === 0) continue;
    end = block.end;
    if (!isCounted) {
      facts.channels += block.channels;
      facts.sampleRate = block.sampleRate;
      isCounted = block.isLast;
    }
  }
  return soundFacts({ ...facts, seconds: facts.sampleRate > 0 ? end / facts.sampleRate : null });
}

/** True Audio: the head states its samples. */
export async function describeTta(source: ByteSource): Promise<MediaDescription> {
  const start = await endOfTags(source);
  const head = await source.read(start, TTA_HEAD_BYTES);
  if (head.length < TTA_HEAD_BYTES || asciiAt(head, 0, 4) !== 'TTA1') return unknownMedia;
  const view = viewOf(head);
  const [channels, sampleRate, samples] = [
    view.getUint16(6, true),
    view.getUint32(10, true),
    view.getUint32(14, true),
  ];
  return soundFacts({ sampleRate, channels, seconds: sampleRate > 0 ? samples / sampleRate : null });
}

const TTA_HEAD_BYTES = 22;
const AMR_FRAMES_A_SECOND = 50;

/** AMR (RFC 4867): one channel, in frames of 20 ms. */
export async function describeAmr(source: ByteSource): Promise<MediaDescription> {
  const { frames, isWide } = await amrFrames(source);
  return soundFacts({
    sampleRate: isWide ? 16_000 : 8_000,
    channels: 1,
    seconds: frames / AMR_FRAMES_A_SECOND,
  });
}

const MAX_CHUNKS = 1_000;
const W64_HEAD_BYTES = 24;
/** Integers, floating point, A-law, µ-law, and the form that names one of them further on. */
const PLAIN = [1, 3, 6, 7, 0xfffe];

/** Sony Wave64: chunks of WAV, whose names are identifiers of 16 bytes and whose lengths count their own head. */
export async function describeWave64(source: ByteSource): Promise<MediaDescription> {
  let format: DataView | null = null;
  for (let at = 40, chunks = 0; chunks < MAX_CHUNKS; chunks += 1) {
    const head = await source.read(at, W64_HEAD_BYTES);
    if (head.length < W64_HEAD_BYTES) return unknownMedia;
    const [name, stated] = [asciiAt(head, 0, 4), Number(viewOf(head).getBigUint64(16, true))];
    const start = at + W64_HEAD_BYTES;
    if (name === 'fmt ') format = viewOf(await source.read(start, 16));
    if (name === 'data') return waveFacts(format, Math.min(stated - W64_HEAD_BYTES, source.size - start));
    if (stated < W64_HEAD_BYTES) return unknownMedia;
    at += Math.ceil(stated / 8) * 8;
  }
  return unknownMedia;
}

function waveFacts(format: DataView | null, bytes: number): MediaDescription {
  if (format === null || format.byteLength < 16) return unknownMedia;
  const [channels, sampleRate, frameBytes] = [2, 4, 12].map((at) =>
    at === 4 ? format.getUint32(at, true) : format.getUint16(at, true),
  ) as [number, number, number];
  const isPlain = PLAIN.includes(format.getUint16(0, true)) && frameBytes > 0 && sampleRate > 0;
  return soundFacts({ sampleRate, channels, seconds: isPlain ? bytes / frameBytes / sampleRate : null });
}
