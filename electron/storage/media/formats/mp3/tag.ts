/** An ID3 tag of the plain kind: versions 2.3 and 2.4 without packing, its frames in a row, then zeros. */
import type { MediaOrigin } from '../../../../../shared/media/media';
import { asciiAt, type ByteSource, concat, viewOf } from '../../bytes';
import { originKey, parseOrigin } from '../origin-text';

export interface TagFrame {
  readonly name: string;
  readonly flags: Uint8Array;
  readonly data: Uint8Array;
}

export interface Tag {
  readonly version: 3 | 4;
  readonly frames: readonly TagFrame[];
  /** In the file, its padding included. */
  readonly bytes: number;
}

const HEAD_BYTES = 10;
const MAX_TAG_BYTES = 32 * 1024 * 1024;
const LAST_SIZE_BYTES = 0x0fff_ffff;

/** Frames that hold offsets from the start of the file, which a longer tag would make wrong. */
const PLACES = ['ASPI', 'SEEK', 'RBUF'];

/**
 * The tag at the start of a file, one without frames where there is none; `null` where it has another form, so that
 * writing it again might change it.
 */
export async function tagAtStart(source: ByteSource): Promise<Tag | null> {
  const head = await source.read(0, HEAD_BYTES);
  if (asciiAt(head, 0, 3) !== 'ID3') return { version: 3, frames: [], bytes: 0 };
  const [version = 0, , flags = 0] = head.subarray(3);
  const size = sevenBits(head.subarray(6));
  const isPlain = head.length === HEAD_BYTES && head.subarray(6).every((byte) => byte < 0x80);
  if (!isPlain || (version !== 3 && version !== 4) || flags !== 0 || size > MAX_TAG_BYTES) return null;
  const data = await source.read(HEAD_BYTES, size);
  const frames = data.length < size ? null : framesOf(data, version);
  return frames && !frames.some(holdsPlaces) ? { version, frames, bytes: HEAD_BYTES + size } : null;
}

export function framesOf(data: Uint8Array, version: 3 | 4): TagFrame[] | null {
  const frames: TagFrame[] = [];
  let at = 0;
  while (at < data.length && data[at] !== 0) {
    const end = endOfFrame(data, at, version);
    if (end === null || end > data.length) return null;
    const [flags, content] = [data.subarray(at + 8, at + HEAD_BYTES), data.subarray(at + HEAD_BYTES, end)];
    frames.push({ name: asciiAt(data, at, 4), flags, data: content });
    at = end;
  }
  return data.subarray(at).every((byte) => byte === 0) ? frames : null;
}

function endOfFrame(data: Uint8Array, at: number, version: 3 | 4): number | null {
  if (!/^[A-Z0-9]{4}$/.test(asciiAt(data, at, 4)) || at + HEAD_BYTES > data.length) return null;
  const size = data.subarray(at + 4, at + 8);
  if (version === 3) return at + HEAD_BYTES + viewOf(size).getUint32(0);
  return size.some((byte) => byte > 0x7f) ? null : at + HEAD_BYTES + sevenBits(size);
}

/** A chapter states two times, then two offsets in the file, which are all ones where only the times count. */
function holdsPlaces({ name, data }: TagFrame): boolean {
  if (name !== 'CHAP') return PLACES.includes(name);
  const times = data.indexOf(0) + 1;
  const offsets = data.subarray(times + 8, times + 16);
  return times === 0 || offsets.length < 8 || offsets.some((byte) => byte !== 0xff);
}

/** `null` where the frames are longer than a tag can be. */
export function tagBytes(version: 3 | 4, frames: readonly TagFrame[]): Uint8Array | null {
  const body = concat(...frames.map((frame) => frameBytes(version, frame)));
  const isLong = body.length > LAST_SIZE_BYTES || (version === 4 && frames.some(isTooLong));
  const head = Uint8Array.of(0x49, 0x44, 0x33, version, 0, 0);
  return isLong ? null : concat(head, inSevenBits(body.length), body);
}

const isTooLong = ({ data }: TagFrame) => data.length > LAST_SIZE_BYTES;

function frameBytes(version: 3 | 4, { name, flags, data }: TagFrame): Uint8Array {
  const size = new Uint8Array(4);
  viewOf(size).setUint32(0, data.length);
  return concat(Buffer.from(name, 'latin1'), version === 4 ? inSevenBits(data.length) : size, flags, data);
}

function sevenBits(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 128 + (byte & 0x7f), 0);
}

function inSevenBits(value: number): Uint8Array {
  return Uint8Array.of((value >> 21) & 0x7f, (value >> 14) & 0x7f, (value >> 7) & 0x7f, value & 0x7f);
}

// Reads the one frame of an ID3 tag that we write.

const MAX_TAGS = 16;
const decoders = ['latin1', 'utf-16', 'utf-16be', 'utf-8'] as const;

export async function readId3(source: ByteSource): Promise<MediaOrigin | null> {
  for (const frame of (await tagAtStart(source))?.frames ?? []) {
    const [name, text] = userText(frame) ?? [];
    if (name === originKey && text !== undefined) return parseOrigin(text);
  }
  return null;
}

/** Where the frames begin, after any tags; a footer is counted where a tag has one. */
export async function endOfTags(source: ByteSource, from = 0): Promise<number> {
  let at = from;
  for (let count = 0; count < MAX_TAGS; count += 1) {
    const head = await source.read(at, HEAD_BYTES);
    if (head.length < HEAD_BYTES || asciiAt(head, 0, 3) !== 'ID3') return at;
    const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
    at += HEAD_BYTES + sevenBits(head.subarray(6)) + (hasFooter ? HEAD_BYTES : 0);
  }
  return at;
}

/** The name and the text of a user's frame: an encoding byte, then both, separated by a zero. */
export function userText({ name, flags, data }: TagFrame): [string, string] | null {
  if (name !== 'TXXX' || flags[1] !== 0) return null;
  const decoder = decoders[data[0] ?? 0] ?? 'latin1';
  const text =
    decoder === 'utf-16' ? utf16(data.subarray(1)) : new TextDecoder(decoder).decode(data.subarray(1));
  const [label = '', value = ''] = text.split('\0', 2);
  return [label, value.replace(/^\ufeff/, '')];
}

function utf16(bytes: Uint8Array): string {
  return new TextDecoder(bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-16le').decode(bytes);
}
