/** How the stored pixels of an image are to be turned before they are seen, from its headers alone. */
import { asciiAt, type ByteSource, viewOf } from '../bytes';
import { orientationOf } from '../strip/exif';
import { type ImageSize, imageSize } from './image-size';
import { boxedOrientation } from './mp4/image-turn';
import { riffChunks } from './riff';

export type { ImageSize };

const EXIF_BYTES = 64 * 1024;
/** Segments of a JPEG, chunks of a PNG: a file with more is made to be slow. */
const MAX_PARTS = 2_000;
const START_OF_SCAN = 0xda;
const APP1 = 0xe1;

const readers: Readonly<Record<string, (source: ByteSource) => Promise<number>>> = {
  'image/jpeg': jpegOrientation,
  'image/png': pngOrientation,
  'image/webp': webpOrientation,
  'image/tiff': async (source) => orientationOf(await source.read(0, EXIF_BYTES)),
  'image/avif': boxedOrientation,
  'image/heic': boxedOrientation,
  'image/heif': boxedOrientation,
};

/** 1 to 8 as EXIF counts; 1, which is upright, where the file states none. Throws only what the source throws. */
export async function imageOrientation(source: ByteSource, contentType: string): Promise<number> {
  return (await readers[contentType]?.(source)) ?? 1;
}

/** Width and height as the image is seen; `null` where the file does not state them. */
export async function seenSize(source: ByteSource, contentType: string): Promise<ImageSize | null> {
  const stored = await imageSize(source, contentType);
  return stored && turnedSize(stored, await imageOrientation(source, contentType));
}

/** From 5 on, an orientation makes columns of rows. */
export const turnedSize = ({ width, height }: ImageSize, orientation: number): ImageSize =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

async function jpegOrientation(source: ByteSource): Promise<number> {
  for (let at = 2, count = 0; at + 4 <= source.size && count < MAX_PARTS; count += 1) {
    const head = await source.read(at, 10);
    const marker = head[1] ?? 0;
    if (head[0] !== 0xff || marker === START_OF_SCAN) return 1;
    const length = marker === 0xff ? 0 : viewOf(head).getUint16(2);
    if (marker === APP1 && asciiAt(head, 4, 5) === 'Exif\0')
      return orientationOf(await source.read(at + 4, length - 2));
    at += marker === 0xff ? 1 : 2 + length;
  }
  return 1;
}

/** Only one before the pixels counts: what comes behind them, decoders find too late. */
async function pngOrientation(source: ByteSource): Promise<number> {
  for (let at = 8, count = 0; at + 8 <= source.size && count < MAX_PARTS; count += 1) {
    const head = await source.read(at, 8);
    const [length, name] = [viewOf(head).getUint32(0), asciiAt(head, 4, 4)];
    if (name === 'eXIf') return orientationOf(await source.read(at + 8, Math.min(length, EXIF_BYTES)));
    if (name === 'IDAT') return 1;
    at += 12 + length;
  }
  return 1;
}

async function webpOrientation(source: ByteSource): Promise<number> {
  const chunk = (await riffChunks(source)).find(({ name }) => name === 'EXIF');
  if (chunk === undefined) return 1;
  return orientationOf(
    await source.read(chunk.dataStart, Math.min(chunk.dataEnd - chunk.dataStart, EXIF_BYTES)),
  );
}
