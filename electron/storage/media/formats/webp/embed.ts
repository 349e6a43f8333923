/** WebP: an XMP chunk at the end, announced by a flag of the extended header, which is added where it is missing. */
import type { MediaOrigin } from '../../../../../shared/media/media';
import { type ByteSource, concat, viewOf } from '../../bytes';
import { imageSize } from '../image-size';
import { maxOriginBytes } from '../origin-text';
import { lengthOf, type Piece, stretch } from '../pieces';
import { maxRiffBytes, type RiffChunk, riffChunk, riffChunks, riffHead, wholeRiff } from '../riff';
import { originOfXmp, xmpPacket } from '../xmp';

const HAS_XMP = 0x04;
const HAS_ALPHA = 0x10;

/** `null` where it is not one complete WebP to its last byte. */
export async function planWebp(source: ByteSource, origin: MediaOrigin): Promise<Piece[] | null> {
  const chunks = await wholeRiff(source);
  if (chunks === null || !isPlain(chunks)) return null;
  const header = await extendedHeader(source, chunks);
  const [old, another] = chunks.filter(({ name }) => name === 'XMP ');
  if (header === null || another) return null;
  const packet = xmpPacket(origin, old ? await dataOf(source, old) : null);
  if (packet === null) return null;
  const kept = chunks.filter(({ name }) => name !== 'VP8X' && name !== 'XMP ');
  const pieces = [header, ...kept.flatMap((chunk) => wholeChunk(chunk, source)), riffChunk('XMP ', packet)];
  const bytes = 4 + pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  const start = concat(riffHead('RIFF', bytes), new TextEncoder().encode('WEBP'));
  return bytes > maxRiffBytes ? null : [start, ...pieces];
}

/**
 * A file without the extended header holds one image and nothing else: with that header, other chunks would get a
 * meaning.
 */
function isPlain(chunks: readonly RiffChunk[]): boolean {
  const [first] = chunks;
  if (first?.name !== 'VP8X') return chunks.length === 1;
  const isHeader = first.dataEnd - first.dataStart === 10;
  const isSmall = chunks.every(
    ({ name, dataStart, dataEnd }) => name !== 'XMP ' || dataEnd - dataStart < maxOriginBytes,
  );
  return isHeader && isSmall && chunks.filter(({ name }) => name === 'VP8X').length === 1;
}

export async function readWebp(source: ByteSource): Promise<MediaOrigin | null> {
  const found = (await riffChunks(source)).find(({ name }) => name === 'XMP ');
  return found ? originOfXmp(await dataOf(source, found)) : null;
}

async function extendedHeader(source: ByteSource, chunks: readonly RiffChunk[]): Promise<Uint8Array | null> {
  const [first] = chunks;
  const size = await imageSize(source, 'image/webp');
  if (!first || !size) return null;
  const data = first.name === 'VP8X' ? await source.read(first.dataStart, 10) : new Uint8Array(10);
  if (data.length < 10) return null;
  const alpha = first.name === 'VP8L' && (await usesAlpha(source, first)) ? HAS_ALPHA : 0;
  data[0] = (data[0] ?? 0) | HAS_XMP | alpha;
  viewOf(data).setUint16(4, (size.width - 1) & 0xffff, true);
  viewOf(data).setUint8(6, (size.width - 1) >> 16);
  viewOf(data).setUint16(7, (size.height - 1) & 0xffff, true);
  viewOf(data).setUint8(9, (size.height - 1) >> 16);
  return riffChunk('VP8X', data);
}

/** One bit follows a signature and two sizes of 14 bits. */
async function usesAlpha(source: ByteSource, { dataStart }: RiffChunk): Promise<boolean> {
  return (((await source.read(dataStart + 4, 1))[0] ?? 0) & 0x10) !== 0;
}

/** With its padding, which is added where the file ends without it. */
function wholeChunk({ start, dataEnd }: RiffChunk, { size }: ByteSource): Piece[] {
  if (dataEnd % 2 === 0) return [stretch(start, dataEnd)];
  return dataEnd < size ? [stretch(start, dataEnd + 1)] : [stretch(start, dataEnd), new Uint8Array(1)];
}

function dataOf(source: ByteSource, { dataStart, dataEnd }: RiffChunk): Promise<Uint8Array> {
  return source.read(dataStart, Math.min(dataEnd - dataStart, maxOriginBytes));
}
