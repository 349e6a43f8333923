/** Whether a file ends before its content does: what arrived incomplete, and was stored as it came. */
import { asciiAt, type ByteSource, viewOf } from '../bytes';
import { cutByEnd } from './cut-by-end';
import { isCutFlac } from './cut-flac';
import {
  isCutAac,
  isCutAc3,
  isCutAmr,
  isCutDts,
  isCutMp2,
  isCutTransport,
  isCutTta,
  isCutWavPack,
} from './cut-frames';
import { endOfImage } from './jpeg/embed';
import { isCutMp3 } from './mp3/rows';
import { isCutMp4, isCutStream } from './mp4/cut';
import { isCutOgg } from './ogg/pages';
import { isCutPng } from './png/embed';
import { isUnknownLength, riffChunks } from './riff';
import { sniffBytes, sniffMedia } from './sniff';
import { endsInElement } from './webm/blocks';
import { elementAt } from './webm/ebml';

// Formats whose header says how long the file is, or where in it something stands.

const uint32 = async (source: ByteSource, at: number, isLittle = false): Promise<number | null> => {
  const bytes = await source.read(at, 4);
  return bytes.length < 4 ? null : viewOf(bytes).getUint32(0, isLittle);
};

/** Where a file or a part of it may be larger than 4 GB. */
const uint64 = async (source: ByteSource, at: number, isLittle = false): Promise<number | null> => {
  const bytes = await source.read(at, 8);
  return bytes.length < 8 ? null : Number(viewOf(bytes).getBigUint64(0, isLittle));
};

/** Shorter than the figure at a place, and what is counted besides; zero and all ones say nothing. */
const shorterThanStated =
  (at: number, besides: number, isLittle = false): IsCut =>
  async (source) => {
    const stated = await uint32(source, at, isLittle);
    if (stated === null) return true;
    return stated !== 0 && stated !== 0xffff_ffff && stated + besides > source.size;
  };

const PSD_HEADER_BYTES = 26;
/** Colors, resources, and layers: each with its length before it; the image follows. */
const PSD_SECTIONS = 3;

/** Lengths of layers are 8 bytes in a large document (version 2). */
const isCutPsd: IsCut = async (source) => {
  const version = (await source.read(5, 1))[0];
  let at = PSD_HEADER_BYTES;
  for (let section = 0; section < PSD_SECTIONS; section += 1) {
    const isLong = version === 2 && section === PSD_SECTIONS - 1;
    const length = await (isLong ? uint64 : uint32)(source, at);
    if (length === null) return true;
    at += (isLong ? 8 : 4) + length;
  }
  return at >= source.size;
};

const ICO_HEAD_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

/** One of its images ends behind the end of the file. */
const isCutIco: IsCut = async (source) => {
  const head = await source.read(0, ICO_HEAD_BYTES);
  const count = head.length < ICO_HEAD_BYTES ? 0 : viewOf(head).getUint16(4, true);
  const entries = await source.read(ICO_HEAD_BYTES, count * ICO_ENTRY_BYTES);
  if (entries.length < count * ICO_ENTRY_BYTES) return true;
  const view = viewOf(entries);
  return Array.from({ length: count }, (_, index) => index * ICO_ENTRY_BYTES).some(
    (at) => view.getUint32(at + 8, true) + view.getUint32(at + 12, true) > source.size,
  );
};

/** Its first directory, which many programs write last, is not there whole. */
const isCutTiff: IsCut = async (source) => {
  const head = await source.read(0, 8);
  if (head.length < 8) return true;
  const isLittle = head[0] === 0x49;
  if (viewOf(head).getUint16(2, isLittle) === 43) return isCutBigTiff(source, isLittle);
  const at = viewOf(head).getUint32(4, isLittle);
  const count = await source.read(at, 2);
  const entries = count.length < 2 ? null : viewOf(count).getUint16(0, isLittle);
  return entries === null || at + 2 + entries * 12 > source.size;
};

/** The form of TIFF beyond 4 GB (libtiff's BigTIFF): offset and count are 8 bytes each, an entry 20. */
async function isCutBigTiff(source: ByteSource, isLittle: boolean): Promise<boolean> {
  const at = await uint64(source, 8, isLittle);
  const entries = at === null ? null : await uint64(source, at, isLittle);
  return at === null || entries === null || at + 8 + entries * 20 > source.size;
}

