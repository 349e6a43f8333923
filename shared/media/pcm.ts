/** Raw samples: how a type or a format's name describes them, and the header that makes them a WAV file. */

export interface PcmFormat {
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly bits: number;
  /** Of the WAV format: integers, floating point, or the two codes of telephony. */
  readonly encoding: 'integer' | 'float' | 'alaw' | 'mulaw';
  /** `unsure` for `audio/L16`: RFC 2586 says big-endian, what gateways send under this name is little-endian. */
  readonly byteOrder: 'little' | 'big' | 'unsure';
}

/** The default of OpenAI's `pcm` and `pcm16`, and of those that follow it: 24 kHz, mono, 16 bits, little-endian. */
export const defaultPcm: PcmFormat = {
  sampleRateHz: 24_000,
  channels: 1,
  bits: 16,
  encoding: 'integer',
  byteOrder: 'little',
};

/** Telephony's rate, which its codes have where nothing else is stated (RFC 3551). */
const TELEPHONY_HZ = 8_000;

/**
 * Reads `audio/L16;rate=16000`, `audio/pcm`, `audio/x-raw,format=F32LE`, `pcm_44100`, `ulaw_8000`; `null` for a text
 * that names no raw samples. What it doesn't state is that of {@link defaultPcm}.
 */
export function readPcmFormat(text: string | null): PcmFormat | null {
  const lower = text?.trim().toLowerCase() ?? '';
  const [name = ''] = lower.split(/[;,]/);
  if (
    !/^(audio\/)?(x-)?(vnd\.wave;)?(l(8|16|20|24)|pcm|lpcm|raw|linear16|[su](8|16|24|32)[lb]?e?|f(32|64)[lb]e|pcm[\w-]*|g711[_-]?\w*|basic|(mu|u|a)-?law(_\d+)?|pcm[ua])$/.test(
      name.trim(),
    )
  )
    return null;
  const encoding = encodingOf(lower);
  const isTelephony = encoding === 'mulaw' || encoding === 'alaw';
  return {
    encoding,
    bits: isTelephony ? 8 : bitsOf(lower, encoding),
    sampleRateHz: rateOf(lower) ?? (isTelephony ? TELEPHONY_HZ : defaultPcm.sampleRateHz),
    channels: within(/channels?=\D?(\d+)/.exec(lower)?.[1], 1, 32) ?? 1,
    byteOrder: orderOf(lower),
  };
}

function encodingOf(text: string): PcmFormat['encoding'] {
  if (/(mu|[^a-z]u|^u)-?law|pcmu|basic/.test(text)) return 'mulaw';
  if (/a-?law|pcma/.test(text)) return 'alaw';
  return /f(32|64)|float/.test(text) ? 'float' : 'integer';
}

function bitsOf(text: string, encoding: PcmFormat['encoding']): number {
  const stated = /(?:bits?|bit[_-]?depth|sample[_-]?size)=\D?(\d+)/.exec(text)?.[1];
  const named =
    /(?:^|[^a-z0-9])[slfu](8|16|24|32|64)(?:[lb]e)?(?![0-9])/.exec(text)?.[1] ??
    /pcm(8|16|24|32)(?!\d)/.exec(text)?.[1];
  const bits = Number(stated ?? named ?? (encoding === 'float' ? 32 : 16));
  return [8, 16, 24, 32, 64].includes(bits) ? bits : 16;
}

function rateOf(text: string): number | null {
  const stated =
    /(?:rate|hertz|hz)=\D?(\d+)/.exec(text)?.[1] ?? /(?:pcm|law)(?:_s16le)?_(\d{4,6})/.exec(text)?.[1];
  return within(stated, 1_000, 768_000);
}

function within(text: string | undefined, least: number, most: number): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value >= least && value <= most ? value : null;
}

function orderOf(text: string): PcmFormat['byteOrder'] {
  if (/[suf](16|24|32|64)be|endian\w*=\W?b/.test(text)) return 'big';
  if (/[suf](16|24|32|64)le|endian\w*=\W?l/.test(text)) return 'little';
  return /^audio\/l(16|24)/.test(text) ? 'unsure' : 'little';
}

export const WAVE_HEADER_BYTES = 44;
const codes = { integer: 1, float: 3, alaw: 6, mulaw: 7 } as const;
const MAX_SIZE = 0xffff_ffff;

/** @param dataBytes length of the samples; longer than 4 GB is written as the largest there is */
export function waveHeader(format: PcmFormat, dataBytes: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(WAVE_HEADER_BYTES);
  const view = new DataView(header.buffer);
  const text = (at: number, word: string) => header.set(new TextEncoder().encode(word), at);
  const frameBytes = (format.channels * format.bits) / 8;
  text(0, 'RIFF');
  view.setUint32(4, Math.min(MAX_SIZE, WAVE_HEADER_BYTES - 8 + dataBytes + (dataBytes % 2)), true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, codes[format.encoding], true);
  view.setUint16(22, format.channels, true);
  view.setUint32(24, format.sampleRateHz, true);
  view.setUint32(28, format.sampleRateHz * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, format.bits, true);
  text(36, 'data');
  view.setUint32(40, Math.min(MAX_SIZE, dataBytes), true);
  return header;
}

/** After this many bytes from the first that is not silence, the order of the bytes is clear. */
const CLEAR_BYTES = 16_384;

/** Whether samples of two or more bytes are to be swapped for WAV, which is little-endian. */
export function isBigEndian({ byteOrder, bits }: PcmFormat, samples: Uint8Array): boolean {
  if (byteOrder !== 'unsure' || bits !== 16) return byteOrder === 'big';
  const sound = samples.subarray(silentBytes(samples));
  // Sound moves in small steps; read in the wrong order it is noise.
  return roughness(sound, false) < roughness(sound, true) / 2;
}

/** Whether the order of the bytes is stated, or these first ones of the samples are enough to hear it. */
export const isOrderClear = ({ byteOrder }: PcmFormat, first: Uint8Array): boolean =>
  byteOrder !== 'unsure' || first.length - silentBytes(first) >= CLEAR_BYTES;

/** How long the silence in front is, in whole samples: speech begins with some, which is alike in both orders. */
function silentBytes(samples: Uint8Array): number {
  const at = samples.findIndex((byte) => byte !== 0);
  return at === -1 ? samples.length : at - (at % 2);
}

/** The sum of the steps from one 16-bit sample to the next. */
function roughness(samples: Uint8Array, isLittle: boolean): number {
  const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
  let sum = 0;
  for (let at = 2; at + 2 <= Math.min(samples.length, CLEAR_BYTES); at += 2)
    sum += Math.abs(view.getInt16(at, isLittle) - view.getInt16(at - 2, isLittle));
  return sum;
}

/** The samples in the other byte order. */
export function swapped(samples: Uint8Array, bits: number): Uint8Array<ArrayBuffer> {
  const width = bits / 8;
  const out = Uint8Array.from(samples);
  for (let at = 0; at + width <= out.length; at += width) out.subarray(at, at + width).reverse();
  return out;
}

/** A WAV file of samples in memory. */
export function waveFile(samples: Uint8Array, format: PcmFormat): Uint8Array<ArrayBuffer> {
  const data = isBigEndian(format, samples) ? swapped(samples, format.bits) : samples;
  const file = new Uint8Array(WAVE_HEADER_BYTES + data.length + (data.length % 2));
  file.set(waveHeader(format, data.length));
  file.set(data, WAVE_HEADER_BYTES);
  return file;
}
