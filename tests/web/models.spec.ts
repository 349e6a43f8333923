import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { chooseModel } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { json, startHostileServer } from '../support/hostile-server';
import {
  type ModelGateway,
  modelRecords,
  oddCount,
  oddModels,
  startModelGateway,
} from '../support/model-gateway';
import { addProfile } from '../support/settings-page';

const table = (page: Page): Locator => page.getByRole('grid', { name: 'Models' });
const row = (page: Page, id: string): Locator => table(page).getByRole('row').filter({ hasText: id });
const heading = (page: Page, name: string): Locator => table(page).getByRole('columnheader', { name });
const details = (page: Page): Locator => page.getByRole('region', { name: 'Model details' });
const count = (page: Page): Locator => page.locator('main footer [role=status]');
const picker = (page: Page): Locator => page.getByRole('combobox', { name: 'Model' });
const firstIds = (page: Page, many: number) =>
  table(page)
    .getByRole('rowheader')
    .evaluateAll((cells, count) => cells.slice(0, count).map((cell) => cell.textContent), many);

async function openModels(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Models' }).click();
}

/** The app on a gateway that lists a thousand ordinary models and some odd ones. */
async function openThousand(page: Page, ordinaries = 1_000): Promise<ModelGateway> {
  const gateway = await startModelGateway(modelRecords(ordinaries));
  await addProfile(page, { name: 'Many', baseUrl: gateway.baseUrl, key: 'sk-many' });
  await page.getByRole('button', { name: 'Use this profile' }).click();
  await openModels(page);
  await expect(count(page)).toHaveText(`${(ordinaries + oddCount).toLocaleString('en')} models`);
  return gateway;
}

