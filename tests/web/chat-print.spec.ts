/** Ctrl+P prints a chat whole: the list keeps only a part of a long one in the page. */
import type { Page } from 'playwright/test';
import { fillChat, transcript } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';

/** What would have come to the printer, at the moment when the page asks for it. */
function replacePrinter(page: Page) {
  return page.evaluate(() => {
    window.print = () => {
      const view = document.querySelector('#print-view');
      Object.assign(window, { printed: view?.textContent ?? '' });
      dispatchEvent(new Event('afterprint'));
    };
  });
}

test('a long chat is printed with the messages that are not on the screen, and leaves nothing behind', async ({
  appPage: page,
}) => {
  const texts = Array.from({ length: 30 }, (_, at) => `Question number ${at + 1}.`);
  await fillChat(page, texts);
  await page.getByRole('navigation', { name: 'History' }).getByText('Question number 1.').first().click();
  await expect(transcript(page).getByText('Question number 30.').first()).toBeVisible();
  await expect(transcript(page).getByText('Question number 1.', { exact: true })).toHaveCount(0);
  await replacePrinter(page);
  await page.keyboard.press('ControlOrMeta+p');
  await page.waitForFunction(() => 'printed' in window);
  const printed = await page.evaluate(() => (window as unknown as { printed: string }).printed);
  expect(texts.filter((text) => !printed.includes(text))).toEqual([]);
  await expect(page.locator('#print-view')).toHaveCount(0);
});
