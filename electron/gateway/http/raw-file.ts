/** Bodies that are files themselves, whatever their type says. */
import { bytesSource, mediaTypeOf, sniffMediaType } from '../parse/media-type';
import type { MediaSource } from '../types/media';

/** `null` where the body is text, which may hold a result, or be a message. */
export function readRaw(bytes: Uint8Array, declared: string | null): MediaSource | null {
  if (bytes.length === 0) return null;
  const type = sniffMediaType(bytes);
  // An SVG begins like a page; only its first tag says that it is an image.
  if (type !== null) return bytesSource(bytes, declared);
  const isText = isWords(bytes.subarray(0, 4_096));
  if (isText) return null;
  const source = bytesSource(bytes, declared);
  return source.contentType === null || /json|^text\/|^multipart\//.test(mediaTypeOf(bytes, declared) ?? '')
    ? null
    : source;
}

/** Valid UTF-8 without control characters. */
function isWords(start: Uint8Array): boolean {
  if (start.some((byte) => (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 0x7f))
    return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return true;
  } catch {
    return false;
  }
}
