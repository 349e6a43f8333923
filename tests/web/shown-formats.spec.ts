/** Results in formats that browsers don’t know: what the app decodes is shown, the rest says what it is; all are kept as they came. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { command, openTab } from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { receiveFiles, resultPath, startFileGateway } from '../support/file-gateway';
import { tiffFiles } from '../support/tiff-files';

test.use({ keepsPage: false });

const bytesOf = (name: keyof typeof tiffFiles) => Buffer.from(tiffFiles[name], 'base64');

const files = {
  inks: bytesOf('jpegOfCmyk'),
  lab: bytesOf('jpegOfLab'),
  'long offsets': bytesOf('big'),
  fractions: bytesOf('fractions'),
  photo: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  'wide speech': Buffer.concat([
    Buffer.from('#!AMR-WB\n'),
    Buffer.alloc(61 * 50, Uint8Array.of(0x44, ...new Uint8Array(60))),
  ]),
};

const stage = (page: Page) => page.locator('[data-focus=stage]');

async function show(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name: `Show ${name}`, exact: true });
  if ((await button.count()) > 0) await button.click();
  await expect(stage(page)).toContainText(name);
}

test('TIFF is shown, also with inks, Lab and long offsets; what isn’t decoded says so; each is saved whole', async ({
  appPage: page,
  home,
}) => {
  const gateway = await startFileGateway(files);
  const items = async () =>
    (await command(page, 'library.page', { filter: {}, cursor: null, limit: 50 })).items;
  try {
    const names = Object.keys(files) as (keyof typeof files)[];
    await receiveFiles(page, gateway, names);
    await openTab(page, 'Image');
    await expect.poll(async () => (await items()).length).toBe(names.length);
    await expect(page.getByRole('button', { name: /^Show / })).toHaveCount(names.length - 1);
    for (const item of await items()) {
      const saved = readFileSync(resultPath(home, item));
      expect([item.origin.prompt, saved.equals(files[item.origin.prompt as keyof typeof files])]).toEqual([
        item.origin.prompt,
        true,
      ]);
    }
    for (const name of ['inks', 'lab', 'long offsets'])
      await test.step(name, async () => {
        await show(page, name);
        await expect(stage(page)).toContainText('32 × 24');
        const painted = stage(page).locator('canvas[data-painted]');
        await expect(painted).toHaveCount(1);
        const pixel = await painted.evaluate((canvas: HTMLCanvasElement) => [
          ...(canvas.getContext('2d')?.getImageData(20, 15, 1, 1).data ?? []),
        ]);
        expect([160, 150, 175].map((value, color) => Math.abs((pixel[color] ?? 0) - value) < 16)).toEqual([
          true,
          true,
          true,
        ]);
      });
    for (const [name, words] of [
      ['fractions', 'TIFF can’t be shown here'],
      ['photo', 'HEIC can’t be shown here'],
      ['wide speech', 'AWB can’t be played here'],
    ] as const)
      await test.step(name, async () => {
        await show(page, name);
        await expect(stage(page)).toContainText(words);
        await expect(stage(page).getByRole('button', { name: 'Save as' }).first()).toBeVisible();
        await stage(page).getByRole('button', { name: 'More' }).last().click();
        await expect(page.getByRole('menuitem', { name: 'Lineage' })).toBeVisible();
        await expect(page.getByRole('menuitem', { name: 'Edit a copy…' })).toHaveCount(0);
        await page.keyboard.press('Escape');
      });
    await test.step('a TIFF is edited like any image', async () => {
      await show(page, 'inks');
      await stage(page).getByRole('button', { name: 'More' }).last().click();
      await page.getByRole('menuitem', { name: 'Edit a copy…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit a copy' });
      await dialog.getByLabel('Crop width').fill('16');
      await dialog.getByLabel('New width (pixels)').fill('16');
      await dialog.getByRole('button', { name: 'Save image' }).press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect
        .poll(async () => (await items()).map(({ contentType, width }) => `${contentType} ${width}`))
        .toContain('image/png 16');
    });
  } finally {
    await gateway.close();
  }
});
