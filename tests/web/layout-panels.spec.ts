/** Panels, bars and notices in windows that are small or enlarged to 200 %. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { exchange, fillChat } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';
import { pastFrame } from '../support/past-frame';
import { addProfile } from '../support/settings-page';
import { hearsKeys, openPalette, palette } from '../support/shortcuts-page';

const small = [
  { width: 720, height: 450 },
  { width: 512, height: 320 },
  { width: 400, height: 280 },
];

const inspector = (page: Page) => page.getByRole('region', { name: 'Inspector', exact: true });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`${locator} is not drawn.`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

const rightOf = async (locator: Locator) => (await boxOf(locator)).right;

/** Two frames: what observes sizes has drawn again. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function speak(page: Page): Promise<void> {
  const request = { modality: 'speech', model: 'sandbox/narrator', parameters: {}, extra: {} } as const;
  await command(page, 'jobs.create', {
    ...request,
    id: randomUUID(),
    prompt: 'The river finds its way. '.repeat(6),
  });
  await page.getByRole('link', { name: 'Speech', exact: true }).first().click();
  await page.getByRole('list', { name: 'Results' }).getByRole('button', { name: 'Play' }).click();
}

test('a call of the inspector keeps its path, its status and its tabs in view in every size', async ({
  appPage: page,
}) => {
  await exchange(page, 'Hello', 'sandbox/eliza');
  await page.keyboard.press('Control+i');
  const call = inspector(page).getByRole('option').filter({ hasText: 'sandbox/eliza' });
  await call.click();
  for (const size of small) {
    await resize(page, size);
    const [path, status] = [call.getByText('chat/completions'), call.getByText('200')];
    const at = `at ${size.width}×${size.height}`;
    expect.soft((await boxOf(path)).width, `the path ${at}`).toBeGreaterThanOrEqual(40);
    expect
      .soft((await boxOf(status)).x, `the status beside it ${at}`)
      .toBeGreaterThanOrEqual(await rightOf(path));
    const list = await rightOf(inspector(page).getByRole('listbox'));
    for (const cell of await call.locator('> *').all())
      if (await cell.isVisible()) expect.soft(await rightOf(cell), `a cell ${at}`).toBeLessThanOrEqual(list);
    const tab = inspector(page).getByRole('tab', { name: 'Events' });
    expect.soft(await rightOf(tab), `the last tab ${at}`).toBeLessThanOrEqual(size.width);
  }
});

test('the inspector leaves more than half of a low window to what is above, until its edge is moved', async ({
  appPage: page,
}) => {
  await hearsKeys(page);
  await page.keyboard.press('Control+i');
  for (const size of small) {
    await resize(page, size);
    const { height } = await boxOf(inspector(page));
    expect.soft(height, `at ${size.width}×${size.height}`).toBeLessThan(size.height / 2);
  }
  await resize(page, { width: 720, height: 450 });
  const edge = page.getByRole('separator', { name: 'Height of the inspector' });
  const before = await boxOf(inspector(page));
  await edge.press('ArrowUp');
  await expect.poll(async () => (await boxOf(inspector(page))).height).toBe(before.height + 16);
  await page.reload();
  await hearsKeys(page);
  await page.keyboard.press('Control+i');
  await expect.poll(async () => (await boxOf(inspector(page))).height).toBe(before.height + 16);
});

test('player and inspector share a low window, and the player can be moved in', async ({ appPage: page }) => {
  await speak(page);
  await hearsKeys(page);
  await page.keyboard.press('Control+i');
  const player = page.getByRole('region', { name: 'Player' });
  for (const size of small) {
    await resize(page, size);
    const at = `at ${size.width}×${size.height}`;
    expect.soft((await boxOf(player)).bottom, `the player ${at}`).toBeLessThanOrEqual(size.height);
    const seek = await boxOf(player.getByRole('slider', { name: 'Seek' }));
    expect.soft(seek.width, `its slider ${at}`).toBeGreaterThanOrEqual(60);
    expect.soft(await pastFrame(page), at).toEqual([]);
  }
});

test('long menus are whole in a low window, and what belongs together stands together', async ({
  appPage: page,
}) => {
  await fillChat(page, ['Hello', 'And then?']);
  const request = { modality: 'image', model: 'sandbox/aurora', extra: {}, parameters: {} } as const;
  await command(page, 'jobs.create', { ...request, id: randomUUID(), prompt: 'A boat' });
  const menu = page.getByRole('menu');
  const isWhole = async (sections: readonly string[]) => {
    for (const size of [{ width: 1024, height: 640 }, small[0] as (typeof small)[0]]) {
      await resize(page, size);
      await expect(menu).toBeVisible();
      await expect.poll(() => menu.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThan(2);
      expect(await rightOf(menu), 'all of it is in the window').toBeLessThanOrEqual(size.width);
    }
    for (const name of sections) await expect(menu.getByRole('group', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await resize(page, { width: 1440, height: 900 });
  };
  await page.getByRole('navigation', { name: 'History' }).getByRole('link').first().click();
  // Opened by pointer no entry has the focus, and what scrolls can still be reached.
  await resize(page, { width: 512, height: 320 });
  await page.getByRole('button', { name: 'More for this message' }).last().click();
  await expectAccessible(page, '[role=menu]');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await resize(page, { width: 1440, height: 900 });
  await page.getByRole('button', { name: 'More for this message' }).last().press('Enter');
  await isWhole(['Branch', 'Reply', 'Details']);
  await page.evaluate(() => location.assign('#/image'));
  await page
    .getByRole('list', { name: 'Results' })
    .getByRole('button', { name: 'More' })
    .first()
    .press('Enter');
  await isWhole(['Prompt', 'Make from it', 'File', 'Result']);
});

test('the buttons of a comparison stay on one line', async ({ appPage: page }) => {
  await page.evaluate(() => location.assign('#/chat/compare:new'));
  const buttons = ['Add column', 'Close comparison', 'Run settings'];
  for (const size of small.slice(0, 2)) {
    await resize(page, size);
    const tops = await Promise.all(
      buttons.map(async (name) => (await boxOf(page.getByRole('main').getByRole('button', { name }))).y),
    );
    expect(new Set(tops).size, `${size.width}`).toBe(1);
  }
});

test('settings and jobs over the content scroll as one column in a low window', async ({ appPage: page }) => {
  await page.setViewportSize({ width: 512, height: 320 });
  await page.getByRole('button', { name: 'Run settings' }).click();
  const column = page.getByRole('complementary', { name: 'Right column' });
  const settings = column.getByRole('region', { name: 'Run settings' });
  expect((await boxOf(settings)).height).toBeGreaterThan(400);
  await column.getByRole('region', { name: 'Jobs' }).scrollIntoViewIfNeeded();
  await expect(column.getByRole('region', { name: 'Jobs' })).toBeInViewport({ ratio: 1 });
  // Its edge would make it scroll sideways.
  await expect(column).toHaveCSS('overflow-x', 'hidden');
});

test('models and request ids of the activity stay readable in a narrow window', async ({ appPage: page }) => {
  await exchange(page, 'Hello', 'sandbox/eliza');
  await page.setViewportSize({ width: 720, height: 450 });
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  const model = page
    .getByRole('grid', { name: 'Calls' })
    .getByRole('gridcell', { name: 'sandbox/eliza' })
    .first();
  await expect(model).toBeAttached();
  expect(await model.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
});

test('the offer to undo is one line, and covers no filter of the library', async ({ appPage: page }) => {
  await fillChat(page, ['Hello']);
  await page.setViewportSize({ width: 400, height: 450 });
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('navigation', { name: 'History' }).getByRole('link').first().press('Delete');
  const offer = page.getByRole('region', { name: 'Deleted' });
  expect((await boxOf(offer.getByText('Chat deleted'))).height).toBeLessThan(30);
  await offer.getByRole('button', { name: 'Close' }).click();
  const request = { modality: 'image', model: 'sandbox/aurora', extra: {}, parameters: {} } as const;
  // One of them is left, and the filters with it.
  for (const prompt of ['A boat', 'A lake'])
    await command(page, 'jobs.create', { ...request, id: randomUUID(), prompt });
  await page.setViewportSize({ width: 1024, height: 640 });
  await page.getByRole('link', { name: 'Library', exact: true }).first().click();
  const tiles = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await expect(tiles.nth(1)).toBeVisible();
  await tiles.first().click();
  await page.keyboard.press('Delete');
  for (const size of [{ width: 1024, height: 640 }, ...small]) {
    await resize(page, size);
    const filters = await boxOf(page.getByRole('button', { name: 'Starred only' }));
    const isInSight = filters.bottom < size.height / 2;
    if (isInSight) expect.soft((await boxOf(offer)).y, `${size.width}`).toBeGreaterThan(filters.bottom);
  }
});

test('a long name of a profile leaves the search its icon alone, never a letter of its label', async ({
  appPage: page,
}) => {
  await addProfile(page, {
    name: 'The department of very long names',
    baseUrl: 'http://127.0.0.1:9/v1',
    key: 'sk',
  });
  await page.getByRole('button', { name: 'Use this profile' }).click();
  const search = page.getByRole('button', { name: 'Search', exact: true });
  for (const size of small) {
    await resize(page, size);
    const label = search.getByText('Search', { exact: true });
    const isCut = await label.evaluate(
      (text) => text.scrollWidth > text.clientWidth && getComputedStyle(text).opacity !== '0',
    );
    expect.soft(isCut, `at ${size.width}`).toBe(false);
  }
});

test('the palette begins with commands where nothing was used yet', async ({ appPage: page }) => {
  await openPalette(page);
  await expect(palette(page).getByRole('option').first()).toBeVisible();
  await expect(palette(page)).toContainText('Keyboard shortcuts');
});

test('in forced colors times of a call are drawn, and one message of the map is marked', async ({
  appPage: page,
}) => {
  await fillChat(page, ['Hello', 'And then?']);
  await page.getByRole('navigation', { name: 'History' }).getByRole('link').first().click();
  await page.emulateMedia({ forcedColors: 'active' });
  await page.keyboard.press('Control+Shift+l');
  const rows = page.getByRole('listbox', { name: 'Your messages' }).getByRole('option');
  await expect(rows).toHaveCount(2);
  const background = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const marks = await rows.evaluateAll((all) =>
    all.map((row) => [getComputedStyle(row).outlineStyle, getComputedStyle(row).borderColor]),
  );
  expect(marks.filter(([outline]) => outline === 'solid')).toHaveLength(1);
  expect(marks.map(([, border]) => border)).toEqual([background, background]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+i');
  await inspector(page).getByRole('option').first().click();
  await inspector(page).getByRole('tab', { name: 'Timing' }).click();
  const bar = inspector(page).locator('[data-bar]').first();
  expect(await bar.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toBe(background);
});

test('a column over the content takes the focus, and gives it back as Escape closes it', async ({
  appPage: page,
}) => {
  await fillChat(page, ['Hello']);
  await page.setViewportSize({ width: 720, height: 450 });
  for (const [name, column] of [
    ['History', 'Left column'],
    ['Run settings', 'Right column'],
  ] as const) {
    const button = page.getByRole('button', { name, exact: true });
    await button.press('Enter');
    const over = page.getByRole('complementary', { name: column });
    await expect(over).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(over.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(over).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});
