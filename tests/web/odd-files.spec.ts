import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../support/app';
import { composer } from '../support/chat-page';
import { command, openTab } from '../support/create-page';
import { addProfile } from '../support/settings-page';
import { turnedFormats } from '../support/turned-images';

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

test('a turned WebP is upright on the stage', async ({ appPage: page }) => {
  const image = Buffer.from(await turnedFormats['image/webp'](6)).toString('base64');
  const server = createServer((request, response) => {
    const data = request.method === 'POST' ? [{ b64_json: image }] : [{ id: 'an/image', object: 'model' }];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
    await addProfile(page, { name: 'Local', baseUrl, key: 'sk-local' });
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await command(page, 'jobs.create', {
      ...{ id: randomUUID(), modality: 'image', model: 'an/image', prompt: 'Turned' },
      parameters: {},
      extra: {},
    });
    await openTab(page, 'Image');
    await expect(page.getByText('32 × 64').first()).toBeVisible();
    const painted = page.locator('main canvas[data-painted]').first();
    await expect(painted).toHaveCount(1);
    // The left lower corner of the stored pixels, blue, is seen at the left top.
    const corner = await painted.evaluate((canvas: HTMLCanvasElement) => [
      ...(canvas.getContext('2d')?.getImageData(2, 2, 1, 1).data ?? []),
    ]);
    expect(corner.slice(0, 3).map((value) => value > 127)).toEqual([false, false, true]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
