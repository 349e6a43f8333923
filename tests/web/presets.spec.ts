import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { chooseModel, exchange, runSettings } from '../support/chat-page';
import { command } from '../support/command';
import { openCreateTab, openTab } from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { modelRecords, startModelGateway } from '../support/model-gateway';
import { addProfile } from '../support/settings-page';

const trigger = (page: Page): Locator => runSettings(page).getByRole('button', { name: 'Presets' });
const list = (page: Page): Locator => page.getByRole('list', { name: 'Saved presets' });
const preset = (page: Page, name: string): Locator => list(page).getByRole('button', { name }).first();
const temperature = (page: Page): Locator => page.getByLabel('Temperature', { exact: true });
const picker = (page: Page): Locator => page.getByRole('combobox', { name: 'Model' });

const nameField = (page: Page): Locator =>
  page.getByRole('dialog', { name: /preset$/ }).getByRole('textbox', { name: 'Name' });

async function save(page: Page, name: string): Promise<void> {
  await trigger(page).click();
  await page.getByRole('button', { name: 'Save as new preset…' }).click();
  await nameField(page).fill(name);
  await nameField(page).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Save as preset' })).toHaveCount(0);
}

async function storedTemperature(page: Page, name: string): Promise<unknown> {
  const { presets } = await command(page, 'app.snapshot', {});
  const content = presets.find((one) => one.name === name)?.content;
  return content !== undefined && 'settings' in content ? content.settings.temperature : undefined;
}

async function act(page: Page, name: string, action: string): Promise<void> {
  await trigger(page).click();
  await list(page)
    .getByRole('button', { name: `More for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('model and settings of a chat are saved, and applied to another with the keyboard alone', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await temperature(page).fill('0.3');
  await trigger(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No presets yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save as new preset…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.type('Careful');
  await page.keyboard.press('Enter');
  await expect(trigger(page)).toBeFocused();
  await chooseModel(page, 'sandbox/eliza');
  await temperature(page).fill('1');
  await trigger(page).focus();
  await page.keyboard.press('Enter');
  await expect(preset(page, 'Careful')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(picker(page)).toHaveValue('sandbox/echo');
  await expect(temperature(page)).toHaveValue('0.3');
  await page.reload();
  await trigger(page).click();
  await expect(preset(page, 'Careful')).toContainText('sandbox/echo');
  await expect(list(page).getByLabel('in use')).toBeVisible();
});

test('a preset is renamed, updated and deleted, and the last two can be undone', async ({
  appPage: page,
}) => {
  await temperature(page).fill('0.3');
  await save(page, 'First');
  await save(page, 'Second');
  await act(page, 'First', 'Rename');
  const name = nameField(page);
  await name.fill('Second');
  await name.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Choose another name');
  await name.fill(
    'A name that is quite long, as names are that say what they are for. '.repeat(3).slice(0, 199),
  );
  await name.press('Enter');
  await expect(name).toHaveCount(0);
  await temperature(page).fill('0.9');
  await act(page, 'Second', 'Update');
  // Undo is offered for some seconds, in which a busy machine opens no list and chooses from it.
  await expect.poll(() => storedTemperature(page, 'Second')).toBe(0.9);
  await page.getByRole('button', { name: 'Undo' }).click();
  await temperature(page).fill('1.5');
  await trigger(page).click();
  await preset(page, 'Second').click();
  await expect(temperature(page)).toHaveValue('0.3');
  await trigger(page).click();
  await expectAccessible(page);
  await preset(page, 'Second').press('Delete');
  await expect(trigger(page)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await trigger(page).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
});

test('a dialog of the run settings stays with its text as the window becomes too narrow for their column', async ({
  appPage: page,
}) => {
  await trigger(page).click();
  await page.getByRole('button', { name: 'Save as new preset…' }).click();
  await nameField(page).fill('Careful');
  await page.setViewportSize({ width: 700, height: 640 });
  await expect(nameField(page)).toHaveValue('Careful');
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(trigger(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(runSettings(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Run settings' })).toBeFocused();
});

test('a new chat starts with the default, and changes stay in that chat', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/echo');
  await temperature(page).fill('0.3');
  await save(page, 'Careful');
  await act(page, 'Careful', 'Set as default');
  await chooseModel(page, 'sandbox/eliza');
  await temperature(page).fill('1');
  await exchange(page, 'Hello', 'sandbox/eliza');
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(picker(page)).toHaveValue('sandbox/echo');
  await expect(temperature(page)).toHaveValue('0.3');
  await exchange(page, 'Hello', 'sandbox/echo');
  await expect(temperature(page)).toHaveValue('0.3');
  await act(page, 'Careful', 'No longer the default');
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(temperature(page)).toHaveValue('');
});

test('each tab has its own presets, and an empty form starts with the default', async ({ appPage: page }) => {
  await openCreateTab(page, 'Video');
  await page.getByLabel('Duration').fill('2');
  await page.getByLabel('Resolution').selectOption('480p');
  await save(page, 'Short film');
  await act(page, 'Short film', 'Set as default');
  await openTab(page, 'Chat');
  await trigger(page).click();
  await expect(page.getByText('No presets yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await openCreateTab(page, 'Video');
  await page.getByLabel('Duration').fill('7');
  await page.reload();
  await expect(page.getByLabel('Duration')).toHaveValue('2');
  await page.getByLabel('Duration').fill('7');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A boat');
  await page.reload();
  await expect(page.getByLabel('Duration')).toHaveValue('7');
  await expect(page.getByLabel('Resolution')).toHaveValue('480p');
  await expectAccessible(page);
});

test('a preset whose model is gone says so, applies the settings, and can still select the model', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await temperature(page).fill('0.3');
  await save(page, 'Careful');
  const gateway = await startModelGateway(modelRecords(3));
  await addProfile(page, { name: 'Other', baseUrl: gateway.baseUrl, key: 'sk-other' });
  await page.getByRole('button', { name: 'Use this profile' }).click();
  await openTab(page, 'Chat');
  await chooseModel(page, 'maker-0/model-0');
  await temperature(page).fill('1');
  await trigger(page).click();
  await expect(preset(page, 'Careful')).toContainText('not listed');
  await preset(page, 'Careful').click();
  await expect(temperature(page)).toHaveValue('0.3');
  await expect(picker(page)).toHaveValue('maker-0/model-0');
  const note = runSettings(page).getByRole('status');
  await expect(note).toContainText('sandbox/echo');
  await note.getByRole('button', { name: 'Use anyway' }).click();
  await expect(picker(page)).toHaveValue('sandbox/echo');
  await gateway.close();
});