test.describe('the models of the Sandbox', () => {
  test.beforeEach(async ({ appPage: page }) => openModels(page));

  test('are between Library and Settings, with comparable prices and what 100 credits buy', async ({
    appPage: page,
  }) => {
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    const names = await links.allTextContents();
    expect(names.indexOf('Models')).toBe(names.indexOf('Library') + 1);
    await expect(row(page, 'sandbox/eliza')).toContainText(
      /[\d.]+ in \/ [\d.]+ out cr per 1k.*≈ [\d.]+[KM]? words/,
    );
    await expect(row(page, 'sandbox/aurora')).toContainText(/cr per image.*\d+ images/);
    await page.getByLabel('Output').selectOption('speech');
    await expect(table(page).getByRole('row').nth(1)).toContainText(
      /cr per 1k characters.*≈ [\d.]+K? min of speech/,
    );
    await page.getByLabel('Output').selectOption('video');
    await expect(table(page).getByRole('row').nth(1)).toContainText(/cr per second.*s of video/);
  });

  test('one in detail: prices by resolution, capabilities, the original record, and a button to use it', async ({
    appPage: page,
  }) => {
    await row(page, 'sandbox/aurora').click();
    await expect(details(page)).toContainText('1024x1024');
    await expect(details(page).getByRole('region', { name: 'Price' })).toContainText(/cr per image/);
    const raw = details(page).getByRole('region', { name: 'Raw record' });
    await expect(raw).toContainText('"id": "sandbox/aurora"');
    await details(page).getByRole('button', { name: 'Copy raw record' }).click();
    await expect(page.locator('[data-announcer]')).toHaveText('Copied');
    await expect(details(page).getByRole('button', { name: 'Use in Chat' })).toHaveCount(0);
    await details(page).getByRole('button', { name: 'Use in Image' }).click();
    await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible();
    await expect(picker(page)).toHaveValue('sandbox/aurora');
  });

  test('a chat model is used in a new chat, whatever was open', async ({ appPage: page }) => {
    await row(page, 'sandbox/markdown-tour').click();
    await details(page).getByRole('button', { name: 'Use in Chat' }).click();
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
    await expect(picker(page)).toHaveValue('sandbox/markdown-tour');
  });

  test('a pinned one comes first here and in the picker, and after a reload', async ({ appPage: page }) => {
    await row(page, 'sandbox/markdown-tour').getByRole('button', { name: /^Pin/ }).click();
    await expect.poll(() => firstIds(page, 1)).toEqual(['sandbox/markdown-tour']);
    await page.reload();
    await expect.poll(() => firstIds(page, 1)).toEqual(['sandbox/markdown-tour']);
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await picker(page).click();
    await expect(page.getByRole('option').first()).toContainText('sandbox/markdown-tour');
  });

  test('a hidden one is left out here and in the picker, and can be shown again', async ({
    appPage: page,
  }) => {
    await row(page, 'sandbox/echo').click();
    await details(page).getByRole('button', { name: 'Hide from pickers' }).click();
    await expect(row(page, 'sandbox/echo')).toHaveCount(0);
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await picker(page).click();
    await expect(page.getByRole('option').filter({ hasText: 'sandbox/eliza' })).toHaveCount(1);
    await expect(page.getByRole('option').filter({ hasText: 'sandbox/echo' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await openModels(page);
    await page.getByRole('button', { name: 'Show 1 hidden' }).click();
    await row(page, 'sandbox/echo').click();
    await details(page).getByRole('button', { name: 'Show in pickers again' }).click();
    await expect(page.getByRole('button', { name: 'Hide hidden models' })).toHaveCount(0);
    await expect(row(page, 'sandbox/echo')).toHaveCount(1);
  });

  test('one takes images by the person’s own word, said and taken back in its details', async ({
    appPage: page,
  }) => {
    await row(page, 'sandbox/echo').click();
    const word = details(page).getByRole('group', { name: 'Takes too, by your word' });
    await word.getByRole('switch', { name: 'Images' }).press('Space');
    await expect(details(page)).toContainText('image (your word)');
    await expect(word.getByRole('switch', { name: 'Images' })).toBeChecked();
    await expect(word.getByRole('switch', { name: 'Audio' })).not.toBeChecked();
    await expectAccessible(page);
    await word.getByRole('switch', { name: 'Images' }).press('Space');
    await expect(word.getByRole('switch', { name: 'Images' })).not.toBeChecked();
    await expect(details(page)).not.toContainText('your word)');
    await word.getByRole('switch', { name: 'Images' }).press('Space');
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await chooseModel(page, 'sandbox/echo');
    await page.getByRole('button', { name: 'Attach images' }).click();
    await expect(page.getByRole('menuitem', { name: 'From this computer…' })).toBeVisible();
  });

  test('can be navigated, opened, pinned and hidden with the keyboard alone', async ({ appPage: page }) => {
    await page.getByRole('searchbox', { name: 'Search models' }).focus();
    await page.getByRole('searchbox').fill('echo');
    await expect(count(page)).toContainText('1 of');
    await table(page).focus();
    await page.keyboard.press('ArrowDown');
    const chosen = table(page).locator('[aria-selected=true]');
    await expect(chosen).toContainText('sandbox/echo');
    await expect(table(page)).toHaveAttribute(
      'aria-activedescendant',
      (await chosen.getAttribute('id')) ?? '',
    );
    await page.keyboard.press('p');
    await expect(details(page).getByRole('button', { name: 'Unpin' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.keyboard.press('Enter');
    await expect(details(page)).toBeFocused();
    await table(page).focus();
    await page.keyboard.press('h');
    await expect(page.getByText('No matching models')).toBeVisible();
  });

  test('the checker finds nothing in the table and a model in detail, light and dark', async ({
    appPage: page,
  }) => {
    await row(page, 'sandbox/aurora').click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await expectAccessible(page);
    }
  });
});

test.describe('a thousand models', () => {
  test('are sorted by every column, with missing values last', async ({ appPage: page }) => {
    const gateway = await openThousand(page);
    expect(await table(page).getAttribute('aria-rowcount')).toBe(String(1_000 + oddCount + 1));
    expect(await table(page).getByRole('row').count()).toBeLessThan(80);
    await expect(heading(page, 'Model')).toHaveAttribute('aria-sort', 'ascending');
    await heading(page, 'Released').getByRole('button').click();
    await expect(heading(page, 'Released')).toHaveAttribute('aria-sort', 'descending');
    await expect(heading(page, 'Model')).toHaveAttribute('aria-sort', 'none');
    await expect.poll(() => firstIds(page, 2)).toEqual(['maker-0/model-0', 'maker-1/model-1']);
    await heading(page, 'Price').getByRole('button').click();
    await expect.poll(() => firstIds(page, 2)).toEqual([oddModels.unknownCapabilities, 'maker-0/model-0']);
    await heading(page, 'Context').getByRole('button').click();
    await expect(table(page).getByRole('row').nth(1)).toContainText('512K');
    await table(page).focus();
    await page.keyboard.press('End');
    await expect(table(page).locator('[aria-selected=true]')).toBeInViewport();
    await gateway.close();
  });

  test('are filtered by text, kind, provider, price, window, age and capability', async ({
    appPage: page,
  }) => {
    const gateway = await openThousand(page);
    const narrow = async (label: string, value: string, expected: RegExp) => {
      await page.getByLabel(label, { exact: true }).selectOption(value);
      await expect(count(page)).toHaveText(expected);
    };
    await page.getByRole('searchbox', { name: 'Search models' }).fill('NUMBER 777 list');
    await expect(count(page)).toHaveText(/^1 of/);
    await page.getByRole('searchbox', { name: 'Search models' }).fill('');
    await narrow('Output', 'text', /^700 of/);
    await narrow('Context window', '200000', /^\d+ of/);
    await narrow('Capability', 'image input', /^\d+ of/);
    await narrow('Age', '365', /^\d+ of/);
    await narrow('Price', '2', /^\d+ of/);
    await expect(table(page).getByRole('row').nth(1)).toContainText(/maker-\d+/);
    await narrow('Provider', 'odd', /^0 of/);
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await narrow('Price', 'unknown', /^\d of/);
    await narrow('Price', 'free', /^1 of/);
    await gateway.close();
  });

  test('unexpected values are shown unchanged, and nothing is guessed', async ({ appPage: page }) => {
    const gateway = await openThousand(page, 20);
    await page.getByRole('searchbox', { name: 'Search models' }).fill('odd/');
    await expect(row(page, oddModels.unknownUnit)).toContainText('"unit":"minute"');
    await expect(row(page, oddModels.noPrice)).toContainText('not stated');
    await row(page, oddModels.unknownUnit).click();
    const price = details(page).getByRole('region', { name: 'Price' });
    await expect(price).toContainText('The record says');
    await expect(price).toContainText('{"night":2}');
    await expect(price).not.toContainText('Per 100 credits');
    await row(page, oddModels.otherCurrency).click();
    await expect(price).toContainText('usd');
    await row(page, oddModels.unknownCapabilities).click();
    await expect(details(page).getByRole('region', { name: 'Capabilities' })).toContainText('{"km":12}');
    await expect(price).toContainText('cached_input');
    await expect(details(page).getByRole('button', { name: /^Use in/ })).toHaveCount(4);
    await row(page, 'odd/a-bare-id').click();
    await expect(details(page).getByRole('region', { name: 'Raw record' })).toContainText('"odd/a-bare-id"');
    await row(page, oddModels.markup).click();
    await expect(details(page)).toContainText('<b>bold</b>');
    await expect(row(page, 'odd/listed-twice')).toHaveCount(1);
    await gateway.close();
  });

  test('stay when the gateway is unreachable, with their age, the reason, and what to do', async ({
    appPage: page,
  }) => {
    const gateway = await openThousand(page, 30);
    const time = page.locator('main footer time');
    const before = (await time.getAttribute('datetime')) ?? '';
    gateway.list(modelRecords(31));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(count(page)).toHaveText(`${31 + oddCount} models`);
    await expect(time).not.toHaveAttribute('datetime', before);
    const last = (await time.textContent()) ?? '';
    await expect(page.getByRole('status', { name: 'Credits' })).toHaveText('500');
    await gateway.close();
    await page.getByRole('button', { name: 'Refresh' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('network_error');
    await expect(alert).toContainText(last);
    await expect(alert).toContainText('Try again, or test the connection in Settings');
    await expect(count(page)).toHaveText(`${31 + oddCount} models`);
    await page.reload();
    await expect(count(page)).toHaveText(`${31 + oddCount} models`);
    await expect(time).toHaveText(last);
  });
});

test('without a key the page says so, and links to where to enter it', async ({ appPage: page }) => {
  await addProfile(page, { name: 'Keyless', baseUrl: 'http://127.0.0.1:9/api/v1', key: 'sk-removed' });
  await page.getByRole('button', { name: 'Remove key' }).click();
  await page.getByRole('button', { name: 'Use this profile' }).click();
  await openModels(page);
  await expect(page.getByRole('alert')).toContainText('no_key');
  await page.getByRole('button', { name: 'Open Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('an empty list is shown as empty', async ({ appPage: page }) => {
  const gateway = await startModelGateway([]);
  await addProfile(page, { name: 'Empty', baseUrl: gateway.baseUrl, key: 'sk-empty' });
  await page.getByRole('button', { name: 'Use this profile' }).click();
  await openModels(page);
  await expect(page.getByRole('heading', { name: 'No models' })).toBeVisible();
  await expectAccessible(page);
  await gateway.close();
});

test('the picker remembers recent models of each tab, and shows prices and capabilities', async ({
  appPage: page,
}) => {
  await picker(page).click();
  const echo = page.getByRole('option').filter({ hasText: 'sandbox/echo' });
  await expect(echo).toContainText(/cr per 1k/);
  await expect(echo).toContainText('streaming');
  await echo.click();
  await page.reload();
  await picker(page).click();
  const recent = page.getByRole('group', { name: 'Recent' });
  await expect(recent.getByRole('option')).toHaveText([/^sandbox\/echo/]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Image', exact: true }).click();
  await picker(page).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('group', { name: 'Recent' })).toHaveCount(0);
});

test('a list whose next page can’t be read says so, and what to do', async ({ appPage: page }) => {
  const gateway = await startHostileServer();
  const pageOf = (request: { readonly url: string }) =>
    request.url.includes('page_token')
      ? json({ error: 'No.' }, 400)
      : json({ data: [{ id: 'listed/first' }], next_page_token: 't' });
  gateway.script(...Array.from({ length: 20 }, () => pageOf));
  await addProfile(page, { name: 'Paged', baseUrl: gateway.baseUrl, key: 'sk-paged' });
  await page.getByRole('button', { name: 'Use this profile' }).click();
  await openModels(page);
  const card = page.getByRole('alert').filter({ hasText: 'The list may be incomplete' });
  await expect(card).toContainText('type the id of a missing model');
  await expect(row(page, 'listed/first')).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card).toBeVisible();
  await gateway.close();
});
