/** Records of a workbook of 1997 to 2003, and its strings (MS-XLS). */

export interface SheetRecord {
  readonly type: number;
  readonly body: Buffer;
}

const MOST_RECORDS = 20_000_000;

export function* recordsFrom(stream: Buffer, start: number): Generator<SheetRecord> {
  let at = start;
  for (let count = 0; at + 4 <= stream.length && count < MOST_RECORDS; count += 1) {
    const length = stream.readUInt16LE(at + 2);
    yield { type: stream.readUInt16LE(at), body: stream.subarray(at + 4, at + 4 + length) };
    at += 4 + length;
  }
}

const WIDE = 1;
const READINGS = 4;
const RICH = 8;

/** A string whose length and flags come first. @param lengthBytes of its length */
export function shortString(body: Buffer, at: number, lengthBytes: 1 | 2): string {
  if (at + lengthBytes + 1 > body.length) return '';
  const length = body.readUIntLE(at, lengthBytes);
  const isWide = ((body[at + lengthBytes] ?? 0) & WIDE) !== 0;
  const start = at + lengthBytes + 1;
  return isWide
    ? body.toString('utf16le', start, start + length * 2)
    : body.toString('latin1', start, start + length);
}

const MOST_STRINGS = 2_000_000;
const HEAD_BYTES = 8;

/** @param bodies the record of all strings and those that go on with it */
export function sharedStrings(bodies: readonly Buffer[]): readonly string[] {
  const [first] = bodies;
  if (first === undefined || first.length < HEAD_BYTES) return [];
  const reader = new StringReader(bodies);
  reader.skip(HEAD_BYTES);
  const strings: string[] = [];
  const count = Math.min(MOST_STRINGS, first.readUInt32LE(4));
  while (strings.length < count && !reader.isEnded()) strings.push(reader.string());
  return strings;
}

/** Any string may be cut by the end of a record. */
class StringReader {
  #part = 0;
  #at = 0;

  constructor(readonly bodies: readonly Buffer[]) {}

  isEnded(): boolean {
    this.#enter();
    return this.#part >= this.bodies.length;
  }

  skip(bytes: number): void {
    let left = bytes;
    while (left > 0 && !this.isEnded()) {
      const step = Math.min(left, this.#left());
      this.#at += step;
      left -= step;
    }
  }

  string(): string {
    const length = this.#number(2);
    const flags = this.#number(1);
    const runs = (flags & RICH) === 0 ? 0 : this.#number(2);
    const readings = (flags & READINGS) === 0 ? 0 : this.#number(4);
    const text = this.#signs(length, (flags & WIDE) !== 0);
    this.skip(runs * 4 + readings);
    return text;
  }

  #left(): number {
    return (this.bodies[this.#part]?.length ?? 0) - this.#at;
  }

  #enter(): void {
    while (this.#part < this.bodies.length && this.#left() <= 0) {
      this.#part += 1;
      this.#at = 0;
    }
  }

  #number(bytes: number): number {
    let number = 0;
    for (let one = 0; one < bytes && !this.isEnded(); one += 1, this.#at += 1)
      number += (this.bodies[this.#part]?.[this.#at] ?? 0) * 256 ** one;
    return number;
  }

  /** Where its signs go on in another record, that says again how wide they are. */
  #signs(length: number, wide: boolean): string {
    let [text, left, isWide] = ['', length, wide];
    while (left > 0) {
      if (this.#left() <= 0) {
        if (this.isEnded()) break;
        isWide = (this.#number(1) & WIDE) !== 0;
      }
      const part = this.#some(left, isWide);
      text += part;
      left -= part.length;
    }
    return text;
  }

  /** As many of these signs as the record has; half a sign at its end belongs to nothing. */
  #some(most: number, isWide: boolean): string {
    const bytes = isWide ? 2 : 1;
    const count = Math.min(most, Math.floor(this.#left() / bytes));
    const start = this.#at;
    this.#at = count === 0 ? start + this.#left() : start + count * bytes;
    const body = this.bodies[this.#part];
    return body?.toString(isWide ? 'utf16le' : 'latin1', start, start + count * bytes) ?? '';
  }
}
