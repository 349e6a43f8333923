/** The library of tools: a tool is kept in one chat and taken from there into another, with the keyboard alone. */
import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { chooseModel } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';

async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

async function openTools(page: Page): Promise<Locator> {
  await press(page.getByRole('button', { name: 'Edit tools…' }));
  return page.getByRole('dialog', { name: 'Tools' });
}

test('a tool is saved to the library and added to another chat with what answers it', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  const dialog = await openTools(page);
  const add = dialog.getByRole('button', { name: 'Add to library' });
  await dialog.getByLabel('Name', { exact: true }).fill('has blanks');
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Name', { exact: true }).fill('weather');
  await dialog.getByLabel('Default result').fill('{"degrees": 3}');
  await press(add);
  await expect(dialog.getByText('In the library')).toBeVisible();
  // A change is not in the library until it is added; the one that was there can come back.
  await dialog.getByLabel('Default result').fill('{"degrees": 4}');
  await expect(dialog.getByText('In the library')).toHaveCount(0);
  await press(add);
  await expect(dialog.getByText('Replaced in the library')).toBeVisible();
  await press(dialog.getByRole('button', { name: 'Undo' }));
  await expect(add).toBeFocused();
  await page.keyboard.press('Escape');
  await page.reload();

  await openTools(page);
  const open = dialog.getByRole('button', { name: 'From library…' });
  await press(open);
  const library = dialog.getByRole('region', { name: 'Tool library' });
  const weather = library.getByRole('button', { name: /^weather/ });
  await expect(weather).toBeFocused();
  await expect(weather).toContainText('city · with results');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(library).toHaveCount(0);
  await expect(open).toBeFocused();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('weather');
  await expect(dialog.getByLabel('Default result')).toHaveValue('{"degrees": 3}');
  await press(dialog.getByRole('button', { name: 'Save', exact: true }));
  await expect(page.getByText('get_weather, weather')).toBeVisible();

  // Deleted from the library, the chat keeps its copy.
  await openTools(page);
  await press(open);
  await expect(weather).toContainText('a tool here has this name');
  await press(library.getByRole('button', { name: 'Delete weather from the library' }));
  await expect(library).toContainText('No saved tools');
  const undo = library.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(weather).toBeVisible();
  await press(library.getByRole('button', { name: 'Delete weather from the library' }));
  await expect(weather).toHaveCount(0);
  // Another window saves one: it is shown at once.
  await command(page, 'tools.save', { tool: { name: 'clock', parameters: { type: 'object' } } });
  await expect(library).toContainText('clock');
  await page.keyboard.press('Escape');
  await expect(page.getByText('get_weather, weather')).toBeVisible();
});

test('the editor says of its example that it is one, and closing it defines no tool', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  const dialog = await openTools(page);
  const list = dialog.getByRole('list', { name: 'Tools' });
  await expect(list).toContainText('get_weather example');
  await dialog.getByLabel('Name', { exact: true }).fill('weather');
  await expect(list).not.toContainText('example');
  await page.keyboard.press('Escape');
  await openTools(page);
  await expect(dialog).toContainText('The example is sent once you save it.');
  await press(dialog.getByRole('button', { name: 'Remove get_weather' }));
  await expect(dialog).not.toContainText('The example is sent');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Not set', { exact: true }).first()).toBeVisible();
});
