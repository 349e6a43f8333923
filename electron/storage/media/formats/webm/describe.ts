import { type ByteSource, viewOf } from '../../bytes';
import { codecs } from '../codec-names';
import {
  frameRateFact,
  type MediaDescription,
  soundFacts,
  unknownMedia,
  wholeMilliseconds,
} from '../media-description';
import { firstFrameTimes, lengthOfBlocks } from './blocks';
import { elementAt, type InnerElement, innerElements, uintOf } from './ebml';

const INFO = 0x1549_a966;
const TIMESTAMP_SCALE = 0x2a_d7b1;
const DURATION = 0x4489;
const TRACKS = 0x1654_ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_NUMBER = 0xd7;
const CODEC_ID = 0x86;
const DEFAULT_DURATION = 0x23_e383;
const VIDEO = 0xe0;
const AUDIO = 0xe1;
const SAMPLING_FREQUENCY = 0xb5;
const CHANNELS = 0x9f;
const PIXEL_WIDTH = 0xb0;
const PIXEL_HEIGHT = 0xba;
const CLUSTER = 0x1f43_b675;
const MAX_HEAD_BYTES = 16 * 1024 * 1024;

/** From what comes before the first cluster; a streamed file does not state its duration. */
export async function describeWebm(source: ByteSource): Promise<MediaDescription> {
  const heads = await headElements(source);
  const tracks = childrenOf(heads, TRACKS).filter(({ id }) => id === TRACK_ENTRY);
  const parts = (id: number) =>
    tracks.map(({ data }) => childrenOf(innerElements(data) ?? [], id)).filter(({ length }) => length > 0);
  const [film, voice] = [VIDEO, AUDIO].map((id) =>
    tracks.map(({ data }) => innerElements(data) ?? []).find((entry) => entry.some((one) => one.id === id)),
  );
  const size = parts(VIDEO)
    .map(sizeOf)
    .find((found) => found !== null);
  const [sound] = parts(AUDIO);
  const info = childrenOf(heads, INFO);
  const durationMs = lengthOf(info) ?? (await countedLength(source, info, tracks));
  return {
    ...unknownMedia,
    durationMs,
    ...size,
    ...(sound && rateOf(sound)),
    ...(film && frameRateFact(statedFrameRate(film) || (await countedFrameRate(source, film)))),
    ...codecs(film && codecOf(film), voice && codecOf(voice)),
  };
}

const codecOf = (entry: readonly InnerElement[]): string =>
  Buffer.from(entry.find(({ id }) => id === CODEC_ID)?.data ?? [])
    .toString('latin1')
    .replace(/\0+$/, '');

/** The track may state how many nanoseconds a frame lasts; zero where it doesn't. */
function statedFrameRate(entry: readonly InnerElement[]): number {
  const nanoseconds = uintOf(entry.find(({ id }) => id === DEFAULT_DURATION)?.data ?? new Uint8Array());
  return nanoseconds > 0 ? 1e9 / nanoseconds : 0;
}

/** Of a file that was sent while it was made, and so states none: up to the end of its last frame. */
async function countedLength(
  source: ByteSource,
  info: readonly InnerElement[],
  tracks: readonly InnerElement[],
): Promise<number | null> {
  const scale = scaleOf(info);
  const frames = new Map(
    tracks.map(({ data }) => {
      const entry = innerElements(data) ?? [];
      return [numberOf(entry), frameMilliseconds(entry) / (scale / 1e6)] as const;
    }),
  );
  const length = await lengthOfBlocks(source, frames).catch(() => null);
  return length === null ? null : wholeMilliseconds((length * scale) / 1e9);
}

const numberOf = (entry: readonly InnerElement[]): number =>
  uintOf(entry.find(({ id }) => id === TRACK_NUMBER)?.data ?? new Uint8Array());

/** As the track states it; 0 where it does not. */
function frameMilliseconds(entry: readonly InnerElement[]): number {
  const rate = statedFrameRate(entry);
  return rate > 0 ? 1_000 / rate : 0;
}

