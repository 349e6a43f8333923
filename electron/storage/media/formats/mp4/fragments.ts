/** How long a film in fragments is (ISO 14496-12, 8.8): each fragment states where it begins and how long its samples last. */
import { type ByteSource, viewOf } from '../../bytes';
import { type Box, innerBoxes, MAX_BOXES, placeOf } from './boxes';

const MAX_FRAGMENT_BYTES = 16 * 1024 * 1024;

/** All in units of the track. */
interface Track {
  readonly scale: number;
  /** What an edit leaves out at the beginning, such as the delay of an encoder. */
  readonly skipped: number;
  /** Of a sample whose fragment states none; 0 where nothing does. */
  readonly duration: number;
  /** When its first sample is seen, and when its last one ends. */
  start: number | null;
  end: number;
  /** Up to here samples were read, in the order in which they are decoded. */
  decoded: number;
}

/** In seconds; `null` where the fragments don't tell. One whose samples are not there whole is not counted. */
export async function fragmentedSeconds(source: ByteSource, index: readonly Box[]): Promise<number | null> {
  const tracks = tracksOf(index);
  for await (const fragment of wholeFragments(source)) {
    for (const { data } of inside(fragment, 'traf')) if (!grow(tracks, data)) return null;
  }
  const lengths = [...tracks.values()].map(
    ({ scale, start, end, skipped }) => (end - Math.max(start ?? end, skipped)) / scale,
  );
  const longest = Math.max(0, ...lengths);
  return longest > 0 ? longest : null;
}

const inside = (data: Uint8Array | undefined, name: string): readonly Box[] =>
  (innerBoxes(data ?? new Uint8Array()) ?? []).filter((box) => box.name === name);

const first = (data: Uint8Array | undefined, ...names: readonly string[]): Uint8Array | undefined =>
  names.reduce<Uint8Array | undefined>((outer, name) => inside(outer, name)[0]?.data, data);

function tracksOf(index: readonly Box[]): Map<number, Track> {
  const extension = index.find(({ name }) => name === 'mvex')?.data;
  const durations = new Map(
    inside(extension, 'trex').map(({ data }) => [wordAt(data, 4) ?? 0, wordAt(data, 12) ?? 0]),
  );
  const tracks = index
    .filter(({ name }) => name === 'trak')
    .map(({ data }): readonly [number, Track] => {
      const [head, media] = [first(data, 'tkhd'), first(data, 'mdia', 'mdhd')];
      const id = wordAt(head, head?.[0] === 1 ? 20 : 12) ?? 0;
      const scale = wordAt(media, media?.[0] === 1 ? 20 : 12) ?? 0;
      const skipped = skippedBy(first(data, 'edts', 'elst'));
      // The index itself may hold the samples before the first fragment.
      const known = (media?.[0] === 1 ? longAt(media, 24) : wordAt(media, 16)) ?? 0;
      const start = known > 0 ? 0 : null;
      const duration = durations.get(id) ?? 0;
      return [id, { scale, skipped, duration, start, end: known, decoded: known }];
    });
  return new Map(tracks.filter(([, { scale }]) => scale > 0));
}

/** One edit that begins later in the media; more of them say something else. */
function skippedBy(edits: Uint8Array | undefined): number {
  if (edits === undefined || wordAt(edits, 4) !== 1) return 0;
  const at = edits[0] === 1 ? 16 : 12;
  const time = edits[0] === 1 ? longAt(edits, at) : wordAt(edits, at);
  const isEmpty = time === null || time >= (edits[0] === 1 ? 2 ** 63 : 2 ** 31);
  return isEmpty ? 0 : time;
}

/** The data of each `moof` whose next box, which holds its samples, is there whole. */
async function* wholeFragments(source: ByteSource): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array | null = null;
  for (let start = 0, count = 0; start < source.size && count < MAX_BOXES; count += 1) {
    const head = await source.read(start, 16);
    const place = head.length < 8 ? null : placeOf(head, start, source.size);
    if (place === null) return;
    if (waiting !== null) yield waiting;
    const length = place.end - start - place.headBytes;
    const isFragment = place.name === 'moof' && length <= MAX_FRAGMENT_BYTES;
    waiting = isFragment ? await source.read(start + place.headBytes, length) : null;
    start = place.end;
  }
}

const FLAG = {
  base: 1,
  description: 2,
  duration: 8,
  dataOffset: 1,
  firstFlags: 4,
  sampleDuration: 0x100,
  sampleOffset: 0x800,
};

/** Returns false where the duration of samples is stated nowhere. */
function grow(tracks: ReadonlyMap<number, Track>, fragment: Uint8Array): boolean {
  const head = first(fragment, 'tfhd');
  const track = tracks.get(wordAt(head, 4) ?? 0);
  if (head === undefined || track === undefined) return true;
  const time = first(fragment, 'tfdt');
  let at = (time?.[0] === 1 ? longAt(time, 4) : wordAt(time, 4)) ?? track.decoded;
  for (const { data } of inside(fragment, 'trun')) {
    const span = spanOfRun(data, usualIn(head) ?? track.duration);
    if (span === null) return false;
    track.start = Math.min(track.start ?? at + span.first, at + span.first);
    track.end = Math.max(track.end, at + span.last);
    at += span.length;
  }
  track.decoded = at;
  return true;
}

/** The duration of samples that the head of a fragment states, behind an offset and a number that may be there. */
function usualIn(head: Uint8Array): number | null {
  const flags = (wordAt(head, 0) ?? 0) & 0xffffff;
  const at = 8 + (flags & FLAG.base ? 8 : 0) + (flags & FLAG.description ? 4 : 0);
  return flags & FLAG.duration ? wordAt(head, at) : null;
}

/** From the time at which the first sample is decoded. */
interface Span {
  readonly length: number;
  /** When the first sample is seen, and when the last one ends. */
  readonly first: number;
  readonly last: number;
}

/** Each sample may state how long it lasts, and how much later than decoded it is seen. */
function spanOfRun(data: Uint8Array, usual: number): Span | null {
  const [flags, count] = [(wordAt(data, 0) ?? 0) & 0xffffff, wordAt(data, 4) ?? 0];
  const hasDurations = (flags & FLAG.sampleDuration) !== 0;
  if (!hasDurations && usual === 0 && count > 0) return null;
  if ((flags & (FLAG.sampleDuration | FLAG.sampleOffset)) === 0)
    return { length: count * usual, first: 0, last: count * usual };
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  const view = viewOf(data);
  let at = 8 + (flags & FLAG.dataOffset ? 4 : 0) + (flags & FLAG.firstFlags ? 4 : 0);
  let [length, start, end] = [0, Number.POSITIVE_INFINITY, 0];
  for (let left = count; left > 0 && at + fields <= data.length; left -= 1, at += fields) {
    const duration = hasDurations ? view.getUint32(at) : usual;
    // It is the last of the fields, and below zero in some files, whatever the version.
    const seen = length + (flags & FLAG.sampleOffset ? view.getInt32(at + fields - 4) : 0);
    start = Math.min(start, seen);
    end = Math.max(end, seen + duration);
    length += duration;
  }
  return { length, first: Number.isFinite(start) ? start : 0, last: end };
}

const wordAt = (data: Uint8Array | undefined, at: number): number | null =>
  data === undefined || at + 4 > data.length ? null : viewOf(data).getUint32(at);

const longAt = (data: Uint8Array, at: number): number | null =>
  at + 8 > data.length ? null : Number(viewOf(data).getBigUint64(at));
