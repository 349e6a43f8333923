/** Test helpers for comparisons. */
import { expect, type Locator, type Page } from 'playwright/test';

export const column = (page: Page, letter: string): Locator =>
  page.getByRole('region', { name: `Column ${letter}`, exact: true });
export const columns = (page: Page): Locator => page.getByRole('region', { name: /^Column [A-D]$/ });
export const figures = (page: Page, letter: string): Locator =>
  column(page, letter).locator(`dl[aria-label="Figures of column ${letter}"]`);
export const history = (page: Page): Locator => page.getByRole('navigation', { name: 'History' });

/** Opens a new comparison from the visible tab. */
export async function openCompare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(columns(page)).toHaveCount(2);
}

export async function chooseColumnModel(page: Page, letter: string, id: string): Promise<void> {
  const picker = column(page, letter).getByRole('combobox', { name: 'Model' });
  await picker.click();
  await picker.fill(id);
  await page.getByRole('option').filter({ hasText: id }).first().click();
  await expect(picker).toHaveValue(id);
}

export async function addColumn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add column' }).click();
}

/** The newest reply of a chat's column. */
export const replyIn = (page: Page, letter: string): Locator =>
  column(page, letter).getByRole('log').getByRole('article').last();

/** Collects all announcements to screen readers from now on. */
export async function hearAnnouncements(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    for (const region of document.querySelectorAll('[data-announcer], [data-announcer-errors]')) {
      new MutationObserver(() => said.push(region.textContent ?? '')).observe(region, { childList: true });
    }
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}
