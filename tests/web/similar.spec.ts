/** “Find similar” and “Duplicates” by keyboard alone, in a window that is hardly larger than a phone. */
import { expectAccessible } from '../support/axe';
import { pressOn, tabTo } from '../support/by-keyboard';
import { command } from '../support/create-page';
import { expect, test } from '../support/emptied-app';

test.use({ viewport: { width: 720, height: 450 } });

test('similar images and duplicates are found, and one of each kept, by keyboard in a narrow window', async ({
  appPage: page,
}) => {
  const items = async () =>
    (await command(page, 'library.page', { filter: {}, cursor: null, limit: 9 })).items;
  // The same seed paints the same image.
  for (const [count, prompt, seed] of [
    [1, 'a boat', 5],
    [2, 'a boat', 5],
    [3, 'a forest', 8],
  ] as const) {
    const request = { modality: 'image', model: 'sandbox/aurora', prompt, parameters: { seed } } as const;
    await command(page, 'jobs.create', { id: crypto.randomUUID(), ...request, extra: {} });
    await expect.poll(async () => (await items()).length).toBe(count);
  }
  await page.evaluate(() => {
    location.hash = '#/library';
  });
  const grid = page.getByRole('listbox', { name: 'Results' });
  const tiles = grid.getByRole('option');
  await expect(tiles).toHaveCount(3);

  await test.step('similar', async () => {
    await tabTo(page, grid);
    await page.keyboard.press('End');
    // The details lie over the results here.
    await pressOn(page, page.getByRole('button', { name: 'Details and jobs' }));
    const details = page.getByRole('complementary', { name: 'Right column' });
    await pressOn(page, details.getByRole('button', { name: 'More', exact: true }).first());
    const entry = page.getByRole('menuitem', { name: 'Find similar' });
    await expect(entry).toBeVisible();
    for (let steps = 0; steps < 30; steps += 1) {
      if (await entry.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('ArrowDown');
    }
    await expect(entry).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tiles).toHaveCount(2);
    await tabTo(page, details.getByRole('button', { name: 'More', exact: true }).first());
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
    const stop = page.getByRole('button', { name: 'Remove the filter' });
    await expect(page.getByText(/^Similar to /)).toBeInViewport();
    await pressOn(page, stop);
    await expect(tiles).toHaveCount(3);
  });

  await test.step('duplicates', async () => {
    await pressOn(page, page.getByRole('button', { name: 'More filters' }));
    await pressOn(page, page.getByLabel('Duplicates'), 'Space');
    const keep = page.getByRole('button', { name: 'Keep one of each' });
    await expect(keep).toHaveText('Keep one of each · 1 file too many');
    await expect(tiles).toHaveCount(2);
    await expectAccessible(page, 'main');
    await tabTo(page, keep);
    await expect(keep).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await items()).length).toBe(2);
    await pressOn(page, page.getByRole('button', { name: 'Undo' }));
    await expect.poll(async () => (await items()).length).toBe(3);
  });
});