/** By the times of the first frames, in milliseconds: recorders and streams state no rate. */
async function countedFrameRate(source: ByteSource, entry: readonly InnerElement[]): Promise<number> {
  const times = await firstFrameTimes(source, numberOf(entry)).catch(() => []);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const rate = times.length > 2 ? ((times.length - 1) * 1_000) / (last - first) : 0;
  const whole = Math.round(rate);
  // Whole milliseconds make a rate of 30 look like 29.97 or 30.03.
  return Math.abs(rate - whole) < 0.02 * rate ? whole : rate;
}

/** 8 kHz and one channel where nothing is stated. */
function rateOf(sound: readonly InnerElement[]): Pick<MediaDescription, 'sampleRate' | 'channels'> {
  const rate = floatOf(sound.find(({ id }) => id === SAMPLING_FREQUENCY)?.data) || 8_000;
  const channels = uintOf(sound.find(({ id }) => id === CHANNELS)?.data.subarray(0, 4) ?? Uint8Array.of(1));
  const { sampleRate } = soundFacts({ sampleRate: rate, channels, seconds: null });
  return sampleRate === undefined ? {} : { sampleRate, channels };
}

/** Zero for what has another length. */
function floatOf(data: Uint8Array | undefined): number {
  if (data?.length === 8) return viewOf(data).getFloat64(0);
  return data?.length === 4 ? viewOf(data).getFloat32(0) : 0;
}

async function headElements(source: ByteSource): Promise<InnerElement[]> {
  const header = await elementAt(source, 0);
  const segment = header?.end ? await elementAt(source, header.end) : null;
  const heads: InnerElement[] = [];
  for (let at = segment?.dataStart ?? source.size; at < source.size; ) {
    const one = await elementAt(source, at);
    if (one?.end == null || one.id === CLUSTER) break;
    const length = one.end - one.dataStart;
    if ((one.id === INFO || one.id === TRACKS) && length <= MAX_HEAD_BYTES)
      heads.push({ id: one.id, data: await source.read(one.dataStart, length) });
    at = one.end;
  }
  return heads;
}

function childrenOf(elements: readonly InnerElement[], id: number): InnerElement[] {
  const parent = elements.find((one) => one.id === id);
  return (parent && innerElements(parent.data)) ?? [];
}

function sizeOf(video: readonly InnerElement[]): { width: number; height: number } | null {
  const [width, height] = [PIXEL_WIDTH, PIXEL_HEIGHT].map((id) =>
    uintOf(video.find((one) => one.id === id)?.data.subarray(0, 4) ?? new Uint8Array()),
  );
  return width && height ? shownSize(video, width, height) : null;
}

/** How many nanoseconds a tick of the file has. */
const scaleOf = (info: readonly InnerElement[]): number => {
  const scale = info.find(({ id }) => id === TIMESTAMP_SCALE)?.data;
  return scale ? uintOf(scale) : 1e6;
};

const DISPLAY_WIDTH = 0x54b0;
const DISPLAY_HEIGHT = 0x54ba;
const DISPLAY_UNIT = 0x54b2;
const AS_RATIO = 3;

/** Pixels may be wider than high: then the file states the size that is seen, or its ratio, and the height stays. */
function shownSize(video: readonly InnerElement[], width: number, height: number) {
  const [wide = 0, high = 0, unit = 0] = [DISPLAY_WIDTH, DISPLAY_HEIGHT, DISPLAY_UNIT].map((id) =>
    uintOf(video.find((one) => one.id === id)?.data.subarray(0, 4) ?? new Uint8Array()),
  );
  if (!wide || !high || (unit !== 0 && unit !== AS_RATIO)) return { width, height };
  return { width: Math.round((height * wide) / high), height };
}

/** A duration in ticks, and the nanoseconds per tick: a million by default. */
function lengthOf(info: readonly InnerElement[]): number | null {
  const length = info.find(({ id }) => id === DURATION)?.data;
  return wholeMilliseconds((floatOf(length) * scaleOf(info)) / 1e9);
}
