/** The head of a FLAC frame, and its two checksums (RFC 9639, 9.1 and 9.3). */

export interface FlacFrameHead {
  /** Of the head, with its checksum. */
  readonly bytes: number;
  readonly numberBytes: number;
  /** Of the frame, or of its first sample where frames differ in length. */
  readonly number: number;
  readonly isVariable: boolean;
  readonly samples: number;
}

/** `null` where none begins: its head ends with a checksum of itself. */
export function flacFrameHead(head: Uint8Array): FlacFrameHead | null {
  const [mark, sync = 0, codes = 0, last = 0, first = 0] = head;
  const sizeCode = codes >> 4;
  if (mark !== 0xff || (sync & 0xfe) !== 0xf8) return null;
  if (sizeCode === 0 || (codes & 15) === 15 || (last & 1) !== 0) return null;
  const numberBytes = first < 0x80 ? 1 : Math.clz32(~(first << 24));
  const [sizeBytes, samples] = blockSize(sizeCode, head.subarray(4 + numberBytes));
  const at = 4 + numberBytes + sizeBytes + ([0, 1, 2, 2][Math.max(0, (codes & 15) - 11)] ?? 0);
  if (at >= head.length || crc8(head.subarray(0, at)) !== head[at]) return null;
  const number = numberIn(head.subarray(4, 4 + numberBytes));
  return { bytes: at + 1, numberBytes, number, isVariable: (sync & 1) === 1, samples };
}

/** More than any head has. */
export const mostHeadBytes = 16;

/** Of a code, or in one or two bytes behind the number. */
function blockSize(code: number, [high = 0, low = 0]: Uint8Array): [bytes: number, samples: number] {
  if (code === 6) return [1, high + 1];
  if (code === 7) return [2, high * 256 + low + 1];
  if (code === 1) return [0, 192];
  return [0, code < 6 ? 576 * 2 ** (code - 2) : 256 * 2 ** (code - 8)];
}

/** As UTF-8 writes letters, and on to seven bytes. */
function numberIn(bytes: Uint8Array): number {
  const [first = 0, ...others] = bytes;
  const own = others.length === 0 ? first : first & (0x3f >> others.length);
  return others.reduce((number, byte) => number * 64 + (byte & 63), own);
}

/** The same number written: ones for the count of bytes, a zero, and the number, six bits in each byte behind. */
export function codedNumber(number: number): readonly number[] {
  if (number < 0x80) return [number];
  const others = [0x80 | (number % 64)];
  let rest = Math.floor(number / 64);
  for (; rest >= 2 ** (6 - others.length); rest = Math.floor(rest / 64)) others.unshift(0x80 | (rest % 64));
  return [(0xff & ~(2 ** (7 - others.length) - 1)) | rest, ...others];
}

const tableOf = (bits: number, polynomial: number): Uint16Array =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let sum = byte << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1)
      sum = (sum & (1 << (bits - 1))) === 0 ? sum << 1 : (sum << 1) ^ polynomial;
    return sum & (2 ** bits - 1);
  });

const table8 = tableOf(8, 0x07);
const table16 = tableOf(16, 0x8005);

export const crc8 = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte) => table8[(sum ^ byte) & 255] ?? 0, 0);

export const nextCrc16 = (sum: number, byte: number): number =>
  ((sum << 8) ^ (table16[((sum >> 8) ^ byte) & 255] ?? 0)) & 0xffff;

export function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = nextCrc16(sum, byte);
  return sum;
}
