/** Test helpers for batches in the page. */
import { expect, type Locator, type Page } from 'playwright/test';

export const batchRows = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Rows' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
export const valueRows = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Values' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
export const batchState = (page: Page): Locator => page.getByRole('status', { name: 'State' });
export const runButton = (page: Page): Locator => page.getByRole('button', { name: /^Run [\d,]+ calls?$/ });

/** Opens the page where a prompt is run over a table, with this prompt. */
export async function openSetup(page: Page, prompt: string): Promise<void> {
  await page.getByRole('button', { name: 'Prompts' }).click();
  await page.getByRole('menuitem', { name: 'Run over a table' }).click();
  await expect(page.getByRole('heading', { name: 'New batch' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill(prompt);
}

export async function useTable(page: Page, table: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Table' }).fill(table);
  await page.getByRole('button', { name: 'Use this table' }).click();
}

/** Runs what is prepared and waits until every row has ended. */
export async function runToEnd(page: Page): Promise<void> {
  await runButton(page).click();
  await expect(batchState(page)).toContainText('completed');
}
