/** Uncompressed sound in the containers of other systems. */
import { asciiAt, type ByteSource, viewOf } from '../bytes';
import { type MediaDescription, soundFacts, unknownMedia } from './media-description';

const MAX_CHUNKS = 1_000;

interface Chunk {
  readonly name: string;
  readonly dataStart: number;
  readonly bytes: number;
}

/** Apple's AIFF and AIFC: chunks as in RIFF, with lengths that begin with the highest byte. */
export async function describeAiff(source: ByteSource): Promise<MediaDescription> {
  let start = 12;
  for (let count = 0; count < MAX_CHUNKS; count += 1) {
    const head = await source.read(start, 26);
    if (head.length < 26) return unknownMedia;
    const view = viewOf(head);
    if (asciiAt(head, 0, 4) === 'COMM') {
      const [channels, units, sampleRate] = [view.getUint16(8), view.getUint32(10), extended(view, 16)];
      const form = asciiAt(await source.read(start + 26, 4), 0, view.getUint32(4) >= 22 ? 4 : 0);
      const samples = units * (PACKED_SAMPLES[form] ?? 1);
      return soundFacts({ sampleRate, channels, seconds: samples / sampleRate });
    }
    start += 8 + view.getUint32(4) + (view.getUint32(4) % 2);
  }
  return unknownMedia;
}

/** Forms of which the packets are counted, and not the samples in them. */
const PACKED_SAMPLES: Readonly<Record<string, number>> = { ima4: 64 };

/** A number of 80 bits: sign and exponent, then 64 bits of which the first is one. */
function extended(view: DataView, at: number): number {
  return view.getUint32(at + 2) * 2 ** ((view.getUint16(at) & 0x7fff) - 16_383 - 31);
}

/** Bytes of a sample by its encoding; of packed ones only the length is unknown. */
const AU_SAMPLE_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 4, 7: 8, 27: 1 };

/** Sun's AU: offset of the samples, their length or all ones, encoding, rate, channels. */
export async function describeAu(source: ByteSource): Promise<MediaDescription> {
  const head = await source.read(0, 24);
  if (head.length < 24 || asciiAt(head, 0, 4) !== '.snd') return unknownMedia;
  const [start, stated, encoding, sampleRate, channels] = [4, 8, 12, 16, 20].map((at) =>
    viewOf(head).getUint32(at),
  ) as [number, number, number, number, number];
  const bytes = Math.min(stated, source.size - start);
  const perSecond = (AU_SAMPLE_BYTES[encoding] ?? 0) * sampleRate * channels;
  return soundFacts({ sampleRate, channels, seconds: perSecond > 0 ? bytes / perSecond : null });
}

/** Apple's CAF: a description, then chunks with lengths of 64 bits, of which the last may be unknown. */
export async function describeCaf(source: ByteSource): Promise<MediaDescription> {
  const chunks = await cafChunks(source);
  const description = chunks.find(({ name }) => name === 'desc');
  const head = description ? await source.read(description.dataStart, 32) : new Uint8Array();
  if (head.length < 32) return unknownMedia;
  const view = viewOf(head);
  const [sampleRate, packetBytes, packetFrames] = [
    view.getFloat64(0),
    view.getUint32(16),
    view.getUint32(20),
  ];
  const data = chunks.find(({ name }) => name === 'data');
  const isEven = data !== undefined && packetBytes > 0 && packetFrames > 0;
  // An edit count of four bytes comes before the samples.
  const frames = isEven
    ? ((data.bytes - 4) / packetBytes) * packetFrames
    : await framesOfTable(source, chunks);
  const seconds = frames === null ? null : frames / sampleRate;
  return soundFacts({ sampleRate, channels: view.getUint32(24), seconds });
}

async function cafChunks(source: ByteSource): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (let start = 8; chunks.length < MAX_CHUNKS; ) {
    const head = await source.read(start, 12);
    if (head.length < 12) break;
    const stated = Number(viewOf(head).getBigInt64(4));
    const bytes = Math.min(stated < 0 ? source.size : stated, source.size - start - 12);
    chunks.push({ name: asciiAt(head, 0, 4), dataStart: start + 12, bytes });
    start += 12 + bytes;
  }
  return chunks;
}

/** The table of packets states how many frames are heard. */
async function framesOfTable(source: ByteSource, chunks: readonly Chunk[]): Promise<number | null> {
  const table = chunks.find(({ name }) => name === 'pakt');
  const head = table ? await source.read(table.dataStart, 16) : new Uint8Array();
  return head.length < 16 ? null : Number(viewOf(head).getBigInt64(8));
}
