import type { FileHandle } from 'node:fs/promises';
import { asciiAt, type ByteSource, concat, withSource } from '../../bytes';
import { brokenPart, differingPart, unfit } from '../join-errors';
import { type Stretch, stretch, writePieces } from '../pieces';
import { maxRiffBytes, riffChunk, riffChunks, riffHead } from '../riff';

interface Samples {
  /** The sample format in the `fmt ` chunk. */
  readonly format: Uint8Array;
  readonly place: Stretch;
}

const MAX_FORMAT_BYTES = 1024;

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
  const head = await source.read(0, 12);
  const chunks = /^RIFF.{4}WAVE$/s.test(asciiAt(head, 0, 12)) ? await riffChunks(source) : [];
  const formatChunk = chunks.find(({ name }) => name === 'fmt ');
  const data = chunks.find(({ name }) => name === 'data');
  if (!formatChunk || !data || formatChunk.dataEnd - formatChunk.dataStart > MAX_FORMAT_BYTES) return null;
  const format = await source.read(formatChunk.dataStart, formatChunk.dataEnd - formatChunk.dataStart);
  const frameBytes = format.length < 16 ? 0 : Buffer.from(format).readUInt16LE(12);
  if (frameBytes === 0) return null;
  const cut = (data.dataEnd - data.dataStart) % frameBytes;
  return { format, place: stretch(data.dataStart, data.dataEnd - cut) };
}
