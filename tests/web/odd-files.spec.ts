import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { openSetup } from '../support/batch-page';
import { composer } from '../support/chat-page';
import { jobRow, openTab } from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { runFfmpeg } from '../support/ffmpeg';
import { receiveFiles, startFileGateway } from '../support/file-gateway';
import { mp3, picture } from '../support/media-files';
import { turnedFormats } from '../support/turned-images';

test.use({ keepsPage: false });

test('a text file in an old encoding is quoted by a guess that is shown and can be changed', async ({
  appPage: page,
}) => {
  const buffer = Buffer.from('Größe und Äpfel', 'latin1');
  await page
    .getByLabel('Text files', { exact: true })
    .setInputFiles({ name: 'old.txt', mimeType: 'text/plain', buffer });
  await expect(composer(page)).toHaveValue(/Größe und Äpfel/);
  const encoding = page.getByRole('combobox', { name: 'Encoding of “old.txt”, guessed' });
  await expect(encoding).toHaveValue('Windows-1252');
  await encoding.selectOption('Windows-1251');
  await expect(composer(page)).toHaveValue(/GrцЯe/);
  await page.getByLabel('Images', { exact: true }).setInputFiles({
    name: 'a.heic',
    mimeType: 'image/heic',
    buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
  });
  await expect(page.getByRole('alert')).toContainText('HEIC is not a PNG, JPEG, WebP or GIF image');
});

test('a table in an old encoding is read by a guess that can be changed', async ({ appPage: page }) => {
  await openSetup(page, 'Say {{was}}');
  const buffer = Buffer.from('was;wie\nGröße;schön\n', 'latin1');
  await page
    .getByLabel('Table file', { exact: true })
    .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer });
  const cell = page.getByRole('textbox', { name: 'Row 1, was' });
  await expect(cell).toHaveValue('Größe');
  const encoding = page.getByRole('combobox', { name: 'Encoding of “old.csv”, guessed' });
  await encoding.selectOption('Windows-1251');
  await expect(cell).toHaveValue(/^GrцЯe/);
  await encoding.selectOption('Windows-1252');
  await expect(cell).toHaveValue('Größe');
});

const stage = (page: Page) => page.locator('[data-focus=stage]');

/** Files as models really send them; what each is shows only in the running app. */
async function oddFiles() {
  const made = (name: string, ...options: readonly string[]) => {
    runFfmpeg('-f', 'lavfi', '-i', 'testsrc=s=64x36:r=5:d=1', ...options, test.info().outputPath(name));
    return readFileSync(test.info().outputPath(name));
  };
  const hevc = made('a.mp4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p').toString('latin1');
  return {
    turned: await turnedFormats['image/webp'](6),
    'moving WebP': made('a.webp', '-c:v', 'libwebp_anim'),
    'moving PNG': made('a.png', '-f', 'apng'),
    HEVC: Buffer.from(hevc.replaceAll('avc1', 'hvc1').replaceAll('avcC', 'hvcC'), 'latin1'),
    'five frames': made('a.webm', '-c:v', 'libvpx'),
    VBR: mp3OfTwoRates(await mp3(2, { bitrate: 32 }), await mp3(2, { bitrate: 128 })),
    small: await picture('png', { width: 100, height: 60 }),
  };
}

/** Frames of one rate, then of another, and nothing that says how many: a length by the first rate is far off. */
const mp3OfTwoRates = (slow: Uint8Array, fast: Uint8Array) => Buffer.concat([slow, fast]);

const show = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Show ${name}`, exact: true }).click();
  await expect(stage(page)).toContainText(name);
};

test('odd files are upright, move, have their length and size, or say why they can’t be played', async ({
  appPage: page,
}) => {
  const files = await oddFiles();
  const gateway = await startFileGateway(files);
  try {
    await receiveFiles(page, gateway, Object.keys(files));
    await openTab(page, 'Image');
    await expect(page.getByRole('button', { name: /^Show / })).toHaveCount(Object.keys(files).length - 1);
    // In the list of jobs, a sound and a video that came for an image are no broken images.
    await expect(jobRow(page, 'small').locator('img')).toHaveCount(1);
    for (const name of ['VBR', 'five frames']) await expect(jobRow(page, name).locator('img')).toHaveCount(0);
    await expectShownAsTheyAre(page);
  } finally {
    await gateway.close();
  }
});

async function expectShownAsTheyAre(page: Page): Promise<void> {
  await expectOnePixelToOne(page);
  await test.step('turned', async () => {
    await show(page, 'turned');
    await expect(stage(page)).toContainText('32 × 64');
    const painted = stage(page).locator('canvas[data-painted]');
    await expect(painted).toHaveCount(1);
    // The left lower corner of the stored pixels, blue, is seen at the left top.
    const corner = await painted.evaluate((canvas: HTMLCanvasElement) => [
      ...(canvas.getContext('2d')?.getImageData(2, 2, 1, 1).data ?? []),
    ]);
    expect(corner.slice(0, 3).map((value) => value > 127)).toEqual([false, false, true]);
  });
  for (const name of ['moving WebP', 'moving PNG'])
    await test.step(name, async () => {
      await show(page, name);
      // The file itself, which the browser moves; a bitmap stands still.
      await expect(stage(page).locator('img')).toHaveJSProperty('complete', true);
      await expect(stage(page).locator('canvas')).toBeHidden();
      await expect(stage(page).locator('img')).not.toHaveAttribute('src', /thumb/);
    });
  await test.step('HEVC', async () => {
    await show(page, 'HEVC');
    await expect(stage(page)).toContainText('HEVC can’t be played here');
  });
  await test.step('VBR', async () => {
    await show(page, 'VBR');
    await expect(stage(page)).toContainText(/4\.\d s/);
  });
  await test.step('five frames a second', async () => {
    await show(page, 'five frames');
    const video = stage(page).locator('video');
    await stage(page).getByRole('button', { name: /^Play/ }).first().click();
    await expect(video).toHaveJSProperty('readyState', 4);
    const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
    await video.evaluate(async (element: HTMLVideoElement) => {
      element.pause();
      const seeked = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }));
      element.currentTime = 0.3;
      await seeked;
    });
    const before = await time();
    await stage(page).focus();
    await page.keyboard.press('.');
    await expect.poll(async () => Math.abs((await time()) - before)).toBeCloseTo(0.2, 2);
  });
}

/** In pixels of the screen, whatever it makes of a pixel of the page. */
async function expectOnePixelToOne(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const deviceScaleFactor of [1, 2])
    await test.step(`100 % at ${deviceScaleFactor}`, async () => {
      await show(page, 'VBR');
      await devtools.send('Emulation.setDeviceMetricsOverride', {
        ...{ width: 1440, height: 900, mobile: false, deviceScaleFactor },
      });
      await show(page, 'small');
      await expect(stage(page).locator('canvas[data-painted]')).toHaveCount(1);
      await stage(page).focus();
      await page.keyboard.press('1');
      const width = async () => {
        const box = await stage(page).locator('canvas, img').first().boundingBox();
        return (box?.width ?? 0) * deviceScaleFactor;
      };
      await expect.poll(width).toBeCloseTo(100, 0);
    });
  await devtools.detach();
}
