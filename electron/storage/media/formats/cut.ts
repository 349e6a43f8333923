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
import { cutImages } from './cut-images';
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
  'audio/amr-wb': isCutAmr,
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
  ...cutImages,
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
