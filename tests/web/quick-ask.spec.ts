/** The small window for one question, as a page of its own. */
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/emptied-app';
import { pastFrame } from '../support/past-frame';

const question = (page: Page) => page.getByRole('textbox', { name: 'Question' });
const picker = (page: Page) => page.getByRole('combobox', { name: 'Model' });

/** As large as the desktop makes it. */
async function openQuickAsk(page: Page): Promise<void> {
  await page.setViewportSize({ width: 640, height: 440 });
  await page.evaluate(() => {
    location.hash = '#/quick';
    location.reload();
  });
  await expect(question(page)).toBeFocused();
  await page.evaluate(() => {
    window.close = () => document.body.setAttribute('data-closed', '');
  });
}

test('the answer has the room that model and question leave', async ({ appPage: page }) => {
  await openQuickAsk(page);
  await picker(page).fill('sandbox/markdown-tour');
  await page.keyboard.press('Enter');
  await question(page).fill('What can you format?');
  await question(page).press('Enter');
  const answer = page.getByRole('article');
  await expect(answer).toHaveAttribute('aria-busy', 'false');
  const roomPx = await answer.evaluate((one) => one.parentElement?.clientHeight ?? 0);
  expect(roomPx).toBeGreaterThan(200);
  expect(await pastFrame(page)).toEqual([]);
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
});

test('Escape closes the list of models first, then the window', async ({ appPage: page }) => {
  await openQuickAsk(page);
  await picker(page).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(page.locator('body')).not.toHaveAttribute('data-closed');
  await page.keyboard.press('Escape');
  await expect(page.locator('body')).toHaveAttribute('data-closed');
});
