/** The windows over the whole app where names are long and the window is low. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright/test';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';
import { openPalette } from '../support/shortcuts-page';

/** As somebody pastes it: nowhere to break a line. */
const longName = `A_${'very_'.repeat(24)}long_name`;

async function make(page: Page, modality: 'image' | 'speech', model: string): Promise<void> {
  const id = randomUUID();
  await command(page, 'jobs.create', { id, modality, model, prompt: longName, parameters: {}, extra: {} });
  const status = async () =>
    (await command(page, 'jobs.page', { modality, cursor: null, limit: 1 })).jobs[0]?.status;
  await expect.poll(status).toBe('completed');
}

const isWhole = (place: Locator) =>
  expect.poll(() => place.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);

async function openFirst(page: Page): Promise<void> {
  const results = page.getByRole('listbox', { name: 'Results' });
  await results.getByRole('option').first().waitFor();
  await results.press('Home');
  await results.press('Enter');
}

test('a long name is whole in the facts of the viewer and of the lineage', async ({ appPage: page }) => {
  await make(page, 'image', 'sandbox/aurora');
  await page.evaluate(() => location.assign('#/library'));
  await openFirst(page);
  const viewer = page.getByRole('dialog');
  await isWhole(viewer.getByRole('complementary', { name: 'Details' }));
  await page.keyboard.press('Escape');
  await page.evaluate(() => location.assign('#/image'));
  await page
    .getByRole('list', { name: 'Results' })
    .getByRole('button', { name: 'More' })
    .first()
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Lineage' }).press('Enter');
  const lineage = page.getByRole('dialog', { name: 'Lineage' });
  await isWhole(lineage.getByRole('complementary', { name: 'Details' }));
  await page.keyboard.press('Escape');
});

test('the board of the lineage is as wide as a narrow window, with its details below it', async ({
  appPage: page,
}) => {
  await make(page, 'image', 'sandbox/aurora');
  await page.evaluate(() => location.assign('#/image'));
  const more = page.getByRole('list', { name: 'Results' }).getByRole('button', { name: 'More' });
  await more.first().press('Enter');
  await page.getByRole('menuitem', { name: 'Lineage' }).press('Enter');
  const lineage = page.getByRole('dialog', { name: 'Lineage' });
  const board = lineage.getByRole('listbox');
  const details = lineage.getByRole('complementary', { name: 'Details' });
  for (const size of [
    { width: 400, height: 700 },
    { width: 400, height: 300 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(async () => (await board.boundingBox())?.width).toBe(size.width);
    const [above, below] = [await board.boundingBox(), await details.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    expect(above?.height).toBeGreaterThan(size.height / 3);
    await isWhole(details);
  }
  await page.setViewportSize({ width: 1_000, height: 700 });
  await expect.poll(async () => (await details.boundingBox())?.width).toBe(288);
  await page.keyboard.press('Escape');
});

test('a sound is played from the viewer in a low window', async ({ appPage: page }) => {
  await make(page, 'speech', 'sandbox/narrator');
  await page.evaluate(() => location.assign('#/library'));
  await openFirst(page);
  for (const size of [
    { width: 720, height: 450 },
    { width: 512, height: 320 },
    { width: 400, height: 280 },
  ]) {
    await page.setViewportSize(size);
    const play = page.getByRole('region', { name: 'Sound' }).getByRole('button', { name: /^(Play|Pause)$/ });
    await expect(play, `${size.width}`).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press('Escape');
});

test('in a low window a dialog begins with its first control, and the stage keeps room above what is added', async ({
  appPage: page,
}) => {
  await make(page, 'image', 'sandbox/aurora');
  await page.setViewportSize({ width: 720, height: 450 });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.evaluate(() => location.assign('#/image'));
  const more = page.getByRole('button', { name: 'More', exact: true }).last();
  for (const item of ['Edit', 'Use as reference']) {
    await more.press('Enter');
    await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused();
  }
  await expect(page.getByText('This model doesn’t take an image to edit.')).toBeVisible();
  const stage = page.getByRole('list', { name: 'Results' }).getByRole('listitem').first();
  expect(await stage.evaluate((one) => one.clientHeight)).toBeGreaterThan(60);

  await page.getByRole('button', { name: 'Extend' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Extend the image' });
  await expect(dialog.getByRole('button', { name: /^Shape of/ }).first()).toBeFocused();
});

test('in the smallest window an estimate breaks its line, and the plan of a check scrolls as a whole', async ({
  appPage: page,
}) => {
  await page.setViewportSize({ width: 400, height: 280 });
  await page.evaluate(() => location.assign('#/lab/new'));
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('Say {{word}}');
  await page.getByRole('textbox', { name: 'Paste cases' }).fill('word\nsun\nmoon');
  await page.getByRole('button', { name: 'Use these cases' }).press('Enter');
  await page.getByRole('button', { name: 'Add variant' }).press('Enter');
  const estimate = page.getByRole('status', { name: 'Estimate' });
  await expect(estimate).toContainText('4 calls · usually');
  expect(await estimate.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(400);

  await openPalette(page);
  await page.keyboard.type('>check models');
  await page
    .getByRole('option', { name: /check models/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Check models' });
  await expect(dialog.getByRole('checkbox', { name: 'sandbox/eliza' })).toBeVisible();
  // It scrolls as a whole: what is between its title and its buttons would be a line high.
  expect(await dialog.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeGreaterThan(200);
});
