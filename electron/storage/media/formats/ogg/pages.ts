/** Pages, the units of Ogg: a header with a number and a checksum, then up to 255 segments of packets. */
import { asciiAt, type ByteSource, concat, viewOf } from '../../bytes';

export interface OggPage {
  readonly start: number;
  readonly end: number;
  readonly flags: number;
  readonly serial: number;
  readonly number: number;
  /** Samples up to the end of the last packet that ends on it; -1 where none does. */
  readonly time: number;
  /** Lengths of the segments; one of less than 255 bytes ends a packet. */
  readonly lacing: Uint8Array;
}

const HEAD_BYTES = 27;
const MAX_PAGES = 200_000;
export const pageFlag = { continued: 1, first: 2, last: 4 } as const;

/**
 * `null` where the file is not made of whole pages of a single stream.
 * @param wanted stop after this many pages from the start
 */
export async function oggPages(
  source: ByteSource,
  wanted = Number.POSITIVE_INFINITY,
): Promise<OggPage[] | null> {
  const pages: OggPage[] = [];
  for await (const page of anyPages(source)) {
    if (page.serial !== (pages[0] ?? page).serial) return null;
    pages.push(page);
    if (pages.length >= wanted) return pages;
  }
  return (pages.at(-1)?.end ?? 0) === source.size ? pages : null;
}

/** Whole pages of any streams, up to the first place where there is none. */
export async function* anyPages(source: ByteSource): AsyncGenerator<OggPage, void, undefined> {
  for (let start = 0, count = 0; start < source.size && count < MAX_PAGES; count += 1) {
    const page = await pageAt(source, start);
    if (page === null) return;
    yield page;
    start = page.end;
  }
}

async function pageAt(source: ByteSource, start: number): Promise<OggPage | null> {
  const head = await source.read(start, HEAD_BYTES + 255);
  if (head.length < HEAD_BYTES || asciiAt(head, 0, 4) !== 'OggS') return null;
  const lacing = head.slice(HEAD_BYTES, HEAD_BYTES + (head[26] ?? 0));
  const end = start + HEAD_BYTES + lacing.length + lacing.reduce((sum, length) => sum + length, 0);
  if (end > source.size) return null;
  const view = viewOf(head);
  const time = Number(view.getBigInt64(6, true));
  const place = { start, end, flags: head[5] ?? 0, time, lacing };
  return { ...place, serial: view.getUint32(14, true), number: view.getUint32(18, true) };
}

/**
 * Whether the pages are one stream from its first to its last: marked at both ends, numbered without a gap, and each
 * with its right checksum. Players leave out a page whose checksum is wrong.
 */
export async function isWholeStream(source: ByteSource, pages: readonly OggPage[]): Promise<boolean> {
  const [start, end] = [pages[0]?.number ?? 0, pages.length - 1];
  for (const [index, page] of pages.entries()) {
    const isFirst = (page.flags & pageFlag.first) !== 0;
    const isLast = (page.flags & pageFlag.last) !== 0;
    if (isFirst !== (index === 0) || isLast !== (index === end) || page.number !== start + index)
      return false;
    const bytes = await source.read(page.start, page.end - page.start);
    const stated = viewOf(bytes).getUint32(22, true);
    if (viewOf(renumbered(bytes, page.number)).getUint32(22, true) !== stated) return false;
  }
  return pages.length > 0 && pages.at(-1)?.lacing.at(-1) !== 255;
}

/** The last page is not whole, or the last packet is not. */
export async function isCutOgg(source: ByteSource): Promise<boolean> {
  let last: OggPage | null = null;
  for await (const page of anyPages(source)) last = page;
  const rest = last ? asciiAt(await source.read(last.end, 4), 0, 4) : '';
  return last === null || (rest.length > 0 && 'OggS'.startsWith(rest)) || last.lacing.at(-1) === 255;
}

/** The data of a page, after its header. */
export function pageBody(source: ByteSource, { start, end, lacing }: OggPage): Promise<Uint8Array> {
  const from = start + HEAD_BYTES + lacing.length;
  return source.read(from, end - from);
}

