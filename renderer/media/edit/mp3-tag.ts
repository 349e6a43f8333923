/** The ID3 tag of an MP3 (versions 2.3 and 2.4) for a part of it: title, cover and all else that is not about times. */
import { bytesOfTag } from './mp3-frames';

const HEAD_BYTES = 10;
const UNSYNCHRONISED = 0x80;
const EXTENDED = 0x40;
/** Of a frame of version 2.4. */
const FRAME_UNSYNCHRONISED = 0x02;

/** Lengths, times and places in the whole. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set(
  'ASPI CHAP CTOC ETCO MLLT POSS RBUF SEEK SYLT SYTC TLEN TSIZ'.split(' '),
);

/** Without packing and padding; empty where the file has none, or one that can't be read. */
export function tagOfPart(bytes: Uint8Array): Uint8Array {
  const [version = 0, , flags = 0] = bytes.subarray(3, HEAD_BYTES);
  const end = bytesOfTag(bytes);
  if (end === 0 || end > bytes.length || (version !== 3 && version !== 4)) return new Uint8Array();
  const packed = bytes.subarray(HEAD_BYTES, end);
  const body = version === 3 && (flags & UNSYNCHRONISED) !== 0 ? unpacked(packed) : packed;
  const start = (flags & EXTENDED) === 0 ? 0 : endOfExtendedHead(body, version);
  const frames = framesFrom(body.subarray(start), version);
  return frames.length === 0 ? new Uint8Array() : tagOf(version, frames);
}

/** A zero was put behind each byte that could be taken for the beginning of sound. */
const unpacked = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, at) => byte !== 0 || bytes[at - 1] !== 0xff);

const endOfExtendedHead = (body: Uint8Array, version: 3 | 4): number =>
  version === 3 ? 4 + sizeAt(body, 0, 256) : sizeAt(body, 0, 128);

const sizeAt = (bytes: Uint8Array, at: number, base: 128 | 256): number =>
  bytes.subarray(at, at + 4).reduce((size, byte) => size * base + byte, 0);

/** Up to the padding, or to what is not a frame. */
function framesFrom(body: Uint8Array, version: 3 | 4): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let at = 0; at + HEAD_BYTES <= body.length; ) {
    const name = String.fromCharCode(...body.subarray(at, at + 4));
    const end = at + HEAD_BYTES + sizeAt(body, at + 4, version === 3 ? 256 : 128);
    if (!/^[A-Z0-9]{4}$/.test(name) || end > body.length) break;
    if (!OF_THE_WHOLE.has(name)) frames.push(plainFrame(body.slice(at, end), version));
    at = end;
  }
  return frames;
}

function plainFrame(frame: Uint8Array, version: 3 | 4): Uint8Array {
  const flags = frame[HEAD_BYTES - 1] ?? 0;
  if (version === 3 || (flags & FRAME_UNSYNCHRONISED) === 0) return frame;
  const data = unpacked(frame.subarray(HEAD_BYTES));
  const plain = new Uint8Array(HEAD_BYTES + data.length);
  plain.set(frame.subarray(0, HEAD_BYTES));
  plain.set(inSevenBits(data.length), 4);
  plain[HEAD_BYTES - 1] = flags & ~FRAME_UNSYNCHRONISED;
  plain.set(data, HEAD_BYTES);
  return plain;
}

function tagOf(version: 3 | 4, frames: readonly Uint8Array[]): Uint8Array {
  const size = frames.reduce((sum, { length }) => sum + length, 0);
  const tag = new Uint8Array(HEAD_BYTES + size);
  tag.set([0x49, 0x44, 0x33, version, 0, 0, ...inSevenBits(size)]);
  let at = HEAD_BYTES;
  for (const frame of frames) {
    tag.set(frame, at);
    at += frame.length;
  }
  return tag;
}

const inSevenBits = (value: number): number[] => [21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f);
