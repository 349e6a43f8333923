/** Images and videos that are made from results and files. */
import { createCanvas } from '@napi-rs/canvas';
import { expectAccessible } from '../support/axe';
import { chooseModel, remaining } from '../support/chat-page';
import {
  generate,
  generateButton,
  openCreateTab,
  openTab,
  prompt,
  result,
  shortestVideo,
} from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { runFfmpeg } from '../support/ffmpeg';

test('an image is edited and animated from its menu, with its price before, and comes back with all settings', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
  await generate(page, 'A red balloon');
  const card = result(page, 'A red balloon');
  await card.getByRole('button', { name: 'More' }).waitFor();
  await card.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const inputs = page.getByRole('region', { name: 'Inputs' });
  await expect(inputs.getByRole('button', { name: /^Replace Image to edit/ })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox/retouch');
  await prompt(page).fill('The sea at night');
  await expect(page.locator('form').filter({ has: prompt(page) })).toContainText('3.5 cr');
  const before = await remaining(page);
  await generateButton(page).click();
  const edited = result(page, 'The sea at night');
  await edited.getByRole('button', { name: 'More' }).waitFor();
  await expect.poll(() => remaining(page)).toBe((before ?? 0) - 3.5);
  await inputs.getByRole('button', { name: 'Remove Image to edit' }).click();
  await expect(inputs.getByRole('button', { name: /^Replace/ })).toHaveCount(0);
  await edited.getByRole('button', { name: 'Use all settings' }).first().click();
  await expect(inputs.getByRole('button', { name: /^Replace Image to edit/ })).toBeVisible();

  const row = page.getByRole('navigation', { name: 'Lineage' });
  await expect(row.getByRole('button', { name: 'Made from: A red balloon, 2 cr' })).toBeVisible();
  await row.getByRole('button', { name: 'Lineage 5.5 cr' }).click();
  const board = page.getByRole('dialog', { name: 'Lineage' });
  await expect(board.getByRole('option', { selected: true })).toHaveAccessibleName(
    'The sea at night, 3.5 cr',
  );
  await expect(board).toContainText('2 results · 5.5 cr');
  await expectAccessible(page, 'dialog');
  await page.keyboard.press('ArrowLeft');
  await expect(board.getByRole('option', { selected: true })).toHaveAccessibleName('A red balloon, 2 cr');
  await page.keyboard.press('b');
  await expect(board).toBeHidden();
  await expect(prompt(page)).toHaveValue('A red balloon');

  await edited.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Animate' }).click();
  await expect(page).toHaveURL(/#\/video/);
  await expect(inputs.getByRole('button', { name: /^Replace First frame/ })).toBeVisible();
  await expect(inputs.getByRole('button', { name: 'Last frame', exact: true })).toBeVisible();

  await openTab(page, 'Library');
  const grid = page.getByRole('listbox', { name: 'Results' });
  await grid.getByRole('option', { name: /The sea at night/ }).click();
  await grid.getByRole('option', { name: /A red balloon/ }).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('button', { name: 'Start and end frame of a video' }).press('Enter');
  await expect(page).toHaveURL(/#\/video/);
  for (const role of ['First', 'Last'])
    await expect(inputs.getByRole('button', { name: new RegExp(`^Replace ${role} frame`) })).toBeVisible();
  await expect(inputs.getByText('doesn’t take')).toHaveCount(0);
});

test('an image that is too large for the model is sent smaller, and the slot says so before', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  await chooseModel(page, 'sandbox/relight');
  const inputs = page.getByRole('region', { name: 'Inputs' });
  const canvas = createCanvas(3_000, 2_000);
  const buffer = canvas.encodeSync('jpeg', 60);
  await inputs
    .getByLabel('File for Image to edit')
    .setInputFiles({ name: 'wide.jpg', mimeType: 'image/jpeg', buffer });
  await expect(inputs.getByText('Sent as 2048 × 1365 (was 3000 × 2000)')).toBeVisible();
  await generate(page, 'A warm evening');
  const card = result(page, 'A warm evening');
  await expect(card.getByText('2048 × 1365').first()).toBeVisible();
  await chooseModel(page, 'sandbox/upscale');
  await expect(inputs.getByText('Sent as')).toHaveCount(0);
  await expect(inputs.getByRole('button', { name: /^Replace Image to edit.*wide\.jpg/ })).toBeVisible();
});

test('a TIFF becomes an image that models take, and its slot says so; a HEIC says what to do', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  await chooseModel(page, 'sandbox/retouch');
  const inputs = page.getByRole('region', { name: 'Inputs' });
  const tiff = runFfmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=0.1', '-frames:v', '1', '-pix_fmt', 'rgb24'],
    ...['-c:v', 'tiff', '-f', 'image2pipe', '-'],
  );
  const field = inputs.getByLabel('File for Image to edit');
  await field.setInputFiles({ name: 'scan.tiff', mimeType: 'image/tiff', buffer: tiff });
  await expect(inputs.getByText('Converted from TIFF.')).toBeVisible();
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  await field.setInputFiles({ name: 'photo.heic', mimeType: 'image/heic', buffer: heic });
  await expect(
    page.getByText(/HEIC is not a PNG, JPEG, WebP or GIF image\. Export it as PNG or JPEG/),
  ).toBeVisible();
  // What is refused replaces nothing.
  await expect(inputs.getByRole('button', { name: /^Replace Image to edit.*scan\.tiff/ })).toBeVisible();
  await field.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('Notes.') });
  await expect(page.getByText(/“notes\.png” can’t be attached/)).toBeVisible();
  await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes.') });
  await expect(
    page.getByText('“notes.txt” is a file of another kind, not an image. Choose an image.'),
  ).toBeVisible();
  await expect(inputs.getByRole('button', { name: /^Replace Image to edit.*scan\.tiff/ })).toBeVisible();
});

