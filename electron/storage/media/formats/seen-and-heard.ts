/** Whether an image has transparent pixels, and how much of a sound is silent; `null` where the format doesn't say. */
import { type ByteSource, withSource } from '../bytes';
import { hasClearPixels } from './png/clear-pixels';
import { silenceOfWav } from './wav/silence';

interface SeenAndHeard {
  readonly hasAlpha: boolean | null;
  readonly silence: number | null;
}

/** These formats have no transparency. */
const OPAQUE = ['image/jpeg', 'image/bmp'];

/** Never throws. */
export async function seeAndHear(path: string, contentType: string): Promise<SeenAndHeard> {
  const read = async (source: ByteSource): Promise<SeenAndHeard> => ({
    hasAlpha: OPAQUE.includes(contentType) ? false : await alphaOf(source, contentType),
    silence: /^audio\/(x-|vnd\.)?wave?$/.test(contentType) ? await silenceOfWav(source) : null,
  });
  return await withSource(path, read).catch(() => ({ hasAlpha: null, silence: null }));
}

async function alphaOf(source: ByteSource, contentType: string): Promise<boolean | null> {
  if (contentType === 'image/png') return await hasClearPixels(source);
  if (contentType !== 'image/webp') return null;
  const head = await source.read(0, 30);
  const chunk = Buffer.from(head.subarray(12, 16)).toString('latin1');
  // Of the extended form the flag of its header, of the lossless one the bit behind its size; the lossy one has none.
  if (chunk === 'VP8X') return ((head[20] ?? 0) & 0x10) !== 0;
  if (chunk === 'VP8L') return ((head[24] ?? 0) & 0x10) !== 0;
  return chunk === 'VP8 ' ? false : null;
}
