/** How much of a WAV is silent. */
import { type ByteSource, viewOf } from '../../bytes';
import { wavLayout } from './layout';

/** A stretch is silent where no sample of it is above −50 dB of full scale. */
const LOUDEST = 10 ** (-50 / 20);
const STRETCH_SECONDS = 0.02;
const READ_STRETCHES = 256;

type ReadSample = (view: DataView, at: number) => number;

/** By format and bits, as a share of full scale. Integers of 8 bits have no sign. */
const samples: Readonly<Record<string, ReadSample>> = {
  '1 8': (view, at) => (view.getUint8(at) - 128) / 128,
  '1 16': (view, at) => view.getInt16(at, true) / 32_768,
  '1 24': (view, at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 8_388_608,
  '1 32': (view, at) => view.getInt32(at, true) / 2_147_483_648,
  '3 32': (view, at) => view.getFloat32(at, true),
  '3 64': (view, at) => view.getFloat64(at, true),
};
/** Its long form has the format behind the mask of its channels. */
const LONG_FORM = 0xfffe;

/** 0 to 1; `null` for a codec that is not read, and where there are no samples. */
export async function silenceOfWav(source: ByteSource): Promise<number | null> {
  const layout = await wavLayout(source);
  if (layout === null) return null;
  const format = viewOf(await source.read(layout.format.dataStart, 26));
  const stated = format.getUint16(0, true);
  const codec = stated === LONG_FORM && format.byteLength >= 26 ? format.getUint16(24, true) : stated;
  const bits = format.getUint16(14, true);
  const read = samples[`${codec} ${bits}`];
  const frame = (format.getUint16(2, true) * bits) / 8;
  if (read === undefined || frame === 0) return null;
  const stretch = Math.max(1, Math.round(format.getUint32(4, true) * STRETCH_SECONDS)) * frame;
  let [silent, all] = [0, 0];
  for (let at = layout.data.dataStart; at < layout.data.dataEnd; at += stretch * READ_STRETCHES) {
    const bytes = await source.read(at, Math.min(stretch * READ_STRETCHES, layout.data.dataEnd - at));
    for (let from = 0; from < bytes.length; from += stretch) {
      const part = viewOf(bytes.subarray(from, from + stretch));
      all += part.byteLength;
      if (isSilent(part, read, bits / 8)) silent += part.byteLength;
    }
  }
  return all === 0 ? null : silent / all;
}

function isSilent(part: DataView, read: ReadSample, sampleBytes: number): boolean {
  for (let at = 0; at + sampleBytes <= part.byteLength; at += sampleBytes)
    if (Math.abs(read(part, at)) > LOUDEST) return false;
  return true;
}
