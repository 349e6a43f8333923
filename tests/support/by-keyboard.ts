/** Test helpers that use only the keyboard. */
import { expect, type Locator, type Page } from 'playwright/test';

/** More controls than any view of the app has. */
const stepsAtMost = 150;

/** Presses Tab until the element has the focus. @throws Error if Tab never reaches it */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < stepsAtMost; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${target}`);
}

export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Replaces the text of the field. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Text typed before the picker has the focus would go into the message. */
export async function pickModel(page: Page, model: string): Promise<void> {
  const picker = page.getByRole('combobox', { name: 'Model' });
  await page.keyboard.press('Control+Shift+m');
  await expect(picker).toBeFocused();
  await page.keyboard.type(model);
  await expect(page.getByRole('option').first()).toContainText(model);
  await page.keyboard.press('Enter');
  await expect(picker).toHaveValue(model);
}
