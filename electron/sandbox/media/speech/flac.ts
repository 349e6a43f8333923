/** FLAC (RFC 9639): 16 bits a sample, one channel, each block predicted by the best of the five fixed predictors. */
import { createHash } from 'node:crypto';

const BLOCK = 4096;
const BITS = 16;
/** The largest that the four bits of this code hold; fifteen means something else. */
const MAX_RICE = 14;
const MAX_ORDER = 4;

/** The whole file; its samples are exactly the given ones. */
export function encodeFlac(samples: Int16Array, rate: number): Uint8Array {
  const frames: Uint8Array[] = [];
  for (let at = 0; at < samples.length; at += BLOCK)
    frames.push(frameOf(samples.subarray(at, at + BLOCK), frames.length));
  return new Uint8Array(Buffer.concat([Buffer.from('fLaC'), streamInfo(samples, rate), ...frames]));
}

/** What decoders need first, as the only and last block before the sound. */
function streamInfo(samples: Int16Array, rate: number): Uint8Array {
  const bits = createBits();
  bits.put(0x80, 8);
  bits.put(34, 24);
  for (const size of [BLOCK, BLOCK]) bits.put(size, 16);
  // The sizes of frames are unknown.
  for (const size of [0, 0]) bits.put(size, 24);
  bits.put(rate, 20);
  bits.put(0, 3);
  bits.put(BITS - 1, 5);
  bits.put(Math.floor(samples.length / 2 ** 32), 4);
  bits.put(samples.length >>> 0, 32);
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  for (const byte of createHash('md5').update(bytes).digest()) bits.put(byte, 8);
  return bits.bytes();
}

function frameOf(samples: Int16Array, number: number): Uint8Array {
  const bits = createBits();
  // Blocks of one size; it is stated behind the number, the rate is that of the stream; mono, 16 bits.
  bits.put(0xfff8, 16);
  bits.put(0x70, 8);
  bits.put(0x08, 8);
  for (const byte of new TextEncoder().encode(String.fromCodePoint(number))) bits.put(byte, 8);
  bits.put(samples.length - 1, 16);
  bits.put(checksum(bits.bytes(), 8, 0x07), 8);
  putSound(bits, samples);
  bits.put(checksum(bits.bytes(), 16, 0x8005), 16);
  return bits.bytes();
}

function putSound(bits: Bits, samples: Int16Array): void {
  const { order, rest } = predicted(samples);
  bits.put(0x08 | order, 7);
  bits.put(0, 1);
  for (const sample of samples.subarray(0, order)) bits.put(sample & 0xffff, BITS);
  const rice = riceOf(rest);
  // Codes with a parameter of four bits, one for the whole block.
  bits.put(0, 6);
  bits.put(rice, 4);
  for (const value of rest) {
    const folded = value >= 0 ? value * 2 : -value * 2 - 1;
    bits.zeros(folded >> rice);
    bits.put(1, 1);
    bits.put(folded & (2 ** rice - 1), rice);
  }
}

/** What the predictor of the least rest leaves: each order is the difference of the one before. */
function predicted(samples: Int16Array): { readonly order: number; readonly rest: Int32Array } {
  let best = { order: 0, rest: Int32Array.from(samples) };
  let current = best.rest;
  for (let order = 1; order <= Math.min(MAX_ORDER, samples.length - 1); order += 1) {
    const before = current;
    current = Int32Array.from(
      { length: before.length - 1 },
      (_, at) => (before[at + 1] ?? 0) - (before[at] ?? 0),
    );
    if (size(current) < size(best.rest.subarray(order - best.order))) best = { order, rest: current };
  }
  return best;
}

const size = (values: Int32Array): number => values.reduce((sum, value) => sum + Math.abs(value), 0);

function riceOf(rest: Int32Array): number {
  const mean = rest.length === 0 ? 0 : size(rest) / rest.length;
  return Math.min(MAX_RICE, Math.max(0, Math.floor(Math.log2(mean + 1))));
}

interface Bits {
  /** The lowest `count` bits, at most 32. */
  put(value: number, count: number): void;
  zeros(count: number): void;
  /** What was put, filled up to a whole byte; what follows begins a new one. */
  bytes(): Uint8Array;
}

function createBits(): Bits {
  let bytes = new Uint8Array(1024);
  let at = 0;
  const reserve = (count: number): void => {
    const needed = ((at + count) >> 3) + 1;
    if (needed <= bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, bytes.length * 2));
    larger.set(bytes);
    bytes = larger;
  };
  return {
    put(value, count) {
      reserve(count);
      for (let bit = count - 1; bit >= 0; bit -= 1, at += 1)
        if ((value >>> bit) & 1) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (0x80 >> (at & 7));
    },
    zeros(count) {
      reserve(count);
      at += count;
    },
    bytes() {
      at = Math.ceil(at / 8) * 8;
      return bytes.slice(0, at / 8);
    },
  };
}

/** A cyclic redundancy check of 8 or 16 bits. */
function checksum(bytes: Uint8Array, width: 8 | 16, polynomial: number): number {
  const [top, mask] = [1 << (width - 1), 2 ** width - 1];
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & top ? (sum << 1) ^ polynomial : sum << 1) & mask;
  }
  return sum;
}
