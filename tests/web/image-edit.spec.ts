/** Parts of images, drawn on by pointer and by keys. */
import { createCanvas } from '@napi-rs/canvas';
import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { tabTo } from '../support/by-keyboard';
import { chooseModel } from '../support/chat-page';
import {
  command,
  generate,
  generateButton,
  openCreateTab,
  prompt,
  result,
  shortestVideo,
} from '../support/create-page';
import { expect, test } from '../support/emptied-app';

test('a part is marked by pointer and keys, kept on Escape, sent as a mask, and nothing else changes', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
  await generate(page, 'A red balloon');
  const card = result(page, 'A red balloon');
  await card.getByRole('button', { name: 'More' }).waitFor();
  await card.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit a part' }).click();
  const editor = page.getByRole('dialog', { name: 'Mark the part to change' });
  const share = editor.locator('[data-mask-share]');
  await expect(share).toHaveText('512 × 512 · 0 % of the image marked');
  await drag(page, [100, 100], [160, 140]);
  const drawn = await share.textContent();
  expect(drawn).not.toContain(' 0 %');
  await page.keyboard.press('r');
  await page.keyboard.press('Enter');
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('Shift+ArrowRight');
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  const marked = await share.textContent();
  expect(marked).not.toBe(drawn);
  await page.keyboard.press('Control+z');
  await expect(share).toHaveText(drawn ?? '');
  await page.keyboard.press('Control+Shift+z');
  await expect(share).toHaveText(marked ?? '');
  await expectAccessible(page, 'dialog');

  await page.keyboard.press('Escape');
  const inputs = page.getByRole('region', { name: 'Inputs' });
  await inputs.getByRole('button', { name: 'Draw mask' }).click();
  await expect(share).toHaveText(marked ?? '');
  await page.keyboard.press('Control+Enter');
  await expect(inputs.getByRole('button', { name: /^Replace Mask/ })).toBeVisible();
  await prompt(page).fill('The sea at night');
  await generateButton(page).click();
  const edited = result(page, 'The sea at night');
  await edited.getByRole('button', { name: 'More' }).waitFor();
  expect(await changesOf(page, 'The sea at night')).toEqual({ outside: 0, hasInside: true });

  await edited.getByRole('button', { name: 'Before and after' }).click();
  const comparison = page.getByRole('region', { name: 'Before and after' });
  await expect(comparison.getByRole('slider', { name: 'Divider' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(comparison.getByRole('slider')).toHaveAttribute('aria-valuetext', '51 % before, 49 % after');
  // Where the one after is transparent, the one before must not be seen through it.
  const [before, after] = ['Before', 'After'].map((name) =>
    comparison.getByRole('img', { name, includeHidden: true }),
  ) as [Locator, Locator];
  await expect(before).toHaveCSS('clip-path', 'inset(0px 49% 0px 0px)');
  await expect(after).toHaveCSS('clip-path', 'inset(0px 0px 0px 51%)');
  await page.keyboard.press('2');
  await comparison
    .getByRole('button', { name: 'Show after' })
    .or(comparison.getByRole('button', { name: 'Show before' }))
    .click();
  const isAfter = await comparison.getByRole('button', { name: 'Show before' }).isVisible();
  await expect(isAfter ? after : before).toBeVisible();
  await expect(isAfter ? before : after).toBeHidden();
  await page.keyboard.press('3');
  const counted = comparison.getByRole('status');
  await expect(counted).toHaveText(/^[\d,]+ of 262,144 pixels changed \(\d/);
  await expectAccessible(page, 'section[aria-label="Before and after"]');
  await comparison.getByRole('button', { name: 'Difference' }).press('Escape');
  await expect(comparison).toHaveCount(0);

  await inputs.getByRole('button', { name: 'Remove Image to edit' }).click();
  await inputs.getByRole('button', { name: 'Remove Mask' }).click();
  await edited.getByRole('button', { name: 'Use all settings' }).first().click();
  await inputs.getByRole('button', { name: 'Edit mask' }).click();
  await expect(share).toHaveText(marked ?? '');
});

test('by keyboard alone, an image is edited in part, enlarged, animated and continued in twelve actions', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
  await generate(page, 'A red balloon');
  let actions = 0;
  /** Two: the menu of a result, and its item. */
  const choose = async (text: string, name: string) => {
    const more = result(page, text).getByRole('button', { name: 'More' }).first();
    await more.waitFor();
    await tabTo(page, more);
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name });
    await item.waitFor();
    for (let step = 0; step < 20 && !(await isFocused(item)); step += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    actions += 2;
  };
  const write = async (text: string) => {
    await expect(prompt(page)).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
    await page.keyboard.press('Control+Enter');
    actions += 1;
  };
  await choose('A red balloon', 'Edit a part');
  await expect(page.getByRole('application')).toBeFocused();
  for (const key of ['r', 'Enter', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Enter'])
    await page.keyboard.press(key);
  await page.keyboard.press('Control+Enter');
  actions += 2;
  await write('The sea at night');
  await choose('The sea at night', 'Upscale');
  await choose('Upscale', 'Animate');
  await expect(page).toHaveURL(/#\/video/);
  await write('Waves');
  await choose('Waves', 'Continue from the last frame');
  const inputs = page.getByRole('region', { name: 'Inputs' });
  await expect(
    inputs.getByRole('button', { name: /^Replace First frame : .* last frame\.png$/ }),
  ).toBeVisible();
  expect(actions).toBeLessThanOrEqual(12);
  const { jobs } = await command(page, 'jobs.page', { modality: 'image', cursor: null, limit: 20 });
  const enlarged = jobs.find((job) => job.model === 'sandbox/upscale');
  expect(enlarged?.inputs?.[0]?.from?.jobId).toBe(jobs.find((job) => job.model === 'sandbox/retouch')?.id);
});

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Draws on the board between two places of it. */
async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const board = page.getByRole('application');
  await board.waitFor();
  const box = await board.boundingBox();
  if (box === null) throw new Error('the board has no size');
  const middle = { x: box.x + box.width / 2 - 200, y: box.y + box.height / 2 - 200 };
  await page.mouse.move(middle.x + from[0], middle.y + from[1]);
  await page.mouse.down();
  await page.mouse.move(middle.x + to[0], middle.y + to[1], { steps: 5 });
  await page.mouse.up();
}

/** Compares a result with the image that it was made from, pixel by pixel, where its mask is opaque and elsewhere. */
async function changesOf(page: Page, text: string) {
  const { jobs } = await command(page, 'jobs.page', { modality: 'image', cursor: null, limit: 20 });
  const job = jobs.find((one) => one.prompt === text);
  const inputOf = (role: string) => job?.inputs?.find((input) => input.role === role)?.file?.id;
  const files = [inputOf('image'), inputOf('mask'), job?.media[0]?.id].map((id) => `/media/${id}`);
  return page.evaluate(async (addresses) => {
    const [before, mask, after] = await Promise.all(
      addresses.map(async (address) => {
        const bitmap = await createImageBitmap(await (await fetch(address)).blob());
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext('2d');
        context?.drawImage(bitmap, 0, 0);
        return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
      }),
    );
    let [outside, inside] = [0, 0];
    for (let at = 0; at < (after?.length ?? 0); at += 4) {
      const isChanged = [0, 1, 2, 3].some((channel) => before?.[at + channel] !== after?.[at + channel]);
      if (isChanged && mask?.[at + 3] === 255) outside += 1;
      else if (isChanged) inside += 1;
    }
    return { outside, hasInside: inside > 1_000 };
  }, files);
}

test('the image stays in sight where the window becomes smaller while a mask is drawn', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  await chooseModel(page, 'sandbox/retouch');
  const inputs = page.getByRole('region', { name: 'Inputs' });
  const buffer = createCanvas(900, 300).encodeSync('png');
  await inputs
    .getByLabel('File for Image to edit')
    .setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer });
  await inputs.getByRole('button', { name: 'Draw mask' }).click();
  const board = page.getByRole('application');
  await expect(board).toBeFocused();
  const seen = () =>
    board.evaluate((element) => {
      const [room, image] = [element, element.querySelector('img') ?? element].map((one) =>
        one.getBoundingClientRect(),
      ) as [DOMRect, DOMRect];
      const across = Math.min(room.right, image.right) - Math.max(room.left, image.left);
      const down = Math.min(room.bottom, image.bottom) - Math.max(room.top, image.top);
      return [across / Math.min(room.width, image.width), down / Math.min(room.height, image.height)];
    });
  // Drawing by keys moves nothing while all is in sight, so that all of it stays so.
  for (const key of ['r', 'Enter', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Enter'])
    await page.keyboard.press(key);
  await page.setViewportSize({ width: 720, height: 450 });
  await expect.poll(async () => Math.min(...(await seen()))).toBeCloseTo(1, 2);
  await page.setViewportSize({ width: 1_440, height: 900 });
  // What was moved by hand keeps its middle.
  for (const key of ['+', '+', '+']) await page.keyboard.press(key);
  await page.setViewportSize({ width: 400, height: 800 });
  await expect.poll(async () => Math.min(...(await seen()))).toBeGreaterThan(0.5);
});

test('on a narrow window the form of an image with inputs keeps its buttons in sight', async ({
  appPage: page,
}) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await openCreateTab(page, 'Image');
  await chooseModel(page, 'sandbox/retouch');
  const inputs = page.getByRole('region', { name: 'Inputs' });
  const buffer = createCanvas(300, 100).encodeSync('png');
  await inputs
    .getByLabel('File for Image to edit')
    .setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer });
  await prompt(page).fill('a {red|blue} sea');
  const end = async (name: string | RegExp) => {
    const box = await page.getByRole('button', { name }).boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  await expect(page.getByRole('button', { name: 'Also with…' })).toBeVisible();
  expect(await end('Also with…')).toBeLessThan(400);
  expect(await end(/^Generate/)).toBeLessThan(400);
  await page.keyboard.press('Control+Enter');
  const cost = page.getByRole('dialog').getByRole('status');
  await expect(cost).toHaveText(/cr/);
  // On one line.
  expect((await cost.boundingBox())?.height).toBeLessThan(30);
});
