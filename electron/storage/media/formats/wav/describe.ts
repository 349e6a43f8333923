import { type ByteSource, viewOf } from '../../bytes';
import { type MediaDescription, soundFacts, unknownMedia } from '../media-description';
import { isUnknownLength, type RiffChunk, riffChunks } from '../riff';

/** Stated where the length is in a chunk of its own. */
const ELSEWHERE = 0xffff_ffff;

/** Sample bytes divided by bytes per second, as the file states both. */
export async function describeWav(source: ByteSource): Promise<MediaDescription> {
  const chunks = await riffChunks(source, (name) => name === 'data');
  const format = chunks.find(({ name }) => name === 'fmt ');
  const data = chunks.find(({ name }) => name === 'data');
  const head = format ? await source.read(format.dataStart, 16) : new Uint8Array();
  if (head.length < 16 || !data) return unknownMedia;
  const view = viewOf(head);
  const bytesPerSecond = view.getUint32(8, true);
  const seconds = bytesPerSecond > 0 ? (await dataBytes(source, data, chunks)) / bytesPerSecond : null;
  return soundFacts({ sampleRate: view.getUint32(4, true), channels: view.getUint16(2, true), seconds });
}

/** Samples of a file that was streamed last to its end; those of one over 4 GB have their length in a chunk of its own. */
async function dataBytes(
  source: ByteSource,
  { start, dataStart, dataEnd }: RiffChunk,
  chunks: readonly RiffChunk[],
): Promise<number> {
  const stated = viewOf(await source.read(start + 4, 4)).getUint32(0, true);
  const long = chunks.find(({ name }) => name === 'ds64');
  const lengths = long ? await source.read(long.dataStart, 16) : new Uint8Array();
  if (stated === ELSEWHERE && lengths.length === 16)
    return Math.min(Number(viewOf(lengths).getBigUint64(8, true)), source.size - dataStart);
  const toEnd = source.size - dataStart;
  return isUnknownLength(stated) ? Math.min(stated || toEnd, toEnd) : dataEnd - dataStart;
}
