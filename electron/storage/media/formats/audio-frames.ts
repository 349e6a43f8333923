/** How long frames of audio without a container are, by their own first bytes; `null` where none begins. */

/** AAC in ADTS. */
export function adtsFrameBytes(head: Uint8Array, at: number): number | null {
  const isSync = head[at] === 0xff && ((head[at + 1] ?? 0) & 0xf6) === 0xf0;
  const sampleRateIndex = ((head[at + 2] ?? 0) >> 2) & 15;
  const length = (((head[at + 3] ?? 0) & 3) << 11) | ((head[at + 4] ?? 0) << 3) | ((head[at + 5] ?? 0) >> 5);
  return isSync && sampleRateIndex < 13 && length > 7 ? length : null;
}

/** AAC in LOAS, as broadcasts send it (ISO 14496-3): eleven bits of sync, thirteen of length. */
export function loasFrameBytes(head: Uint8Array, at: number): number | null {
  const [first, second = 0, third = 0] = head.subarray(at, at + 3);
  const length = ((second & 0x1f) << 8) | third;
  return first === 0x56 && (second & 0xe0) === 0xe0 && length > 2 ? length + 3 : null;
}

const LAYER2_KBITS_V1 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];
const LAYER2_KBITS_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES_HZ = [44_100, 48_000, 32_000];

/** ISO 11172-3 and 13818-3, layer II: 1152 samples a frame. */
export function layer2FrameBytes(head: Uint8Array, at: number): number | null {
  const [sync = 0, version = 0, rates = 0] = head.subarray(at, at + 3);
  // Version 2 halves the sample rate; the unofficial 2.5 has no layer II.
  if (sync !== 0xff || (version & 0xf6) !== 0xf4) return null;
  const isVersion1 = (version & 0x08) !== 0;
  const kilobits = (isVersion1 ? LAYER2_KBITS_V1 : LAYER2_KBITS_V2)[rates >> 4];
  const fullRate = RATES_HZ[(rates >> 2) & 3];
  if (!kilobits || !fullRate) return null;
  const rate = isVersion1 ? fullRate : fullRate / 2;
  return Math.floor((144_000 * kilobits) / rate) + ((rates >> 1) & 1);
}

const AC3_KBITS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];

/** Dolby Digital Plus has another head, of which only the version is at the same place. */
export const isEnhancedAc3 = (head: Uint8Array): boolean => (head[5] ?? 0) >> 3 > 10;

/** ATSC A/52: words of 16 bits, 1536 samples a frame; E-AC-3 states its length itself. */
export function ac3FrameBytes(head: Uint8Array, at: number): number | null {
  const [first = 0, second = 0, high = 0, low = 0, code = 0, version = 0] = head.subarray(at, at + 6);
  if (first !== 0x0b || second !== 0x77) return null;
  // Cut before it states its length: longer than the rest of its file.
  if (head.length - at < 6) return Number.MAX_SAFE_INTEGER;
  if (isEnhancedAc3(head.subarray(at, at + 6)))
    return version >> 3 === 16 ? ((((high & 7) << 8) | low) + 1) * 2 : null;
  const kilobits = AC3_KBITS[(code & 63) >> 1];
  if (kilobits === undefined || code >> 6 === 3) return null;
  if (code >> 6 === 0) return kilobits * 4;
  if (code >> 6 === 2) return kilobits * 6;
  return (Math.floor((320 * kilobits) / 147) + (code & 1)) * 2;
}
