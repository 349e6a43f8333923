/** “Duplicates” of the library finds sounds with the same content, and deletes all but one, with undo. */
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/emptied-app';

type Call = (name: string, input: object) => Promise<{ readonly total: number }>;

test('of two equal sounds one stays, and undo brings the other back', async ({ appPage: page, host }) => {
  const call = (host as unknown as { call: Call }).call;
  const count = async () => (await call('library.page', { filter: {}, cursor: null, limit: 9 })).total;
  for (const made of [1, 2]) {
    const request = {
      modality: 'speech',
      model: 'sandbox/narrator',
      prompt: 'A boat.',
      parameters: {},
      extra: {},
    };
    await call('jobs.create', { id: crypto.randomUUID(), ...request });
    await expect.poll(count).toBe(made);
  }
  await page.evaluate(() => {
    location.hash = '#/library';
  });
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Duplicates').check();
  const keep = page.getByRole('button', { name: 'Keep one of each' });
  await expect(keep).toHaveText('Keep one of each · 1 file too many');
  await expect(page.getByText('2 duplicates', { exact: true })).toBeVisible();
  await expectAccessible(page, 'main');
  await keep.click();
  await expect.poll(count).toBe(1);
  await expect(page.getByText('No files with the same content')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(count).toBe(2);
  await expect(keep).toBeVisible();
});
