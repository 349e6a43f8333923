/** A TIFF as pixels that can be drawn: the decoder of all other formats doesn’t know it. */
import { type Canvas, createCanvas, Image, ImageData } from '@napi-rs/canvas';
import { bytesSource } from './bytes';
import { imageSize } from './formats/image-size';
import { type DecodeJpeg, decodeTiff } from './formats/tiff/decode';

export async function drawnTiff(bytes: Uint8Array): Promise<Canvas> {
  const { width, height, data } = await decodeTiff(bytes, decodeJpeg);
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
  return canvas;
}

const decodeJpeg: DecodeJpeg = async (bytes, most) => {
  const stated = await imageSize(bytesSource(bytes), 'image/jpeg');
  // Blocks of 16 pixels may go beyond the part.
  if (stated === null || stated.width > most.width + 16 || stated.height > most.height + 16)
    throw new Error('a JPEG of another size');
  const image = new Image();
  image.src = Buffer.from(bytes);
  await image.decode();
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  return { width, height, data: Uint8ClampedArray.from(context.getImageData(0, 0, width, height).data) };
};
