/** Detects a file's type from its first bytes alone: names and headers of results are often wrong. */
import type { ResultKind } from '../../../../shared/media/media';
import { asciiAt, viewOf } from '../bytes';
import { ac3FrameBytes, adtsFrameBytes, isEnhancedAc3, layer2FrameBytes } from './audio-frames';
import { mp3FrameAt } from './mp3/frame';
import { sniffAsf, sniffByTable } from './sniff-table';

export interface MediaType {
  readonly kind: ResultKind;
  readonly contentType: string;
  /** Without a dot. */
  readonly extension: string;
}

/** The number of first bytes that {@link sniffMedia} can use. */
export const sniffBytes = 16 * 1024;

const type = (kind: ResultKind, contentType: string, extension: string): MediaType => ({
  kind,
  contentType,
  extension,
});

const PNG = type('image', 'image/png', 'png');
const JPEG = type('image', 'image/jpeg', 'jpg');
const WEBP = type('image', 'image/webp', 'webp');
const GIF = type('image', 'image/gif', 'gif');
const AVIF = type('image', 'image/avif', 'avif');
const HEIC = type('image', 'image/heic', 'heic');
const MP3 = type('audio', 'audio/mpeg', 'mp3');
const WAV = type('audio', 'audio/wav', 'wav');
const FLAC = type('audio', 'audio/flac', 'flac');
const AAC = type('audio', 'audio/aac', 'aac');
const AC3 = type('audio', 'audio/ac3', 'ac3');
const EAC3 = type('audio', 'audio/eac3', 'eac3');
const M4A = type('audio', 'audio/mp4', 'm4a');
const MP4 = type('video', 'video/mp4', 'mp4');
const MOV = type('video', 'video/quicktime', 'mov');

/**
 * The type of the file whose first bytes these are; `null` where no format is known by them. SVG is a `file`: it is a
 * document that can run scripts. Give at least 64 bytes, better {@link sniffBytes}.
 */
export function sniffMedia(head: Uint8Array): MediaType | null {
  return sniffShown(head) ?? sniffOther(head);
}

/** What Chromium shows and plays, and its relatives. */
function sniffShown(head: Uint8Array): MediaType | null {
  const signature = asciiAt(head, 0, 12);
  if (signature.startsWith('\x89PNG\r\n\x1a\n')) return PNG;
  if (signature.startsWith('\xff\xd8\xff')) return JPEG;
  if (/^GIF8[79]a/.test(signature)) return GIF;
  if (/^RIFF.{4}WEBP/s.test(signature)) return WEBP;
  if (/^(RIFF|RF64|BW64).{4}WAVE/s.test(signature)) return WAV;
  if (signature.startsWith('fLaC')) return FLAC;
  if (signature.startsWith('OggS')) return sniffOgg(head);
  if (signature.startsWith('\x1a\x45\xdf\xa3')) return sniffMatroska(head);
  if (signature.slice(4, 8) === 'ftyp') return sniffIsoMedia(head);
  if (signature.startsWith('ID3')) return sniffAfterId3(head);
  if (isMpegAudio(head)) return MP3;
  return isAdts(head) ? AAC : null;
}

const SVG_START =
  /^(\xef\xbb\xbf)?(\s|<\?xml[^>]{0,500}\?>|<!--[\s\S]{0,4000}?-->|<!DOCTYPE svg[^>]{0,1000}>)*<(\w+:)?svg[\s>]/;

function sniffOther(head: Uint8Array): MediaType | null {
  const row = sniffByTable(head) ?? sniffAsf(head);
  if (row !== null) return type(row[0], row[1], row[2]);
  if (isAc3(head)) return isEnhancedAc3(head) ? EAC3 : AC3;
  if (isMpegLayer2(head)) return type('audio', 'audio/mp2', 'mp2');
  return SVG_START.test(asciiAt(head, 0, 8_192)) ? type('file', 'image/svg+xml', 'svg') : null;
}

/** The codec's name starts the first packet, which starts the first page. */
function sniffOgg(head: Uint8Array): MediaType | null {
  const packet = asciiAt(head, 27 + (head[26] ?? 0), 8);
  if (packet === 'OpusHead') return type('audio', 'audio/ogg', 'opus');
  if (packet.startsWith('\x01vorbis')) return type('audio', 'audio/ogg', 'ogg');
  if (packet.startsWith('\x80theora') || asciiAt(head, 0, 4_096).includes('\x80theora'))
    return type('video', 'video/ogg', 'ogv');
  // Speex and others: Ogg without a picture is sound.
  return type('audio', 'audio/ogg', 'oga');
}

