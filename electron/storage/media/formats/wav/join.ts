import type { FileHandle } from 'node:fs/promises';
import { type ByteSource, concat, withSource } from '../../bytes';
import { brokenPart, differingPart, unfit } from '../join-errors';
import { type Stretch, stretch, writePieces } from '../pieces';
import { maxRiffBytes, riffChunk, riffHead } from '../riff';
import { wavLayout } from './layout';

interface Samples {
  /** The sample format in the `fmt ` chunk. */
  readonly format: Uint8Array;
  readonly place: Stretch;
}

const MAX_FORMAT_BYTES = 1024;
/** Whole numbers, fractions, A-law, µ-law, and the long form of the first two: sounds whose samples can be put in a row. */
const SAMPLES = [1, 3, 6, 7, 0xfffe];

/** The samples of all parts after one header. */
export async function joinWav(parts: readonly string[], file: FileHandle): Promise<void> {
  const found: Samples[] = [];
  for (const [index, part] of parts.entries()) {
    const samples = await withSource(part, samplesOf);
    if (!samples) throw brokenPart(index);
    if (found[0] && Buffer.compare(found[0].format, samples.format) !== 0) throw differingPart(index);
    found.push(samples);
  }
  const dataBytes = found.reduce((sum, { place: { start, end } }) => sum + end - start, 0);
  const format = riffChunk('fmt ', found[0]?.format ?? new Uint8Array());
  const bytes = 4 + format.length + 8 + dataBytes + (dataBytes % 2);
  if (bytes > maxRiffBytes) throw unfit('The joined parts are larger than 4 GB, the limit of a WAV file.');
  await file.write(concat(riffHead('RIFF', bytes), Buffer.from('WAVE'), format, riffHead('data', dataBytes)));
  for (const [index, samples] of found.entries())
    await withSource(parts[index] ?? '', (source) => writePieces(source, [samples.place], file));
  await file.write(new Uint8Array(dataBytes % 2));
}

/** Whole frames only: half a frame would turn all that follows into noise. */
async function samplesOf(source: ByteSource): Promise<Samples | null> {
  const layout = await wavLayout(source);
  if (layout === null) return null;
  const { dataStart, dataEnd } = layout.format;
  if (dataEnd - dataStart > MAX_FORMAT_BYTES) return null;
  const format = await source.read(dataStart, dataEnd - dataStart);
  const [codec, frameBytes] = [0, 12].map((at) => Buffer.from(format).readUInt16LE(at));
  if (!frameBytes || codec === undefined || !SAMPLES.includes(codec)) return null;
  const cut = (layout.data.dataEnd - layout.data.dataStart) % frameBytes;
  return { format, place: stretch(layout.data.dataStart, layout.data.dataEnd - cut) };
}
