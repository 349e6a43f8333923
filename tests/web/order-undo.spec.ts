/** What several results are given at once in the library is taken back by one key: each has its own again. */
import { pressOn, tabTo, typeInto } from '../support/by-keyboard';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';

test('ratings, stars and tags of several results are undone by keyboard, each to what it was', async ({
  appPage: page,
}) => {
  const items = async () =>
    (await command(page, 'library.page', { filter: {}, cursor: null, limit: 9 })).items;
  for (const count of [1, 2, 3]) {
    const request = { modality: 'speech', model: 'sandbox/narrator', prompt: `Take ${count}` } as const;
    await command(page, 'jobs.create', {
      ...{ id: crypto.randomUUID(), ...request, parameters: {}, extra: {} },
    });
    await expect.poll(async () => (await items()).length).toBe(count);
  }
  const [first, second] = await items();
  if (first === undefined || second === undefined) throw new Error('Nothing was made.');
  await command(page, 'media.rate', { ids: [first.id], rating: 5 });
  await command(page, 'media.star', { id: second.id, isStarred: true });
  await command(page, 'media.tag', { ids: [second.id], add: ['Sea 🌊'] });
  const given = async () =>
    (await items()).map(({ rating = 0, isStarred, tags = [] }) => ({ rating, isStarred, tags }));
  const before = await given();

  await page.evaluate(() => {
    location.hash = '#/library';
  });
  const grid = page.getByRole('listbox', { name: 'Results' });
  const details = page.getByRole('region', { name: 'Details' });
  const changed = page.getByRole('region', { name: 'Changed' });
  await expect(grid.getByRole('option')).toHaveCount(3);
  await tabTo(page, grid);
  await page.keyboard.press('Control+a');
  const undoOf = async (text: string) => {
    await expect(changed).toContainText(text);
    expect(await given()).not.toEqual(before);
    await tabTo(page, grid);
    await page.keyboard.press('Control+z');
    await expect.poll(given).toEqual(before);
    await expect(changed).toHaveCount(0);
  };
  await page.keyboard.press('2');
  await undoOf('3 files rated 2 of 5');
  await page.keyboard.press('0');
  await undoOf('3 files without a rating');
  await pressOn(page, details.getByRole('button', { name: 'Star', exact: true }));
  await undoOf('3 files starred');
  await typeInto(page, details.getByRole('combobox', { name: 'Tags' }), 'sea 🌊, مرحبا');
  await page.keyboard.press('Enter');
  await undoOf('3 files tagged sea 🌊, مرحبا');
  await pressOn(page, details.getByRole('button', { name: 'Remove tag Sea 🌊' }));
  await undoOf('Tag Sea 🌊 removed');
});
