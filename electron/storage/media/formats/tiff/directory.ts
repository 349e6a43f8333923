/** The list of entries of a TIFF's first image (TIFF 6.0, section 2). */
import { asciiAt, viewOf } from '../../bytes';

/** Numbers of the entries that say how pixels are stored. */
export const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  meaning: 262,
  fillOrder: 266,
  stripOffsets: 273,
  samples: 277,
  stripRows: 278,
  stripBytes: 279,
  planes: 284,
  t4Options: 292,
  t6Options: 293,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  extraSamples: 338,
  inks: 332,
  sampleFormat: 339,
  jpegTables: 347,
  lumaShares: 529,
  sharedColors: 530,
  levels: 532,
} as const;

export interface Directory {
  readonly isLittle: boolean;
  all(tag: number): readonly number[];
  one(tag: number, otherwise: number): number;
}

/** Bytes of a number of each type that counts something: a byte, two, four, a fraction of two of four, and any bytes. */
const sizes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1 };
const mostEntries = 1_000;
const mostValues = 1_000_000;

/** @throws where it is none, or of another form (BigTIFF) */
export function readDirectory(bytes: Uint8Array): Directory {
  const order = asciiAt(bytes, 0, 2);
  const isLittle = order === 'II';
  const view = viewOf(bytes);
  if ((order !== 'II' && order !== 'MM') || view.getUint16(2, isLittle) !== 42) throw new Error('no TIFF');
  const start = view.getUint32(4, isLittle);
  const count = Math.min(view.getUint16(start, isLittle), mostEntries);
  const places = new Map<number, number>();
  for (let at = start + 2; at < start + 2 + 12 * count; at += 12)
    places.set(view.getUint16(at, isLittle), at);
  const all = (tag: number): readonly number[] => {
    const at = places.get(tag);
    if (at === undefined) return [];
    const size = sizes[view.getUint16(at + 2, isLittle)];
    const length = view.getUint32(at + 4, isLittle);
    if (size === undefined || length > mostValues) throw new Error(`an entry ${tag} of an unknown form`);
    const from = size * length <= 4 ? at + 8 : view.getUint32(at + 8, isLittle);
    return Array.from({ length }, (_, index) => numberAt(view, from + size * index, size, isLittle));
  };
  return { isLittle, all, one: (tag, otherwise) => all(tag)[0] ?? otherwise };
}

function numberAt(view: DataView, at: number, size: number, isLittle: boolean): number {
  if (size === 1) return view.getUint8(at);
  if (size === 2) return view.getUint16(at, isLittle);
  const value = view.getUint32(at, isLittle);
  return size === 4 ? value : value / Math.max(1, view.getUint32(at + 4, isLittle));
}
