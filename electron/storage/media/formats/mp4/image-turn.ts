/** How an image in boxes (AVIF, HEIC) is turned: properties of its main item (ISO/IEC 23008-12, `irot` and `imir`). */
import { type ByteSource, viewOf } from '../../bytes';
import { type Box, innerBoxes, outerBox } from './boxes';

/** By quarter turns against the clock: not mirrored, then top and bottom exchanged, then left and right. */
const ORIENTATIONS = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
] as const;

/** 1 to 8 as EXIF counts. */
export async function boxedOrientation(source: ByteSource): Promise<number> {
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
