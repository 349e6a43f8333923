import { readFile, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { announcer } from '../support/chat-page';
import { command } from '../support/command';
import {
  filesIn,
  generate,
  jobRow,
  openCreateTab,
  result,
  results,
  shortestVideo,
} from '../support/create-page';
import { clipboardPicture, expect, type RunningDesktop, test } from '../support/desktop';
import { pdfOf } from '../support/documents';
import { startNotificationBus } from '../support/notification-bus';

async function makeImage(page: Page, text: string): Promise<void> {
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
  await generate(page, text);
  await expect(result(page, text).getByRole('button', { name: 'Save as' })).toBeVisible();
}

test('an image is shown, copied, saved elsewhere and shown in its folder', async ({ launch, home }) => {
  const desktop = await launch();
  const { app, window: page } = desktop;
  await makeImage(page, 'A boat');
  const picture = result(page, 'A boat').locator('img');
  await expect(picture).toHaveAttribute('src', /^media:\/\/thumbnail\//);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  await result(page, 'A boat').getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(announcer(page)).toHaveText('Image copied');
  expect(await clipboardPicture(desktop)).toEqual({
    width: 512,
    height: 512,
  });

  const [file = ''] = await filesIn(home, 'images');
  const target = path.join(home, 'saved.png');
  await answerDialog(desktop, target);
  await result(page, 'A boat').getByRole('button', { name: 'Save as' }).click();
  await expect.poll(() => readFile(target).catch(() => null)).toEqual(await readFile(file));
  expect(await suggestedName(desktop)).toMatch(/A boat\.png$/);

  await app.evaluate(({ shell }) => {
    shell.showItemInFolder = (file) => Object.assign(globalThis, { shownFile: file });
  });
  await result(page, 'A boat').getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'shownFile'))).toBe(file);
});

/** Replaces the system's dialog, which no test can control. */
const answerDialog = ({ app }: RunningDesktop, filePath: string | null) =>
  app.evaluate(({ dialog }, chosen) => {
    const answer = async (_window: unknown, options: { defaultPath?: string }) => {
      Object.assign(globalThis, { suggested: options.defaultPath });
      return { canceled: chosen === null, filePath: chosen ?? '' };
    };
    dialog.showSaveDialog = answer as typeof dialog.showSaveDialog;
  }, filePath);
const suggestedName = ({ app }: RunningDesktop) =>
  app.evaluate(() => (globalThis as { suggested?: string }).suggested);

test('a large file is saved unchanged, a cancelled dialog saves nothing, and a full disk is reported', async ({
  launch,
  home,
}) => {
  const desktop = await launch();
  const { window: page } = desktop;
  await makeImage(page, 'A boat');
  const [file = ''] = await filesIn(home, 'images');
  await truncate(file, 300 * 2 ** 20);
  const target = path.join(home, 'saved.png');
  const saveAs = result(page, 'A boat').getByRole('button', { name: 'Save as' });
  await answerDialog(desktop, null);
  await saveAs.click();
  await expect.poll(() => suggestedName(desktop)).toMatch(/A boat\.png$/);
  await answerDialog(desktop, target);
  await saveAs.click();
  await expect.poll(async () => (await stat(target).catch(() => null))?.size).toBe(300 * 2 ** 20);
  await answerDialog(desktop, path.join(home, 'no such folder', 'saved.png'));
  await saveAs.click();
  const problem = page.getByRole('dialog', { name: 'Couldn’t save the file' });
  await expect(problem.getByRole('alert')).toContainText('storage_failed');
  await expect(problem).toContainText('no such folder');
  await page.keyboard.press('Escape');
  await expect(problem).toHaveCount(0);
  await rm(file);
  await saveAs.click();
  await expect(problem.getByRole('alert')).toContainText('not_found');
});

test('speech and video play and seek, and a frame can be copied', async ({ launch }) => {
  test.setTimeout(120_000);
  const desktop = await launch();
  const { window: page } = desktop;
  await openCreateTab(page, 'Speech');
  await generate(page, 'Hello there, this is the desktop speaking to you.');
  await results(page).getByRole('button', { name: 'Play' }).click();
  const position = () => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
  await expect.poll(position).toBeGreaterThan(0.2);
  await expect(results(page).locator('[aria-hidden] canvas').first()).toBeVisible();

  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await generate(page, 'Neon koi');
  await results(page)
    .getByRole('button', { name: /^Play / })
    .click();
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
  await expect(announcer(page)).toHaveText('Image copied');
  expect((await clipboardPicture(desktop)).height).toBe(480);
});

test('a document is read by the process that may die over it', async ({ launch }) => {
  const { window: page } = await launch();
  const bytes = await pdfOf(['Rent is 900 a month', 'Heating is 120']);
  const { id } = await command(page, 'attachments.add', {
    name: 'report.pdf',
    base64: Buffer.from(bytes).toString('base64'),
  });
  const reading = await command(page, 'attachments.read', { id });
  expect(reading).toMatchObject({ pages: 2, sample: expect.stringContaining('Rent is 900') });
});