const GIF_END = 0x3b;
const GIF_HEAD_BYTES = 13;
const MAX_GIF_BLOCKS = 200_000;
const colorsIn = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** The end of a GIF's file is a block of its own; what programs add behind it doesn't count. */
const isCutGif: IsCut = async (source) => {
  let at = GIF_HEAD_BYTES + colorsIn((await source.read(10, 1))[0]);
  for (let blocks = 0; blocks < MAX_GIF_BLOCKS; blocks += 1) {
    const [kind, , , , , , , , , flags] = await source.read(at, 10);
    if (kind === undefined) return true;
    if (kind === GIF_END) return false;
    // An image has a head, its colors and one byte before its data; any other block a label.
    at = await afterData(source, at + (kind === 0x2c ? 11 + colorsIn(flags) : 2));
  }
  return false;
};

/** Data stands in pieces of at most 255 bytes, each with its length before it; an empty one ends them. */
async function afterData(source: ByteSource, start: number): Promise<number> {
  let at = start;
  for (;;) {
    const [length] = await source.read(at, 1);
    at += 1 + (length ?? 0);
    if (!length) return at;
  }
}

const FLV_HEAD_BYTES = 13;
const FLV_TAG_BYTES = 11;
/** Sound, picture and facts; what else follows is not of the film. */
const FLV_TAGS = [8, 9, 18];
const MAX_FLV_TAGS = 200_000;

/** Each tag states its length, and the file ends behind one. */
const isCutFlv: IsCut = async (source) => {
  let at = FLV_HEAD_BYTES;
  for (let tags = 0; tags < MAX_FLV_TAGS && at < source.size; tags += 1) {
    const [kind = 0, high = 0, middle = 0, low = 0] = await source.read(at, 4);
    if (!FLV_TAGS.includes(kind & 0x1f)) return tags === 0;
    const end = at + FLV_TAG_BYTES + high * 65_536 + middle * 256 + low;
    if (end > source.size) return true;
    at = end + 4;
  }
  return false;
};

/** Samples follow a header, which states its length and theirs. */
const isCutAu: IsCut = async (source) => {
  const start = await uint32(source, 4);
  return start === null || (await shorterThanStated(8, start)(source));
};

const MAX_CHUNKS = 10_000;

/** A chunk is longer than the rest of the file; the length of the last may be left open (−1). */
const isCutCaf: IsCut = async (source) => {
  let at = 8;
  for (let chunks = 0; chunks < MAX_CHUNKS && at < source.size; chunks += 1) {
    const head = await source.read(at, 12);
    if (head.length < 12) return false;
    const length = Number(viewOf(head).getBigInt64(4));
    if (!/^[a-z]{4}$/.test(asciiAt(head, 0, 4)) || length < 0) return false;
    at += 12 + length;
    if (at > source.size) return true;
  }
  return false;
};

/** Its directory stands at the end, before a comment of at most 64 KB. */
const isCutZip: IsCut = async (source) => {
  const start = Math.max(0, source.size - 65_557);
  const end = await source.read(start, source.size - start);
  return !asciiAt(end, 0, end.length).includes('PK\x05\x06');
};

const cutByHeader: Readonly<Record<string, IsCut>> = {
  'image/gif': isCutGif,
  'image/bmp': shorterThanStated(2, 0, true),
  'image/x-icon': isCutIco,
  'image/tiff': isCutTiff,
  'image/vnd.adobe.photoshop': isCutPsd,
  'audio/aiff': shorterThanStated(4, 8),
  'audio/basic': isCutAu,
  'audio/x-caf': isCutCaf,
  'video/x-flv': isCutFlv,
  'audio/x-flv': isCutFlv,
  'model/gltf-binary': shorterThanStated(8, 0, true),
  'application/zip': isCutZip,
  'model/vnd.usdz+zip': isCutZip,
};

