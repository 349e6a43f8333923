/** Recorded calls become cases of an experiment, by keyboard; nothing is sent. */
import { expectAccessible } from '../support/axe';
import { chooseModel, exchange } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';

test('recorded chat calls are selected and become cases of a new experiment, with their replies expected', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await exchange(page, 'Say sun', 'sandbox/echo');
  await page.getByRole('button', { name: 'Inspector', exact: true }).click();
  const use = page.getByRole('button', { name: 'Use as cases' });
  await expect(use).not.toHaveAttribute('aria-disabled', 'true');
  await use.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Calls as cases' });
  await expect(dialog.getByRole('list', { name: 'Calls of chats' }).getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('checkbox', { name: 'Expect the recorded replies' }).focus();
  await page.keyboard.press('Space');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use 1 call' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'prompt, case 1', exact: true })).toHaveValue('Say sun');
  await expect(page.getByRole('textbox', { name: 'Expected, case 1' })).toHaveValue(/^equals:.*sun/);
  await expect(page.getByRole('status', { name: 'Estimate' })).toContainText('1 variant × 1 case = 1 call');
  const found = await command(page, 'experiments.list', { modality: null, cursor: null, limit: 9 });
  expect(found.experiments).toEqual([]);
});
