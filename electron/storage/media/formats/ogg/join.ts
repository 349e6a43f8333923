/** Ogg: the packets of all parts in one new stream, with continuous timestamps. */
import { randomInt } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { asciiAt, type ByteSource, concat, viewOf, withSource } from '../../bytes';
import { writeAll } from '../../partial';
import { brokenPart, differingPart } from '../join-errors';
import {
  isWholeStream,
  type OggPage,
  oggPages,
  opusLeadInSamples,
  opusPacketSamples,
  opusSampleRate,
  pageBody,
  pageBytes,
  pageFlag,
  vorbisPacketSamples,
} from './pages';

/** At most this many packets at the end of a part may be left out: the padding of two encoders is never longer. */
const MAX_LEFT_OUT = 2;

interface Joining {
  readonly first: OggStream;
  readonly writer: PageWriter;
  readonly samplesOf: (data: Uint8Array, before: Uint8Array | null) => number;
  /** Samples that a decoder drops at the beginning. */
  readonly leadIn: number;
  readonly lastPart: number;
  last: Uint8Array | null;
  /** The duration of the parts in it, in samples. */
  wanted: number;
  /** Samples decoded from its packets. */
  decoded: number;
}

/**
 * Inside a stream a packet can't be cut, so the padding at the ends of a part is heard as a few milliseconds of
 * silence. Last packets of a part are left out where that brings the whole nearer to the sum, so that it is never more
 * than half a packet off, however many parts there are.
 */
export async function joinOgg(parts: readonly string[], file: FileHandle): Promise<void> {
  let joining: Joining | null = null;
  for (const [index, path] of parts.entries())
    await withSource(path, async (source) => {
      const stream = await oggStream(source);
      if (stream === null) throw brokenPart(index);
      joining ??= await begin(file, stream, parts.length - 1);
      if (!fits(joining.first, stream)) throw differingPart(index);
      await append(joining, stream, index);
    });
  const { writer, wanted, decoded, leadIn } = joining as unknown as Joining;
  await writer.finish(Math.min(decoded, wanted + leadIn));
}

/** Whether a decoder set up for one part can decode the other; only the comments may differ. */
function fits(one: OggStream, other: OggStream): boolean {
  const setup = ({ codec, heads: [head = new Uint8Array(), , books = new Uint8Array()] }: OggStream) =>
    // The rate before encoding, and how much is dropped, don't change how Opus is decoded.
    codec === 'opus' ? concat(head.subarray(8, 10), head.subarray(18)) : concat(head, books);
  return one.codec === other.codec && Buffer.compare(setup(one), setup(other)) === 0;
}

async function begin(file: FileHandle, first: OggStream, lastPart: number): Promise<Joining> {
  const [head = new Uint8Array(), , ...others] = first.heads;
  const isOpus = first.codec === 'opus';
  const sampleRate = isOpus ? opusSampleRate : viewOf(head).getUint32(12, true);
  // Chromium seeks by pages of one second; after a jump into longer ones it plays beyond the end.
  const writer = createPageWriter(file, randomInt(2 ** 32), sampleRate);
  await writer.add(head, 0, true);
  await writer.add(comments(first.codec), 0, isOpus);
  for (const [index, other] of others.entries()) await writer.add(other, 0, index === others.length - 1);
  const samplesOf = isOpus ? opusPacketSamples : vorbisPacketSamples(head);
  const leadIn = isOpus ? opusLeadInSamples(head) : 0;
  return { first, writer, samplesOf, leadIn, lastPart, last: null, wanted: 0, decoded: 0 };
}

/** No comments: a name of the program, a count of zero, and for Vorbis the bit that ends them. */
function comments(codec: OggStream['codec']): Uint8Array {
  const name = Buffer.from('Gatehouse');
  const head = Buffer.from(codec === 'opus' ? 'OpusTags' : '\x03vorbis', 'latin1');
  const lengths = [name.length, 0].map((value) => Uint8Array.of(value, 0, 0, 0));
  const end = codec === 'opus' ? new Uint8Array() : Uint8Array.of(1);
  return concat(head, lengths[0] ?? new Uint8Array(), name, lengths[1] ?? new Uint8Array(), end);
}

async function append(joining: Joining, stream: OggStream, index: number): Promise<void> {
  const leadIn = stream.codec === 'opus' ? opusLeadInSamples(stream.heads[0] ?? new Uint8Array()) : 0;
  const held: Uint8Array[] = [];
  let [decoded, before] = [0, null as Uint8Array | null];
  for await (const packet of stream.packets()) {
    decoded += joining.samplesOf(packet, before);
    before = packet;
    // Opus begins with packets that only warm up the decoder; inside a stream it is warmed up already.
    if (index > 0 && decoded > 0 && decoded <= leadIn) continue;
    held.push(packet);
    if (held.length > MAX_LEFT_OUT) await add(joining, held.shift());
  }
  joining.wanted += Math.max(0, Math.min(decoded, stream.end) - leadIn);
  const wanted = index === joining.lastPart ? enough(joining, held) : nearest(joining, held);
  for (const packet of held.slice(0, wanted)) await add(joining, packet);
}

