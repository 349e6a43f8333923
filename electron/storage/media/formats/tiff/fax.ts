/** Fax inside a TIFF (compressions 2, 3 and 4): rows of black and white, by runs or by how they differ from the row above. */
import { type Codes, longestCode, type RowStep, runCodes, stepCodes } from './fax-codes';

export interface FaxForm {
  readonly width: number;
  readonly rows: number;
  /** `runs`: each row alone, from the start of a byte. `t4`: with marks between the rows. `t6`: each by the row above. */
  readonly kind: 'runs' | 't4' | 't6';
  /** Of T.4: a bit behind each mark says whether the row is by runs or by the row above. */
  readonly isMixed: boolean;
}

/** One bit for each pixel, a row from the start of a byte; 1 is what fax calls black. @throws where it is damaged */
export function unpackedFax(packed: Uint8Array, form: FaxForm): Uint8Array {
  const { width, rows, kind, isMixed } = form;
  const bits = new Bits(packed);
  const rowBytes = Math.ceil(width / 8);
  const out = new Uint8Array(rowBytes * rows);
  let above: readonly number[] = [];
  for (let row = 0; row < rows; row += 1) {
    if (kind === 'runs') bits.toByte();
    if (kind === 't4') bits.skipMarks();
    const isByRuns = kind === 'runs' || (kind === 't4' && (!isMixed || bits.next() === 1));
    above = isByRuns ? rowOfRuns(bits, width) : rowBesideAbove(bits, above, width);
    paint(out.subarray(row * rowBytes, (row + 1) * rowBytes), above, width);
  }
  return out;
}

/** Zeros and a one; no code of a row begins with that many zeros. */
const markZeros = 11;

class Bits {
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  next(): number {
    if (this.#at >= this.bytes.length * 8) throw new Error('it ends before its last row');
    const bit = ((this.bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1;
    this.#at += 1;
    return bit;
  }

  toByte(): void {
    this.#at = Math.ceil(this.#at / 8) * 8;
  }

  /** Where rows have no marks between them nothing is skipped. */
  skipMarks(): void {
    const before = this.#at;
    let zeros = 0;
    while (this.#at < this.bytes.length * 8 && this.next() === 0) zeros += 1;
    if (zeros < markZeros) this.#at = before;
  }

  code<Value>(codes: Codes<Value>): Value {
    let key = 1;
    for (let length = 1; length <= longestCode; length += 1) {
      key = (key << 1) | this.next();
      const value = codes.get(key);
      if (value !== undefined) return value;
    }
    throw new Error('a code that is unknown');
  }
}

// A row is where its color changes: first to black, then to white, and so on.

function rowOfRuns(bits: Bits, width: number): number[] {
  const changes: number[] = [];
  let at = 0;
  for (let color = 0; at < width; color ^= 1) {
    at += runOf(bits, color);
    if (at > width) throw new Error('a row that is too long');
    changes.push(at);
  }
  return changes;
}

function runOf(bits: Bits, color: number): number {
  const codes = runCodes[color === 0 ? 0 : 1];
  let sum = 0;
  for (;;) {
    const run = bits.code(codes);
    sum += run;
    if (run < 64) return sum;
  }
}

function rowBesideAbove(bits: Bits, above: readonly number[], width: number): number[] {
  const changes: number[] = [];
  let [at, color, index] = [-1, 0, 0];
  while (at < width) {
    index = nextChange(above, { from: index, color, at });
    const change = above[index] ?? width;
    const step: RowStep = bits.code(stepCodes);
    const start = Math.max(at, 0);
    if (step === 'pass') at = above[index + 1] ?? width;
    else if (step === 'runs') {
      const middle = start + runOf(bits, color);
      at = middle + runOf(bits, color ^ 1);
      changes.push(middle, at);
    } else {
      at = change + step;
      changes.push(at);
      color ^= 1;
    }
    if (at > width || at < start) throw new Error('a row that is too long');
  }
  return changes;
}

/** The first change of the row above that is behind a place, and to the other color. */
function nextChange(
  above: readonly number[],
  { from, color, at }: { readonly from: number; readonly color: number; readonly at: number },
): number {
  // A step to the left may have gone behind the change before.
  let index = Math.max(0, from - 2);
  if (index % 2 !== color) index += 1;
  while ((above[index] ?? Number.POSITIVE_INFINITY) <= at) index += 2;
  return index;
}

function paint(row: Uint8Array, changes: readonly number[], width: number): void {
  for (let index = 0; index < changes.length; index += 2) {
    const [from = width, to = width] = [changes[index], changes[index + 1]];
    for (let at = from; at < to; at += 1) {
      if ((at & 7) === 0 && to - at >= 8) {
        row[at >> 3] = 0xff;
        at += 7;
      } else row[at >> 3] = (row[at >> 3] ?? 0) | (0x80 >> (at & 7));
    }
  }
}
