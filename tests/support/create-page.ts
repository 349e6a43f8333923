/** Test helpers for the image, speech and video tabs. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Locator, type Page } from 'playwright/test';

export { command } from './command';

type CreateTab = 'Image' | 'Speech' | 'Video';

export const prompt = (page: Page): Locator => page.getByRole('textbox', { name: /^(Prompt|Text)$/ });
export const generateButton = (page: Page): Locator => page.getByRole('button', { name: /^Generate/ });
export const results = (page: Page): Locator => page.getByRole('list', { name: 'Results' });
export const result = (page: Page, text: string): Locator =>
  results(page).getByRole('listitem').filter({ hasText: text });
export const jobsPanel = (page: Page): Locator => page.getByRole('region', { name: 'Jobs' });
export const jobRow = (page: Page, text: string): Locator =>
  jobsPanel(page).getByRole('listitem').filter({ hasText: text });
export const errorAnnouncer = (page: Page): Locator => page.locator('[data-announcer-errors]');

export async function openTab(page: Page, name: CreateTab | 'Chat' | 'Library'): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
}

/** Opens a tab and waits until its models are loaded. */
export async function openCreateTab(page: Page, name: CreateTab): Promise<void> {
  await openTab(page, name);
  await expect(prompt(page)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Model' })).not.toHaveValue('');
}

export async function generate(page: Page, text: string): Promise<void> {
  await prompt(page).fill(text);
  await generateButton(page).click();
  await expectAccepted(page, text);
}

/** The core has stored the request: the prompt stays, and typing would replace it. */
export const expectAccepted = (page: Page, text: string): Promise<void> =>
  expect
    .poll(() =>
      prompt(page).evaluate((input: HTMLTextAreaElement) =>
        input.value.slice(input.selectionStart, input.selectionEnd),
      ),
    )
    .toBe(text);

/** The smallest video. */
export async function shortestVideo(page: Page): Promise<void> {
  await page.getByLabel('Duration').fill('1');
  await page.getByLabel('Resolution').selectOption('480p');
}

/** Full paths of the results of a kind on the disk. */
export async function filesIn(home: string, kind: 'images' | 'speech' | 'videos'): Promise<string[]> {
  const folder = path.join(home, 'media', kind);
  const names = await readdir(folder).catch(() => []);
  // A file that is still written is hidden.
  return names
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => path.join(folder, name));
}
