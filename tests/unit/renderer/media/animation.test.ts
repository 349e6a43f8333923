import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { isAnimation } from '../../../../renderer/media/stage/decoded';
import { runFfmpeg } from '../../../support/ffmpeg';
import { jpegPhoto, pngPhoto, webpPhoto } from '../../../support/photos';
import { tempFolder } from '../../../support/temp-folder';

function moving(name: string, ...options: readonly string[]): Uint8Array<ArrayBuffer> {
  const path = join(tempFolder(), name);
  runFfmpeg('-f', 'lavfi', '-i', 'testsrc=s=64x36:r=5:d=1', ...options, path);
  return new Uint8Array(readFileSync(path));
}

describe('an image moves', () => {
  test('as WebP', async () => {
    expect(await isAnimation(new Blob([moving('a.webp', '-c:v', 'libwebp_anim')]))).toBe(true);
  });
  test('as PNG', async () => {
    expect(await isAnimation(new Blob([moving('a.png', '-f', 'apng')]))).toBe(true);
  });
  test('as AVIF, by its brand', async () => {
    const head = Buffer.from('\0\0\0\x20ftypavis\0\0\0\0avifavismsf1miaf\0\0\0\x08meta', 'latin1');
    expect(await isAnimation(new Blob([head]))).toBe(true);
  });
});

test('an image that stands still does not', async () => {
  const avif = await createCanvas(8, 8).encode('avif');
  for (const bytes of [await pngPhoto(), await jpegPhoto(), await webpPhoto(), avif, Buffer.of()])
    expect(await isAnimation(new Blob([new Uint8Array(bytes)]))).toBe(false);
});