const cutByFrames: Readonly<Record<string, IsCut>> = {
  'audio/mpeg': isCutMp3,
  'audio/flac': isCutFlac,
  'audio/aac': isCutAac,
  'audio/ac3': isCutAc3,
  'audio/eac3': isCutAc3,
  'audio/mp2': isCutMp2,
  'audio/vnd.dts': isCutDts,
  'audio/amr': isCutAmr,
  'audio/x-tta': isCutTta,
  'audio/x-wavpack': isCutWavPack,
  'video/mp2t': isCutTransport,
  'audio/mp2t': isCutTransport,
};

const cutByBoxes: Readonly<Record<string, IsCut>> = {
  'image/avif': isCutMp4,
  'image/heic': isCutMp4,
  'image/jp2': isCutStream,
  'image/jxl': async (source) => (await source.read(0, 1))[0] === 0 && (await isCutStream(source)),
  'image/x-canon-cr3': isCutMp4,
  'audio/mp4': isCutMp4,
  'audio/3gpp': isCutMp4,
  'audio/quicktime': isCutMp4,
  'video/mp4': isCutMp4,
  'video/3gpp': isCutMp4,
  'video/quicktime': isCutMp4,
};

type IsCut = (source: ByteSource) => Promise<boolean>;

const byType: Readonly<Record<string, IsCut>> = {
  ...cutByHeader,
  ...cutByEnd,
  ...cutByFrames,
  ...cutByBoxes,
  'image/png': isCutPng,
  'image/jpeg': async (source) => (await endOfImage(source)) === null,
  'image/webp': isCutRiff,
  'audio/wav': isCutRiff,
  'video/x-msvideo': isCutRiff,
  'audio/x-msvideo': isCutRiff,
  'audio/ogg': isCutOgg,
  'video/ogg': isCutOgg,
  'audio/webm': isCutWebm,
  'video/webm': isCutWebm,
  'audio/x-matroska': isCutWebm,
  'video/x-matroska': isCutWebm,
};

/** `false` also where the format does not tell, or the file is of another. */
export async function isCutFile(source: ByteSource, contentType: string): Promise<boolean> {
  const found = sniffMedia(await source.read(0, sniffBytes))?.contentType;
  return (
    found !== undefined &&
    containerOf(found) === containerOf(contentType) &&
    ((await byType[contentType]?.(source)) ?? false)
  );
}

/** Shorter than its own header says; one that was streamed says nothing. */
async function isCutRiff(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, 8);
  if (/^(RF64|BW64)$/.test(asciiAt(head, 0, 4))) return isCutRf64(source);
  const stated = head.length < 8 ? 0 : viewOf(head).getUint32(4, true);
  if (asciiAt(head, 0, 4) !== 'RIFF') return false;
  // Some programs count the padding, which the file may lack.
  const missing = stated + 8 - source.size;
  // Others count the head of the file, which is 8 bytes: then its chunks say whether it is whole.
  return isUnknownLength(stated) || missing === 8 ? await endsInChunk(source) : missing > 1;
}

/** The length of the last chunk may be known where that of the whole is not, or wrong. */
async function endsInChunk(source: ByteSource): Promise<boolean> {
  const last = (await riffChunks(source)).at(-1);
  if (!last?.isOpenEnded || !/^[\x20-\x7e]{4}$/.test(last.name)) return false;
  return !isUnknownLength((await uint32(source, last.start + 4, true)) ?? 0);
}

/** WAV beyond 4 GB (EBU Tech 3306, ITU-R BS.2088): the first chunk, `ds64`, begins with the length of the file in 8 bytes. */
async function isCutRf64(source: ByteSource): Promise<boolean> {
  if (asciiAt(await source.read(12, 4), 0, 4) !== 'ds64') return source.size < 16;
  const stated = await uint64(source, 20, true);
  return stated === null || stated + 8 > source.size + 1;
}

async function isCutWebm(source: ByteSource): Promise<boolean> {
  const header = await elementAt(source, 0);
  const segment = header?.end ? await elementAt(source, header.end) : null;
  if (segment === null) return true;
  return segment.end === null ? await endsInElement(source) : segment.end > source.size;
}

/** Whether it is sound or video, a cut file may not tell any more. */
const containerOf = (contentType: string) => contentType.split('/').at(-1);
