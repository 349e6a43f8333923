/** The chunks of a WAV that are one format and its samples, whether its lengths were known when it was begun or not. */
import { asciiAt, type ByteSource, viewOf } from '../../bytes';
import { type MediaDescription, soundFacts, unknownMedia } from '../media-description';
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

/** Stated where the length is in a chunk of its own. */
const ELSEWHERE = 0xffff_ffff;

/**
 * Sample bytes divided by bytes per second, as the file states both; of ADPCM the samples of its blocks, since writers
 * state a rate of bytes for it that is not exact.
 */
export async function describeWav(source: ByteSource): Promise<MediaDescription> {
  const chunks = await riffChunks(source, (name) => name === 'data');
  const format = chunks.find(({ name }) => name === 'fmt ');
  const data = chunks.find(({ name }) => name === 'data');
  const head = format ? await source.read(format.dataStart, ADPCM_FORMAT_BYTES) : new Uint8Array();
  if (head.length < FORMAT_BYTES || !data) return unknownMedia;
  const view = viewOf(head);
  const [sampleRate, bytesPerSecond] = [view.getUint32(4, true), view.getUint32(8, true)];
  const bytes = await dataBytes(source, data, chunks);
  const samples =
    (await blockSamples(source, chunks, head, bytes)) ?? (await countedSamples(source, chunks, head));
  const rate = bytesPerSecond > 0 ? bytes / bytesPerSecond : null;
  const seconds = samples !== null && sampleRate > 0 ? samples / sampleRate : rate;
  return soundFacts({ sampleRate, channels: view.getUint16(2, true), seconds });
}

/** Integers, fractions, A-law, µ-law, and the long form of these: bytes of one length each. */
const PLAIN = [1, 3, 6, 7, 0xfffe];

/** Of a compressed sound the rate of bytes is a guess of its writer, and its samples are counted in a chunk (`fact`). */
async function countedSamples(source: ByteSource, chunks: readonly RiffChunk[], head: Uint8Array) {
  const fact = chunks.find(({ name }) => name === 'fact');
  if (fact === undefined || PLAIN.includes(viewOf(head).getUint16(0, true))) return null;
  const count = await source.read(fact.dataStart, 4);
  const samples = count.length === 4 ? viewOf(count).getUint32(0, true) : 0;
  return samples === 0 || samples === ELSEWHERE ? null : samples;
}

/** Microsoft's and IMA's ADPCM: their format ends in the samples of a block (Microsoft, “New Multimedia Data Types”). */
const ADPCM = [2, 0x11];
const ADPCM_FORMAT_BYTES = 20;

/** As the `fact` chunk counts them, but no more than the blocks hold; `null` for any other encoding. */
async function blockSamples(
  source: ByteSource,
  chunks: readonly RiffChunk[],
  head: Uint8Array,
  bytes: number,
): Promise<number | null> {
  if (head.length < ADPCM_FORMAT_BYTES || !ADPCM.includes(viewOf(head).getUint16(0, true))) return null;
  const [blockBytes, ofBlock] = [12, 18].map((at) => viewOf(head).getUint16(at, true)) as [number, number];
  if (blockBytes === 0 || ofBlock === 0) return null;
  const held = Math.ceil(bytes / blockBytes) * ofBlock;
  const fact = chunks.find(({ name }) => name === 'fact');
  const count = fact ? await source.read(fact.dataStart, 4) : new Uint8Array();
  const counted = count.length === 4 ? viewOf(count).getUint32(0, true) : 0;
  return counted === 0 ? held : Math.min(counted, held);
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
