/** A message is moved by its handle; keys do the same from its menu. */
import type { Page } from 'playwright/test';
import { chooseModel, exchange, transcript } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';

const articles = (page: Page) => transcript(page).getByRole('article');

test('a message is dragged to the end of the chat and back by undo, and stays where it is let go in place', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await exchange(page, 'First words', 'sandbox/echo');
  await exchange(page, 'Second words', 'sandbox/echo');
  await expect(articles(page)).toHaveCount(4);
  const handle = page.locator('[data-move]').first();
  await expect(handle).toHaveCSS('opacity', '0');
  await articles(page).first().hover();
  await expect(handle).toHaveCSS('opacity', '1');
  const last = await articles(page).last().boundingBox();
  await handle.dragTo(articles(page).last(), { targetPosition: { x: 40, y: (last?.height ?? 20) - 4 } });
  await expect(articles(page).last()).toContainText('First words');
  await expect(articles(page).last()).toHaveAccessibleName('You');
  await expect(page.locator('[data-drop]')).toHaveCount(0);
  await page.keyboard.press('Control+Alt+z');
  await expect(articles(page).first()).toContainText('First words');
  await expect(articles(page).first()).toHaveAccessibleName('You');
  await handle.dragTo(articles(page).first());
  await expect(page.locator('[data-drop]')).toHaveCount(0);
  await expect(articles(page)).toHaveCount(4);
  await expect(articles(page).first()).toContainText('First words');
});