/** Packets as pages of their own, numbered from `number`, before any audio. */
export function pagesOf(packets: readonly Uint8Array[], serial: number, number: number): Uint8Array[] {
  const body = concat(...packets);
  const lacing = packets.flatMap(({ length }) => [
    ...new Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ]);
  const pages: Uint8Array[] = [];
  for (let first = 0, at = 0; first < lacing.length; first += 255) {
    const lengths = lacing.slice(first, first + 255);
    const end = at + lengths.reduce((sum, length) => sum + length, 0);
    const isContinued = first > 0 && lacing[first - 1] === 255;
    // No packet ends on a page that is full of a single one; such a page has no timestamp.
    const time = lengths.every((length) => length === 255) ? -1n : 0n;
    const head = { flags: isContinued ? pageFlag.continued : 0, time, serial, number: number + pages.length };
    pages.push(pageBytes(head, lengths, body.subarray(at, end)));
    at = end;
  }
  return pages;
}

interface PageHead {
  readonly flags: number;
  /** Samples decoded up to the end of the last packet that ends here; -1 where none does. */
  readonly time: bigint;
  readonly serial: number;
  readonly number: number;
}

/** A whole page, with its checksum. */
export function pageBytes(head: PageHead, lacing: readonly number[], body: Uint8Array): Uint8Array {
  const bytes = concat(new Uint8Array(HEAD_BYTES), Uint8Array.from(lacing), body);
  const view = viewOf(bytes);
  bytes.set(Buffer.from('OggS', 'latin1'));
  bytes[5] = head.flags;
  view.setBigInt64(6, head.time, true);
  view.setUint32(14, head.serial, true);
  bytes[26] = lacing.length;
  return renumbered(bytes, head.number);
}

/** The same page with another number, and so with another checksum. */
export function renumbered(bytes: Uint8Array, number: number): Uint8Array {
  const view = viewOf(bytes);
  view.setUint32(18, number, true);
  view.setUint32(22, 0, true);
  view.setUint32(22, checksum(bytes), true);
  return bytes;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x8000_0000 ? (value << 1) ^ 0x04c1_1db7 : value << 1;
  return value;
});

function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum << 8) ^ (TABLE[((sum >>> 24) ^ byte) & 0xff] ?? 0);
  return sum >>> 0;
}

// How many samples a packet adds once it is decoded. Its container may trim some of them, but only at the
// ends.

/** In samples at 48 kHz, by the upper five bits of the first byte (RFC 6716, table 2). */
const OPUS_FRAME_SAMPLES = [
  ...[480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 1920, 2880],
  ...[480, 960, 480, 960],
  ...[120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960],
];

export const opusSampleRate = 48_000;

export function opusPacketSamples(data: Uint8Array): number {
  const [head = 0, second = 0] = data;
  const frames = [1, 2, 2, second & 0x3f][head & 3] ?? 0;
  return frames * (OPUS_FRAME_SAMPLES[head >> 3] ?? 0);
}

/** @param head the packet before the audio, which states how much of the beginning is dropped */
export function opusLeadInSamples(head: Uint8Array): number {
  return (head[10] ?? 0) | ((head[11] ?? 0) << 8);
}

/**
 * Vorbis blocks overlap, so a packet adds a quarter of its own block and a quarter of the one before. Which of the two
 * block sizes it has is read from its mode as every known encoder numbers them.
 * @param head the first of the three packets before the audio
 */
export function vorbisPacketSamples(
  head: Uint8Array,
): (data: Uint8Array, before: Uint8Array | null) => number {
  const sizes = head[28] ?? 0;
  const [short, long] = [2 ** (sizes & 15), 2 ** (sizes >> 4)];
  const blockOf = (data: Uint8Array) => (((data[0] ?? 0) & 2) === 0 ? short : long);
  return (data, before) => (before === null ? 0 : (blockOf(before) + blockOf(data)) / 4);
}
