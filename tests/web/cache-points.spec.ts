/** Cache points: set in the menu of a message, shown there and in the JSON, and what they saved. */
import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { chooseModel, exchange, transcript } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';

const model = 'sandbox/itemized';
const long = 'Keep to these rules word for word, whatever comes. '.repeat(6).trim();

async function openMenu(page: Page): Promise<void> {
  const own = page.getByRole('group', { name: 'Your message' }).first();
  await own.getByRole('button', { name: 'More for this message' }).focus();
  await page.keyboard.press('Enter');
}

const pointOf = (article: Locator) => article.getByText('Cache point');

test('what the cache saved is said of the chat and of the day', async ({ appPage: page }) => {
  await chooseModel(page, model);
  await exchange(page, long, model);
  await openMenu(page);
  await page.getByRole('menuitemcheckbox', { name: 'Cache up to here' }).click();
  for (const text of ['And now?', 'And then?', 'And at last?']) await exchange(page, text, model);
  const reply = transcript(page).getByRole('article').last();
  await reply.getByRole('button', { name: 'More for this message' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Tokens and cost' }).press('Enter');
  const bill = page.getByRole('dialog', { name: 'Tokens and cost' });
  await expect(bill.getByRole('rowheader', { name: 'Input from the cache' })).toBeVisible();
  await expect(bill).toContainText(/The whole chat: Caches saved [\d.]+ cr in 3 requests\./);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  const totals = page.getByRole('region', { name: 'Totals' });
  await expect(totals).toContainText(/Caches saved [\d.]+ cr in 3 requests/);
  await expectAccessible(page);
});

test('by keys: a message becomes a cache point, the request has it, and it is taken away again', async ({
  appPage: page,
}) => {
  await chooseModel(page, model);
  await exchange(page, long, model);
  const asked = transcript(page).getByRole('article').first();
  await openMenu(page);
  const item = page.getByRole('menuitemcheckbox', { name: 'Cache up to here' });
  await expect(item).toHaveAttribute('aria-checked', 'false');
  await item.focus();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(pointOf(asked)).toHaveText('Cache point');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Edit as JSON…' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('cache_control');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await chooseModel(page, 'sandbox/echo');
  await expect(pointOf(asked)).toHaveText('Cache point · the chosen model takes none');
  await openMenu(page);
  await item.focus();
  await page.keyboard.press('Enter');
  await expect(pointOf(asked)).toHaveCount(0);
  await openMenu(page);
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeVisible();
  await expect(item).toHaveCount(0);
});

test('an edit that is sent again stays a cache point', async ({ appPage: page }) => {
  await chooseModel(page, model);
  await exchange(page, long, model);
  await openMenu(page);
  await page.getByRole('menuitemcheckbox', { name: 'Cache up to here' }).click();
  const own = page.getByRole('group', { name: 'Your message' }).first();
  await own.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
  await page.getByRole('textbox', { name: 'Edited message' }).fill('Other rules');
  await page.getByRole('button', { name: 'Send again' }).press('Enter');
  const asked = transcript(page).getByRole('article').first();
  await expect(asked).toContainText('Other rules');
  await expect(pointOf(asked)).toHaveText('Cache point');
});
