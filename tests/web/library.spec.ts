import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright/test';
import { seedLibrary } from '../bench/seed-library';
import { test as alone, launchWeb, openApp } from '../support/app';
import { expectAccessible } from '../support/axe';
import { tabTo } from '../support/by-keyboard';
import { command, filesIn, generate, openCreateTab, openTab, result } from '../support/create-page';
import { expect, test } from '../support/emptied-app';

test.use({ keepsPage: false });

const grid = (page: Page) => page.getByRole('listbox', { name: 'Results' });
const tiles = (page: Page) => grid(page).getByRole('option');
const details = (page: Page) => page.getByRole('region', { name: 'Details' });

/** Three images and one take, then the library. */
async function fill(page: Page): Promise<void> {
  await openCreateTab(page, 'Speech');
  await generate(page, 'Welcome to the harbour.');
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
  for (const text of ['A red boat', 'A green forest', 'A blue lighthouse']) {
    await generate(page, text);
    await expect(result(page, text).getByRole('button', { name: 'Save as' })).toBeVisible();
  }
  await openTab(page, 'Library');
  await expect(tiles(page)).toHaveCount(4);
}

test('results are found by kind, model, star and the words of their prompt', async ({ appPage: page }) => {
  await fill(page);
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('fore');
  await expect(tiles(page)).toHaveCount(1);
  await expect(tiles(page)).toContainText(['A green forest']);
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('nothing like it');
  await expect(page.getByText('No matching results')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('');
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('audio');
  await expect(tiles(page)).toContainText(['Welcome to the harbour.']);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('All kinds');
  await page.getByRole('combobox', { name: 'Model of the result' }).selectOption('sandbox/aurora');
  await expect(tiles(page)).toHaveCount(3);
  await tiles(page).filter({ hasText: 'A red boat' }).click();
  await details(page).getByRole('button', { name: 'Star' }).click();
  await page.getByRole('button', { name: 'Starred only' }).click();
  await expect(tiles(page)).toContainText(['A red boat']);
  await page.getByRole('button', { name: 'Starred only' }).click();
  // Before the others are back, they would push another one under the pointer.
  await expect(tiles(page)).toHaveCount(3);
  await tiles(page).filter({ hasText: 'A red boat' }).click();
  await tiles(page)
    .filter({ hasText: 'A green forest' })
    .click({ modifiers: ['Control'] });
  await details(page).getByRole('combobox', { name: 'Tags' }).fill('cover, print');
  await page.keyboard.press('Enter');
  await expect(details(page).getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText([
    /cover/,
    /print/,
  ]);
  await details(page).getByRole('button', { name: 'Rate 4 of 5' }).click();
  await tiles(page).filter({ hasText: 'A red boat' }).click();
  await details(page).getByRole('button', { name: 'Remove tag print' }).click();
  await details(page).getByLabel('Note').fill('For the harbour poster');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('print');
  await expect(tiles(page)).toContainText(['A green forest']);
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('All tags');
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('poster');
  await expect(tiles(page)).toContainText(['A red boat']);
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('');
  await page.getByLabel('From').fill('2030-01-01');
  await expect(page.getByText('No matching results')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(tiles(page)).toHaveCount(4);
  await expect(page.getByRole('searchbox', { name: 'Search prompts' })).toBeFocused();
});

test('a deleted result is removed from the disk, and undo restores it', async ({ appPage: page, home }) => {
  await fill(page);
  await tiles(page).filter({ hasText: 'A red boat' }).click();
  await tiles(page)
    .filter({ hasText: 'A green forest' })
    .click({ modifiers: ['Control'] });
  await details(page).getByRole('button', { name: 'Delete' }).click();
  await expect(tiles(page)).toHaveCount(2);
  await expect(page.getByRole('status').filter({ hasText: 'files' })).toHaveText('2 files');
  expect(await filesIn(home, 'images')).toHaveLength(1);
  await page.getByRole('region', { name: 'Deleted' }).getByRole('button', { name: 'Undo' }).click();
  await expect(tiles(page)).toHaveCount(4);
  await expect.poll(() => filesIn(home, 'images')).toHaveLength(3);
  await openTab(page, 'Image');
  await expect(result(page, 'A red boat')).toHaveCount(1);
});

test('deleted results are restored from the trash, or deleted for good; keys undo a deletion', async ({
  appPage: page,
  home,
}) => {
  await fill(page);
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await details(page).getByRole('button', { name: 'Star', exact: true }).click();
  await expect(grid(page).getByLabel('starred')).toHaveCount(4);
  await grid(page).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(tiles(page)).toHaveCount(4);
  await expect(grid(page)).toBeFocused();
  await tiles(page).filter({ hasText: 'A red boat' }).click();
  await page.keyboard.press('Delete');
  await expect(tiles(page)).toHaveCount(3);
  await page.reload();
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  const trash = page.getByRole('region', { name: 'Trash' });
  await expect(trash.getByRole('listitem')).toContainText(['A red boat']);
  await expectAccessible(page);
  await trash.getByRole('button', { name: /^Restore/ }).click();
  await expect(trash.getByText('The trash is empty.')).toBeVisible();
  await expect.poll(() => filesIn(home, 'images')).toHaveLength(3);
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  await tiles(page).filter({ hasText: 'A red boat' }).click();
  await details(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  await trash.getByRole('button', { name: 'Empty trash' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect(trash.getByText('The trash is empty.')).toBeVisible();
  // What was deleted for good can't be restored; the offer would go by itself after a while.
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await trash.getByRole('combobox', { name: /kept/ }).selectOption('Keep for 7 days');
  await page.reload();
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  await expect(trash.getByRole('combobox', { name: /kept/ })).toHaveValue('7');
});

test('selected results are packed into one archive', async ({ appPage: page, home }) => {
  await fill(page);
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await expect(details(page)).toContainText('4 files selected');
  const download = page.waitForEvent('download');
  await details(page).getByRole('button', { name: 'Export' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('gatehouse-export.zip');
  const packed = Object.keys(unzipSync(await readFile(await saved.path())));
  expect(packed).toHaveLength(4);
  expect(packed.filter((name) => name.endsWith('.png'))).toHaveLength(3);
  expect(await filesIn(home, 'images')).toHaveLength(3);
});

test('all of it works with the keyboard alone', async ({ appPage: page, home }) => {
  await fill(page);
  await grid(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(tiles(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(details(page)).toContainText('2 files selected');
  await page.keyboard.press('Space');
  await expect(details(page)).toContainText('1 file selected');
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press('F2');
  await page.getByRole('dialog').getByRole('textbox', { name: 'File name' }).fill('Lighthouse / renamed');
  await page.keyboard.press('Enter');
  await expect(tiles(page).first()).toContainText('Lighthouse renamed.png');
  expect((await filesIn(home, 'images')).some((file) => file.endsWith('/Lighthouse renamed.png'))).toBe(true);
  // The list hears of the new name by an event, which may come before the answer that closes the dialog.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await grid(page).focus();
  await page.keyboard.press('Delete');
  await expect(tiles(page)).toHaveCount(3);
});

test('images can be fitted or filled, resized, grouped, and two are compared', async ({ appPage: page }) => {
  await fill(page);
  const firstImage = tiles(page).first().locator('img');
  await expect(firstImage).toHaveCSS('object-fit', 'cover');
  await page.getByRole('button', { name: 'Fit images' }).click();
  await expect(firstImage).toHaveCSS('object-fit', 'contain');
  await page.getByRole('slider', { name: 'Scale' }).fill('320');
  await expect.poll(async () => (await firstImage.boundingBox())?.width).toBeGreaterThan(300);
  await page.getByRole('combobox', { name: 'Groups' }).selectOption('By run');
  await expect(grid(page).getByText('A red boat', { exact: true })).toHaveCount(2);
  await page.reload();
  await expect(firstImage).toHaveCSS('object-fit', 'contain');
  await expect(page.getByRole('combobox', { name: 'Groups' })).toHaveValue('run');
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(tiles(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);

  await page.keyboard.press('Shift+Home');
  await details(page).getByRole('button', { name: 'Compare' }).click();
  const compared = page.getByRole('dialog', { name: 'Compare results' });
  await expect(compared.getByRole('region', { name: 'Result A' })).toContainText('A blue lighthouse');
  await expect(compared.getByRole('region', { name: 'Result B' })).toContainText('A green forest');
  const scaleOf = (at: number) =>
    compared
      .locator('img')
      .nth(at)
      .evaluate((one) => one.getBoundingClientRect().width);
  const before = await scaleOf(1);
  await page.keyboard.press('+');
  await expect.poll(() => scaleOf(1)).toBeCloseTo(before * 1.25, 0);
  await expect.poll(() => scaleOf(0)).toBeCloseTo(before * 1.25, 0);
  await page.keyboard.press('0');
  await expectAccessible(page);
  await compared.getByRole('button', { name: 'Divider' }).click();
  await expect(compared.getByRole('slider', { name: 'Divider' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(compared).toHaveCount(0);
});

test('speech is opened large, played, paused, sought and left playing with the keyboard alone', async ({
  appPage: page,
}) => {
  await fill(page);
  await grid(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Welcome to the harbour.' });
  const sound = viewer.getByRole('region', { name: 'Sound' });
  const position = () => page.evaluate(() => document.querySelector('audio')?.currentTime);
  await expect(sound.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(position).toBeGreaterThan(0.2);
  await page.keyboard.press('Space');
  await expect(sound.getByRole('button', { name: 'Play' })).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, sound.getByRole('slider', { name: 'Seek' }));
  await page.keyboard.press('Home');
  await expect(sound.getByRole('slider')).toHaveValue('0');
  await viewer.focus();
  await page.keyboard.press('Space');
  await expect(sound.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog', { name: 'A red boat' }).getByRole('img').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('Welcome to the harbour.');
});

alone(
  'files are named from the template, which shows a preview before it is saved',
  async ({ appPage: page, home }) => {
    await openTab(page, 'Library');
    const field = page.getByLabel('File name');
    await field.fill('{nobody}-{prompt}');
    await expect(page.getByText('Unknown placeholder {nobody}')).toBeVisible();
    await field.fill('{seed}_{prompt}');
    await expect(page.getByText('Such as 7_A paper boat.png')).toBeVisible();
    await field.press('Enter');
    await page.getByLabel('Save to').fill('not/a/whole/path');
    await page.getByLabel('Save to').press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'invalid_input' })).toBeVisible();
    await page.getByLabel('Save to').fill(`${home}/elsewhere`);
    await page.getByLabel('Save to').press('Enter');
    await openCreateTab(page, 'Image');
    await page.getByLabel('Size').selectOption('512x512');
    await page.getByLabel('Seed').fill('11');
    await generate(page, 'A boat');
    await expect(result(page, 'A boat').getByRole('button', { name: 'Save as' })).toBeVisible();
    const { readdir } = await import('node:fs/promises');
    expect(await readdir(`${home}/elsewhere/images`)).toEqual(['11_A boat.png']);
  },
);

test('files are served only within a session, only by their ids, in ranges', async ({
  appPage: page,
  web,
}) => {
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
  await generate(page, 'A boat');
  await expect(result(page, 'A boat').getByRole('button', { name: 'Save as' })).toBeVisible();
  const { items } = await command(page, 'library.page', { cursor: null, limit: 1, filter: {} });
  const id = items[0]?.id ?? '';
  const status = (url: string, init: RequestInit = {}) =>
    page.evaluate(async ([to, how]) => (await fetch(to, how)).status, [url, init] as const);
  expect(await status(`/media/${id}`)).toBe(200);
  await expect.poll(() => status(`/media/${id}/thumbnail`)).toBe(200);
  expect(await status(`/media/${id}`, { headers: { Range: 'bytes=0-9' } })).toBe(206);
  expect(await status(`/media/${id}`, { headers: { Range: 'bytes=99999999-' } })).toBe(416);
  // A browser would keep what is deleted here in its cache on the disk.
  const cacheOf = (url: string) =>
    page.evaluate(async (to) => (await fetch(to)).headers.get('cache-control'), url);
  const { exportId } = await command(page, 'media.export', { ids: [id] });
  for (const url of [`/media/${id}`, `/media/${id}/thumbnail`, `/exports/${exportId}`])
    expect(await cacheOf(url), url).toBe('no-store');
  expect(await status('/media/nobody')).toBe(404);
  expect(await status(`/media/${encodeURIComponent('../../database.sqlite')}`)).toBe(404);
  expect(await status(`/media/${id}/..%2f..%2fetc`)).toBe(404);
  expect(await status(`/exports/${encodeURIComponent('../database')}`)).toBe(404);
  expect((await fetch(`${web.origin}/media/${id}`)).status).toBe(401);
  expect((await fetch(`${web.origin}/exports/any`)).status).toBe(401);
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`the accessibility checker finds nothing in the tabs, ${colorScheme}`, async ({ appPage: page }) => {
    await page.emulateMedia({ colorScheme });
    for (const tab of ['Image', 'Speech', 'Video'] as const) {
      await openCreateTab(page, tab);
      await expectAccessible(page);
    }
    await fill(page);
    await grid(page).focus();
    await page.keyboard.press('ArrowRight');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await openTab(page, 'Speech');
    await expectAccessible(page);
    await openTab(page, 'Image');
    await result(page, 'A red boat').getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page);
  });
}

alone(
  'rows that leave the view are drawn again as those that come, each with its own image',
  async ({ page, home }) => {
    await seedLibrary(home, 600, { side: 64, count: 4 });
    const web = await launchWeb({ home });
    try {
      await openApp(page, web.url);
      await openTab(page, 'Library');
      await expect(tiles(page).first()).toBeVisible();
      // From the middle, as many rows are drawn above as below.
      await scrollBy(page, 3_000);
      const made = await grid(page).evaluateHandle(countNewTiles);
      await scrollBy(page, 2_000);
      expect(await made.evaluate((count) => count())).toBe(0);
      const shown = tiles(page)
        .filter({ has: page.locator('img') })
        .nth(10);
      const id = (await shown.getAttribute('id'))?.replace('tile-', '');
      await expect(shown.locator('img')).toHaveAttribute('src', new RegExp(`${id}/thumbnail`));
    } finally {
      await web.stop();
    }
  },
);

alone(
  'images that are scrolled past too fast to be seen are loaded only where the scrolling ends',
  async ({ page, home }) => {
    await seedLibrary(home, 600, { side: 64, count: 4 });
    const web = await launchWeb({ home });
    try {
      await page.clock.install();
      await openApp(page, web.url);
      await openTab(page, 'Library');
      await expect(tiles(page).first()).toBeVisible();
      // To choose all loads all: the list has its whole length from here on.
      await grid(page).press('Control+a');
      await page.clock.pauseAt(Date.now() + 60_000);
      // A single jump is not fast, whatever its length.
      await jumpBy(page, 5_000);
      await expect(imagesInView(page)).not.toHaveCount(0);
      await jumpBy(page, 5_000);
      await jumpBy(page, 5_000);
      await expect(imagesInView(page)).toHaveCount(0);
      await page.clock.runFor(200);
      await expect(imagesInView(page)).not.toHaveCount(0);
    } finally {
      await web.stop();
    }
  },
);

const imagesInView = (page: Page) => tiles(page).locator('img');

/** Once there is room for it, a frame later, until the tiles of that place are drawn. */
async function jumpBy(page: Page, pixels: number): Promise<void> {
  const room = () => grid(page).evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
  await expect.poll(room).toBeGreaterThan(pixels);
  await page.clock.runFor(16);
  const before = await tiles(page).first().getAttribute('id');
  await grid(page).evaluate((list, by) => list.scrollBy(0, by), pixels);
  await expect(tiles(page).first()).not.toHaveAttribute('id', before ?? '');
}

/** Scrolls by a row at a time, as a wheel does, until no more results are being loaded. */
async function scrollBy(page: Page, pixels: number): Promise<void> {
  const before = await grid(page).evaluate((list) => list.scrollTop);
  await grid(page).evaluate(async (list, to) => {
    while (list.scrollTop < to) {
      list.scrollTop += 100;
      await new Promise(requestAnimationFrame);
    }
  }, before + pixels);
}

/** Counts the tiles that are made from now on; those that are drawn again stay the same elements. */
function countNewTiles(list: Element): () => number {
  const tilesIn = (one: Element) => [...one.querySelectorAll('[role=option]')];
  const known = new WeakSet(tilesIn(list));
  const made = new Set<Element>();
  const observer = new MutationObserver((changes) => {
    for (const row of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const tiles = row instanceof Element ? tilesIn(row) : [];
      for (const tile of tiles) if (!known.has(tile)) made.add(tile);
    }
  });
  observer.observe(list, { childList: true, subtree: true });
  return () => made.size;
}
