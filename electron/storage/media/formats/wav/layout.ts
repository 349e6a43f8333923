/** The chunks of a WAV that are one format and its samples, whether its lengths were known when it was begun or not. */
import { asciiAt, type ByteSource, viewOf } from '../../bytes';
import { isUnknownLength, type RiffChunk, riffChunks, wholeRiff } from '../riff';

export interface WavLayout {
  readonly chunks: readonly RiffChunk[];
  readonly format: RiffChunk;
  /** Up to the end of the file where the header states no length. */
  readonly data: RiffChunk;
  /** How the length of the samples was written. */
  readonly isStated: boolean;
}

const FORMAT_BYTES = 16;

/**
 * `null` where it is not one WAV to its last byte, such as a cut one or one with another behind it.
 *
 * A program that streams writes the header before it knows the lengths, with zeros or all ones in their place. Its
 * samples then last to the end of the file: nothing in them is a chunk, whatever it looks like.
 */
export async function wavLayout(source: ByteSource): Promise<WavLayout | null> {
  const head = await source.read(0, 12);
  if (head.length < 12 || !/^RIFF.{4}WAVE$/s.test(asciiAt(head, 0, 12))) return null;
  const chunks = await wholeRiff(source);
  if (chunks) return layoutOf(chunks, true);
  const streamed = await streamedLayout(source);
  const closed = streamed ? null : await wholeRiff(source, true);
  return closed ? layoutOf(closed, true) : streamed;
}

async function streamedLayout(source: ByteSource): Promise<WavLayout | null> {
  const chunks = await riffChunks(source, (name) => name === 'data');
  const last = chunks.at(-1);
  if (last?.name !== 'data' || last.dataStart >= source.size) return null;
  const stated = viewOf(await source.read(last.start + 4, 4)).getUint32(0, true);
  const isOpen = isUnknownLength(stated) && (stated === 0 || last.isOpenEnded);
  if (!isOpen) return null;
  return layoutOf([...chunks.slice(0, -1), { ...last, dataEnd: source.size, isOpenEnded: true }], false);
}

function layoutOf(chunks: readonly RiffChunk[], isStated: boolean): WavLayout | null {
  const [format, anotherFormat] = chunks.filter(({ name }) => name === 'fmt ');
  const [data, anotherData] = chunks.filter(({ name }) => name === 'data');
  if (!format || !data || anotherFormat || anotherData || format.start > data.start) return null;
  if (format.dataEnd - format.dataStart < FORMAT_BYTES) return null;
  return { chunks, format, data, isStated };
}
