/** The bytes of a strip or tile of a TIFF, whose compression loses nothing (TIFF 6.0, sections 9 to 13; Deflate). */
import { inflateSync } from 'node:zlib';
import { type Directory, tags } from './directory';
import { type FaxForm, unpackedFax } from './fax';

interface PartSize {
  readonly width: number;
  readonly rows: number;
  /** How many bytes are wanted. */
  readonly length: number;
}

const faxKinds: Readonly<Record<number, FaxForm['kind']>> = { 2: 'runs', 3: 't4', 4: 't6' };
const T4_MIXED = 1;
/** Rows that are not compressed, between those that are. */
const FAX_UNCOMPRESSED = 2;

export function unpackedPart(packed: Uint8Array, { one }: Directory, size: PartSize): Uint8Array {
  const method = one(tags.compression, 1);
  const bytes = one(tags.fillOrder, 1) === 2 ? packed.map(reversed) : packed;
  const kind = faxKinds[method];
  if (kind === undefined) return unpacked(method, bytes, size.length);
  const options = kind === 't4' ? one(tags.t4Options, 0) : kind === 't6' ? one(tags.t6Options, 0) : 0;
  if ((options & FAX_UNCOMPRESSED) !== 0 || one(tags.bits, 1) !== 1 || one(tags.samples, 1) !== 1)
    throw new Error('a form of fax that is not read');
  const isMixed = kind === 't4' && (options & T4_MIXED) !== 0;
  return unpackedFax(bytes, { width: size.width, rows: size.rows, kind, isMixed });
}

/** The lowest bit first, as some fax machines have it. */
const reversed = (byte: number): number =>
  Number.parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2);

type Unpack = (packed: Uint8Array, length: number) => Uint8Array;

const methods: Readonly<Record<number, Unpack>> = {
  1: (packed) => packed,
  5: lzw,
  8: inflate,
  32773: packBits,
  32946: inflate,
};

/** @param length how many bytes are wanted: more are left out, and less are zeros */
function unpacked(method: number, packed: Uint8Array, length: number): Uint8Array {
  const unpack = methods[method];
  if (unpack === undefined) throw new Error(`the compression ${method}`);
  const found = unpack(packed, length);
  if (found.length === length) return found;
  const whole = new Uint8Array(length);
  whole.set(found.subarray(0, length));
  return whole;
}

function inflate(packed: Uint8Array, length: number): Uint8Array {
  // Some writers end a strip with more than its rows.
  return inflateSync(packed, { maxOutputLength: length + 65_536 });
}

function packBits(packed: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  for (let at = 0, to = 0; at < packed.length && to < length; ) {
    const head = packed[at] ?? 128;
    at += 1;
    if (head < 128) {
      out.set(packed.subarray(at, Math.min(at + head + 1, at + length - to)), to);
      at += head + 1;
      to += head + 1;
    } else if (head > 128) {
      out.fill(packed[at] ?? 0, to, to + 257 - head);
      at += 1;
      to += 257 - head;
    }
  }
  return out;
}

/** Codes of 9 to 12 bits, the highest bit first; each is a text that was there before with one byte more. */
function lzw(packed: Uint8Array, length: number): Uint8Array {
  const texts = new LzwTexts(length);
  let [bits, held] = [0, 0];
  for (const byte of packed) {
    held = ((held << 8) | byte) & 0xff_ffff;
    bits += 8;
    if (bits < texts.width) continue;
    bits -= texts.width;
    const code = (held >>> bits) & ((1 << texts.width) - 1);
    if (!texts.add(code)) break;
  }
  return texts.out;
}

const CLEAR = 256;
const END = 257;
const mostCodes = 4_096;

class LzwTexts {
  readonly out: Uint8Array;
  /** Of each code, where its text is in `out`, and how long it is. */
  readonly #from = new Int32Array(mostCodes);
  readonly #sizes = new Int32Array(mostCodes);
  #next = END + 1;
  #to = 0;
  /** The text before; without a length after a clear. */
  #before = { at: 0, size: 0 };

  constructor(length: number) {
    this.out = new Uint8Array(length);
  }

  /** Of the next code: one code earlier than it needs, as the writers of the first TIFFs had it. */
  get width(): number {
    return Math.min(12, Math.max(9, 32 - Math.clz32(this.#next + 1)));
  }

  /** @returns `false` at the end */
  add(code: number): boolean {
    if (code === END || this.#to >= this.out.length) return false;
    if (code === CLEAR) {
      this.#next = END + 1;
      this.#before = { at: 0, size: 0 };
      return true;
    }
    const at = this.#to;
    if (code < CLEAR) this.out[this.#to++] = code;
    else this.#repeat(code);
    if (this.#before.size > 0 && this.#next < mostCodes) {
      this.#from[this.#next] = this.#before.at;
      this.#sizes[this.#next] = this.#before.size + 1;
      this.#next += 1;
    }
    this.#before = { at, size: this.#to - at };
    return true;
  }

  /** Byte by byte: a text that is just being made ends with its own beginning. */
  #repeat(code: number): void {
    const isNew = code === this.#next && this.#before.size > 0;
    if (code >= this.#next && !isNew) throw new Error('a code that is not there yet');
    const from = isNew ? this.#before.at : (this.#from[code] ?? 0);
    const size = isNew ? this.#before.size + 1 : (this.#sizes[code] ?? 0);
    const end = Math.min(this.#to + size, this.out.length);
    for (let step = from; this.#to < end; step += 1) this.out[this.#to++] = this.out[step] ?? 0;
  }
}
