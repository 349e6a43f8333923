import { asciiAt, type ByteSource, viewOf } from '../../bytes';
import { codecs } from '../codec-names';
import { frameRateFact, type MediaDescription, soundFacts, unknownMedia } from '../media-description';
import { type Box, innerBoxes, movieIndex } from './boxes';
import { fragmentFrameDuration, frameDuration } from './frame-duration';

/** From the index alone; a fragmented file's duration is known only where its index states it in advance. */
export async function describeMp4(source: ByteSource): Promise<MediaDescription> {
  const index = (await movieIndex(source)) ?? [];
  const tracks = index.filter(({ name }) => name === 'trak').map(({ data }) => innerBoxes(data) ?? []);
  const film = tracks.find((track) => kindOf(track) === 'vide');
  const picture = film?.find(({ name }) => name === 'tkhd');
  const sound = tracks.find((track) => kindOf(track) === 'soun');
  return {
    ...unknownMedia,
    durationMs: lengthOf(index),
    ...(picture && shownSize(picture)),
    ...(sound && rateOf(sound)),
    ...(film && (await framesOf(film, index, source))),
    ...codecs(film && formatOf(film), sound && formatOf(sound)),
  };
}

/** The four letters of the first description of samples. */
function formatOf(track: readonly Box[]): string {
  const table = inside(inside(inside(track, 'mdia'), 'minf'), 'stbl')?.find(({ name }) => name === 'stsd');
  return asciiAt(table?.data ?? new Uint8Array(), 12, 4);
}

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

/** In the first description of samples: channels, and the rate in 65,536ths. */
function rateOf(track: readonly Box[]): Pick<MediaDescription, 'sampleRate' | 'channels'> {
  const table = inside(inside(inside(track, 'mdia'), 'minf'), 'stbl')?.find(({ name }) => name === 'stsd');
  if (!table || table.data.length < 44) return {};
  const view = viewOf(table.data);
  const [channels, rate] = [view.getUint16(32), view.getUint32(40) / 65_536];
  const { sampleRate } = soundFacts({ sampleRate: rate, channels, seconds: null });
  return sampleRate === undefined ? {} : { sampleRate, channels };
}

/** Width and height end the box, in 65,536ths; a matrix before them may rotate the video. */
function shownSize({ data }: Box): { width: number; height: number } | null {
  if (data.length < 84) return null;
  const view = viewOf(data.subarray(data.length - 44));
  const isTurned = view.getInt32(0) === 0 && view.getInt32(16) === 0;
  const [width, height] = [view.getUint32(36), view.getUint32(40)].map((size) => Math.round(size / 65_536));
  if (!width || !height) return null;
  return isTurned ? { width: height, height: width } : { width, height };
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
