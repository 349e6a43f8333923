/** Whether containers that are made for video hold sound alone. `false` also where they don't say. */
import { asciiAt, type ByteSource, viewOf } from '../bytes';

const HEAD_BYTES = 64 * 1024;

/** FLV says at its start what it holds: 4 is sound, 1 is video. */
export async function isSoundFlv(source: ByteSource): Promise<boolean> {
  return ((await source.read(4, 1))[0] ?? 0) === 4;
}

/** AVI names the kind of each stream in its header. */
export async function isSoundAvi(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, HEAD_BYTES);
  const kinds = [...asciiAt(head, 0, head.length).matchAll(/strh.{4}(vids|auds|mids|txts|iavs)/gs)];
  return kinds.length > 0 && kinds.every(([, kind]) => kind === 'auds');
}

/** A program stream of MPEG: its parts begin with the number of their stream. */
export async function isSoundProgram(source: ByteSource): Promise<boolean> {
  const head = Buffer.from(await source.read(0, HEAD_BYTES));
  let hasSound = false;
  for (let at = head.indexOf(PART_START); at >= 0; at = head.indexOf(PART_START, at + 4)) {
    const stream = head[at + 3] ?? 0;
    if (stream >= 0xe0 && stream <= 0xef) return false;
    hasSound ||= stream >= 0xc0 && stream <= 0xdf;
  }
  return hasSound;
}

const PART_START = Buffer.from([0, 0, 1]);

/** Numbers of ways to encode sound (ISO/IEC 13818-1, ATSC), and of data beside it that is neither sound nor video. */
const soundStreams: readonly number[] = [
  0x03, 0x04, 0x0f, 0x11, 0x1c, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87,
];
const dataStreams: readonly number[] = [0x05, 0x0d, 0x15];
const PRIVATE_STREAM = 0x06;
/** Dolby, DTS, AAC and what an extension names, as Europe’s television describes private streams. */
const soundDescriptors: readonly number[] = [0x6a, 0x7a, 0x7b, 0x7c];

/** A transport stream lists its streams in a table, whose place another table says. */
export async function isSoundTransport(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, HEAD_BYTES);
  const streams = streamsOf(head);
  const others = streams.filter(({ type }) => !dataStreams.includes(type));
  return others.length > 0 && others.every(isSound);
}

interface Stream {
  readonly type: number;
  readonly descriptors: Uint8Array;
}

const isSound = ({ type, descriptors }: Stream): boolean =>
  soundStreams.includes(type) || (type === PRIVATE_STREAM && isPrivateSound(descriptors));

function isPrivateSound(descriptors: Uint8Array): boolean {
  for (let at = 0; at + 2 <= descriptors.length; at += 2 + (descriptors[at + 1] ?? 0)) {
    const tag = descriptors[at] ?? 0;
    if (soundDescriptors.includes(tag)) return true;
    if (tag === 5 && /^(Opus|AC-3|EAC3|DTS[123])$/.test(asciiAt(descriptors, at + 2, 4))) return true;
  }
  return false;
}

function streamsOf(head: Uint8Array): readonly Stream[] {
  const programs = tableOf(head, 0);
  if (programs === null) return [];
  // Four bytes for each program; number 0 isn’t a program.
  for (let at = 8; at + 4 <= programs.length - 4; at += 4) {
    if (viewOf(programs).getUint16(at) === 0) continue;
    const table = tableOf(head, viewOf(programs).getUint16(at + 2) & 0x1fff);
    return table === null ? [] : listedIn(table);
  }
  return [];
}

function listedIn(table: Uint8Array): readonly Stream[] {
  const streams: Stream[] = [];
  const length = (at: number) => (at + 2 > table.length ? 0 : viewOf(table).getUint16(at) & 0xfff);
  for (let at = 12 + length(10); at + 5 <= table.length - 4; at += 5 + length(at + 3))
    streams.push({
      type: table[at] ?? 0,
      descriptors: table.subarray(at + 5, at + 5 + length(at + 3)),
    });
  return streams;
}

const PACKET_BYTES = 188;
const RECORDED_PACKET_BYTES = 192;

/** The first table of a stream, which is in one packet where there are few streams; `null` where it is longer. */
function tableOf(head: Uint8Array, id: number): Uint8Array | null {
  // Recorders put the time before each packet.
  const isRecorded = head[0] !== 0x47 || head[PACKET_BYTES] !== 0x47;
  const step = isRecorded ? RECORDED_PACKET_BYTES : PACKET_BYTES;
  for (let at = step - PACKET_BYTES; at + PACKET_BYTES <= head.length; at += step) {
    const packet = head.subarray(at, at + PACKET_BYTES);
    if (packet[0] !== 0x47 || (viewOf(packet).getUint16(1) & 0x5fff) !== (0x4000 | id)) continue;
    const adapted = ((packet[3] ?? 0) & 0x20) !== 0 ? 1 + (packet[4] ?? 0) : 0;
    const start = 4 + adapted + 1 + (packet[4 + adapted] ?? 0);
    if (start + 3 > packet.length) return null;
    const length = 3 + (viewOf(packet).getUint16(start + 1) & 0xfff);
    return start + length > packet.length ? null : packet.subarray(start, start + length);
  }
  return null;
}
