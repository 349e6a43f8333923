import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { chooseModel, composer, exchange, replies, transcript } from '../support/chat-page';
import { expect, test } from '../support/shared-app';

const articles = (page: Page): Locator => transcript(page).getByRole('article');
const dialog = (page: Page): Locator => page.getByRole('dialog');

/** From the menu of a message, with the keyboard alone. */
async function choose(page: Page, of: Locator, item: string): Promise<void> {
  await of.getByRole('button', { name: 'More for this message' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: item }).focus();
  await page.keyboard.press('Enter');
}

const ofOwn = (page: Page, at: number): Locator => page.getByRole('group', { name: 'Your message' }).nth(at);

test('a reply is rewritten, its role changed, and the chat run again from there, by keys alone', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await exchange(page, 'First wording', 'sandbox/echo');
  await exchange(page, 'And on', 'sandbox/echo');
  await choose(page, articles(page).nth(1), 'Edit message…');
  const text = dialog(page).getByRole('textbox', { name: 'Text' });
  await expect(text).toBeFocused();
  await expect(dialog(page).getByLabel('Role')).toHaveValue('assistant');
  await expectAccessible(page);
  await text.fill('What I would have said');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(articles(page)).toHaveCount(4);
  await expect(articles(page).nth(1)).toContainText('What I would have said');
  await expect(articles(page).nth(1)).toContainText('Edited');
  await expect(articles(page).nth(1)).toContainText('2 / 2');
  await choose(page, articles(page).nth(1), 'Edit message…');
  await dialog(page).getByLabel('Role').selectOption('system');
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(articles(page).nth(1)).toHaveAccessibleName('System');
  await choose(page, ofOwn(page, 1), 'Run from here');
  await expect(articles(page)).toHaveCount(3);
  await expect(replies(page, 'sandbox/echo')).toContainText('First wording');
  await page.keyboard.press('Control+Alt+z');
  await expect(articles(page)).toHaveCount(4);
  await page.keyboard.press('Control+Alt+z');
  await expect(articles(page).nth(1)).not.toContainText('What I would have said');
  await choose(page, ofOwn(page, 0), 'Begin the reply…');
  const beginning = dialog(page).getByRole('textbox', { name: 'The reply begins with' });
  await expect(beginning).toBeFocused();
  await page.keyboard.type('Sure: ');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(replies(page, 'sandbox/echo').first()).toContainText('Sure:');
});

test('messages are inserted, moved and removed from the menu, and each can be undone', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await exchange(page, 'Question', 'sandbox/echo');
  await choose(page, ofOwn(page, 0), 'Insert before…');
  await dialog(page).getByLabel('Role').selectOption('developer');
  await dialog(page).getByRole('textbox', { name: 'Text' }).fill('Be brief');
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(articles(page)).toHaveCount(3);
  await expect(articles(page).first()).toHaveAccessibleName('Developer');
  await choose(page, ofOwn(page, 0), 'Move down');
  await expect(articles(page).nth(1)).toHaveAccessibleName('Developer');
  await expect(articles(page).nth(1)).toBeFocused();
  await choose(page, ofOwn(page, 1), 'Remove only this');
  await expect(articles(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(articles(page).nth(1)).toHaveAccessibleName('Developer');
  await choose(page, ofOwn(page, 1), 'Undo last edit');
  await expect(articles(page).first()).toHaveAccessibleName('Developer');
  await expect(composer(page)).toBeVisible();
});

test('results of tools without their call are said to be wrong before anything is sent', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await exchange(page, 'Question', 'sandbox/echo');
  await choose(page, ofOwn(page, 0), 'Edit message…');
  await dialog(page).getByLabel('Role').selectOption('tool');
  await expect(dialog(page).getByRole('textbox', { name: 'Result' })).toHaveValue('Question');
  await dialog(page).getByRole('button', { name: 'Save and run from here' }).click();
  await expect(page.getByRole('alert')).toContainText('answers no call of the reply before it');
  await expect(articles(page).first()).toHaveAccessibleName('Tool');
});

test('keys act on the message whose buttons have the focus, not on the last one', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await exchange(page, 'First words', 'sandbox/echo');
  await exchange(page, 'Second words', 'sandbox/echo');
  const copy = (at: number) => ofOwn(page, at).getByRole('button', { name: 'Copy message' });
  await copy(0).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(articles(page).nth(1)).toBeFocused();
  await copy(0).focus();
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(articles(page).nth(1)).toHaveAccessibleName('You');
  await expect(articles(page).nth(1)).toContainText('First words');
  await expect(articles(page).last()).toContainText('Second words');
});
