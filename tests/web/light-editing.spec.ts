/** “Edit a copy…”: new files of a video, a sound and an image, made in the page and checked with ffmpeg. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright/test';
import type { MediaItem } from '../../shared/media/media';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/emptied-app';
import { decodedFrames, decodedSamples, runFfmpeg } from '../support/ffmpeg';

/** The bytes of each of the six pictures of a contact sheet of 3 by 2. */
const tilesOf = (file: string): readonly string[] =>
  [0, 1, 2, 3, 4, 5].map((at) => {
    const crop = `crop=320:180:${(at % 3) * 320}:${Math.floor(at / 3) * 180}`;
    return runFfmpeg('-i', file, '-vf', crop, '-f', 'rawvideo', '-').toString('base64');
  });

type Host = { call: (name: never, input: never) => Promise<never> };

/** Makes one result of each kind, and says how to read what is in the library. */
function libraryOf(host: Host) {
  const call = host.call as unknown as (name: string, input: object) => Promise<Record<string, unknown>>;
  const items = async () =>
    (await call('library.page', { filter: {}, cursor: null, limit: 50 })).items as MediaItem[];
  return {
    items,
    async make(modality: string, model: string, parameters: object): Promise<MediaItem> {
      const before = await items();
      const id = crypto.randomUUID();
      await call('jobs.create', { id, modality, model, prompt: 'A paper boat.', parameters, extra: {} });
      await expect.poll(async () => (await items()).length).toBe(before.length + 1);
      return (await items())[0] as MediaItem;
    },
  };
}

async function openEditor(page: Page, tab: string) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${tab}`);
  await page.getByRole('button', { name: 'More' }).last().click();
  await page.getByRole('menuitem', { name: 'Edit a copy…' }).click();
  return page.getByRole('dialog', { name: 'Edit a copy' });
}

test('a video becomes a trimmed one, a GIF and a still, each a new file beside it', async ({
  appPage: page,
  host,
  home,
}) => {
  const library = libraryOf(host as unknown as Host);
  const film = await library.make('video', 'sandbox/kinograph', { duration: 2, resolution: '480p', seed: 1 });
  const pathOf = ({ fileName }: MediaItem) => path.join(home, 'media', 'videos', fileName);
  const before = readFileSync(pathOf(film));
  const save = async (count: number, name: string) => {
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const items = await library.items();
    expect(items).toHaveLength(count);
    return items[0] as MediaItem;
  };
  const dialog = await openEditor(page, 'video');
  await dialog.getByLabel('Start (seconds)').fill('0.5');
  await dialog.getByLabel('End (seconds)').fill('1.25');
  const preview = dialog.getByLabel('Preview');
  await dialog.getByRole('button', { name: 'Loop' }).click();
  const looped = await preview.evaluate(async (player: HTMLVideoElement) => {
    const seen: number[] = [];
    let rounds = 0;
    while (rounds < 2) {
      await new Promise((resolve) => player.addEventListener('seeked', resolve, { once: true }));
      seen.push(player.currentTime);
      rounds += 1;
    }
    return seen;
  });
  expect(looped.every((time) => time >= 0.5 && time < 1.25)).toBe(true);
  await dialog.getByRole('button', { name: 'Loop' }).click();
  expect(await preview.evaluate((player: HTMLVideoElement) => player.paused)).toBe(true);
  await expectAccessible(page, 'dialog');
  const trimmed = await save(2, 'Save trimmed');
  expect(trimmed.origin).toMatchObject({
    model: 'gatehouse/edit',
    cost: [],
    parameters: { operation: 'trim', start: 0.5, end: 1.25 },
  });
  const frames = (item: MediaItem) =>
    decodedFrames(pathOf(item))
      .split('\n')
      .filter((line) => /^0,/.test(line)).length;
  const rate = frames(film) / 2;
  expect(Math.abs(frames(trimmed) - 0.75 * rate)).toBeLessThanOrEqual(1);

  await (await openEditor(page, 'video')).getByLabel('Edit', { exact: true }).selectOption('GIF');
  await page.getByLabel('Width (pixels)').fill('160');
  await page.getByLabel('End (seconds)').fill('0.5');
  const gif = await save(3, 'Save GIF');
  expect(gif).toMatchObject({ kind: 'image', contentType: 'image/gif', width: 160 });
  const gifPath = path.join(home, 'media', 'images', gif.fileName);
  expect(
    decodedFrames(gifPath)
      .split('\n')
      .filter((line) => /^0,/.test(line)),
  ).toHaveLength(5);

  await (await openEditor(page, 'video')).getByLabel('Edit', { exact: true }).selectOption('Still image');
  await page.getByLabel('Time (seconds)').fill('0.5');
  expect(await save(4, 'Save still')).toMatchObject({ contentType: 'image/png', width: 854, height: 480 });

  await (await openEditor(page, 'video')).getByLabel('Edit', { exact: true }).selectOption('Contact sheet');
  await page.getByLabel('Columns').fill('3');
  await page.getByLabel('Rows').fill('2');
  const sheet = await save(5, 'Save contact sheet');
  expect(sheet).toMatchObject({ contentType: 'image/png', width: 960, height: 360 });
  expect(new Set(tilesOf(path.join(home, 'media', 'images', sheet.fileName))).size).toBe(6);
  expect(readFileSync(pathOf(film)).equals(before)).toBe(true);
});

test('a sound is trimmed to the sample, and an image cropped, turned and scaled', async ({
  appPage: page,
  host,
  home,
}) => {
  const library = libraryOf(host as unknown as Host);
  const sound = await library.make('speech', 'sandbox/narrator', { format: 'wav' });
  const whole = decodedSamples(path.join(home, 'media', 'speech', sound.fileName));
  const dialog = await openEditor(page, 'speech');
  await dialog.getByLabel('Start (seconds)').fill('0.25');
  await dialog.getByLabel('End (seconds)').fill('0.75');
  await dialog.getByRole('button', { name: 'Save trimmed' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const [trimmed] = await library.items();
  expect(decodedSamples(path.join(home, 'media', 'speech', trimmed?.fileName ?? ''))).toEqual(
    whole.slice(4_000, 12_000),
  );
  await library.make('image', 'sandbox/poster', { size: '512x512', seed: 1 });
  const editor = await openEditor(page, 'image');
  await editor.getByLabel('Crop width').fill('200');
  await editor.getByLabel('Crop height').fill('100');
  await editor.getByLabel('Rotate').selectOption('90° clockwise');
  await editor.getByLabel('New width (pixels)').fill('50');
  await editor.getByLabel('Format').selectOption('WebP');
  await editor.getByRole('button', { name: 'Save image' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await library.items())[0]).toMatchObject({ contentType: 'image/webp', width: 50, height: 100 });
});
