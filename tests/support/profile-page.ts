/** Test helpers for the profiles in the settings. */
import { expect, type Page } from 'playwright/test';

/** Adds a profile for OpenRouter at another address, tests its connection and switches to it. */
export async function addOpenRouter(page: Page, baseUrl: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Add profile' }).click();
  const form = page.getByRole('form', { name: 'New gateway' });
  await form.getByRole('combobox', { name: 'Gateway' }).click();
  await page.keyboard.type('openr');
  await page.keyboard.press('Enter');
  await form.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl);
  await form.getByRole('textbox', { name: 'API key' }).fill('sk-or-test');
  await form.getByRole('button', { name: 'Create profile' }).click();
  const session = page.getByRole('button', { name: 'Keep for this session only' });
  const use = page.getByRole('button', { name: 'Use this profile' });
  // Where no keychain answers, the form offers to keep the key for the session.
  await expect(session.or(use).first()).toBeVisible();
  if (await session.isVisible()) await session.click();
  await use.click();
}
