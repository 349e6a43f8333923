/** What “Edit a copy…” keeps of a file: how it is turned, its channels and samples, what is transparent, and colors beyond sRGB. */
import { readFileSync } from 'node:fs';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Locator, Page } from 'playwright/test';
import type { MediaItem } from '../../shared/media/media';
import { command, openTab } from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { runFfmpeg } from '../support/ffmpeg';
import { receiveFiles, resultPath, startFileGateway } from '../support/file-gateway';
import { jpegPhoto } from '../support/photos';

test.use({ keepsPage: false });

/** Eight pixels a side, all the green of a wide screen, with its profile. */
const wideGreen =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAA72lDQ1BJQ0MgUHJvZmlsZQAAeJxjYGASyUnOLWYxYGDIzSspCnJ3UoiIjFJgf8XACIRgkJhcXMCAF3y7BlF7WRe/OqyAMyW1OBlIfwDijOSCohIGBsYIIJunvKQAxE4BskWKgI4CsitA7HQIuwfEToKwF4DVhAQ5A9lbgGyFdAj7CoidBGF/AbGhdoEAt0tmcUFOYqVCgDEZriYASlIrSkC0s7MBAyg8IaKIcEKINd9nYLDd/////90IMa/9DAwbzRkYuHYixDQsGBgEuRkYTuwsSCxKBAsxAzFTWhoDw6flDAy8kQwMwheAeqIplQcAflBK1KzxkXwAAAATSURBVHicY2T4z4AVMGEXHqwSAMxCAQ8ywFvZAAAAAElFTkSuQmCC';

function made(name: string, ...options: readonly string[]): Buffer {
  const file = test.info().outputPath(name);
  runFfmpeg(...options, file);
  return readFileSync(file);
}

async function files() {
  made(
    'wide.mp4',
    '-f',
    'lavfi',
    '-i',
    'testsrc=s=160x90:r=10:d=2',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
  );
  const canvas = createCanvas(16, 16);
  canvas.getContext('2d').fillRect(0, 0, 8, 16);
  return {
    'turned film': made(
      'turned.mp4',
      ...['-i', test.info().outputPath('wide.mp4'), '-c', 'copy', '-metadata:s:v', 'rotate=90'],
    ),
    'six channels': made(
      'six.wav',
      ...['-f', 'lavfi', '-i', 'sine=d=2:r=48000', '-af', 'pan=5.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0'],
      ...['-c:a', 'pcm_s24le'],
    ),
    fractions: made('f.wav', '-f', 'lavfi', '-i', 'sine=d=2:r=48000', '-c:a', 'pcm_f32le'),
    'half clear': canvas.toBuffer('image/png'),
    'wide green': Buffer.from(wideGreen, 'base64'),
    'turned photo': await jpegPhoto(6),
  };
}

const stage = (page: Page) => page.locator('[data-focus=stage]');

async function openEditor(page: Page, name: string): Promise<Locator> {
  const show = page.getByRole('button', { name: `Show ${name}`, exact: true });
  if ((await show.count()) > 0) await show.click();
  await expect(stage(page)).toContainText(name);
  await stage(page).getByRole('button', { name: 'More' }).last().click();
  await page.getByRole('menuitem', { name: 'Edit a copy…' }).click();
  return page.getByRole('dialog', { name: 'Edit a copy' });
}

