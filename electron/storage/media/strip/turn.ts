/** Turns the pixels of a photo as its EXIF says, since that is removed. Decodes: not for the program's main thread. */
import { type Canvas, createCanvas, Image, type SKRSContext2D } from '@napi-rs/canvas';
import { bytesSource } from '../bytes';
import { imageSize } from '../formats/image-size';
import { type ImageSize, turnedSize } from '../formats/orientation';
import type { ImagePart } from './parts';
import { imageOf, partsOf, withAfterHead } from './strip';

/** Decoded and turned, a pixel takes eight bytes: 400 MB. */
const MAX_PIXELS = 50_000_000;
/** In percent; a lower one is taken only where the photo would be too large to send. */
const qualities = [95, 90, 82, 70];

/**
 * The photo with its pixels upright, in the same format, with its color profile and no other metadata.
 * @param maxBytes a longer result is encoded again at a lower quality
 * @throws where it is too large, is an animation, or can't be decoded
 */
export async function turnUpright(
  bytes: Uint8Array,
  contentType: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const photo = partsOf(bytes, contentType);
  const size = await imageSize(bytesSource(bytes), contentType);
  if (photo === null || size === null || size.width * size.height > MAX_PIXELS) throw new Error('too large');
  if (photo.parts.some(isAnimation)) throw new Error('an animation');
  // Without its profile a decoder leaves the numbers as they are, so that the same profile fits them afterwards. In a
  // gray or a CMYK image the profile is for numbers that the decoder changes: it applies that one itself.
  const parts = photo.isRgb ? photo.parts.filter(({ role }) => role !== 'color') : photo.parts;
  const colors = photo.isRgb ? photo.parts.filter(({ role }) => role === 'color') : [];
  const image = new Image();
  image.src = Buffer.from(imageOf(parts, contentType, size));
  await image.decode();
  const turned = turnedSize(size, photo.orientation);
  const canvas = createCanvas(turned.width, turned.height);
  const context = canvas.getContext('2d');
  context.imageSmoothingEnabled = false;
  drawTurned(context, image, turned, photo.orientation);
  for (const quality of qualities) {
    const encoded = await (contentType === 'image/png'
      ? canvas.encode('png')
      : canvas.encode(contentType === 'image/webp' ? 'webp' : 'jpeg', quality));
    const whole = withColors(new Uint8Array(encoded), contentType, turned, colors);
    if (whole.length <= maxBytes) return whole;
  }
  throw new Error('too many bytes');
}

const isAnimation = ({ bytes }: ImagePart): boolean =>
  /^(ANIM|....acTL)/s.test(Buffer.from(bytes.subarray(0, 8)).toString('latin1'));

/** What the encoder writes itself about colors is replaced. */
function withColors(
  encoded: Uint8Array,
  contentType: string,
  size: ImageSize,
  colors: readonly ImagePart[],
): Uint8Array<ArrayBuffer> {
  const parts = partsOf(encoded, contentType)?.parts ?? [];
  const plain = parts.filter(({ role }) => role !== 'color');
  return imageOf(withAfterHead(plain, colors), contentType, size);
}

/** For each orientation, where the matrix takes x, y and the origin; the last two in widths and heights of the result. */
const matrices: Readonly<Record<number, readonly [number, number, number, number, number, number]>> = {
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, 1, 1, 0, 0, 0],
  6: [0, 1, -1, 0, 1, 0],
  7: [0, -1, -1, 0, 1, 1],
  8: [0, -1, 1, 0, 0, 1],
};

/**
 * Draws stored pixels turned, over the whole canvas.
 * @param size of the canvas
 * @param orientation 1 to 8 as EXIF counts
 */
export function drawTurned(
  context: SKRSContext2D,
  image: Image | Canvas,
  size: ImageSize,
  orientation: number,
): void {
  const [a, b, c, d, x, y] = matrices[orientation] ?? [1, 0, 0, 1, 0, 0];
  const stored = turnedSize(size, orientation);
  context.setTransform(a, b, c, d, x * size.width, y * size.height);
  context.drawImage(image, 0, 0, stored.width, stored.height);
}
