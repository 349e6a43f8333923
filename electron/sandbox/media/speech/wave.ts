/** WAV files: 16 bits a sample, one channel. */

const HEADER_BYTES = 44;
const FULL_SCALE = 32_767;

export interface Sound {
  /** Between -1 and 1. */
  readonly samples: Float32Array;
  /** Samples a second. */
  readonly rate: number;
}

/** Reads what the speech program writes: a plain header of 44 bytes, then the samples. */
export function decodeWave(bytes: Uint8Array): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Float32Array(Math.max(0, Math.floor((bytes.length - HEADER_BYTES) / 2)));
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = view.getInt16(HEADER_BYTES + index * 2, true) / FULL_SCALE;
  }
  return { samples, rate: view.getUint32(24, true) };
}

/** A file of the samples. */
export function encodeWave(samples: Int16Array<ArrayBuffer>, rate: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + samples.byteLength);
  writeHeader(new DataView(bytes.buffer), rate, samples.byteLength);
  bytes.set(new Uint8Array(samples.buffer), HEADER_BYTES);
  return bytes;
}

/** Whole numbers of 16 bits, little-endian as this computer is; what is beyond full scale is cut off. */
export const encodeSamples = (samples: Float32Array): Int16Array<ArrayBuffer> =>
  Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * FULL_SCALE));

function writeHeader(view: DataView, rate: number, dataBytes: number): void {
  const text = (at: number, name: string): void => {
    for (let index = 0; index < name.length; index += 1) view.setUint8(at + index, name.charCodeAt(index));
  };
  text(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, dataBytes, true);
}
