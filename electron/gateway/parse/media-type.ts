/** What bytes of a reply are: by themselves first, as names and headers are often wrong. */
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
