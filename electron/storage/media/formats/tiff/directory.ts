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

/**
 * Bytes of a number of each type that counts something: a byte, two, four, a fraction of two of four, any bytes, and
 * eight in a BigTIFF.
 */
const sizes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1, 16: 8 };
const LONG = 16;
const mostEntries = 1_000;
const mostValues = 1_000_000;

/** How long its offsets and counts are: four bytes, or eight in a BigTIFF. */
interface Form {
  readonly start: number;
  readonly countBytes: number;
  readonly entryBytes: number;
  readonly offsetBytes: 4 | 8;
}

/** @throws where it is none */
function formOf(view: DataView, isLittle: boolean): Form {
  const version = view.getUint16(2, isLittle);
  if (version === 42)
    return { start: view.getUint32(4, isLittle), countBytes: 2, entryBytes: 12, offsetBytes: 4 };
  if (version !== 43 || view.getUint16(4, isLittle) !== 8) throw new Error('no TIFF');
  return { start: longAt(view, 8, isLittle), countBytes: 8, entryBytes: 20, offsetBytes: 8 };
}

const longAt = (view: DataView, at: number, isLittle: boolean): number =>
  Number(view.getBigUint64(at, isLittle));

/** @throws where it is none */
export function readDirectory(bytes: Uint8Array): Directory {
  const order = asciiAt(bytes, 0, 2);
  const isLittle = order === 'II';
  const view = viewOf(bytes);
  if (order !== 'II' && order !== 'MM') throw new Error('no TIFF');
  const { start, countBytes, entryBytes, offsetBytes } = formOf(view, isLittle);
  const offsetAt = (at: number) =>
    offsetBytes === 4 ? view.getUint32(at, isLittle) : longAt(view, at, isLittle);
  const stated = countBytes === 2 ? view.getUint16(start, isLittle) : longAt(view, start, isLittle);
  const first = start + countBytes;
  const places = new Map<number, number>();
  for (let index = 0; index < Math.min(stated, mostEntries); index += 1)
    places.set(view.getUint16(first + entryBytes * index, isLittle), first + entryBytes * index);
  const all = (tag: number): readonly number[] => {
    const at = places.get(tag);
    if (at === undefined) return [];
    const type = view.getUint16(at + 2, isLittle);
    const size = sizes[type];
    const length = offsetAt(at + 4);
    if (size === undefined || length > mostValues) throw new Error(`an entry ${tag} of an unknown form`);
    const held = at + 4 + offsetBytes;
    const from = size * length <= offsetBytes ? held : offsetAt(held);
    return Array.from({ length }, (_, index) =>
      type === LONG
        ? longAt(view, from + size * index, isLittle)
        : numberAt(view, from + size * index, size, isLittle),
    );
  };
  return { isLittle, all, one: (tag, otherwise) => all(tag)[0] ?? otherwise };
}

function numberAt(view: DataView, at: number, size: number, isLittle: boolean): number {
  if (size === 1) return view.getUint8(at);
  if (size === 2) return view.getUint16(at, isLittle);
  const value = view.getUint32(at, isLittle);
  return size === 4 ? value : value / Math.max(1, view.getUint32(at + 4, isLittle));
}
