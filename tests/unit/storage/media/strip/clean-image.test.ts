import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { type CleanImage, cleanImage } from '../../../../../electron/storage/media/clean-image';
import { writeUpright } from '../../../../../electron/storage/media/rewritten-images';
import { gif, picture } from '../../../../support/media-files';
import {
  corners,
  gifPhoto,
  jpegPhoto,
  photoSize,
  pngPhoto,
  profile,
  secrets,
  webpPhoto,
} from '../../../../support/photos';
import { tempFolder } from '../../../../support/temp-folder';
import { seenCorners } from '../../../../support/turned-images';

const photos = { 'image/jpeg': jpegPhoto, 'image/png': pngPhoto, 'image/webp': webpPhoto } as const;
type Type = keyof typeof photos;
const types = Object.keys(photos) as Type[];

async function cleaned(bytes: Uint8Array<ArrayBuffer>, type: string, canTurn = true): Promise<CleanImage> {
  const folder = tempFolder();
  const image = await cleanImage(bytes, type, { folder, upright: canTurn ? writeUpright : undefined });
  if (image === null) throw new Error('It was taken for damaged.');
  return image;
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const told = (bytes: Uint8Array) => secrets.filter((secret) => textOf(bytes).includes(secret));

/** The color of each corner, in the order of {@link corners}. */
async function cornersOf(bytes: Uint8Array): Promise<string[]> {
  const image = await loadImage(Buffer.from(bytes));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { width, height } = image;
  return [0, 1, 2, 3].map((index) => {
    const x = index % 2 === 0 ? 4 : width - 5;
    const y = index < 2 ? 4 : height - 5;
    const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
    const name = [red, green, blue].map((value) => (value > 128 ? 1 : 0)).join('');
    return { '100': 'red', '010': 'lime', '001': 'blue', '111': 'white' }[name] ?? name;
  });
}

describe('a photo that is upright', () => {
  test.each(types)('of %s loses everything that is not needed to show it, and no pixel', async (type) => {
    const photo = await photos[type]();
    expect(told(photo).length).toBeGreaterThan(3);
    const image = await cleaned(photo, type);
    expect(image).toMatchObject({ ...photoSize, removed: 'photo' });
    expect(told(image.bytes)).toEqual([]);
    expect(textOf(image.bytes)).toContain(profile.toString('latin1'));
    expect(await cornersOf(image.bytes)).toEqual(corners);
    // Once clean it stays as it is: the same image is one file, however often it is attached.
    expect(await cleaned(image.bytes, type)).toMatchObject({ bytes: image.bytes, removed: null });
  });

  test.each(['png', 'jpeg', 'webp'] as const)('of %s without metadata keeps its bytes', async (format) => {
    const bytes = await picture(format);
    expect(await cleaned(bytes, `image/${format}`)).toMatchObject({ bytes, removed: null });
  });

  test('that is a GIF keeps how often it repeats', async () => {
    const image = await cleaned(gifPhoto(gif), 'image/gif');
    expect(told(image.bytes)).toEqual([]);
    expect(image.removed).toBe('photo');
    expect(textOf(image.bytes)).toContain('NETSCAPE2.0');
    expect((await loadImage(Buffer.from(image.bytes))).width).toBe(1);
  });

  test('that is damaged before its image is refused', async () => {
    const photo = await jpegPhoto();
    const folder = tempFolder();
    expect(await cleanImage(photo.slice(0, 300), 'image/jpeg', { folder })).toBe(null);
  });

  test('that is cut in its image keeps what there is, and no metadata', async () => {
    for (const type of types) {
      const photo = await photos[type]();
      const cut = photo.slice(0, Math.floor(photo.length * 0.8));
      const image = await cleanImage(cut, type, { folder: tempFolder() });
      expect(image === null ? [] : told(image.bytes)).toEqual([]);
    }
  });
});

describe('a photo that EXIF turns', () => {
  test.each([2, 3, 4, 5, 6, 7, 8])('by %i is turned in its pixels', async (orientation) => {
    for (const type of types) {
      const image = await cleaned(await photos[type](orientation), type);
      const { width, height } = photoSize;
      const size = orientation >= 5 ? { width: height, height: width } : photoSize;
      expect(image).toMatchObject({ ...size, removed: 'photo' });
      expect(await cornersOf(image.bytes)).toEqual(seenCorners[orientation]?.map((index) => corners[index]));
      expect(told(image.bytes)).toEqual([]);
      expect(textOf(image.bytes)).toContain(profile.toString('latin1'));
      expect(textOf(image.bytes)).not.toMatch(/Exif|eXIf|EXIF/);
    }
  });

  test.each(types)('of %s keeps that one entry where it can’t be turned', async (type) => {
    const image = await cleaned(await photos[type](6), type, false);
    expect(image).toMatchObject({ ...photoSize, removed: 'photo' });
    expect(told(image.bytes)).toEqual([]);
    expect(textOf(image.bytes)).toMatch(/(Exif|eXIf|EXIF).{0,4}MM/s);
    expect((await loadImage(Buffer.from(image.bytes))).width).toBeGreaterThan(0);
  });
});
