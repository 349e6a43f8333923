import path from 'node:path';
import type { Page } from 'playwright/test';
import { announcer } from '../support/chat-page';
import {
  filesIn,
  generate,
  jobRow,
  openCreateTab,
  result,
  results,
  shortestVideo,
} from '../support/create-page';
import { clipboardPicture, expect, test } from '../support/desktop';

async function makeImage(page: Page, text: string): Promise<void> {
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
  await generate(page, text);
  await expect(result(page, text).getByRole('button', { name: 'Save as' })).toBeVisible({ timeout: 30_000 });
}

test('an image is shown, copied, saved elsewhere and found in its folder', async ({ launch, home }) => {
  const desktop = await launch();
  const { app, window: page } = desktop;
  await makeImage(page, 'A boat');
  const picture = result(page, 'A boat').locator('img');
  await expect(picture).toHaveAttribute('src', /^media:\/\/thumbnail\//);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  await result(page, 'A boat').getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(announcer(page)).toHaveText('Picture copied');
  expect(await clipboardPicture(desktop)).toEqual({
    width: 512,
    height: 512,
  });

  const target = path.join(home, 'saved.png');
  const saved = app.evaluate(
    ({ session }, file) =>
      new Promise((resolve) => {
        session.defaultSession.once('will-download', (_, item) => {
          item.setSavePath(file);
          item.once('done', (_event, state) => resolve([state, item.getFilename()]));
        });
      }),
    target,
  );
  await result(page, 'A boat').getByRole('button', { name: 'Save as' }).click();
  expect(await saved).toEqual(['completed', expect.stringMatching(/A boat\.png$/)]);

  await app.evaluate(({ shell }) => {
    shell.showItemInFolder = (file) => Object.assign(globalThis, { shownFile: file });
  });
  await result(page, 'A boat').getByRole('button', { name: 'Show in folder' }).click();
  const [file] = await filesIn(home, 'images');
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'shownFile'))).toBe(file);
});

test('speech and film play and seek, and a frame can be copied', async ({ launch }) => {
  test.setTimeout(120_000);
  const desktop = await launch();
  const { window: page } = desktop;
  await openCreateTab(page, 'Speech');
  await generate(page, 'Hello there, this is the desktop speaking to you.');
  await results(page).getByRole('button', { name: 'Play' }).click({ timeout: 40_000 });
  const position = () => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
  await expect.poll(position).toBeGreaterThan(0.2);
  await expect(results(page).locator('[aria-hidden] canvas').first()).toBeVisible({ timeout: 20_000 });

  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await generate(page, 'Neon koi');
  await results(page)
    .getByRole('button', { name: /^Play / })
    .click({ timeout: 60_000 });
  const place = await results(page)
    .locator('video')
    .evaluate(async (film: HTMLVideoElement) => {
      film.pause();
      film.currentTime = 0.5;
      await new Promise((resolve) => film.addEventListener('seeked', resolve, { once: true }));
      return film.currentTime;
    });
  expect(place).toBe(0.5);
  await results(page).getByRole('button', { name: 'Copy frame' }).click();
  await expect(announcer(page)).toHaveText('Picture copied');
  expect((await clipboardPicture(desktop)).height).toBe(480);
});

test('media addresses lead to results and to nothing else', async ({ launch }) => {
  const { window: page } = await launch();
  await makeImage(page, 'A boat');
  const id = await result(page, 'A boat')
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.src.split('/').at(-1) ?? '');
  const statuses = await page.evaluate(
    (urls) => Promise.all(urls.map(async (url) => (await fetch(url)).status)),
    [
      `media://item/${id}`,
      ...['media://item/nobody', 'media://item/..%2f..%2fetc%2fpasswd', 'media://export/..%2fdatabase'],
      ...[`media://elsewhere/${id}`, `media://item/${id}/../../x`],
    ],
  );
  expect(statuses).toEqual([200, 404, 404, 404, 404, 404]);
});

test('a job that ends out of sight is told, and a click leads to its result', async ({ launch }) => {
  test.setTimeout(90_000);
  const { app, window: page } = await launch();
  await app.evaluate(({ Notification, BrowserWindow }) => {
    Notification.isSupported = () => true;
    Notification.prototype.show = function show() {
      Object.assign(globalThis, { shownNotification: this });
    };
    BrowserWindow.getFocusedWindow = () => null;
  });
  await makeImage(page, 'Seen by nobody');
  await expect(jobRow(page, 'Seen by nobody')).toContainText('completed');
  const told = await app.evaluate(() => {
    const notification = Reflect.get(globalThis, 'shownNotification') as Electron.Notification;
    return [notification.title, notification.body];
  });
  expect(told).toEqual(['Image ready, 2 credits', 'Seen by nobody']);
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await app.evaluate(() => Reflect.get(globalThis, 'shownNotification').emit('click'));
  await expect(result(page, 'Seen by nobody')).toBeFocused();
});

test('a result can be dragged out to other programs as the file it is', async ({ launch }) => {
  const desktop = await launch();
  const { app, window: page } = desktop;
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    // The system's drag needs a hand on a pointer; what is handed to it can be seen without.
    if (window)
      window.webContents.startDrag = (item) =>
        Object.assign(globalThis, {
          dragged: { file: item.file, isSeen: !(item.icon as Electron.NativeImage).isEmpty() },
        });
  });
  await makeImage(page, 'A kite');
  await result(page, 'A kite').locator('img').dispatchEvent('dragstart');
  const dragged = () =>
    app.evaluate(() => (globalThis as { dragged?: { file: string; isSeen: boolean } }).dragged);
  await expect.poll(dragged).toMatchObject({ isSeen: true });
  expect(path.basename((await dragged())?.file ?? '')).toMatch(/A kite\.png$/);
});
