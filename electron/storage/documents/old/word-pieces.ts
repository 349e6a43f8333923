/** The text of a Word document of 1997 to 2003 by its pieces, and which of its signs are special (MS-DOC). */

export interface Piece {
  /** Where its text begins in the stream of the document. */
  readonly offset: number;
  /** Signs. */
  readonly length: number;
  /** One byte a sign, else two. */
  readonly isNarrow: boolean;
}

const PIECES = 2;
const PROPERTIES = 1;
const MOST_PIECES = 500_000;
const NARROW = 0x4000_0000;

/** @param table the stream that says how the document is put together */
export function piecesOf(document: Buffer, table: Buffer): readonly Piece[] {
  const [start, length] = [document.readUInt32LE(0x1a2), document.readUInt32LE(0x1a6)];
  const list = table.subarray(start, start + length);
  let at = 0;
  while (at + 3 <= list.length && list[at] === PROPERTIES) at += 3 + list.readUInt16LE(at + 1);
  if (at + 5 > list.length || list[at] !== PIECES) throw new Error('no list of pieces');
  const plc = list.subarray(at + 5, at + 5 + list.readUInt32LE(at + 1));
  const count = Math.min(MOST_PIECES, Math.floor((plc.length - 4) / 12));
  const pieces: Piece[] = [];
  for (let one = 0; one < count; one += 1) {
    const [from, to] = [plc.readUInt32LE(one * 4), plc.readUInt32LE(one * 4 + 4)];
    const place = plc.readUInt32LE((count + 1) * 4 + one * 8 + 2);
    const isNarrow = (place & NARROW) !== 0;
    const offset = isNarrow ? (place & ~NARROW) / 2 : place;
    if (to > from) pieces.push({ offset: Math.floor(offset), length: to - from, isNarrow });
  }
  return pieces;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

type Properties = (properties: Buffer) => boolean;

/** Stretches of the stream whose properties fit, by where they begin. */
export interface Marked {
  has(offset: number): boolean;
}

const PAGE_BYTES = 512;
const MOST_SPANS = 1_000_000;

/** @param at where the head of the document says where the list of pages with properties is */
function spansOf(
  document: Buffer,
  table: Buffer,
  at: number,
  kind: 'paragraph' | 'run',
  fits: Properties,
): Marked {
  const [start, length] = [document.readUInt32LE(at), document.readUInt32LE(at + 4)];
  const plc = table.subarray(start, start + length);
  const count = Math.floor((plc.length - 4) / 8);
  const spans: Span[] = [];
  for (let one = 0; one < count && spans.length < MOST_SPANS; one += 1) {
    const number = plc.readUInt32LE((count + 1) * 4 + one * 4) & 0x3f_ffff;
    const page = document.subarray(number * PAGE_BYTES, (number + 1) * PAGE_BYTES);
    if (page.length === PAGE_BYTES) spans.push(...spansIn(page, kind, fits));
  }
  return found(spans.sort((a, b) => a.from - b.from));
}

function spansIn(page: Buffer, kind: 'paragraph' | 'run', fits: Properties): readonly Span[] {
  const count = Math.min(page[PAGE_BYTES - 1] ?? 0, kind === 'paragraph' ? 29 : 101);
  const spans: Span[] = [];
  for (let one = 0; one < count; one += 1) {
    const entry = (count + 1) * 4 + one * (kind === 'paragraph' ? 13 : 1);
    const place = (page[entry] ?? 0) * 2;
    if (place === 0) continue;
    const properties = kind === 'paragraph' ? paragraphProperties(page, place) : runProperties(page, place);
    if (fits(properties))
      spans.push({ from: page.readUInt32LE(one * 4), to: page.readUInt32LE(one * 4 + 4) });
  }
  return spans;
}

function paragraphProperties(page: Buffer, place: number): Buffer {
  const words = page[place] ?? 0;
  const [from, bytes] = words === 0 ? [place + 2, (page[place + 1] ?? 0) * 2] : [place + 1, words * 2 - 1];
  // The number of its style comes first.
  return page.subarray(from + 2, from + bytes);
}

const runProperties = (page: Buffer, place: number): Buffer =>
  page.subarray(place + 1, place + 1 + (page[place] ?? 0));

function found(spans: readonly Span[]): Marked {
  return {
    has(offset) {
      let [low, high] = [0, spans.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((spans[middle]?.from ?? 0) <= offset) low = middle + 1;
        else high = middle;
      }
      return (spans[low - 1]?.to ?? 0) > offset;
    },
  };
}

const ROW_END = 0x2417;
const HIDDEN = 0x083c;
const DELETED = 0x0800;

/** Paragraphs that end a row of a table. */
export const rowEnds = (document: Buffer, table: Buffer): Marked =>
  spansOf(document, table, 0x102, 'paragraph', (properties) => isSet(properties, [ROW_END]));

/** Runs that are hidden, or deleted while changes are tracked. */
export const unseen = (document: Buffer, table: Buffer): Marked =>
  spansOf(document, table, 0xfa, 'run', (properties) => isSet(properties, [HIDDEN, DELETED]));

/** How many bytes follow a property, by the upper bits of its number; the first byte says it where it is 0. */
const OPERANDS = [1, 1, 2, 4, 2, 2, 0, 3];
const TABLE_WIDTHS = 0xd608;

function isSet(properties: Buffer, wanted: readonly number[]): boolean {
  let at = 0;
  while (at + 3 <= properties.length) {
    const property = properties.readUInt16LE(at);
    if (wanted.includes(property)) return (properties[at + 2] ?? 0) === 1;
    const fixed = OPERANDS[property >> 13] ?? 1;
    const stated =
      property === TABLE_WIDTHS ? properties.readUInt16LE(at + 2) + 1 : (properties[at + 2] ?? 0) + 1;
    at += 2 + (fixed === 0 ? stated : fixed);
  }
  return false;
}
