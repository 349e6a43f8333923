/** From a photo to a trimmed GIF by keyboard alone, in twelve actions: choices, drawings and texts. */
import { createCanvas } from '@napi-rs/canvas';
import type { Locator, Page } from 'playwright/test';
import { pickModel, pressOn, tabTo } from '../support/by-keyboard';
import { chooseModel } from '../support/chat-page';
import { command, openCreateTab, prompt, result, shortestVideo } from '../support/create-page';
import { expect, test } from '../support/emptied-app';

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** An entry of the menu of a result. */
async function choose(page: Page, text: string, name: string): Promise<void> {
  const more = result(page, text).getByRole('button', { name: 'More' }).first();
  await pressOn(page, more);
  const item = page.getByRole('menuitem', { name });
  await item.waitFor();
  for (let step = 0; step < 20 && !(await isFocused(item)); step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

async function write(page: Page, text: string): Promise<void> {
  await expect(prompt(page)).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Control+Enter');
}

async function choosePhoto(page: Page): Promise<void> {
  const canvas = createCanvas(512, 384);
  const context = canvas.getContext('2d');
  context.fillStyle = '#356';
  context.fillRect(0, 0, 512, 384);
  const inputs = page.getByRole('region', { name: 'Inputs' });
  const chooser = page.waitForEvent('filechooser');
  await pressOn(page, inputs.getByRole('button', { name: 'Image to edit', exact: true }));
  const buffer = canvas.encodeSync('jpeg', 90);
  await (await chooser).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
  await expect(inputs.getByRole('button', { name: /^Replace Image to edit.*photo\.jpg/ })).toBeFocused();
}

/** A rectangle from the middle, used as the mask. */
async function drawMask(page: Page): Promise<void> {
  await expect(page.getByRole('application')).toBeFocused();
  for (const key of ['r', 'Enter', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Enter', 'Control+Enter'])
    await page.keyboard.press(key);
  await expect(page.getByRole('application')).toHaveCount(0);
}

/** Half a second of the video, by the handle of its end. */
async function trimToHalf(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Edit a copy' });
  const operation = dialog.getByLabel('Edit', { exact: true });
  await tabTo(page, operation);
  await page.keyboard.type('G');
  await expect(operation.locator('option:checked')).toHaveText('GIF');
  await tabTo(page, dialog.getByLabel('End (seconds)'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('0.5');
}

test('a photo is edited in part, enlarged, animated, continued and becomes a trimmed GIF', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await openCreateTab(page, 'Image');
  await chooseModel(page, 'sandbox/retouch');
  const inputs = page.getByRole('region', { name: 'Inputs' });
  const actions: (() => Promise<void>)[] = [
    () => choosePhoto(page),
    () => pressOn(page, inputs.getByRole('button', { name: 'Draw mask' })),
    async () => {
      await drawMask(page);
      await tabTo(page, prompt(page));
    },
    () => write(page, 'The sea at night'),
    () => choose(page, 'The sea at night', 'Upscale'),
    () => choose(page, 'Upscale', 'Animate'),
    () => write(page, 'Waves'),
    () => choose(page, 'Waves', 'Continue from the last frame'),
    () => write(page, 'A ship comes'),
    () => choose(page, 'A ship comes', 'Edit a copy…'),
    () => trimToHalf(page),
    () => pressOn(page, page.getByRole('button', { name: 'Save GIF' })),
  ];
  expect(actions).toHaveLength(12);
  for (const act of actions) await act();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const { items } = await command(page, 'library.page', { filter: {}, cursor: null, limit: 50 });
  const gif = items.find(({ contentType }) => contentType === 'image/gif');
  expect(gif?.origin.parameters).toMatchObject({ operation: 'gif', start: 0, end: 0.5 });
  const { nodes, edges } = await command(page, 'media.lineage', { id: gif?.id ?? '', isWhole: true });
  // The photo, its mask and the last frame of the first video are files; five are results.
  expect(nodes.filter(({ kind }) => kind === 'result')).toHaveLength(5);
  expect(edges.map(({ role }) => role).sort()).toEqual(
    ['firstFrame', 'firstFrame', 'image', 'image', 'mask', 'source'].sort(),
  );
});

test('the board of a tree is walked with the arrow keys, with the cost of each result and of all', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  await pickModel(page, 'sandbox/retouch');
  await expect(prompt(page)).toBeFocused();
  const seed = page.getByRole('spinbutton', { name: 'Seed' });
  await seed.fill('1234567890');
  expect(await seed.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
  await choosePhoto(page);
  await tabTo(page, prompt(page));
  await write(page, 'A quiet bay');
  await choose(page, 'A quiet bay', 'Remove background');
  await choose(page, 'Remove background', 'Lineage');
  const dialog = page.getByRole('dialog', { name: 'Lineage' });
  await expect(dialog.getByText('photo.jpg').first()).toBeVisible();
  const details = dialog.getByRole('complementary', { name: 'Details' });
  // What a file was used as is said, since a mask has the name of its image; a small tree is in the middle.
  const photo = dialog.getByRole('option', { name: 'photo.jpg, Image to edit, File from this computer' });
  await expect(photo).toContainText('Image to edit · File from this computer');
  const offCenter = () =>
    dialog.getByRole('listbox').evaluate((board) => {
      const nodes = [...board.querySelectorAll('[role=option]')].map((one) => one.getBoundingClientRect());
      const { top, bottom } = board.getBoundingClientRect();
      const [first, last] = [
        Math.min(...nodes.map((one) => one.top)),
        Math.max(...nodes.map((one) => one.bottom)),
      ];
      return first - top - (bottom - last);
    });
  await expect.poll(offCenter).toBeCloseTo(0, 0);
  const before = await details.textContent();
  await page.keyboard.press('ArrowLeft');
  await expect(details).not.toHaveText(before ?? '');
  await expect(details).toContainText('A quiet bay');
  await expect(dialog.getByText(/\d cr/).first()).toBeVisible();
});
