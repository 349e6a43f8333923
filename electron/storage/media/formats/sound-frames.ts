/** Sound without a container, as a row of frames: how long each is in the file, and for how long it is heard. */
import { ac3FrameBytes, adtsFrameBytes, isEnhancedAc3, layer2FrameBytes } from './audio-frames';

export interface SoundFrame {
  readonly bytes: number;
  /** Of each channel; 0 where it adds to a frame before it. */
  readonly samples: number;
  readonly sampleRate: number;
  readonly channels: number;
}

/** So much of a frame is needed to read it. */
export const FRAME_HEAD_BYTES = 16;

/** The frame that begins with these bytes; `null` where none does. */
export type ReadFrame = (head: Uint8Array) => SoundFrame | null;

const RATES_HZ = [44_100, 48_000, 32_000];

/** MPEG layer II (ISO 11172-3 and 13818-3). */
export function layer2Frame(head: Uint8Array): SoundFrame | null {
  const bytes = layer2FrameBytes(head, 0);
  const fullRate = RATES_HZ[((head[2] ?? 0) >> 2) & 3];
  if (bytes === null || fullRate === undefined) return null;
  const sampleRate = ((head[1] ?? 0) & 8) !== 0 ? fullRate : fullRate / 2;
  return { bytes, samples: 1_152, sampleRate, channels: (head[3] ?? 0) >> 6 === 3 ? 1 : 2 };
}

const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];

/** AAC in ADTS (ISO 14496-3, 1.A.2). What spectral band replication adds, such as a doubled rate, its head does not say. */
export function adtsFrame(head: Uint8Array): SoundFrame | null {
  const bytes = adtsFrameBytes(head, 0);
  if (bytes === null) return null;
  const [, , format = 0, more = 0, , , last = 0] = head;
  const channels = ((format & 1) << 2) | (more >> 6);
  const sampleRate = AAC_RATES[(format >> 2) & 15] ?? 0;
  return { bytes, samples: 1_024 * ((last & 3) + 1), sampleRate, channels: channels === 7 ? 8 : channels };
}

const AC3_RATES = [48_000, 44_100, 32_000];
const AC3_CHANNELS = [2, 1, 2, 3, 3, 4, 4, 5];
const EAC3_BLOCKS = [1, 2, 3, 6];

/** AC-3 and E-AC-3 (ATSC A/52), of which the latter may add channels in frames of their own. */
export function dolbyFrame(head: Uint8Array): SoundFrame | null {
  const bytes = ac3FrameBytes(head, 0);
  if (bytes === null) return null;
  const [kind = 0, , fields = 0] = head.subarray(2);
  const code = fields >> 6;
  if (!isEnhancedAc3(head)) {
    const channels = (AC3_CHANNELS[(head[6] ?? 0) >> 5] ?? 0) + lowFrequency(head[6] ?? 0, head[7] ?? 0);
    return { bytes, samples: 1_536, sampleRate: AC3_RATES[code] ?? 0, channels };
  }
  const blocks = code === 3 ? 6 : (EAC3_BLOCKS[(fields >> 4) & 3] ?? 6);
  const sampleRate = code === 3 ? (AC3_RATES[(fields >> 4) & 3] ?? 0) / 2 : (AC3_RATES[code] ?? 0);
  // The first two bits say whether it is independent, the next three of which programme it is.
  const isFirst = kind >> 6 !== 1 && ((kind >> 3) & 7) === 0;
  const channels = (AC3_CHANNELS[(fields >> 1) & 7] ?? 0) + (fields & 1);
  return { bytes, samples: isFirst ? blocks * 256 : 0, sampleRate, channels };
}

/** One bit, behind mix levels that depend on the arrangement of the channels. */
function lowFrequency(first: number, second: number): number {
  const mode = first >> 5;
  const levels = (mode !== 1 && (mode & 1) === 1 ? 2 : 0) + ((mode & 4) !== 0 ? 2 : 0) + (mode === 2 ? 2 : 0);
  return (((first << 8) | second) >> (12 - levels)) & 1;
}

const DTS_RATES: Readonly<Record<number, number>> = {
  1: 8_000,
  2: 16_000,
  3: 32_000,
  6: 11_025,
  7: 22_050,
  8: 44_100,
  11: 12_000,
  12: 24_000,
  13: 48_000,
};
const DTS_CHANNELS = [1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6, 6, 6, 7, 8, 8];
/** What is cut before it states its length is longer than the rest of its file. */
const LONGER = Number.MAX_SAFE_INTEGER;

/** DTS (ETSI TS 102 114) in bytes of the usual order; what DTS-HD adds to a frame comes in one of its own. */
export function dtsFrame(head: Uint8Array): SoundFrame | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = head;
  const sync = ((first << 24) | (second << 16) | (third << 8) | fourth) >>> 0;
  if (sync !== 0x7ffe8001 && sync !== 0x64582025) return null;
  if (head.length < FRAME_HEAD_BYTES) return { bytes: LONGER, samples: 0, sampleRate: 0, channels: 0 };
  const bits = bitsOf(head);
  if (sync === 0x64582025) {
    const isLong = bits(42, 1) === 1;
    const bytes = (isLong ? bits(55, 20) : bits(51, 16)) + 1;
    return { bytes, samples: 0, sampleRate: 0, channels: 0 };
  }
  const [samples, bytes] = [(bits(39, 7) + 1) * 32, bits(46, 14) + 1];
  const low = bits(85, 2);
  const channels = (DTS_CHANNELS[bits(60, 6)] ?? 0) + (low === 1 || low === 2 ? 1 : 0);
  const sampleRate = DTS_RATES[bits(66, 4)] ?? 0;
  return bytes < 96 || sampleRate === 0 ? null : { bytes, samples, sampleRate, channels };
}

/** A number of some bits, the first of which is at a place counted in bits. */
const bitsOf =
  (head: Uint8Array) =>
  (at: number, length: number): number => {
    let value = 0;
    for (let bit = at; bit < at + length; bit += 1)
      value = value * 2 + (((head[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
    return value;
  };
