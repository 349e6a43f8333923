import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../../../electron/storage/media/bytes';
import { describeMedia } from '../../../../../electron/storage/media/formats/describe';
import { imageOrientation } from '../../../../../electron/storage/media/formats/orientation';
import { makeThumbnail } from '../../../../../electron/storage/media/thumbnail';
import { corners, photoSize } from '../../../../support/photos';
import { tempFolder } from '../../../../support/temp-folder';
import { seenCorners, turnedFormats } from '../../../../support/turned-images';

const orientations = [1, 2, 3, 4, 5, 6, 7, 8];
const { width, height } = photoSize;

describe.each(Object.entries(turnedFormats))('%s', (contentType, photo) => {
  test.each(orientations)('turned by %i has the size that is seen', async (orientation) => {
    const bytes = await photo(orientation);
    expect(await imageOrientation(bytesSource(bytes), contentType)).toBe(orientation);
    const seen = orientation >= 5 ? { width: height, height: width } : { width, height };
    expect(await describeMedia(bytes, contentType)).toMatchObject(seen);
  });

  test.each(orientations)('turned by %i has an upright thumbnail', async (orientation) => {
    const [source, small] = [join(tempFolder(), 'a'), join(tempFolder(), 'b.webp')];
    writeFileSync(source, await photo(orientation));
    const size = await makeThumbnail(source, small);
    expect(size.width > size.height).toBe(orientation < 5);
    expect(await cornersOf(small)).toEqual(seenCorners[orientation]?.map((corner) => corners[corner]));
  });
});

test('a photo that says nothing, or nonsense, is upright', async () => {
  for (const orientation of [0, 9, 65_535]) {
    const bytes = await turnedFormats['image/jpeg'](orientation);
    expect(await imageOrientation(bytesSource(bytes), 'image/jpeg')).toBe(1);
  }
  expect(await imageOrientation(bytesSource(new Uint8Array(40)), 'image/avif')).toBe(1);
  expect(await imageOrientation(bytesSource(new Uint8Array(2)), 'image/tiff')).toBe(1);
});

const named: Readonly<Record<string, string>> = {
  '100': 'red',
  '010': 'lime',
  '001': 'blue',
  '111': 'white',
};

async function cornersOf(path: string): Promise<(string | undefined)[]> {
  const image = await loadImage(readFileSync(path));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const [right, bottom] = [image.width - 4, image.height - 4];
  return [
    [3, 3],
    [right, 3],
    [3, bottom],
    [right, bottom],
  ].map(([x = 0, y = 0]) => {
    const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
    return named[[red, green, blue].map((value) => (value > 127 ? 1 : 0)).join('')];
  });
}
