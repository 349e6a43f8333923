import { expect, test } from 'vitest';
import { frameSizeOf, imageLimitsOf } from '../../../../shared/models/known-image-limits';
import { fitsOf, fitText } from '../../../../shared/run/image-fit';
import type { InputRole } from '../../../../shared/run/input-roles';

const image = (format: string, width: number, height: number) => ({
  kind: 'image',
  contentType: `image/${format}`,
  width,
  height,
});
const input = (role: InputRole, file: ReturnType<typeof image>) => ({ role, file });
const bounds = { formats: ['png', 'jpeg'], maxWidth: 2_048, maxHeight: 2_048 };
const whole = (width: number, height: number) => ({ left: 0, top: 0, width, height });

test('an image that fits is sent as it is, and all are where nothing is known', () => {
  const large = input('image', image('gif', 6_000, 4_000));
  expect(fitsOf([large], undefined)).toEqual([null]);
  expect(fitsOf([input('image', image('jpeg', 2_048, 1_000))], bounds)).toEqual([null]);
  const sound = { role: 'sound' as const, file: { ...image('mpeg', 0, 0), kind: 'audio', width: null } };
  expect(fitsOf([sound, { role: 'image', file: null }], bounds)).toEqual([null, null]);
});

test('one of another format or size is converted, and said with what differs', () => {
  const large = image('webp', 6_000, 4_000);
  const [fit] = fitsOf([input('image', large)], bounds);
  expect(fit).toEqual({ format: 'png', width: 2_048, height: 1_365, crop: whole(6_000, 4_000) });
  expect(fit && fitText(large, fit)).toBe('Sent as PNG, 2048 × 1365 (was WebP, 6000 × 4000)');
  const photo = image('jpeg', 4_096, 2_048);
  const [smaller] = fitsOf([input('image', photo)], bounds);
  expect(smaller && fitText(photo, smaller)).toBe('Sent as 2048 × 1024 (was 4096 × 2048)');
  const animation = image('gif', 64, 64);
  const [still] = fitsOf([input('image', animation)], bounds);
  expect(still && fitText(animation, still)).toBe('Sent as PNG (was GIF)');
  expect(fitsOf([input('image', animation)], { formats: ['heic'] })).toEqual([null]);
});

test('a mask keeps the size and the part of its image, and never loses its transparency', () => {
  const limits = { formats: ['jpeg', 'webp'], maxPixels: 1_000_000, maxRatio: 1 };
  const [picture, mask] = fitsOf(
    [input('image', image('png', 3_000, 2_000)), input('mask', image('png', 3_000, 2_000))],
    limits,
  );
  const crop = { left: 500, top: 0, width: 2_000, height: 2_000 };
  expect(picture).toEqual({ format: 'jpeg', width: 1_000, height: 1_000, crop });
  expect(mask).toEqual({ format: 'webp', width: 1_000, height: 1_000, crop });
  expect(picture && fitText(image('png', 3_000, 2_000), picture)).toContain('1000 × 1000, cropped (was');
  const [tall] = fitsOf([input('reference', image('png', 100, 400))], { minRatio: 0.5 });
  expect(tall?.crop).toEqual({ left: 0, top: 100, width: 100, height: 200 });
});

test('no limits of a record make an image of nothing', () => {
  for (const limits of [{ maxWidth: 1 }, { maxPixels: 1 }, { maxRatio: 1e-9 }, { minRatio: 1e9 }]) {
    const [fit] = fitsOf([input('image', image('png', 50, 20))], limits);
    expect(Math.min(fit?.width ?? 0, fit?.height ?? 0)).toBeGreaterThanOrEqual(1);
    expect(Math.min(fit?.crop.width ?? 0, fit?.crop.height ?? 0)).toBeGreaterThanOrEqual(1);
  }
});

test('what its maker documents counts where the record says nothing', () => {
  const capabilities = { input: [], output: [], inputImages: { formats: ['png'] } };
  expect(imageLimitsOf({ id: 'gpt-image-1', capabilities: null })?.formats).toContain('webp');
  expect(imageLimitsOf({ id: 'openai/gpt-image-1', capabilities })).toEqual({ formats: ['png'] });
  expect(imageLimitsOf({ id: 'a/model', capabilities: null })).toBeUndefined();
});

test('a first frame of Sora has the size of its video to the pixel: its middle, larger or smaller', () => {
  const sora = { id: 'openai/sora-2-pro', capabilities: null };
  const frames = (file: ReturnType<typeof image>, parameters: Readonly<Record<string, string>>) =>
    fitsOf([input('firstFrame', file)], imageLimitsOf(sora), frameSizeOf(sora, parameters));
  const square = image('png', 1_024, 1_024);
  expect(frames(square, { resolution: '720p', aspectRatio: '9:16' })).toEqual([
    { format: 'png', width: 720, height: 1_280, crop: { left: 224, top: 0, width: 576, height: 1_024 } },
  ]);
  expect(frames(image('gif', 640, 360), { resolution: '720p' })).toEqual([
    { format: 'png', width: 1_280, height: 720, crop: whole(640, 360) },
  ]);
  expect(frames(square, {})).toMatchObject([{ width: 720, height: 1_280 }]);
  expect(frames(image('jpeg', 1_280, 720), { resolution: '720p' })).toEqual([null]);
  expect(frameSizeOf({ id: 'fal-ai/sora-2/image-to-video' }, {})).toBeUndefined();
  expect(frameSizeOf({ id: 'veo-3.1' }, { resolution: '720p' })).toBeUndefined();
  const [last] = fitsOf([input('lastFrame', square)], imageLimitsOf(sora), frameSizeOf(sora, {}));
  expect(last).toBeNull();
});
