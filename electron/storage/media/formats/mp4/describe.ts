import { asciiAt, type ByteSource, viewOf } from '../../bytes';
import { codecs } from '../codec-names';
import { frameRateFact, type MediaDescription, unknownMedia } from '../media-description';
import { type Box, innerBoxes, movieIndex, outerBox } from './boxes';
import { fragmentedSeconds } from './fragments';
import { soundEntry } from './sound-entry';

/** A sequence of images, which has the index of a video and no sound. */
export async function describeSequence(source: ByteSource): Promise<MediaDescription> {
  const index = (await movieIndex(source)) ?? [];
  const tracks = index.filter(({ name }) => name === 'trak').map(({ data }) => innerBoxes(data) ?? []);
  const moving = tracks.find((track) => ['pict', 'vide'].includes(kindOf(track)));
  const header = moving?.find(({ name }) => name === 'tkhd');
  if (moving === undefined || header === undefined) return unknownMedia;
  return {
    ...unknownMedia,
    durationMs: lengthOf(index),
    ...shownSize(header, entryOf(moving)),
    ...(await framesOf(moving, index, source)),
    frames: countOf(moving),
  };
}

/** By the table of times. */
function countOf(track: readonly Box[]): number {
  const media = inside(track, 'mdia');
  const data = inside(inside(media, 'minf'), 'stbl')?.find(({ name }) => name === 'stts')?.data;
  if (data === undefined || data.length < 8) return 0;
  const view = viewOf(data);
  const entries = Math.min(view.getUint32(4), Math.floor((data.length - 8) / 8));
  let count = 0;
  for (let index = 0; index < entries; index += 1) count += view.getUint32(8 + index * 8);
  return count;
}

/** From the index; a video in fragments says there how long it is, or its fragments say it one by one. */
export async function describeMp4(source: ByteSource): Promise<MediaDescription> {
  const index = (await movieIndex(source)) ?? [];
  const tracks = index.filter(({ name }) => name === 'trak').map(({ data }) => innerBoxes(data) ?? []);
  const moving = tracks.find((track) => kindOf(track) === 'vide');
  const header = moving?.find(({ name }) => name === 'tkhd');
  const sound = tracks.find((track) => kindOf(track) === 'soun');
  const { format: soundFormat, ...heard } = sound ? soundEntry(entryOf(sound), scaleOf(sound)) : {};
  return {
    ...unknownMedia,
    durationMs: await durationOf(source, index),
    ...(header && moving && shownSize(header, entryOf(moving))),
    ...heard,
    ...(moving && (await framesOf(moving, index, source))),
    ...codecs(moving && asciiAt(entryOf(moving), 12, 4), soundFormat),
  };
}

/** Units of a second; of sound they are its samples. */
function scaleOf(track: readonly Box[]): number {
  const head = inside(track, 'mdia')?.find(({ name }) => name === 'mdhd')?.data ?? new Uint8Array();
  return head.length < 24 ? 0 : viewOf(head).getUint32(head[0] === 1 ? 20 : 12);
}

/** The first description of samples, which begins with four letters. */
const entryOf = (track: readonly Box[]): Uint8Array =>
  inside(inside(inside(track, 'mdia'), 'minf'), 'stbl')?.find(({ name }) => name === 'stsd')?.data ??
  new Uint8Array();

/** By the table of times; in a fragmented file, which has none, by its first fragment. */
async function framesOf(track: readonly Box[], index: readonly Box[], source: ByteSource) {
  const media = inside(track, 'mdia');
  const head = media?.find(({ name }) => name === 'mdhd')?.data ?? new Uint8Array();
  if (head.length < 24) return {};
  const scale = viewOf(head).getUint32(head[0] === 1 ? 20 : 12);
  const times = inside(inside(media, 'minf'), 'stbl')?.find(({ name }) => name === 'stts')?.data;
  const duration = frameDuration(times) ?? (await fragmentFrameDuration(source, track, index));
  return duration ? frameRateFact(scale / duration) : {};
}

