/** Test helpers for prompts in the page. */
import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from 'playwright/test';
import { command } from './command';

export const promptOptions = (page: Page): Locator =>
  page.getByRole('listbox', { name: 'Prompts' }).getByRole('option');

/** Saves a prompt without the page, for steps that would take long in it. */
export async function givenPrompt(
  page: Page,
  name: string,
  text: string,
  tags: string[] = [],
): Promise<string> {
  const id = randomUUID();
  await command(page, 'prompts.save', { id, name, text, tags });
  return id;
}

/** Saves what is typed as a prompt, with the keyboard alone; the field has the focus. */
export async function saveTyped(page: Page, field: Locator, name: string): Promise<void> {
  await field.press('Tab');
  while (!(await page.evaluate(() => document.activeElement?.textContent?.trim() === 'Prompts')))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Insert a prompt' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Save as a prompt' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save as a prompt' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}
