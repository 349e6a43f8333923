/** A result of the library becomes an input of a form. */
import { expectAccessible } from '../support/axe';
import { chooseModel, remaining } from '../support/chat-page';
import { generate, openCreateTab, openTab, prompt, result, shortestVideo } from '../support/create-page';
import { expect, test } from '../support/emptied-app';

test('a slot is filled and refilled from the library by keyboard, names its file, and Enter in the search sends nothing', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
  await generate(page, 'A red balloon');
  await expect(result(page, 'A red balloon').getByRole('button', { name: 'More' })).toBeVisible();
  await generate(page, 'A blue boat');
  await expect(result(page, 'A blue boat').getByRole('button', { name: 'More' })).toBeVisible();
  await openTab(page, 'Video');
  await chooseModel(page, 'sandbox/kinograph');
  await shortestVideo(page);
  await prompt(page).fill('It rises');
  const paid = await remaining(page);
  const inputs = page.getByRole('region', { name: 'Inputs' });
  const open = inputs.getByRole('button', { name: 'First frame from the library' });
  const dialog = page.getByRole('dialog', { name: 'First frame from the library' });
  const choose = async (text: string) => {
    await open.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Search images' })).toBeFocused();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  };
  await choose('balloon');
  const slot = inputs.getByRole('button', { name: /^Replace First frame/ });
  await expect(slot).toBeFocused();
  await expect(slot).toContainText('balloon');
  await choose('boat');
  await expect(slot).toContainText('boat');
  await expect(inputs.getByRole('button', { name: /^Replace/ })).toHaveCount(1);
  expect(await remaining(page)).toBe(paid);
  await generate(page, 'It rises');
  const row = page.getByRole('navigation', { name: 'Lineage' });
  await expect(row.getByRole('button', { name: /^Made from: A blue boat/ })).toBeVisible();
});
