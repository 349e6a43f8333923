import type { Page } from 'playwright/test';
import { test as alone, openApp } from '../support/app';
import { expectAccessible } from '../support/axe';
import { announcer, chooseModel, exchange, setExtra } from '../support/chat-page';
import {
  command,
  generate,
  jobRow,
  openCreateTab,
  prompt,
  result,
  results,
  shortestVideo,
} from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { listedCommands } from '../support/shortcuts-page';

test.use({ keepsPage: false });

const stage = (page: Page) => page.locator('[data-focus=stage]');
const picture = (page: Page) => stage(page).locator('img');
const stripItems = (page: Page) => results(page).getByRole('button', { name: /^Show / });

async function makeImages(page: Page, text: string, count: number): Promise<void> {
  await page.getByLabel('Count').fill(String(count));
  await generate(page, text);
  await expect(result(page, text).getByRole('button', { name: 'Save as' })).toHaveCount(count);
}

/** Every place that the stage has, frame by frame, from now on. */
async function watchPlaces(page: Page): Promise<() => Promise<readonly string[]>> {
  const places = await page.evaluateHandle(() => {
    const seen = new Set<string>();
    const look = () => {
      const box = document.querySelector('[data-focus=stage]')?.getBoundingClientRect();
      if (box !== undefined) seen.add([box.x, box.y, box.width, box.height].map(Math.round).join());
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  return () => places.evaluate((seen) => [...seen]);
}

/** Two fingers around a place, moved apart until they are `by` times as far from each other. */
async function pinch(page: Page, { x, y }: { x: number; y: number }, by: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const fingers = (distance: number) => [
    { x: x - distance / 2, y, id: 0 },
    { x: x + distance / 2, y, id: 1 },
  ];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(100) });
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const touchPoints = fingers(100 * (1 + (by - 1) * part));
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devtools.detach();
}

function pressesArrowLeftAndLosesFocus(button: HTMLElement): boolean {
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true }));
  return document.activeElement !== button;
}

async function smallImages(page: Page): Promise<void> {
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
}

test('the stage keeps its place from the start of a run of several to its last result', async ({
  appPage: page,
}) => {
  await smallImages(page);
  const places = await watchPlaces(page);
  await makeImages(page, 'Four boats', 4);
  await expect(stripItems(page)).toHaveCount(3);
  expect(await places()).toHaveLength(1);
});

