/** What is drawn on a canvas, on a screen with two pixels for each of the page. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright/test';
import { command } from '../support/command';
import { openTab } from '../support/create-page';
import { expect, test } from '../support/emptied-app';

test.use({ keepsPage: false });

const pixels = 2;

/** By how many pixels of the screen each canvas differs from the place that it fills. */
const blurOf = (canvases: Locator) =>
  canvases.evaluateAll((all, scale) => {
    const differs = (canvas: HTMLCanvasElement) => {
      const { width, height } = canvas.getBoundingClientRect();
      return Math.max(Math.abs(canvas.width - width * scale), Math.abs(canvas.height - height * scale));
    };
    return (all as HTMLCanvasElement[]).filter((one) => one.checkVisibility()).map(differs);
  }, pixels);

async function expectSharp(canvases: Locator): Promise<void> {
  await expect(canvases.first()).toBeVisible();
  await expect.poll(async () => Math.max(...(await blurOf(canvases)))).toBeLessThanOrEqual(pixels);
}

async function speak(page: Page): Promise<void> {
  const request = {
    modality: 'speech',
    model: 'sandbox/narrator',
    parameters: {},
    extra: {},
    prompt: 'A boat',
  } as const;
  const id = randomUUID();
  await command(page, 'jobs.create', { ...request, id });
  const status = async () =>
    (await command(page, 'app.snapshot', {})).jobs.jobs.find((job) => job.id === id)?.status;
  await expect.poll(status).toBe('completed');
}

test('waveforms and charts are as sharp as the screen', async ({ appPage: page }) => {
  const devtools = await page.context().newCDPSession(page);
  const size = { width: 1440, height: 900, mobile: false, deviceScaleFactor: pixels };
  await devtools.send('Emulation.setDeviceMetricsOverride', size);
  await speak(page);
  await openTab(page, 'Speech');
  await expectSharp(page.getByRole('main').locator('canvas'));
  await page.getByRole('link', { name: 'Activity' }).click();
  await expectSharp(page.locator('.uplot canvas'));
});
