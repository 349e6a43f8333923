/** Small real files, no two alike. */
import { crc32, deflateSync } from 'node:zlib';
import type { Random } from '../world/random';
import type { FarResult } from './account';

const MARK_BYTES = 16;

export interface MadeFile extends Pick<FarResult, 'bytes' | 'mark' | 'payload' | 'contentType'> {}

/** Eight by eight pixels. */
export function png(random: Random): MadeFile {
  const rows = Array.from({ length: 8 }, () => [0, ...random.bytes(24)]).flat();
  const data = deflateSync(Uint8Array.from(rows));
  const bytes = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('00000008000000080802000000', 'hex')),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  const mark = data.subarray(-MARK_BYTES);
  return { bytes: new Uint8Array(bytes), mark, payload: data, contentType: 'image/png' };
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
