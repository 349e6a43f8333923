/** The list of keys and the palette, in the words of a test. */
import { expect, type Locator, type Page } from 'playwright/test';

export const shortcutsDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Keyboard shortcuts' });
export const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Search' });
export const paletteInput = (page: Page): Locator => palette(page).getByRole('combobox');

export interface ListedCommand {
  readonly id: string;
  readonly place: string;
  /** As Playwright presses them. */
  readonly keys: readonly string[];
}

/** Opens the list of keys once the page hears them, and waits until it takes what is typed. */
export async function openShortcuts(page: Page): Promise<void> {
  await hearsKeys(page);
  await page.keyboard.press('Control+/');
  await expect(shortcutsDialog(page).getByRole('searchbox')).toBeFocused();
}

/** Opens the palette, and waits until it takes what is typed. */
export async function openPalette(page: Page): Promise<void> {
  await hearsKeys(page);
  await page.keyboard.press('Control+k');
  await expect(paletteInput(page)).toBeFocused();
}

export const hearsKeys = (page: Page): Promise<void> =>
  expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();

/** Every command that the list shows with keys. */
export async function listedCommands(page: Page): Promise<readonly ListedCommand[]> {
  await openShortcuts(page);
  const rows = await page
    .locator('[data-command]')
    .evaluateAll((all) => all.map((row) => ({ ...(row as HTMLElement).dataset }) as Record<string, string>));
  await page.keyboard.press('Escape');
  await expect(shortcutsDialog(page)).toHaveCount(0);
  return rows
    .map(({ command = '', place = '', keys = '' }) => ({
      id: command,
      place,
      keys: keys.split(' ').filter(Boolean).map(asPressed),
    }))
    .filter(({ keys }) => keys.length > 0);
}

const asPressed = (chord: string): string =>
  chord
    .replace('Mod', 'Control')
    .replace('Plus', '+')
    .replace(/(^|\+)([A-Z])$/, (_all, before, letter) => before + letter.toLowerCase());

/** Opens the palette, types, and waits until what is found belongs to what was typed. */
export async function searchFor(page: Page, words: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(words);
  await expect(palette(page).getByRole('listbox')).toHaveAttribute('data-found', words);
}

/** Goes down to the hit that holds the text, and chooses it. */
export async function chooseHit(page: Page, text: string | RegExp): Promise<void> {
  const wanted = palette(page).getByRole('option').filter({ hasText: text }).first();
  await expect(wanted).toBeVisible();
  for (let step = 0; step < 80; step += 1) {
    if ((await wanted.getAttribute('aria-selected')) === 'true') break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(wanted).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
}
