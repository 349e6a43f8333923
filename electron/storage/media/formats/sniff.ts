/** Detects a file's type from its first bytes alone: names and headers of results are often wrong. */
import type { ResultKind } from '../../../../shared/media/media';
import { mp3FrameAt } from '../../../../shared/media/mp3-frame';
import { asciiAt, viewOf } from '../bytes';
import {
  ac3FrameBytes,
  adtsFrameBytes,
  isEnhancedAc3,
  layer2FrameBytes,
  loasFrameBytes,
} from './audio-frames';
import { freeFrameBytes } from './mp3/free-format';
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
  // Without loss (ISO/IEC 14495): another format that begins the same.
  if (signature.startsWith('\xff\xd8\xff\xf7')) return type('image', 'image/jls', 'jls');
  if (signature.startsWith('\xff\xd8\xff')) return JPEG;
  if (/^GIF8[79]a/.test(signature)) return GIF;
  if (/^RIFF.{4}WEBP/s.test(signature)) return WEBP;
  if (/^(RIFF|RF64|BW64).{4}WAVE/s.test(signature)) return WAV;
  if (signature.startsWith('fLaC')) return FLAC;
  if (signature.startsWith('OggS')) return sniffOgg(head);
  if (signature.startsWith('\x1a\x45\xdf\xa3')) return sniffMatroska(head);
  if (signature.slice(4, 8) === 'ftyp') return sniffIsoMedia(head);
  if (isOldQuickTime(head)) return MOV;
  if (signature.startsWith('ID3')) return sniffAfterId3(head);
  if (isMpegAudio(head)) return MP3;
  return isAdts(head) ? AAC : null;
}

const SVG_START =
  /^(\xef\xbb\xbf)?(\s|<\?xml[^>]{0,500}\?>|<!--[\s\S]{0,4000}?-->|<!DOCTYPE svg[^>[]{0,1000}(\[[^\]]{0,4000}\]\s*)?>)*<(\w+:)?svg[\s>]/;

function sniffOther(head: Uint8Array): MediaType | null {
  const row = sniffByTable(head) ?? sniffAsf(head);
  if (row !== null) return type(row[0], row[1], row[2]);
  if (isAc3(head)) return isEnhancedAc3(head) ? EAC3 : AC3;
  if (isMpegLayer2(head)) return type('audio', 'audio/mp2', 'mp2');
  if (isRowOf(head, loasFrameBytes)) return type('audio', 'audio/mp4a-latm', 'loas');
  if (isRecordedTransport(head)) return type('video', 'video/mp2t', 'm2ts');
  if (hasRowOf(head, mp3FrameBytes) || freeFrameBytes(head) !== null) return MP3;
  if (hasRowOf(head, adtsFrameBytes)) return AAC;
  return SVG_START.test(asciiAt(head, 0, 8_192)) ? type('file', 'image/svg+xml', 'svg') : null;
}

/** Theora, VP8 and Dirac, which may begin behind another stream. */
const OGG_FILM = ['\x80theora', 'OVP80\x01', 'BBCD\0'];

/** The codec's name starts the first packet, which starts the first page. */
function sniffOgg(head: Uint8Array): MediaType | null {
  const packet = asciiAt(head, 27 + (head[26] ?? 0), 8);
  if (packet === 'OpusHead') return type('audio', 'audio/ogg', 'opus');
  if (packet.startsWith('\x01vorbis')) return type('audio', 'audio/ogg', 'ogg');
  const start = asciiAt(head, 0, 4_096);
  if (OGG_FILM.some((mark) => start.includes(mark))) return type('video', 'video/ogg', 'ogv');
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
  if (main.startsWith('3g'))
    return isSound ? type('audio', 'audio/3gpp', '3gp') : type('video', 'video/3gpp', '3gp');
  if (!brands.some((brand) => MP4_BRANDS.test(brand)) && !isBrand(head, main)) return null;
  return isSound ? M4A : MP4;
}

/** Cameras and streams have brands of their own, in a box that is short. */
const isBrand = (head: Uint8Array, main: string): boolean =>
  viewOf(head).getUint32(0) <= 1_024 && /^[\x20-\x7e]{4}$/.test(main);

/** QuickTime of before 2001 begins with any of its boxes; the length of the first one tells it from a text. */
function isOldQuickTime(head: Uint8Array): boolean {
  const name = asciiAt(head, 4, 4);
  if (head.length < 16 || (head[0] ?? 0x20) >= 0x20) return false;
  if (name === 'moov') return /^(mvhd|cmov|rmra)$/.test(asciiAt(head, 12, 4));
  if (name === 'mdat') return true;
  const length = viewOf(head).getUint32(0);
  const next = asciiAt(head, length + 4, 4);
  return (
    /^(wide|free|skip|pnot)$/.test(name) && length >= 8 && /^(moov|mdat|wide|free|skip|PICT)$/.test(next)
  );
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
  return isRowOf(head, mp3FrameBytes);
}

const mp3FrameBytes = (bytes: Uint8Array, at: number): number | null => mp3FrameAt(bytes, at)?.bytes ?? null;

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

const RECORDED_PACKET_BYTES = 192;

/** A transport stream as recorders and discs store it: four bytes of time come before each packet. */
function isRecordedTransport(head: Uint8Array): boolean {
  const packets = Math.min(8, Math.floor(head.length / RECORDED_PACKET_BYTES));
  const marks = Array.from({ length: packets }, (_, at) => head[4 + at * RECORDED_PACKET_BYTES]);
  return packets >= 4 && marks.every((mark) => mark === 0x47);
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

/** A stream may begin within a frame, or behind some blanks; its frames have to be there whole. */
function hasRowOf(head: Uint8Array, frameBytes: (head: Uint8Array, at: number) => number | null): boolean {
  for (let start = head.indexOf(0xff, 1); start >= 0; start = head.indexOf(0xff, start + 1)) {
    let [at, frames] = [start, 0];
    while (frames < FRAMES_IN_A_ROW && at < head.length) {
      const length = frameBytes(head, at);
      if (length === null) break;
      at += length;
      if (at <= head.length) frames += 1;
    }
    if (frames === FRAMES_IN_A_ROW) return true;
  }
  return false;
}

const isEndTag = (head: Uint8Array, at: number): boolean =>
  /^(TAG|APETAGEX|ID3|LYRICS)/.test(asciiAt(head, at, 8));
