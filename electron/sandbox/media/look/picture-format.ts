export type PictureFormat = 'PNG' | 'JPEG' | 'WebP' | 'GIF';

/** `name` of the error where an image can't be decoded or is too large. */
export const UNREADABLE_PICTURE = 'UnreadablePictureError';

/** By the first bytes alone, whatever the data URL calls it; `null` for anything else. */
export function formatOfPicture(bytes: Uint8Array): PictureFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'PNG';
  if (head.startsWith('\xff\xd8\xff')) return 'JPEG';
  if (/^GIF8[79]a/.test(head)) return 'GIF';
  return /^RIFF.{4}WEBP/s.test(head) ? 'WebP' : null;
}
