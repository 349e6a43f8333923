/** Small real files, no two alike. */
import { crc32, deflateSync } from 'node:zlib';
import type { Random } from '../world/random';
import type { FarResult } from './account';

const MARK_BYTES = 16;

export interface MadeFile extends Pick<FarResult, 'bytes' | 'mark' | 'payload' | 'contentType' | 'seen'> {}

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

/** Eight by eight pixels. */
export function png(random: Random): MadeFile {
  const data = pixels(random, 8);
  const bytes = Buffer.concat([PNG_START, header(8), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
  return {
    bytes: new Uint8Array(bytes),
    mark: data.subarray(-MARK_BYTES),
    payload: data,
    contentType: 'image/png',
  };
}

/** Eight pixels wide and four high as it is stored; a note in front of the pixels says how it is turned. */
export function turnedPng(random: Random): MadeFile {
  const orientation = random.pick([3, 5, 6, 7, 8]);
  const data = pixels(random, 4);
  // Little-endian, one entry: 0x0112, a short, once.
  const exif = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex');
  exif.writeUInt16LE(orientation, 18);
  const payload = Buffer.concat([chunk('eXIf', exif), chunk('IDAT', data)]);
  const bytes = new Uint8Array(
    Buffer.concat([PNG_START, header(4), payload, chunk('IEND', Buffer.alloc(0))]),
  );
  const seen = orientation >= 5 ? { width: 4, height: 8 } : { width: 8, height: 4 };
  return { bytes, mark: data.subarray(-MARK_BYTES), payload, contentType: 'image/png', seen };
}

function pixels(random: Random, height: number): Buffer {
  const rows = Array.from({ length: height }, () => [0, ...random.bytes(24)]).flat();
  return deflateSync(Uint8Array.from(rows));
}

function header(height: number): Buffer {
  const data = Buffer.from('00000008000000080802000000', 'hex');
  data.writeUInt32BE(height, 4);
  return chunk('IHDR', data);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const edges = Buffer.alloc(8);
  edges.writeUInt32BE(data.length, 0);
  edges.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([edges.subarray(0, 4), body, edges.subarray(4)]);
}

/** A hundredth of a second of noise. */
export function wav(random: Random): MadeFile {
  const samples = random.bytes(320);
  const head = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt32LE(32_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.writeUInt32LE(samples.length, 40);
  const bytes = new Uint8Array(Buffer.concat([head, samples]));
  const mark = Buffer.from(samples.subarray(-MARK_BYTES));
  return { bytes, mark, payload: samples, contentType: 'audio/wav' };
}

let model: Uint8Array | null = null;

/** @param bytes a complete video; every other one is a copy that differs in its last bytes */
export function setVideoModel(bytes: Uint8Array): void {
  model = bytes;
}

export function webm(random: Random): MadeFile {
  if (model === null) throw new Error('There is no film to copy');
  const bytes = new Uint8Array(model);
  const mark = Buffer.from(random.bytes(MARK_BYTES));
  bytes.set(mark, bytes.length - MARK_BYTES);
  return { bytes, mark, payload: mark, contentType: 'video/webm' };
}

export const message = new TextEncoder().encode('Too many readers at once, please try later.');
export const webPage = new TextEncoder().encode('<!doctype html><html><body>Please sign in</body></html>');
