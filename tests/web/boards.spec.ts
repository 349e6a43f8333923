/** Boards of the library: by keys, menu and drag; as a page; and as a slideshow. */
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expectAccessible } from '../support/axe';
import { command } from '../support/command';
import { generate, openCreateTab, openTab, result } from '../support/create-page';
import { expect, test } from '../support/emptied-app';

test('results are put on boards by keys, menu and drag, shown one after the other, and exported as a page', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
  for (const words of ['A heron', 'A lantern']) {
    await generate(page, words);
    await expect(result(page, words).locator('img')).toBeVisible();
  }
  await result(page, 'A lantern').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Add to board…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Boards of 1 file' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Covers');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: /^Covers/ })).toBeChecked();
  await expectAccessible(page, 'dialog');
  await page.keyboard.press('Escape');

  await openTab(page, 'Library');
  const grid = page.getByRole('listbox', { name: 'Results' });
  const boards = page.getByRole('navigation', { name: 'Boards' });
  await expect(boards.getByRole('button', { name: 'Covers 1' })).toBeVisible();
  await expectAccessible(page);
  await grid
    .getByRole('option', { name: /A heron/ })
    .dragTo(boards.getByRole('button', { name: 'Covers 1' }));
  await boards.getByRole('button', { name: 'Covers 2' }).click();
  await expect(grid.getByRole('option')).toHaveCount(2);

  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('b');
  await dialog.getByRole('checkbox', { name: /^Covers/ }).uncheck();
  await page.keyboard.press('Escape');
  await expect(grid.getByRole('option')).toHaveCount(1);
  await expect(grid.getByRole('option', { name: /A heron/ })).toBeVisible();

  await boards.getByRole('button', { name: 'Actions for board Covers' }).click();
  await page.getByRole('menuitem', { name: 'Export as a page…' }).click();
  await page.getByRole('checkbox', { name: 'Show costs' }).check();
  await expectAccessible(page, 'dialog');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).last().click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('gatehouse-export.zip');
  const files = unzipSync(await readFile(await download.path()));
  expect(strFromU8(files['index.html'] ?? new Uint8Array())).toContain('<p>A heron</p>');

  await boards.getByRole('button', { name: 'Actions for board Covers' }).click();
  await page.getByRole('menuitem', { name: 'Delete board' }).click();
  await expect(boards).toHaveCount(0);
  await expect(grid.getByRole('option')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(boards.getByRole('button', { name: 'Covers 1' })).toBeVisible();
  expect(await command(page, 'boards.list', {})).toMatchObject([{ name: 'Covers', count: 1 }]);

  await page.getByRole('button', { name: 'Slideshow' }).click();
  const show = page.getByRole('dialog', { name: 'Slideshow' });
  await expect(show).toContainText('1 of 2');
  await page.keyboard.press('Space');
  await expect(show.getByRole('button', { name: 'Play' })).toBeVisible();
  await expectAccessible(page, 'dialog');
  await page.keyboard.press('ArrowRight');
  await expect(show).toContainText('2 of 2');
  await page.keyboard.press('ArrowRight');
  await expect(show).toContainText('1 of 2');
  await page.keyboard.press('+');
  await expect(show.getByLabel('Pace')).toHaveValue('2');
  await page.keyboard.press('Space');
  await expect(show).toContainText('2 of 2');
  await page.keyboard.press('Escape');
  await expect(show).toHaveCount(0);
});
