import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawIcons, LINUX_SIZES } from '../../../scripts/lib/package/icons.mjs';
import { root } from '../../../scripts/lib/root.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-icons-'));
  await drawIcons(root, folder);
});
afterAll(() => rm(folder, { recursive: true }));

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

describe('the icons of a package', () => {
  it('exist for Linux in each size that desktops look for', async () => {
    expect((await readdir(path.join(folder, 'png'))).length).toBe(LINUX_SIZES.length);
    for (const size of LINUX_SIZES) {
      const image = await loadImage(path.join(folder, 'png', `${size}x${size}.png`));
      expect([image.width, image.height]).toEqual([size, size]);
    }
  });

  it('are complete images in the Windows container, the largest 256 pixels', async () => {
    const ico = await readFile(path.join(folder, 'icon.ico'));
    const count = ico.readUInt16LE(4);
    const sizes: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const entry = 6 + 16 * index;
      const offset = ico.readUInt32LE(entry + 12);
      const image = await loadImage(ico.subarray(offset, offset + ico.readUInt32LE(entry + 8)));
      expect(image.width).toBe(ico.readUInt8(entry) || 256);
      sizes.push(image.width);
    }
    expect(sizes).toContain(16);
    expect(Math.max(...sizes)).toBe(256);
  });

  it('are complete images in the macOS container, up to 1024 pixels', async () => {
    const icns = await readFile(path.join(folder, 'icon.icns'));
    expect(icns.toString('latin1', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const widths: number[] = [];
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      const png = icns.subarray(at + 8, at + icns.readUInt32BE(at + 4));
      expect(png.subarray(0, 4)).toEqual(pngStart);
      widths.push((await loadImage(png)).width);
    }
    expect(Math.max(...widths)).toBe(1024);
  });
});
