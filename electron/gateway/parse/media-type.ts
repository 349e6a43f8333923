/**
 * What the bytes of a reply are, by themselves first, as names and headers are often wrong; and bytes that
 * are written as text.
 */
import { defaultPcm, type PcmFormat, readPcmFormat, waveFile } from '../../../shared/media/pcm';
import { type MediaType, sniffBytes, sniffMedia } from '../../storage/media/formats/sniff';
import type { MediaSource } from '../types/media';

const sniffed = (bytes: Uint8Array): MediaType | null => sniffMedia(bytes.subarray(0, sniffBytes));

/** The type of the bytes, or `null` where their beginning is none we know. */
export const sniffMediaType = (bytes: Uint8Array): string | null => sniffed(bytes)?.contentType ?? null;

/** The type to go by: the bytes' own, else the declared one with its parameters, where it is the form of one. */
export function mediaTypeOf(bytes: Uint8Array, declared: string | null): string | null {
  const type = declared?.trim().toLowerCase() ?? '';
  return sniffMediaType(bytes) ?? (/^\w[\w.+-]*\/\w[\w.+-]*(;|$)/.test(type) ? type : null);
}

/**
 * Bytes that came with a reply. Raw samples become WAV, where the reply or the request names such a format; a declared
 * one is believed before the short marks of formats that samples may begin with.
 */
export function bytesSource(bytes: Uint8Array, declared: string | null): MediaSource {
  const pcm = readPcmFormat(declared);
  if (pcm !== null && !isSoundContainer(bytes)) return asWave(bytes, pcm);
  return { kind: 'bytes', bytes, contentType: mediaTypeOf(bytes, declared) };
}

/** Sound of a stream that names no format and has no known beginning is `pcm16`, as OpenAI sends it. */
export function soundSource(bytes: Uint8Array, declared: string | null): MediaSource {
  const source = bytesSource(bytes, declared);
  return source.contentType === null ? asWave(bytes, defaultPcm) : source;
}

const asWave = (bytes: Uint8Array, format: PcmFormat): MediaSource => ({
  kind: 'bytes',
  bytes: waveFile(bytes, format),
  contentType: 'audio/wav',
});

function isSoundContainer(bytes: Uint8Array): boolean {
  const known = sniffed(bytes);
  return known !== null && (known.kind === 'audio' || /mp4|webm|matroska|quicktime/.test(known.contentType));
}

// Bytes written as text: base64 of both alphabets, hex, and `data:` addresses.

/** Anything shorter is a word, such as a format's name, and no media. */
const SHORTEST = 16;
/** Text whose bytes are of no known format is media only where it is too long for an id, a digest or a name. */
const SHORTEST_UNKNOWN = 256;

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const HEX = /^(?:0x)?(?:[0-9a-f]{2})+$/i;

export interface TextHints {
  /** The type that stands beside the text. */
  readonly declared: string | null;
  /** The field's name says that it holds bytes, so that short ones of no known format are media too. */
  readonly isSurely: boolean;
}

/** Base64 or hex; `null` for words. */
export function readEncoded(text: string, { declared, isSurely }: TextHints): MediaSource | null {
  const packed = /\s/.test(text) ? text.replace(/\s+/g, '') : text;
  if (packed.length < SHORTEST || !BASE64.test(packed)) return null;
  const bytes = decode(packed);
  if (bytes.length === 0) return null;
  const isKnown = isSurely || declared !== null || packed.length >= SHORTEST_UNKNOWN;
  return isKnown || sniffMediaType(bytes) !== null ? bytesSource(bytes, declared) : null;
}

/** Hex is base64 too by its letters, but base64 of so many letters always has others. */
function decode(packed: string): Uint8Array {
  const isHex = packed.length >= 32 && HEX.test(packed);
  return new Uint8Array(
    isHex ? Buffer.from(packed.replace(/^0x/i, ''), 'hex') : Buffer.from(packed, 'base64'),
  );
}

/** RFC 2397: `data:[type][;parameters][;base64],…`, in base64 of any form, or percent-encoded. */
export function readDataUrl(text: string, declared: string | null): MediaSource | null {
  const comma = text.indexOf(',');
  if (comma === -1 || comma > 1_000) return null;
  const header = text.slice('data:'.length, comma);
  const type = header.replace(/;\s*base64\s*$/i, '').trim() || declared;
  const body = text.slice(comma + 1);
  if (/;\s*base64\s*$/i.test(header)) {
    const base64 = body.includes('%') ? Buffer.from(percentDecoded(body)).toString('latin1') : body;
    return readEncoded(base64, { declared: type, isSurely: true });
  }
  const bytes = percentDecoded(body);
  return bytes.length === 0 ? null : bytesSource(bytes, type);
}

/** Bytes, not characters: `%FF` alone is no UTF-8. */
function percentDecoded(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] === 0x25 ? Number.parseInt(hexAt(bytes, at + 1), 16) : Number.NaN;
    out[length++] = Number.isNaN(code) ? (bytes[at] ?? 0) : code;
    if (!Number.isNaN(code)) at += 2;
  }
  return out.slice(0, length);
}

const hexAt = (bytes: Buffer, at: number): string =>
  /^[0-9a-f]{2}$/i.exec(bytes.toString('latin1', at, at + 2))?.[0] ?? '';