/** How many of the packets reach the end, at which the last of them is trimmed. */
function enough(
  { samplesOf, last, decoded, leadIn, wanted }: Joining,
  packets: readonly Uint8Array[],
): number {
  let [end, before] = [decoded - leadIn, last];
  for (const [index, packet] of packets.entries()) {
    if (end >= wanted) return index;
    end += samplesOf(packet, before);
    before = packet;
  }
  return packets.length;
}

/** How many of the packets bring the playback duration nearest to the target. */
function nearest(
  { samplesOf, last, decoded, leadIn, wanted }: Joining,
  packets: readonly Uint8Array[],
): number {
  let best = { count: 0, off: Math.abs(decoded - leadIn - wanted) };
  let [end, before] = [decoded - leadIn, last];
  for (const [index, packet] of packets.entries()) {
    end += samplesOf(packet, before);
    before = packet;
    const off = Math.abs(end - wanted);
    if (off <= best.off) best = { count: index + 1, off };
  }
  return best.count;
}

async function add(joining: Joining, packet: Uint8Array | undefined): Promise<void> {
  if (packet === undefined) return;
  joining.decoded += joining.samplesOf(packet, joining.last);
  joining.last = packet;
  await joining.writer.add(packet, joining.decoded);
}

// The packets of an Ogg file that is one stream of Opus or Vorbis.

interface OggStream {
  readonly codec: 'opus' | 'vorbis';
  /** The packets before the audio: two of Opus, three of Vorbis. */
  readonly heads: readonly Uint8Array[];
  readonly packets: () => AsyncGenerator<Uint8Array, void, undefined>;
  /** Samples up to the end, as the last page states them; for Opus, those that are dropped at the start are counted. */
  readonly end: number;
}

const HEADS = { opus: 2, vorbis: 3 } as const;

/** `null` where the file is anything else, such as two streams in a row, or is cut. */
async function oggStream(source: ByteSource): Promise<OggStream | null> {
  const pages = await oggPages(source);
  if (!pages || !(await isWholeStream(source, pages))) return null;
  const heads = await headsOf(source, pages);
  const codec = codecOf(heads[0] ?? new Uint8Array());
  const last = pages.at(-1);
  if (codec === null || last === undefined || heads.length < HEADS[codec]) return null;
  const end = last.time;
  if (end < 0) return null;
  const count = HEADS[codec];
  return { codec, heads: heads.slice(0, count), packets: () => packetsOf(source, pages, count), end };
}

function codecOf(head: Uint8Array): OggStream['codec'] | null {
  const name = asciiAt(head, 0, 8);
  if (name === 'OpusHead' && head.length >= 19) return 'opus';
  return name.startsWith('\x01vorbis') && head.length >= 30 ? 'vorbis' : null;
}

async function headsOf(source: ByteSource, pages: readonly OggPage[]): Promise<Uint8Array[]> {
  const heads: Uint8Array[] = [];
  for await (const packet of packetsOf(source, pages, 0)) {
    heads.push(packet);
    if (heads.length === HEADS.vorbis) break;
  }
  return heads;
}

async function* packetsOf(source: ByteSource, pages: readonly OggPage[], skipped: number) {
  let open: Uint8Array[] = [];
  let count = 0;
  for (const page of pages) {
    const body = await pageBody(source, page);
    let at = 0;
    for (const length of page.lacing) {
      open.push(body.subarray(at, at + length));
      at += length;
      if (length === 255) continue;
      if (count >= skipped) yield concat(...open);
      count += 1;
      open = [];
    }
  }
}

// Writes packets as the pages of one Ogg stream.

const MAX_SEGMENTS = 255;
const FULL_SEGMENT = 255;
/** No packet ends on the page. */
const NO_TIME = -1;

interface PageWriter {
  /**
   * @param end samples decoded up to the end of this packet
   * @param endsPage whether nothing else comes on its page, as after the packets before the audio
   */
  add(packet: Uint8Array, end: number, endsPage?: boolean): Promise<void>;
  /** @param end the samples of the whole stream, where less than all of the last packet is heard */
  finish(end: number): Promise<void>;
}

/** @param maxSamples the longest page, in samples; a single longer packet still gets one */
function createPageWriter(file: FileHandle, serial: number, maxSamples: number): PageWriter {
  let lacing: number[] = [];
  let body: Uint8Array[] = [];
  let [number, isContinued, time, started, last] = [0, false, NO_TIME, 0, 0];
  const write = async (continues: boolean, isEnd = false) => {
    const first = number === 0 ? pageFlag.first : 0;
    const flags = first | (isContinued ? pageFlag.continued : 0) | (isEnd ? pageFlag.last : 0);
    await writeAll(file, pageBytes({ flags, time: BigInt(time), serial, number }, lacing, concat(...body)));
    [lacing, body, number, isContinued, time, started] = [[], [], number + 1, continues, NO_TIME, last];
  };
  return {
    async add(packet, end, endsPage = false) {
      if (lacing.length > 0 && end - started > maxSamples) await write(false);
      for (let at = 0; at <= packet.length; at += FULL_SEGMENT) {
        if (lacing.length === MAX_SEGMENTS) await write(at > 0);
        const segment = packet.subarray(at, at + FULL_SEGMENT);
        lacing.push(segment.length);
        body.push(segment);
      }
      time = end;
      last = end;
      if (endsPage) await write(false);
    },
    async finish(end) {
      time = end;
      await write(false, true);
    },
  };
}