test('media addresses serve results and nothing else', async ({ launch }) => {
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

test('a job that ends while the window is hidden shows a notification of plain text, and a click opens its result', async ({
  launch,
}) => {
  test.setTimeout(90_000);
  const { app, window: page } = await launch();
  // What others wrote, as a link would be in it: the notifications of Linux read markup.
  const prompt = 'Seen by <a href="https://evil.example">nobody</a>';
  await app.evaluate(({ Notification, BrowserWindow }) => {
    Notification.isSupported = () => true;
    Notification.prototype.show = function show() {
      Object.assign(globalThis, { shownNotification: this });
    };
    for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => false;
  });
  await makeImage(page, prompt);
  await expect(jobRow(page, prompt)).toContainText('completed');
  const [told, urgency, stays] = await app.evaluate(() => {
    const notification = Reflect.get(globalThis, 'shownNotification') as Electron.Notification;
    const { title, body, urgency, timeoutType } = notification;
    return [[title, body], urgency, timeoutType];
  });
  const escaped = prompt.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  expect(told).toEqual(['Image ready, 2 credits', process.platform === 'linux' ? escaped : prompt]);
  // The system holds others back where it must not disturb.
  expect(urgency).not.toBe('critical');
  expect(stays).not.toBe('never');
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await app.evaluate(() => Reflect.get(globalThis, 'shownNotification').emit('click'));
  await expect(result(page, prompt)).toBeFocused();
});

test('a notification service that reads markup is given what others wrote as text', async ({ launch }) => {
  test.setTimeout(90_000);
  const bus = await startNotificationBus();
  test.skip(bus === null, 'no dbus-daemon is installed');
  if (bus === null) return;
  try {
    const { app, window: page } = await launch({ env: { DBUS_SESSION_BUS_ADDRESS: bus.address } });
    const isSupported = await app.evaluate(({ Notification, BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => false;
      return Notification.isSupported();
    });
    test.skip(!isSupported, 'libnotify is not installed');
    await makeImage(page, 'Seen by <a href="https://evil.example">nobody</a> & <b>all</b>');
    await expect
      .poll(() => bus.shown)
      .toEqual([
        {
          summary: 'Image ready, 2 credits',
          body: 'Seen by &lt;a href="https://evil.example"&gt;nobody&lt;/a&gt; &amp; &lt;b&gt;all&lt;/b&gt;',
        },
      ]);
  } finally {
    bus.close();
  }
});

test('a notification that the system refuses is said once, with what to do', async ({ launch }) => {
  test.setTimeout(90_000);
  const bus = await startNotificationBus('Not allowed for this program');
  test.skip(bus === null, 'no dbus-daemon is installed');
  if (bus === null) return;
  try {
    const { app, window: page } = await launch({ env: { DBUS_SESSION_BUS_ADDRESS: bus.address } });
    const isSupported = await app.evaluate(({ Notification, BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => false;
      return Notification.isSupported();
    });
    test.skip(!isSupported, 'libnotify is not installed');
    const notice = page.getByText('Couldn’t show a notification.');
    await makeImage(page, 'A boat');
    await expect(notice).toBeVisible();
    await expect(page.getByText(/Allow notifications of Gatehouse in the system’s settings/)).toBeVisible();
    await makeImage(page, 'Another boat');
    await expect(jobRow(page, 'Another boat')).toContainText('completed');
    await expect(notice).toHaveCount(1);
  } finally {
    bus.close();
  }
});

test('the taskbar shows the progress of the jobs; it and notifications stay silent if switched off', async ({
  launch,
}) => {
  test.setTimeout(120_000);
  const { app, window: page } = await launch();
  await app.evaluate(({ Notification, BrowserWindow }) => {
    const outside = { progress: [] as number[], told: 0 };
    Object.assign(globalThis, { outside });
    Notification.isSupported = () => true;
    Notification.prototype.show = () => {
      outside.told += 1;
    };
    for (const window of BrowserWindow.getAllWindows()) {
      window.isFocused = () => false;
      window.setProgressBar = (progress) => void outside.progress.push(progress);
    }
  });
  const outside = () =>
    app.evaluate(() => (globalThis as unknown as { outside: { progress: number[]; told: number } }).outside);
  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await generate(page, 'Neon koi');
  await expect(jobRow(page, 'Neon koi')).toContainText('completed');
  await expect.poll(async () => (await outside()).told).toBe(1);
  const { progress } = await outside();
  expect(progress.at(-1)).toBe(-1);
  expect(progress.some((one) => one === 2 || (one > 0 && one <= 1))).toBe(true);

  await openCreateTab(page, 'Image');
  await page.getByRole('switch', { name: 'Notify when done' }).click();
  await page.getByRole('switch', { name: 'Progress on the taskbar' }).click();
  await expect(page.getByRole('switch', { name: 'Progress on the taskbar' })).not.toBeChecked();
  await makeImage(page, 'Seen by nobody');
  await expect(jobRow(page, 'Seen by nobody')).toContainText('completed');
  expect(await outside()).toEqual({ told: 1, progress });
});

test('a result is dragged out as its file, with its thumbnail', async ({ launch }) => {
  const desktop = await launch();
  const { app, window: page } = desktop;
  await app.evaluate(({ BrowserWindow, nativeImage }) => {
    const decoded: string[] = [];
    nativeImage.createFromPath = (file) => {
      decoded.push(file);
      return nativeImage.createEmpty();
    };
    const [window] = BrowserWindow.getAllWindows();
    // The system's drag needs a hand on a pointer; what is handed to it can be seen without.
    if (window)
      window.webContents.startDrag = ({ file, icon }) => {
        const image = icon as Electron.NativeImage;
        const pixels = new Set(new Uint32Array(image.toBitmap().slice().buffer));
        Object.assign(globalThis, {
          dragged: { file, size: image.getSize(), colors: pixels.size, decoded },
        });
      };
  });
  await makeImage(page, 'A kite');
  await result(page, 'A kite').locator('img').dispatchEvent('dragstart');
  const dragged = () => app.evaluate(() => Reflect.get(globalThis, 'dragged'));
  await expect.poll(dragged).toMatchObject({ size: { width: 64, height: 64 }, decoded: [] });
  expect(path.basename((await dragged()).file)).toMatch(/A kite\.png$/);
  expect((await dragged()).colors, 'an icon of one color is the plain one').toBeGreaterThan(50);
});
