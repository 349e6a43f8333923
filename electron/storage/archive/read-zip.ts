/**
 * A zip that anybody may have made, read by its index: every place and length is checked against the file before a byte
 * is unpacked, and what unpacks to more than it says is refused in the middle.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { foreign } from './damaged';

export interface ZipEntry {
  readonly name: string;
  /** Unpacked. */
  readonly bytes: number;
  readonly packedBytes: number;
  readonly isPacked: boolean;
  /** Of its own head in the file. */
  readonly at: number;
}

export interface ZipFile {
  readonly entries: ReadonlyMap<string, ZipEntry>;
  read(entry: ZipEntry): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

const END_SIGNATURE = 0x06054b50;
const INDEX_SIGNATURE = 0x02014b50;
const HEAD_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
const READ_BYTES = 256 * 1024;
/** What packs better than this was made to fill a disk. */
const MAX_RATIO = 250;
const RATIO_COUNTS_FROM = 1024 * 1024;
const SYMBOLIC_LINK = 0o120000;

/** @throws AppError `invalid_input` where it is no zip, is cut, or holds what no archive of ours holds. */
export async function openZip(path: string): Promise<ZipFile> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const entries = await readIndex(file, size);
    refuseOverlap([...entries.values()], size);
    return { entries, read: (entry) => readEntry(file, entry, size), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readIndex(file: FileHandle, size: number): Promise<Map<string, ZipEntry>> {
  const tail = await readAt(file, Math.max(0, size - END_BYTES - MAX_COMMENT), END_BYTES + MAX_COMMENT);
  const end = lastPlaceOf(tail, END_SIGNATURE);
  if (end < 0) throw foreign('it is no zip file, or only the beginning of one');
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  if (start + length > size || length > MAX_INDEX_BYTES) throw foreign('its index lies outside of it');
  const index = await readAt(file, start, length);
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let number = 0; number < count; number += 1) {
    if (at + 46 > index.length || index.readUInt32LE(at) !== INDEX_SIGNATURE)
      throw foreign('its index is damaged');
    const entry = parseEntry(index, at);
    if (entries.has(entry.name)) throw foreign(`it holds “${entry.name.slice(0, 100)}” twice`);
    entries.set(entry.name, entry);
    at += 46 + index.readUInt16LE(at + 28) + index.readUInt16LE(at + 30) + index.readUInt16LE(at + 32);
  }
  return entries;
}

function parseEntry(index: Buffer, at: number): ZipEntry {
  const method = index.readUInt16LE(at + 10);
  const packedBytes = index.readUInt32LE(at + 20);
  const bytes = index.readUInt32LE(at + 24);
  const name = index.toString('utf8', at + 46, at + 46 + index.readUInt16LE(at + 28));
  const shown = name.slice(0, 100);
  if ((index.readUInt16LE(at + 8) & 1) !== 0) throw foreign(`“${shown}” is encrypted`);
  if (method !== 0 && method !== 8) throw foreign(`“${shown}” is packed in an unknown way`);
  if (((index.readUInt32LE(at + 38) >>> 16) & 0o170000) === SYMBOLIC_LINK)
    throw foreign(`“${shown}” is a link`);
  if (method === 0 && packedBytes !== bytes) throw foreign(`the lengths of “${shown}” contradict each other`);
  if (bytes > RATIO_COUNTS_FROM && bytes > packedBytes * MAX_RATIO)
    throw foreign(`“${shown}” would unpack to ${Math.round(bytes / 1_048_576)} MB out of next to nothing`);
  return { name, bytes, packedBytes, isPacked: method === 8, at: index.readUInt32LE(at + 42) };
}

/** Entries that share their bytes unpack to far more than the file holds. */
function refuseOverlap(entries: readonly ZipEntry[], size: number): void {
  let free = 0;
  for (const { at, packedBytes, name } of [...entries].sort((one, other) => one.at - other.at)) {
    if (at < free || at + 30 + packedBytes > size)
      throw foreign(`“${name.slice(0, 100)}” does not lie by itself`);
    free = at + 30 + packedBytes;
  }
}

async function* readEntry(file: FileHandle, entry: ZipEntry, size: number): AsyncGenerator<Uint8Array> {
  const head = await readAt(file, entry.at, 30);
  if (head.length < 30 || head.readUInt32LE(0) !== HEAD_SIGNATURE)
    throw foreign(`“${entry.name}” is damaged`);
  const start = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (start + entry.packedBytes > size) throw foreign(`“${entry.name}” is cut`);
  const packed = readPieces(file, start, entry.packedBytes);
  let bytes = 0;
  for await (const piece of entry.isPacked ? inflate(packed, entry.name) : packed) {
    bytes += piece.length;
    if (bytes > entry.bytes) throw foreign(`“${entry.name}” is longer than it says`);
    yield piece;
  }
  if (bytes !== entry.bytes) throw foreign(`“${entry.name}” is shorter than it says`);
}

async function* inflate(pieces: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const inflater = createInflateRaw();
  const feeding = (async () => {
    for await (const piece of pieces) {
      if (!inflater.write(piece)) await new Promise((resolve) => inflater.once('drain', resolve));
    }
    inflater.end();
  })().catch((error: Error) => inflater.destroy(error));
  try {
    for await (const piece of inflater) yield piece as Uint8Array;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_'))
      throw foreign(`“${name}” is damaged`);
    throw cause;
  } finally {
    inflater.destroy();
    // A feeder that waits for room would wait for ever.
    inflater.emit('drain');
    await feeding;
  }
}

async function* readPieces(file: FileHandle, start: number, length: number): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < length; ) {
    const piece = await readAt(file, start + done, Math.min(READ_BYTES, length - done));
    if (piece.length === 0) throw foreign('it became shorter while it was read');
    done += piece.length;
    yield piece;
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function lastPlaceOf(bytes: Buffer, signature: number): number {
  for (let at = bytes.length - END_BYTES; at >= 0; at -= 1)
    if (bytes.readUInt32LE(at) === signature) return at;
  return -1;
}