/** Only WebM and Matroska use such a document type; a file without a `V_…` codec is audio. */
function sniffMatroska(head: Uint8Array): MediaType | null {
  const text = asciiAt(head, 0, Math.min(head.length, sniffBytes));
  const isSound = /\x86.A_[A-Z]/s.test(text) && !/\x86.V_[A-Z]/s.test(text);
  const documentType = /\x42\x82.(webm|matroska)/s.exec(text)?.[1];
  if (documentType === 'webm')
    return type(isSound ? 'audio' : 'video', `${isSound ? 'audio' : 'video'}/webm`, 'webm');
  if (documentType !== 'matroska') return null;
  return isSound ? type('audio', 'audio/x-matroska', 'mka') : type('video', 'video/x-matroska', 'mkv');
}

const MP4_BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|dash|M4V |M4VH|M4VP|MSNV|f4v |cmfc|cmf2|hvc1|av01)$/;

function sniffIsoMedia(head: Uint8Array): MediaType | null {
  const end = Math.min(viewOf(head).getUint32(0), head.length, 256);
  const brands = [asciiAt(head, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(asciiAt(head, at, 4));
  const known = imageOf(brands);
  if (known !== null) return known;
  const [main = ''] = brands;
  if (/^M4[AB] $/.test(main)) return M4A;
  if (main === 'qt  ') return MOV;
  const isSound = hasSoundAlone(head);
  if (/^3g[gp2]/.test(main))
    return isSound ? type('audio', 'audio/3gpp', '3gp') : type('video', 'video/3gpp', '3gp');
  if (!brands.some((brand) => MP4_BRANDS.test(brand))) return null;
  return isSound ? M4A : MP4;
}

/** Still images in the same container. */
function imageOf(brands: readonly string[]): MediaType | null {
  if (brands.includes('avif') || brands.includes('avis')) return AVIF;
  if (brands.some((brand) => /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/.test(brand))) return HEIC;
  if (/^jp[2x] $/.test(brands[0] ?? '')) return type('image', 'image/jp2', 'jp2');
  return brands[0] === 'crx ' ? type('image', 'image/x-canon-cr3', 'cr3') : null;
}

/** Where the index is at the start, it shows whether there is a video track. */
function hasSoundAlone(head: Uint8Array): boolean {
  const text = asciiAt(head, 0, Math.min(head.length, sniffBytes));
  const index = text.indexOf('moov');
  if (index < 4 || index - 4 + viewOf(head).getUint32(index - 4) > text.length) return false;
  return /hdlr.{8}soun/s.test(text) && !/hdlr.{8}vide/s.test(text);
}

/** An ID3 tag comes before MP3, rarely before FLAC or AAC; where it is longer than the given bytes, it is MP3. */
function sniffAfterId3(head: Uint8Array): MediaType | null {
  if (head.length < 10) return null;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 0x7f), 0);
  // Version 2.4 may end a tag with its head again.
  const footer = ((head[5] ?? 0) & 0x10) !== 0 ? 10 : 0;
  const rest = head.subarray(10 + size + footer);
  if (rest.length < 4 || rest[0] === 0) return MP3;
  return asciiAt(rest, 0, 3) === 'ID3' ? MP3 : sniffMedia(rest);
}

// Audio without a container: a sequence of frames, each beginning with eleven or twelve set bits and its own length.

/** MPEG layer III: a frame, and another one where the first one ends. */
function isMpegAudio(head: Uint8Array): boolean {
  return isRowOf(head, (bytes, at) => mp3FrameAt(bytes, at)?.bytes ?? null);
}

/** AAC in ADTS frames. */
function isAdts(head: Uint8Array): boolean {
  return isRowOf(head, adtsFrameBytes);
}

/** MPEG layer I or II. */
function isMpegLayer2(head: Uint8Array): boolean {
  return isRowOf(head, layer2FrameBytes);
}

/** Dolby Digital. */
function isAc3(head: Uint8Array): boolean {
  return isRowOf(head, ac3FrameBytes);
}

/** Raw samples begin with any bytes, such as a sync by chance; four frames in a row are no chance. */
const FRAMES_IN_A_ROW = 4;
/** A head that is shorter than this holds a file that is cut, and its one frame has to do. */
const SHORTEST = 64;

/** Each frame begins where the one before ends; the file may end after any of them. */
function isRowOf(head: Uint8Array, frameBytes: (head: Uint8Array, at: number) => number | null): boolean {
  let at = 0;
  for (let frames = 0; frames < FRAMES_IN_A_ROW; frames++) {
    // Tags of other programs follow the last frame.
    if (frames > 0 && isEndTag(head, at)) return true;
    const length = frameBytes(head, at);
    if (length === null) return false;
    at += length;
    if (at + 4 > head.length) return frames > 0 || head.length >= SHORTEST;
  }
  return true;
}

const isEndTag = (head: Uint8Array, at: number): boolean =>
  /^(TAG|APETAGEX|ID3|LYRICS)/.test(asciiAt(head, at, 8));
