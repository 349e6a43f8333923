/** How the stored pixels of an image are to be turned before they are seen, from its headers alone. */
import { asciiAt, type ByteSource, viewOf } from '../bytes';
import { orientationOf } from '../strip/exif';
import { type ImageSize, imageSize } from './image-size';
import { type Box, innerBoxes, outerBox } from './mp4/boxes';
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

// How an image in boxes (AVIF, HEIC) is turned: properties of its main item (ISO/IEC 23008-12, `irot` and
// `imir`).

/** By quarter turns against the clock: not mirrored, then top and bottom exchanged, then left and right. */
const ORIENTATIONS = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
] as const;

/** 1 to 8 as EXIF counts. */
async function boxedOrientation(source: ByteSource): Promise<number> {
  const meta = await outerBox(source, 'meta');
  const boxes = meta && innerBoxes(meta.subarray(4));
  const properties = innerBoxes(dataOf(boxes, 'iprp'));
  const all = innerBoxes(dataOf(properties, 'ipco')) ?? [];
  const own = indexesOf(dataOf(properties, 'ipma'), mainItem(dataOf(boxes, 'pitm')));
  const used = own.flatMap((index) => all[index - 1] ?? []);
  const turns = (used.find(({ name }) => name === 'irot')?.data[0] ?? 0) & 3;
  const axis = used.find(({ name }) => name === 'imir')?.data[0];
  return ORIENTATIONS[turns]?.[axis === undefined ? 0 : 1 + (axis & 1)] ?? 1;
}

const dataOf = (boxes: readonly Box[] | null, wanted: string): Uint8Array =>
  boxes?.find(({ name }) => name === wanted)?.data ?? new Uint8Array();

/** Its number has two bytes in the first version, then four. */
function mainItem(data: Uint8Array): number {
  if (data.length < 6) return 0;
  return data[0] === 0 || data.length < 8 ? viewOf(data).getUint16(4) : viewOf(data).getUint32(4);
}

/** The properties of an item, counted from 1. The lowest flag says that the numbers of properties are long. */
function indexesOf(data: Uint8Array, item: number): number[] {
  if (data.length < 8) return [];
  const view = viewOf(data);
  const [idBytes, indexBytes] = [data[0] === 0 ? 2 : 4, ((data[3] ?? 0) & 1) + 1];
  const entries = view.getUint32(4);
  for (let at = 8, count = 0; at + idBytes < data.length && count < entries; count += 1) {
    const id = idBytes === 2 ? view.getUint16(at) : view.getUint32(at);
    const length = data[at + idBytes] ?? 0;
    const start = at + idBytes + 1;
    at = start + length * indexBytes;
    if (id !== item || at > data.length) continue;
    // The highest bit says whether the property must be understood.
    return Array.from({ length }, (_, index) =>
      indexBytes === 2 ? view.getUint16(start + 2 * index) & 0x7fff : (data[start + index] ?? 0) & 0x7f,
    );
  }
  return [];
}
