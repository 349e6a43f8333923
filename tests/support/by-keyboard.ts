/** Test helpers that use only the keyboard. */
import { expect, type Locator, type Page } from 'playwright/test';

/** More controls than any view of the app has. */
const stepsAtMost = 150;

/** Where the way back is not that of Tab, such as out of a dialog, Tab goes around. */
const stepsBackAtMost = 50;

/**
 * Presses Tab, or Shift+Tab where the element is before what has the focus, until the element has it.
 * @throws Error if the keys never reach it
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const isInRail = await target.evaluate((element) => element.matches('[data-rail] a'));
  if (isInRail) return await railTo(page, target);
  for (let steps = 0; steps < stepsAtMost; steps += 1) {
    const way = await target.evaluate(wayTo);
    if (way === 'there') return;
    await page.keyboard.press(way === 'back' && steps < stepsBackAtMost ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`Tab never comes to ${target}`);
}

function wayTo(element: Element): 'there' | 'on' | 'back' {
  const now = document.activeElement;
  if (now === element) return 'there';
  const isBefore =
    now !== null && (now.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  return isBefore && !now.contains(element) && !element.contains(now) ? 'back' : 'on';
}

/** The rail is one stop: the arrow keys go on from there. */
async function railTo(page: Page, target: Locator): Promise<void> {
  await tabToAny(page, '[data-rail] a');
  await page.keyboard.press('Home');
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 20 && !(await isThere()); steps += 1) await page.keyboard.press('ArrowDown');
}

async function tabToAny(page: Page, selector: string): Promise<void> {
  for (let steps = 0; steps < stepsAtMost; steps += 1) {
    if (await page.evaluate((one) => document.activeElement?.matches(one) === true, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${selector}`);
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
