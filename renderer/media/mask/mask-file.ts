/** A mask as a file: transparent where the image may change, as OpenAI's interface has it. */
import { type Area, areaOf, beginEdit, createMask, endEdit, type Mask, tileSide, tileToWrite } from './mask';

/** In the overlay: the color that marks, as strong as each pixel is marked. */
const tint = [255, 45, 117] as const;

/** One tile as pixels: for the overlay in color, for the file black with the marked part transparent. */
export function tilePixels(mask: Mask, index: number, use: 'overlay' | 'file'): ImageData {
  const image = new ImageData(tileSide, tileSide);
  const { data } = image;
  const tile = mask.tiles.get(index);
  for (let pixel = 0, at = 0; at < data.length; pixel += 1, at += 4) {
    const marked = tile?.[pixel] ?? mask.base;
    if (use === 'file') data[at + 3] = 255 - marked;
    else {
      data[at] = tint[0];
      data[at + 1] = tint[1];
      data[at + 2] = tint[2];
      data[at + 3] = marked;
    }
  }
  return image;
}

/** As large as its image. */
export async function maskFile(mask: Mask): Promise<Blob> {
  const canvas = new OffscreenCanvas(mask.width, mask.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This image is too large to draw on here');
  context.fillStyle = '#000';
  if (mask.base === 0) context.fillRect(0, 0, mask.width, mask.height);
  for (const index of mask.tiles.keys()) {
    const { left, top } = areaOf(mask, index);
    context.putImageData(tilePixels(mask, index, 'file'), left, top);
  }
  return await canvas.convertToBlob({ type: 'image/png' });
}

/** Reads a stored mask, so that drawing goes on from it; scaled where it has another size than its image. */
export function maskFromPicture(
  picture: ImageBitmap,
  { width, height }: Pick<Mask, 'width' | 'height'>,
): Mask {
  const mask = createMask(width, height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return mask;
  context.drawImage(picture, 0, 0, width, height);
  beginEdit(mask);
  const count = Math.ceil(width / tileSide) * Math.ceil(height / tileSide);
  for (let index = 0; index < count; index += 1) {
    const area = areaOf(mask, index);
    const { data } = context.getImageData(area.left, area.top, tileSide, tileSide);
    if (isAllOpaque(data, area)) continue;
    const tile = tileToWrite(mask, index);
    for (let pixel = 0; pixel < tile.length; pixel += 1) tile[pixel] = 255 - (data[pixel * 4 + 3] ?? 255);
  }
  endEdit(mask);
  // What the file held is where drawing begins, not a step of it.
  mask.done.length = 0;
  return mask;
}

function isAllOpaque(data: Uint8ClampedArray, { left, top, right, bottom }: Area): boolean {
  for (let y = 0; y < bottom - top; y += 1)
    for (let x = 0; x < right - left; x += 1) if (data[(y * tileSide + x) * 4 + 3] !== 255) return false;
  return true;
}