test('an edited copy is turned, and has the channels, samples, clear parts and colors of its file', async ({
  appPage: page,
  home,
}) => {
  const all = await files();
  const gateway = await startFileGateway(all);
  const items = async () =>
    (await command(page, 'library.page', { filter: {}, cursor: null, limit: 50 })).items;
  const save = async (dialog: Locator) => {
    const before = (await items()).map(({ id }) => id);
    await dialog.getByRole('button', { name: /^Save / }).press('Enter');
    await expect(dialog).toHaveCount(0);
    const item = (await items()).find(({ id }) => !before.includes(id)) as MediaItem;
    const bytes = readFileSync(resultPath(home, item));
    await command(page, 'media.remove', { ids: [item.id] });
    return { item, bytes };
  };
  const pixelOf = async (bytes: Buffer, x: number, y: number) => {
    const image = await loadImage(bytes);
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return [...context.getImageData(x, y, 1, 1).data];
  };
  try {
    await receiveFiles(page, gateway, Object.keys(all));
    await openTab(page, 'Image');
    await expect.poll(async () => (await items()).length).toBe(Object.keys(all).length);

    await test.step('a turned video', async () => {
      let dialog = await openEditor(page, 'turned film');
      await dialog.getByLabel('Start (seconds)').fill('0.5');
      expect((await save(dialog)).item).toMatchObject({ width: 90, height: 160, durationMs: 1_500 });
      dialog = await openEditor(page, 'turned film');
      await dialog.getByLabel('Edit', { exact: true }).selectOption('GIF');
      await dialog.getByLabel('Frames per second').fill('15');
      expect((await save(dialog)).item).toMatchObject({ width: 90, height: 160, durationMs: 2_000 });
    });
    await test.step('sound', async () => {
      for (const [name, facts] of [
        ['six channels', { channels: 6, sampleRate: 48_000, bytes: 24 }],
        ['fractions', { channels: 1, sampleRate: 48_000, bytes: 32 }],
      ] as const) {
        const dialog = await openEditor(page, name);
        await dialog.getByLabel('End (seconds)').fill('1');
        const { item, bytes } = await save(dialog);
        expect(item).toMatchObject({ channels: facts.channels, sampleRate: 48_000 });
        // Samples are copied in packets of 2,048.
        expect(Math.abs((item.durationMs ?? 0) - 1_000)).toBeLessThan(45);
        expect(bytes.readUInt16LE(bytes.indexOf('fmt ') + 8 + 14)).toBe(facts.bytes);
      }
    });
    await test.step('what is clear', async () => {
      const dialog = await openEditor(page, 'half clear');
      await dialog.getByLabel('Crop width').fill('12');
      await dialog.getByLabel('New width (pixels)').fill('12');
      const { bytes } = await save(dialog);
      expect([(await pixelOf(bytes, 2, 2))[3], (await pixelOf(bytes, 10, 2))[3]]).toEqual([255, 0]);
    });
    await test.step('a turned photo is cut as it is seen', async () => {
      const dialog = await openEditor(page, 'turned photo');
      await dialog.getByLabel('Format').selectOption('PNG');
      await dialog.getByLabel('Crop width').fill('16');
      await dialog.getByLabel('Crop height').fill('16');
      await dialog.getByLabel('New width (pixels)').fill('16');
      const { item, bytes } = await save(dialog);
      expect(item).toMatchObject({ width: 16, height: 16 });
      // The left lower corner of the stored pixels, blue, is seen at the left top.
      const [red = 255, green = 255, blue = 0] = await pixelOf(bytes, 8, 8);
      expect([red < 60, green < 60, blue > 200]).toEqual([true, true, true]);
    });
    await test.step('colors beyond sRGB', async () => {
      const dialog = await openEditor(page, 'wide green');
      await dialog.getByLabel('Crop width').fill('4');
      await dialog.getByLabel('New width (pixels)').fill('4');
      const { bytes } = await save(dialog);
      const seen = await page.evaluate(async (base64) => {
        const image = await createImageBitmap(
          new Blob([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))]),
        );
        const context = new OffscreenCanvas(4, 4).getContext('2d', { colorSpace: 'display-p3' });
        context?.drawImage(image, 0, 0);
        return [...(context?.getImageData(1, 1, 1, 1).data ?? [])];
      }, bytes.toString('base64'));
      expect([(seen[0] ?? 255) < 40, (seen[1] ?? 0) > 245, (seen[2] ?? 255) < 40]).toEqual([
        true,
        true,
        true,
      ]);
    });
  } finally {
    await gateway.close();
  }
});