test('the newest result is large and complete, its run beside it, and the keys go through all of them', async ({
  appPage: page,
}) => {
  // Each of these is pressed below, Space on the stage of a video.
  const ids = (await listedCommands(page)).filter(({ place }) => place === 'stage').map(({ id }) => id);
  expect(ids).toEqual(['first', 'last', 'fullScreen', 'play', 'grid', 'leave'].map((id) => `stage.${id}`));
  await smallImages(page);
  await makeImages(page, 'A heron', 1);
  const room = await stage(page).boundingBox();
  const box = await picture(page).boundingBox();
  if (room === null || box === null) throw new Error('There is no stage');
  expect(Math.round(box.width)).toBe(Math.round(box.height));
  expect(box.height).toBeGreaterThan(room.height * 0.7);
  await expect(stripItems(page)).toHaveCount(0);

  await makeImages(page, 'Four boats', 4);
  await expect(stage(page)).toContainText('1 of 4');
  await expect(stripItems(page)).toHaveCount(4);
  await prompt(page).press('Escape');
  await expect(stage(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(stage(page)).toContainText('2 of 4');
  await expect(announcer(page)).toHaveText('2 of 5: Four boats, 512 × 512');
  await page.keyboard.press('End');
  await expect(stage(page)).toContainText('A heron');
  await page.keyboard.press('ArrowRight');
  await expect(stage(page)).toContainText('A heron');
  await page.keyboard.press('Home');
  await expect(stage(page)).toContainText('1 of 4');
  await expectAccessible(page);

  // Of the image's own pixels: 1.25 times of whatever fits this window.
  const percent = async () => Number(/(\d+) %/.exec((await stage(page).textContent()) ?? '')?.[1]);
  await page.keyboard.press('+');
  await expect.poll(percent).toBeGreaterThan(0);
  const zoomed = await percent();
  const before = await picture(page).boundingBox();
  const [x, y] = [room.x + room.width / 3, room.y + room.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 20, { steps: 3 });
  await page.mouse.up();
  const after = await picture(page).boundingBox();
  expect(Math.round((after?.x ?? 0) - (before?.x ?? 0))).toBe(30);
  await page.keyboard.press('0');
  await expect(stage(page)).not.toContainText(' %');
  await pinch(page, { x, y }, 2);
  await expect.poll(async () => Math.abs((await percent()) - zoomed * 1.6)).toBeLessThan(3);
  await page.keyboard.press('0');
  await expect(stage(page)).not.toContainText(' %');
  // A touchpad's pinch is a wheel with Ctrl; the page itself must not zoom.
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await expect(stage(page)).toContainText(' %');
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  await page.keyboard.press('0');

  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('1 / 5');
  await page.keyboard.press('End');
  await expect(page.getByRole('dialog')).toContainText('5 / 5');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(stage(page)).toContainText('A heron');
  await expect(stage(page)).toBeFocused();

  await page.keyboard.press('g');
  await expect(stage(page)).toHaveCount(0);
  await expect(results(page).getByRole('listitem')).toHaveCount(5);
  // The keys of the grid go on from what was on the stage.
  await expect(results(page).getByRole('button', { name: /^Show A heron/ })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('slider', { name: 'Scale' }).fill('400');
  await page.reload();
  await expect(page.getByRole('slider', { name: 'Scale' })).toHaveValue('400');
  await expect
    .poll(async () => (await results(page).getByRole('listitem').first().boundingBox())?.width)
    .toBeGreaterThan(390);
  const third = results(page).getByRole('button', { name: 'Show Four boats, 3 of 4' });
  await third.focus();
  // Both keys may come within the same frame.
  expect(await third.evaluate(pressesArrowLeftAndLosesFocus)).toBe(true);
  await page.keyboard.press('Enter');
  await expect(stage(page)).toContainText('2 of 4');
  await expect(stage(page)).toBeFocused();
  await expect(results(page).getByRole('button', { name: 'Show Four boats, 3 of 4' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(prompt(page)).toBeFocused();
  await page.getByRole('link', { name: 'Library' }).click();
  const tiles = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await expect(tiles.filter({ hasText: 'Four boats, 3 of 4' })).toHaveCount(1);
});

test('a job has its place, and results that arrive meanwhile are marked and move nothing', async ({
  appPage: page,
}) => {
  await smallImages(page);
  await makeImages(page, 'A heron', 1);
  await makeImages(page, 'A lantern', 1);
  await prompt(page).press('Escape');
  await page.keyboard.press('End');
  await expect(stage(page)).toContainText('A heron');
  const before = await picture(page).boundingBox();
  await command(page, 'jobs.create', {
    ...{ id: crypto.randomUUID(), modality: 'image', model: 'sandbox/aurora', prompt: 'From elsewhere' },
    ...{ parameters: { size: '512x512' }, extra: {} },
  });
  await expect(jobRow(page, 'From elsewhere')).toContainText('completed');
  await expect(result(page, 'From elsewhere')).toContainText('new');
  await expect(stage(page)).toContainText('A heron');
  expect(await picture(page).boundingBox()).toEqual(before);
  await result(page, 'From elsewhere').getByRole('button', { name: 'Show From elsewhere' }).click();
  await expect(stage(page)).toContainText('From elsewhere');
  await page.keyboard.press('ArrowRight');
  await expect(result(page, 'From elsewhere')).not.toContainText('new');
});

test('a video is generated, stepped frame by frame, looped and slowed on the stage, with the keyboard', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await generate(page, 'Waves');
  await expect(stage(page)).toContainText(/checking|next check|submitting|waiting/);
  await expect(stage(page)).toContainText('≈ 1 cr');
  await expect(stage(page).getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expectAccessible(page);
  const video = stage(page).locator('video');
  await expect(video).toBeVisible();
  await prompt(page).press('Escape');
  await page.keyboard.press('Space');
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.paused)).toBe(false);
  await stage(page).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.paused)).toBe(true);
  await video.evaluate((one: HTMLVideoElement) => {
    one.currentTime = 0.5;
  });
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeCloseTo(0.5 + 2 / 24, 3);
  await page.keyboard.press(',');
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeCloseTo(0.5 + 1 / 24, 3);
  await stage(page).getByRole('button', { name: 'Loop' }).click();
  await stage(page).getByRole('combobox', { name: 'Playback speed' }).selectOption('0.25');
  expect(await video.evaluate((one: HTMLVideoElement) => [one.loop, one.playbackRate])).toEqual([true, 0.25]);
  await expectAccessible(page);

  await chooseModel(page, 'sandbox/kinograph-flaky');
  await setExtra(page, { fail: 'early', fail_after: 0 });
  await generate(page, 'Frost');
  await expect(stage(page).getByRole('alert')).toContainText('provider_error');
  await expect(stage(page).getByRole('button', { name: 'Retry' })).toBeVisible();
  await result(page, 'Waves').getByRole('button', { name: 'Play Waves' }).click();
  await expect(stage(page)).toContainText('Waves');
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.05);
});

test('a chat with several models names the model of each reply, in its header and in the list', async ({
  appPage: page,
}) => {
  const first = await exchange(page, 'Hello', 'sandbox/eliza');
  await expect(first).toContainText('sandbox/eliza');
  await chooseModel(page, 'sandbox/echo');
  const second = await exchange(page, 'And you?', 'sandbox/echo');
  await expect(second).toContainText('sandbox/echo');
  await expect(page.getByText('Used: sandbox/eliza, sandbox/echo')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Hello' })).toContainText('2 models');
  await page.setViewportSize({ width: 1_920, height: 1_080 });
  const text = await second.boundingBox();
  const composer = await page
    .getByRole('textbox', { name: 'Message' })
    .locator('xpath=ancestor::form')
    .boundingBox();
  expect(Math.abs((text?.x ?? 0) - (composer?.x ?? 9))).toBeLessThanOrEqual(1);
  expect(text?.width).toBe(composer?.width);
  await expectAccessible(page);
});

alone(
  'at 4K with everything twice as large, the stage keeps most of the window and its picture is sharp',
  async ({ web, browser }) => {
    const context = await browser.newContext({
      viewport: { width: 1920, height: 1080 },
      deviceScaleFactor: 2,
    });
    try {
      const page = await context.newPage();
      await openApp(page, web.url);
      await openCreateTab(page, 'Image');
      await page.getByLabel('Size').selectOption('1536x1024');
      await makeImages(page, 'A lighthouse', 1);
      await expect(picture(page)).toHaveJSProperty('complete', true);
      const box = await picture(page).boundingBox();
      expect(box?.width).toBeGreaterThan(1920 / 3);
      // The bitmap over the thumbnail has as many pixels as the screen, or as the file.
      await expect
        .poll(() =>
          stage(page)
            .locator('canvas')
            .evaluate((canvas: HTMLCanvasElement) => canvas.width),
        )
        .toBeGreaterThanOrEqual(Math.min(1536, Math.round((box?.width ?? 0) * 2)));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1920);
    } finally {
      await context.close();
    }
  },
);
