/** The image under the pointer while a result is dragged out: the app's own thumbnail, never the result. */
import { readFile, stat } from 'node:fs/promises';
import { withSource } from './bytes';
import { imageSize } from './formats/image-size';
import { sniffBytes, sniffMedia } from './formats/sniff';

export const DRAG_ICON_PIXELS = 64;
/** Larger than any thumbnail that this app makes; one from an archive may be anything. */
const MAX_SIDE = 512;
const MAX_BYTES = 1024 * 1024;

/**
 * A PNG of at most 64 pixels a side. Size and dimensions are read from the file's header before it is decoded.
 * @param thumbnail a WebP
 * @returns `null` where it is missing, broken or larger than a thumbnail
 */
export async function dragIconOf(thumbnail: string): Promise<Uint8Array | null> {
  try {
    return (await isSmall(thumbnail)) ? await drawIcon(thumbnail) : null;
  } catch {
    // A plain icon is used instead.
    return null;
  }
}

async function isSmall(thumbnail: string): Promise<boolean> {
  if ((await stat(thumbnail)).size > MAX_BYTES) return false;
  const size = await withSource(thumbnail, async (source) => {
    // Decoders go by the bytes: a GIF can hold what is read as the size of a WebP.
    const type = sniffMedia(await source.read(0, sniffBytes));
    return type?.contentType === 'image/webp' ? imageSize(source, type.contentType) : null;
  });
  return size !== null && Math.max(size.width, size.height) <= MAX_SIDE;
}

async function drawIcon(thumbnail: string): Promise<Uint8Array> {
  const { createCanvas, Image } = await import('@napi-rs/canvas');
  const image = new Image();
  image.src = await readFile(thumbnail);
  await image.decode();
  const scale = Math.min(1, DRAG_ICON_PIXELS / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(image, 0, 0, width, height);
  return new Uint8Array(await canvas.encode('png'));
}