const inside = (boxes: readonly Box[] | null, wanted: string) =>
  innerBoxes(boxes?.find(({ name }) => name === wanted)?.data ?? new Uint8Array());

function kindOf(track: readonly Box[]): string {
  const handler = inside(track, 'mdia')
    ?.find(({ name }) => name === 'hdlr')
    ?.data.subarray(8, 12);
  return Buffer.from(handler ?? []).toString('latin1');
}

/**
 * Width and height end the box, in 65,536ths; a matrix before them may rotate the video. Where the samples say that their
 * pixels aren’t square, players go by that alone.
 */
function shownSize({ data }: Box, entry: Uint8Array): { width: number; height: number } | null {
  if (data.length < 84) return null;
  const view = viewOf(data.subarray(data.length - 44));
  const isTurned = view.getInt32(0) === 0 && view.getInt32(16) === 0;
  const stated = [view.getUint32(36), view.getUint32(40)].map((size) => Math.round(size / 65_536));
  const [width, height] = stretchedSize(entry) ?? stated;
  if (!width || !height) return null;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Of the description of samples: its size, and where its boxes begin. */
const ENTRY = { width: 40, height: 42, boxes: 94 } as const;

/** As wide as it is seen; `null` where its pixels are squares. */
function stretchedSize(entry: Uint8Array): readonly [number, number] | null {
  if (entry.length < ENTRY.boxes) return null;
  const view = viewOf(entry);
  const boxes = innerBoxes(entry.subarray(ENTRY.boxes, 8 + view.getUint32(8)));
  const shape = boxes?.find(({ name }) => name === 'pasp')?.data ?? new Uint8Array();
  if (shape.length < 8) return null;
  const [across, down] = [viewOf(shape).getUint32(0), viewOf(shape).getUint32(4)];
  if (across === down || across === 0 || down === 0) return null;
  return [Math.round((view.getUint16(ENTRY.width) * across) / down), view.getUint16(ENTRY.height)];
}

/** The index of some films in fragments counts only the samples before the first of them. */
async function durationOf(source: ByteSource, index: readonly Box[]): Promise<number | null> {
  const stated = lengthOf(index);
  const isFragmented = index.some(({ name }) => name === 'mvex');
  if (!isFragmented || statedInAdvance(index) > 0) return stated;
  const seconds = await fragmentedSeconds(source, index);
  return seconds === null ? stated : Math.max(stated ?? 0, Math.round(seconds * 1000));
}

/**
 * The movie header states a time scale and a duration; for fragments, another box states the duration in that scale.
 */
function lengthOf(index: readonly Box[]): number | null {
  const head = index.find(({ name }) => name === 'mvhd')?.data;
  if (!head || head.length < 32) return null;
  const view = viewOf(head);
  const isLong = head[0] === 1;
  const scale = view.getUint32(isLong ? 20 : 12);
  const stated = isLong ? Number(view.getBigUint64(24)) : view.getUint32(16);
  const length = stated || statedInAdvance(index);
  const isKnown = length > 0 && scale > 0 && length !== (isLong ? 2 ** 64 : 0xffff_ffff);
  return isKnown ? Math.round((length / scale) * 1000) : null;
}

function statedInAdvance(index: readonly Box[]): number {
  const extension = innerBoxes(index.find(({ name }) => name === 'mvex')?.data ?? new Uint8Array());
  const data = extension?.find(({ name }) => name === 'mehd')?.data ?? new Uint8Array();
  if (data.length < 8) return 0;
  return data[0] === 1 && data.length >= 12
    ? Number(viewOf(data).getBigUint64(4))
    : viewOf(data).getUint32(4);
}

// How long a frame of a video lasts, in units of its track.

const MAX_ENTRIES = 1_000_000;

/**
 * By the table of times: what most frames last, or the mean where no duration is that of most.
 * @param data of an `stts` box
 * @returns `null` where it lists no frame
 */
function frameDuration(data: Uint8Array | undefined): number | null {
  if (data === undefined || data.length < 8) return null;
  const view = viewOf(data);
  const frames = new Map<number, number>();
  const count = Math.min(view.getUint32(4), MAX_ENTRIES, Math.floor((data.length - 8) / 8));
  for (let index = 0; index < count; index += 1) {
    const duration = view.getUint32(8 + index * 8 + 4);
    frames.set(duration, (frames.get(duration) ?? 0) + view.getUint32(8 + index * 8));
  }
  return usual([...frames]);
}

function usual(frames: readonly (readonly [duration: number, count: number])[]): number | null {
  const all = frames.reduce((sum, [, count]) => sum + count, 0);
  const ticks = frames.reduce((sum, [duration, count]) => sum + duration * count, 0);
  const most = frames.find(([duration, count]) => duration > 0 && count * 2 > all);
  if (most !== undefined) return most[0];
  return all > 0 && ticks > 0 ? ticks / all : null;
}

const FLAG = { base: 1, description: 2, duration: 8, dataOffset: 1, firstFlags: 4, sampleDuration: 0x100 };

/** As the first fragment states it for all of its frames or for each, or else the index for all fragments. */
async function fragmentFrameDuration(
  source: ByteSource,
  track: readonly Box[],
  index: readonly Box[],
): Promise<number | null> {
  const head = track.find(({ name }) => name === 'tkhd')?.data ?? new Uint8Array();
  const id = head.length < 24 ? 0 : viewOf(head).getUint32(head[0] === 1 ? 20 : 12);
  const fragments = innerBoxes((await outerBox(source, 'moof')) ?? new Uint8Array()) ?? [];
  for (const { data } of fragments.filter(({ name }) => name === 'traf')) {
    const boxes = innerBoxes(data) ?? [];
    const own = boxes.find(({ name }) => name === 'tfhd')?.data ?? new Uint8Array();
    if (own.length < 8 || viewOf(own).getUint32(4) !== id) continue;
    const run = boxes.find(({ name }) => name === 'trun')?.data;
    return (run && runDuration(run)) ?? stated(own) ?? inIndex(index, id);
  }
  return inIndex(index, id);
}

/** The default of a fragment, after an offset of eight bytes and a number that may be there. */
function stated(data: Uint8Array): number | null {
  const flags = viewOf(data).getUint32(0) & 0xffffff;
  const at = 8 + (flags & FLAG.base ? 8 : 0) + (flags & FLAG.description ? 4 : 0);
  return (flags & FLAG.duration) === 0 || at + 4 > data.length ? null : viewOf(data).getUint32(at) || null;
}

function runDuration(data: Uint8Array): number | null {
  if (data.length < 8) return null;
  const view = viewOf(data);
  const flags = view.getUint32(0) & 0xffffff;
  if ((flags & FLAG.sampleDuration) === 0) return null;
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  const frames = new Map<number, number>();
  let at = 8 + (flags & FLAG.dataOffset ? 4 : 0) + (flags & FLAG.firstFlags ? 4 : 0);
  for (
    let left = Math.min(view.getUint32(4), MAX_ENTRIES);
    left > 0 && at + fields <= data.length;
    left -= 1
  ) {
    const duration = view.getUint32(at);
    frames.set(duration, (frames.get(duration) ?? 0) + 1);
    at += fields;
  }
  return usual([...frames]);
}

function inIndex(index: readonly Box[], id: number): number | null {
  const all = innerBoxes(index.find(({ name }) => name === 'mvex')?.data ?? new Uint8Array()) ?? [];
  const own = all.find(
    ({ name, data }) => name === 'trex' && data.length >= 16 && viewOf(data).getUint32(4) === id,
  );
  return own ? viewOf(own.data).getUint32(12) || null : null;
}
