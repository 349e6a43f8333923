/** Files made to keep a reader busy: the time each takes is linear in its bytes, or ends at a bound. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { embedOrigin, readOrigin } from '../../../../../electron/storage/media/formats/origin';
import { element, elementHead } from '../../../../../electron/storage/media/formats/webm/ebml';
import type { MediaOrigin } from '../../../../../shared/media/media';
import { picture } from '../../../../support/media-files';
import { inMicros } from '../../../../support/money';
import { processorMs } from '../../../../support/processor-time';
import { tempFolder } from '../../../../support/temp-folder';

const origin: MediaOrigin = {
  modality: 'image',
  model: 'a/model',
  prompt: 'A fox',
  parameters: {},
  extra: {},
  jobId: 'job-1',
  cost: inMicros(1_000_000),
  createdAt: Date.UTC(2026, 10, 20),
};

/** Each of these took from ten seconds to hours; on a busy computer a bound must not fail. */
const mostMs = 15_000;

async function within<Result>(work: Promise<Result>): Promise<Result> {
  const start = processorMs();
  const result = await work;
  expect(processorMs() - start).toBeLessThan(mostMs);
  return result;
}

async function embedded(contentType: string, ...parts: readonly Uint8Array[]): Promise<boolean> {
  const path = join(tempFolder(), 'file');
  writeFileSync(path, Buffer.concat(parts));
  return within(embedOrigin(path, contentType, origin));
}

describe('a file made to keep a reader busy', () => {
  test('with a text whose string never ends is read once', async () => {
    const png = await picture('png');
    const text = Buffer.from(`iTXtgatehouse\0\0\0\0\0"${'\\"'.repeat(200_000)}`, 'latin1');
    const chunk = Buffer.concat([Buffer.alloc(4), text, Buffer.alloc(4)]);
    chunk.writeUInt32BE(text.length - 4);
    chunk.writeUInt32BE(crc32(text), chunk.length - 4);
    const bytes = Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
    expect(await within(readOrigin(bytes))).toBeNull();
  });

  test('as Ogg, whose comments go over 40,000 pages, is read once', async () => {
    const page = (body: Buffer, number: number) => {
      const head = Buffer.alloc(28);
      head.write('OggS', 'latin1');
      head.writeUInt32LE(number, 18);
      head[26] = 1;
      head[27] = body.length;
      return Buffer.concat([head, body]);
    };
    const comments = Buffer.alloc(255);
    comments.write('OpusTags', 'latin1');
    const pages = Array.from({ length: 40_000 }, (_, index) => page(comments, index + 1));
    const start = page(Buffer.from('OpusHead', 'latin1'), 0);
    expect(await embedded('audio/ogg', start, ...pages)).toBe(false);
  });

  test('as WebM, whose cues are inside one another, is written once', async () => {
    const data = new Uint8Array(8 * 1024 * 1024);
    let inner = data.length;
    const heads = Array.from({ length: 4_000 }, () => {
      const head = elementHead(0xbb, inner);
      inner += head.length;
      return head;
    }).reverse();
    const segment = [elementHead(0x1853_8067, inner + 12), elementHead(0x1c53_bb6b, inner)];
    await embedded('video/webm', element(0x1a45_dfa3, new Uint8Array(4)), ...segment, ...heads, data);
  });

  test('as JPEG of nothing but fill bytes is given up', async () => {
    const bytes = new Uint8Array(16 * 1024 * 1024).fill(0xff);
    expect(await embedded('image/jpeg', Uint8Array.of(0xff, 0xd8), bytes)).toBe(false);
  });
});
