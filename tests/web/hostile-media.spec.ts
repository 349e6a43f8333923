import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import type { Page } from 'playwright/test';
import { expect, test } from '../support/app';
import { startBombGateway } from '../support/bomb-gateway';
import { composer } from '../support/chat-page';
import { command, openTab, results } from '../support/create-page';
import { descendantsOf } from '../support/descendants';
import { receiveFiles, startFileGateway } from '../support/file-gateway';
import { jpegPhoto } from '../support/photos';
import { addProfile } from '../support/settings-page';

const ask = (page: Page, modality: 'image' | 'speech') =>
  command(page, 'jobs.create', {
    ...{ id: randomUUID(), modality, model: `an/${modality}`, prompt: 'Hello there' },
    parameters: {},
    extra: {},
  });

test('a small file that becomes very large is not decoded, and the page says why', async ({
  appPage: page,
}) => {
  const gateway = await startBombGateway();
  try {
    await addProfile(page, { name: 'Local', baseUrl: gateway.baseUrl, key: 'sk-local' });
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await ask(page, 'image');
    await openTab(page, 'Image');
    await expect(page.getByText('Too large to show here (30,000 × 20,000)')).toBeVisible();
    await expect(page.locator('main img')).toHaveCount(0);
    await ask(page, 'speech');
    await openTab(page, 'Speech');
    const told = results(page).getByText('No waveform: more than 30 minutes of audio');
    await expect(told).toBeVisible();
    await expect(results(page).getByRole('button', { name: 'Play' })).toBeVisible();
  } finally {
    await gateway.close();
  }
});

test('an image that its decoder crashed over is saved, and the page says why it isn’t shown', async ({
  appPage: page,
  web,
}) => {
  test.skip(process.platform !== 'linux', 'processes are listed in /proc');
  // The larger it is, the longer its decoder can be met at work.
  const gateway = await startFileGateway({ lighthouse: createCanvas(5_000, 5_000).toBuffer('image/png') });
  const host = web.child.pid ?? 0;
  const before = await descendantsOf(host);
  const killDecoder = async () => {
    const id = (await descendantsOf(host)).find((one) => !before.includes(one));
    if (id !== undefined) process.kill(id, 'SIGSEGV');
    return id;
  };
  try {
    await receiveFiles(page, gateway, ['lighthouse']);
    await expect.poll(killDecoder, { intervals: [5] }).toBeDefined();
    await openTab(page, 'Image');
    await expect(page.getByText('Can’t be shown here: its decoder crashed')).toBeVisible();
    await expect(page.locator('main img')).toHaveCount(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as' }).first().click();
    expect((await stat(await (await download).path())).size).toBeGreaterThan(100);
    await openTab(page, 'Library');
    await expect(page.getByTitle('Can’t be shown here: its decoder crashed')).toBeVisible();
    await expect(page.locator('main img')).toHaveCount(0);
  } finally {
    await gateway.close();
  }
});

test('a photo loses its position when it is attached, and one line says so', async ({ appPage: page }) => {
  const buffer = Buffer.from(await jpegPhoto(6));
  await composer(page).fill('What is it?');
  await page
    .getByLabel('Images', { exact: true })
    .setInputFiles({ name: 'trip.jpg', mimeType: 'image/jpeg', buffer });
  const attached = page.getByRole('list', { name: 'Attached images' });
  await expect(attached.getByTitle('trip.jpg · 32 × 64')).toBeVisible();
  await expect(page.getByText('Location and camera data removed')).toBeVisible();
});
