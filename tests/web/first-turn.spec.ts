/** A chat that begins with a message written by hand, by keys alone. */
import { expectAccessible } from '../support/axe';
import { chooseModel, composer, replies, transcript } from '../support/chat-page';
import { expect, test } from '../support/shared-app';

test('an empty chat begins with a written message of any role, and one whose messages were removed does too', async ({
  appPage: page,
}) => {
  const articles = transcript(page).getByRole('article');
  const dialog = page.getByRole('dialog', { name: 'Write the first message' });
  await chooseModel(page, 'sandbox/echo');
  await page.getByRole('button', { name: 'Write a message of any role…' }).press('Enter');
  await expect(dialog.getByLabel('Role')).toHaveValue('user');
  await dialog.getByLabel('Role').selectOption('system');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Be brief');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await expect(articles).toHaveCount(1);
  await expect(articles.first()).toHaveAccessibleName('System');
  await composer(page).fill('Hello');
  await composer(page).press('Enter');
  await expect(replies(page, 'sandbox/echo').last()).toContainText('Hello');
  for (const left of [2, 1, 0]) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('>Remove the last message');
    await page.getByRole('option', { name: 'Remove the last message' }).waitFor();
    await page.keyboard.press('Enter');
    await expect(articles).toHaveCount(left);
  }
  await page.keyboard.press('Control+k');
  await page.keyboard.type('>first message by hand');
  await page.getByRole('option', { name: 'Write the first message by hand' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Once more');
  await dialog.getByRole('button', { name: 'Save and run from here' }).press('Enter');
  await expect(replies(page, 'sandbox/echo').last()).toContainText('Once more');
});