test('a reference image is replaced in its place, and a video and a sound are used for the next video', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  await chooseModel(page, 'sandbox/collage');
  const inputs = page.getByRole('region', { name: 'Inputs' });
  const png = (name: string, width: number) => ({
    ...{ name, mimeType: 'image/png', buffer: createCanvas(width, 8).encodeSync('png') },
  });
  const field = inputs.getByLabel('File for Reference image');
  const replaces = inputs.getByRole('button', { name: /^Replace Reference image/ });
  await field.last().setInputFiles(png('one.png', 10));
  await expect(replaces).toHaveCount(1);
  await field.last().setInputFiles(png('two.png', 20));
  await expect(replaces).toHaveCount(2);
  await field.first().setInputFiles(png('other.png', 30));
  await expect(replaces).toHaveText([/other\.png/, /two\.png/]);

  await openCreateTab(page, 'Speech');
  await generate(page, 'A quiet evening.');
  await result(page, 'A quiet evening.').getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Use as sound of a video' }).click();
  await expect(page).toHaveURL(/#\/video/);
  await expect(inputs.getByRole('button', { name: /^Replace Sound/ })).toBeVisible();
  await inputs.getByRole('button', { name: 'Remove Sound' }).click();
  await shortestVideo(page);
  await generate(page, 'Waves');
  await result(page, 'Waves').getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Use as video' }).click();
  await expect(inputs.getByRole('button', { name: /^Replace Video/ })).toBeVisible();
  await chooseModel(page, 'sandbox/relight-video');
  await expect(page.getByText('≈ 1.5 cr')).toBeVisible();
  await generate(page, 'At night');
  await expect(result(page, 'At night').locator('video')).toBeVisible();
});

test('a model that requires a video says so before anything is sent, and offers no examples without one', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Video');
  await expect(page.getByRole('list', { name: 'Examples' })).toBeVisible();
  await chooseModel(page, 'sandbox/relight-video');
  await expect(page.getByRole('heading', { name: 'Add a video below' })).toBeVisible();
  await expect(page.getByText('sandbox/relight-video requires a video.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Examples' })).toBeHidden();
  const add = page
    .getByRole('region', { name: 'Inputs' })
    .getByRole('button', { name: 'Video', exact: true });
  await expect(add).toHaveAccessibleDescription('Video for the video, required by this model');
  await expect(add).toContainText('Required');
  await prompt(page).fill('At night');
  await expect(page.getByText('Add a video first: required by this model')).toBeVisible();
  await expect(generateButton(page)).toHaveAttribute('aria-disabled', 'true');
  await prompt(page).press('Control+Enter');
  await expect(prompt(page)).toHaveValue('At night');
  await expectAccessible(page);
  await chooseModel(page, 'sandbox/kinograph');
  await expect(generateButton(page)).toHaveAttribute('aria-disabled', 'false');
  await expect(page.getByRole('list', { name: 'Examples' })).toBeVisible();
});
