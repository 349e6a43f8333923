/** Detects a file's type from its first bytes alone: names and headers of results are often wrong. */
import type { MediaKind } from '../../../../shared/modalities';
import { asciiAt, viewOf } from '../bytes';
import { isAdts, isMpegAudio } from './sniff-frames';

export interface MediaType {
  readonly kind: MediaKind;
  readonly contentType: string;
  /** Without a dot. */
  readonly extension: string;
}

/** The number of first bytes that {@link sniffMedia} can use. */
export const sniffBytes = 16 * 1024;

const type = (kind: MediaKind, contentType: string, extension: string): MediaType => ({
  kind,
  contentType,
  extension,
});

const PNG = type('image', 'image/png', 'png');
const JPEG = type('image', 'image/jpeg', 'jpg');
const WEBP = type('image', 'image/webp', 'webp');
const GIF = type('image', 'image/gif', 'gif');
const AVIF = type('image', 'image/avif', 'avif');
const MP3 = type('audio', 'audio/mpeg', 'mp3');
const WAV = type('audio', 'audio/wav', 'wav');
const FLAC = type('audio', 'audio/flac', 'flac');
const AAC = type('audio', 'audio/aac', 'aac');
const M4A = type('audio', 'audio/mp4', 'm4a');
const MP4 = type('video', 'video/mp4', 'mp4');
const MOV = type('video', 'video/quicktime', 'mov');

/**
 * The type of media whose first bytes these are; `null` for anything else, SVG included (a document that can run
 * scripts). Give at least 64 bytes, better {@link sniffBytes}.
 */
export function sniffMedia(head: Uint8Array): MediaType | null {
  const signature = asciiAt(head, 0, 12);
  if (signature.startsWith('\x89PNG\r\n\x1a\n')) return PNG;
  if (signature.startsWith('\xff\xd8\xff')) return JPEG;
  if (/^GIF8[79]a/.test(signature)) return GIF;
  if (/^RIFF.{4}WEBP/s.test(signature)) return WEBP;
  if (/^(RIFF|RF64).{4}WAVE/s.test(signature)) return WAV;
  if (signature.startsWith('fLaC')) return FLAC;
  if (signature.startsWith('OggS')) return sniffOgg(head);
  if (signature.startsWith('\x1a\x45\xdf\xa3')) return sniffMatroska(head);
  if (signature.slice(4, 8) === 'ftyp') return sniffIsoMedia(head);
  if (signature.startsWith('ID3')) return sniffAfterId3(head);
  if (isMpegAudio(head)) return MP3;
  return isAdts(head) ? AAC : null;
}

/** The codec's name starts the first packet, which starts the first page. */
function sniffOgg(head: Uint8Array): MediaType | null {
  const packet = asciiAt(head, 27 + (head[26] ?? 0), 8);
  if (packet === 'OpusHead') return type('audio', 'audio/ogg', 'opus');
  if (packet.startsWith('\x01vorbis')) return type('audio', 'audio/ogg', 'ogg');
  return packet.startsWith('\x7fFLAC') ? type('audio', 'audio/ogg', 'oga') : null;
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

const MP4_BRANDS =
  /^(isom|iso[2-9]|mp4[12]|avc1|dash|M4V |M4VH|M4VP|MSNV|3gp.|3g2.|f4v |cmfc|cmf2|hvc1|av01)$/;

function sniffIsoMedia(head: Uint8Array): MediaType | null {
  const end = Math.min(viewOf(head).getUint32(0), head.length, 256);
  const brands = [asciiAt(head, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(asciiAt(head, at, 4));
  if (brands.includes('avif') || brands.includes('avis')) return AVIF;
  if (/^M4[AB] $/.test(brands[0] ?? '')) return M4A;
  if (brands[0] === 'qt  ') return MOV;
  if (!brands.some((brand) => MP4_BRANDS.test(brand))) return null;
  return hasSoundAlone(head) ? M4A : MP4;
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
  const rest = head.subarray(10 + size);
  if (rest.length < 4 || rest[0] === 0) return MP3;
  return asciiAt(rest, 0, 3) === 'ID3' ? MP3 : sniffMedia(rest);
}
