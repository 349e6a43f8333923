import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dragIconOf } from '../../../../electron/storage/media/drag-icon';
import { gifOf, picture } from '../../../support/media-files';
import { tempFolder } from '../../../support/temp-folder';

function kept(bytes: Uint8Array): string {
  const path = join(tempFolder(), 'small.webp');
  writeFileSync(path, bytes);
  return path;
}

/** Width and height of a PNG. */
const sizeOf = (png: Uint8Array | null) => {
  const head = Buffer.from(png ?? []);
  return head.length === 0 ? null : [head.readUInt32BE(16), head.readUInt32BE(20)];
};

test('the icon of a drag is made from the thumbnail, 64 pixels at most', async () => {
  expect(sizeOf(await dragIconOf(kept(await picture('webp', { width: 320, height: 160 }))))).toEqual([
    64, 32,
  ]);
  expect(sizeOf(await dragIconOf(kept(await picture('webp', { width: 20, height: 10 }))))).toEqual([20, 10]);
});

test('a thumbnail that is not an image is not decoded', async () => {
  const large = await picture('webp', { width: 2_000, height: 10 });
  const padded = kept(await picture('webp'));
  truncateSync(padded, 2 * 1024 * 1024);
  const broken = (await picture('webp')).subarray(0, 40);
  const others = [large, await picture('png'), broken, new Uint8Array()].map(kept);
  for (const path of [...others, padded, '/nowhere.webp']) expect(await dragIconOf(path)).toBeNull();
});

test('a GIF that reads as a small WebP is not decoded', async () => {
  const frame = Buffer.from(gifOf(4_000, 4_000));
  // Where a WebP states its size, a comment before the frame holds zeros.
  const comment = Buffer.concat([Buffer.of(0x21, 0xfe, 20), Buffer.alloc(20), Buffer.of(0)]);
  frame.write('VP8X', 12, 'latin1');
  const both = Buffer.concat([frame.subarray(0, 19), comment, frame.subarray(19)]);
  expect(await dragIconOf(kept(both))).toBeNull();
});
