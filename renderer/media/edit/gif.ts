/**
 * GIF (89a) of frames with one palette for all: 252 even colors, with an ordered pattern where they are too few, and one
 * for what is transparent.
 */

const LEVELS = [6, 7, 6] as const;
/** How a pixel’s place decides between two levels; Bayer’s matrix of four. */
const PATTERN = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
const MIN_CODE_BITS = 8;
const MAX_CODE = 4095;
/** Most players show a shorter one as a tenth of a second. */
const LEAST_DELAY = 2;
const CLEAR_COLOR = 255;
/** A pixel of GIF is seen or not. */
const LEAST_SEEN_ALPHA = 128;
/** The frame is cleared before the next, and one color is not seen. */
const CLEARED = (2 << 2) | 1;

export interface GifWriter {
  add(frame: ImageData, hundredths: number): void;
  finish(): Blob;
}

export function createGif(width: number, height: number): GifWriter {
  const parts: Uint8Array<ArrayBuffer>[] = [headOf(width, height)];
  /** What the frames should last in all, and do. */
  let [wanted, stated] = [0, 0];
  return {
    add({ data }, hundredths) {
      wanted += hundredths;
      // Whole hundredths: what one frame is too short, the next is longer.
      const delay = Math.max(LEAST_DELAY, Math.round(wanted - stated));
      stated += delay;
      const all = indexed(data, width);
      const isClear = all.includes(CLEAR_COLOR);
      const head = [
        0x21,
        0xf9,
        4,
        isClear ? CLEARED : 0,
        ...word(delay),
        isClear ? CLEAR_COLOR : 0,
        0,
        0x2c,
        0,
        0,
        0,
        0,
        ...word(width),
        ...word(height),
        0,
      ];
      parts.push(Uint8Array.from([...head, MIN_CODE_BITS]), inBlocks(packed(all)));
    },
    finish: () => new Blob([...parts, Uint8Array.of(0x3b)], { type: 'image/gif' }),
  };
}

const word = (value: number): number[] => [value & 255, value >> 8];

function headOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const [reds, greens, blues] = LEVELS;
  const palette = new Uint8Array(256 * 3);
  for (let index = 0; index < reds * greens * blues; index += 1) {
    const levels = [Math.floor(index / (greens * blues)), Math.floor(index / blues) % greens, index % blues];
    palette.set(
      levels.map((level, channel) => Math.round((255 * level) / ((LEVELS[channel] ?? 2) - 1))),
      index * 3,
    );
  }
  const start = [...new TextEncoder().encode('GIF89a'), ...word(width), ...word(height), 0xf7, 0, 0];
  // Repeats for ever, as browsers do not by themselves.
  const loop = [0x21, 0xff, 11, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0];
  return Uint8Array.from([...start, ...palette, ...loop]);
}

function indexed(pixels: Uint8ClampedArray, width: number): Uint8Array {
  const all = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < all.length; at += 1) {
    if ((pixels[at * 4 + 3] ?? 255) < LEAST_SEEN_ALPHA) {
      all[at] = CLEAR_COLOR;
      continue;
    }
    const place = (((Math.floor(at / width) & 3) << 2) | ((at % width) & 3)) & 15;
    const lift = ((PATTERN[place] ?? 0) + 0.5) / 16;
    let index = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const levels = LEVELS[channel] ?? 2;
      const value = ((pixels[at * 4 + channel] ?? 0) / 255) * (levels - 1);
      index = index * levels + Math.min(levels - 1, Math.floor(value + lift));
    }
    all[at] = index;
  }
  return all;
}

/** LZW as GIF has it: codes grow from nine to twelve bits, then the table begins again. */
function packed(indexes: Uint8Array): Uint8Array {
  const [clear, end] = [1 << MIN_CODE_BITS, (1 << MIN_CODE_BITS) + 1];
  const bytes = new Uint8Array(indexes.length * 2 + 16);
  let [at, open, count, bits] = [0, 0, 0, MIN_CODE_BITS + 1];
  let table = new Map<number, number>();
  let next = end + 1;
  const put = (code: number) => {
    open |= code << count;
    for (count += bits; count >= 8; count -= 8) {
      bytes[at] = open & 255;
      at += 1;
      open >>>= 8;
    }
  };
  put(clear);
  let current = indexes[0] ?? 0;
  for (const index of indexes.subarray(1)) {
    const key = (current << 8) | index;
    const known = table.get(key);
    if (known !== undefined) {
      current = known;
      continue;
    }
    put(current);
    current = index;
    if (next > MAX_CODE) {
      put(clear);
      [table, next, bits] = [new Map(), end + 1, MIN_CODE_BITS + 1];
      continue;
    }
    table.set(key, next);
    if (next >= 1 << bits) bits += 1;
    next += 1;
  }
  put(current);
  put(end);
  if (count > 0) bytes[at++] = open & 255;
  return bytes.subarray(0, at);
}

/** In blocks of at most 255 bytes, each with its length, and an empty one at the end. */
function inBlocks(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil(data.length / 255);
  const bytes = new Uint8Array(data.length + blocks + 1);
  for (let block = 0, at = 0; block < blocks; block += 1) {
    const piece = data.subarray(block * 255, (block + 1) * 255);
    bytes[at] = piece.length;
    bytes.set(piece, at + 1);
    at += piece.length + 1;
  }
  return bytes;
}
