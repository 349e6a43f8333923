/** What a person does in the settings, in the words of a test. */
import { expect, type Page } from 'playwright/test';

interface NewProfile {
  readonly name: string;
  readonly baseUrl: string;
  /** Kept for the session only, so that no test needs or touches a keychain. */
  readonly key?: string;
}

/** Adds a profile and leaves it on show. */
export async function addProfile(page: Page, { name, baseUrl, key }: NewProfile): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Add profile' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl);
  await page.getByRole('button', { name: 'Create profile' }).click();
  await expect(page.getByRole('button', { name: 'Save key' })).toBeVisible();
  if (key !== undefined) await keepKeyForSession(page, key);
}

/** Saves a key; where a keychain answers it goes there, else it is kept for the session. */
export async function keepKeyForSession(page: Page, key: string): Promise<void> {
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.getByRole('button', { name: 'Save key' }).click();
  const session = page.getByRole('button', { name: 'Keep for this session only' });
  const remove = page.getByRole('button', { name: 'Remove key' });
  // A key that was there before keeps "Remove key" in view: the answer is the offer, or the emptied field.
  const field = page.getByRole('textbox', { name: 'API key' });
  await expect.poll(async () => (await session.isVisible()) || (await field.inputValue()) === '').toBe(true);
  if (await session.isVisible()) await session.click();
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('');
  await expect(remove).toBeVisible();
}
