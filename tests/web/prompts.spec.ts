import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { composer, exchange } from '../support/chat-page';
import { openCreateTab, prompt as promptField } from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { hostAnswers } from '../support/host-answers';
import { givenPrompt, promptOptions, saveTyped } from '../support/prompts-page';

const fillDialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const library = (page: Page) => page.getByRole('form', { name: 'Prompt', exact: true });

async function openLibrary(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Prompts' }).click();
  await page.getByRole('menuitem', { name: 'Prompt library' }).click();
  await expect(page.getByRole('heading', { name: 'Prompt library' })).toBeVisible();
}

test('a prompt with two variables is saved, found with a slash and filled in, with the keyboard alone', async ({
  appPage: page,
}) => {
  await composer(page).focus();
  await page.keyboard.type('Write a {{tone:select:formal|casual=casual}} line about {{topic}}');
  await saveTyped(page, composer(page), 'A line');
  await expect(page.getByRole('button', { name: 'Prompts' })).toBeFocused();
  await composer(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Please: /lin');
  await expect(promptOptions(page)).toHaveCount(1);
  await expect(composer(page)).toHaveAttribute('aria-activedescendant', /slash-prompts-/);
  await page.keyboard.press('Enter');
  const dialog = fillDialog(page, 'A line');
  await expect(dialog.getByLabel('tone')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('bees');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(
    'Write a casual line about bees',
  );
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('Please: Write a casual line about bees');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(composer(page)).toHaveValue('Please: /lin');
});

test('the form remembers the last values, and names missing ones', async ({ appPage: page }) => {
  await givenPrompt(page, 'Ask', 'How many {{what}}, {{count:number}} or more?');
  await composer(page).pressSequentially('/ask');
  await expect(promptOptions(page)).toHaveCount(1);
  await expect(composer(page)).toHaveAttribute('aria-activedescendant', /slash-prompts-/);
  await page.keyboard.press('Tab');
  const dialog = fillDialog(page, 'Ask');
  await dialog.getByLabel('what').fill('bees');
  await dialog.getByLabel('count').fill('many');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('“count” must be a number; “many” is not one.');
  await expect(dialog.getByLabel('count')).toBeFocused();
  await dialog.getByLabel('count').fill('3');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('How many bees, 3 or more?');
  await composer(page).fill('');
  await composer(page).pressSequentially('/');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('what')).toHaveValue('bees');
  await expect(dialog.getByLabel('count')).toHaveValue('3');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toHaveValue('/');
});

test('Escape closes the list and keeps the text; a slash inside a word or a path opens none', async ({
  appPage: page,
}) => {
  await givenPrompt(page, 'User guide', 'text');
  await composer(page).pressSequentially('/us');
  await expect(promptOptions(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(promptOptions(page)).toHaveCount(0);
  await expect(composer(page)).toHaveValue('/us');
  await page.keyboard.type('e');
  await expect(promptOptions(page)).toHaveCount(0);
  await composer(page).fill('');
  await composer(page).pressSequentially('and/us');
  await expect(promptOptions(page)).toHaveCount(0);
  await composer(page).fill('');
  await composer(page).pressSequentially('/usr/us');
  await expect(promptOptions(page)).toHaveCount(0);
});

test('a slash that matches no prompt is sent unchanged', async ({ appPage: page }) => {
  await givenPrompt(page, 'Other', 'text');
  await composer(page).pressSequentially('/zzz');
  await expect(promptOptions(page)).toHaveCount(0);
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article', { name: 'You' })).toHaveText('/zzz', { timeout: 500 });
  }).toPass();
});

test('arrow keys select prompts, filtered while typing; one without variables is inserted at once', async ({
  appPage: page,
}) => {
  await givenPrompt(page, 'Poem of rain', 'Rain, in \\{{braces}}');
  await givenPrompt(page, 'Poem of snow', 'Snow', ['winter']);
  await openCreateTab(page, 'Image');
  await promptField(page).pressSequentially('a /poem');
  await expect(promptOptions(page)).toHaveCount(2);
  await expect(promptOptions(page).nth(0)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(promptOptions(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(promptOptions(page).nth(1)).toContainText('Poem of rain');
  await page.keyboard.press('Enter');
  await expect(promptField(page)).toHaveValue('a Rain, in {{braces}}');
});

test('a message is saved as a prompt, changed in the library, copied, deleted and restored', async ({
  appPage: page,
}) => {
  await exchange(page, 'Worth keeping', 'sandbox/eliza');
  await page.getByRole('article', { name: 'You' }).hover();
  await page.getByRole('button', { name: 'More for this message' }).first().click();
  await page.getByRole('menuitem', { name: 'Save as a prompt' }).click();
  await page.getByRole('button', { name: 'Save prompt' }).click();
  await openLibrary(page);
  await promptOptions(page).first().click();
  await library(page).getByLabel('Prompt text').fill('Line one\n{{a:color}}');
  await expect(library(page).getByRole('list', { name: 'Errors' })).toContainText(
    'Line 2, column 1: “color” is not a type',
  );
  await library(page).getByLabel('Prompt text').fill('Keep {{what}}');
  await expect(library(page).getByRole('list', { name: 'Variables' })).toContainText('what');
  await library(page).getByLabel('Tags').fill('one, two');
  await library(page).getByRole('button', { name: 'Save prompt' }).click();
  await expect(promptOptions(page).first()).toContainText('Keep {{what}}');
  await page.getByLabel('Tag', { exact: true }).selectOption({ label: 'two (1)' });
  await expect(promptOptions(page)).toHaveCount(1);
  await library(page).getByRole('button', { name: 'Duplicate' }).click();
  await expect(promptOptions(page)).toHaveCount(2);
  await expect(library(page).getByLabel('Name')).toHaveValue('Worth keeping (copy)');
  await library(page).getByRole('button', { name: 'Delete' }).click();
  await expect(promptOptions(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(promptOptions(page)).toHaveCount(2);
});

test('a prompt that can’t be loaded says why', async ({ appPage: page }) => {
  await givenPrompt(page, 'First', 'one');
  await openLibrary(page);
  const error = { code: 'internal', message: 'The database is locked.' };
  const answerAsHost = await hostAnswers(page);
  await page.route('**/api/call', (route) =>
    route.request().postDataJSON().name === 'prompts.get'
      ? answerAsHost(route, { ok: false, error })
      : route.fallback(),
  );
  await promptOptions(page).filter({ hasText: 'First' }).click();
  await expect(page.getByRole('alert')).toContainText('The database is locked.');
});

test('unsaved text in the library is still there after leaving it', async ({ appPage: page }) => {
  await givenPrompt(page, 'First', 'one');
  await givenPrompt(page, 'Second', 'two');
  await openLibrary(page);
  await promptOptions(page).filter({ hasText: 'First' }).click();
  await library(page).getByLabel('Prompt text').fill('one and a half');
  await promptOptions(page).filter({ hasText: 'Second' }).click();
  await expect(library(page).getByLabel('Prompt text')).toHaveValue('two');
  await expect(promptOptions(page).filter({ hasText: 'First' })).toContainText('not saved');
  await promptOptions(page).filter({ hasText: 'First' }).click();
  await expect(library(page).getByLabel('Prompt text')).toHaveValue('one and a half');
  await library(page)
    .getByRole('button', { name: /^Insert into Chat/ })
    .click();
  await expect(composer(page)).toHaveValue('one and a half');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the checker finds nothing in the library, the slash list and the form, ${colorScheme}`, async ({
    appPage: page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await givenPrompt(page, 'A line', 'A {{tone:select:formal|casual}} line about {{topic:long}}', ['mail']);
    await composer(page).pressSequentially('/');
    await expect(promptOptions(page)).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await fillDialog(page, 'A line').getByRole('button', { name: 'Insert' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await openLibrary(page);
    await expectAccessible(page);
    await promptOptions(page).first().click();
    await library(page).getByLabel('Prompt text').fill('{{broken');
    await library(page).getByText('Variable syntax').click();
    await expectAccessible(page);
  });
}

test('a prompt goes out as a file and comes in again, and what is not read of a file is named', async ({
  appPage: page,
}) => {
  await givenPrompt(page, 'Trip', 'Plan {{city}}');
  await openLibrary(page);
  await page.getByRole('option', { name: /^Trip/ }).click();
  const saved = page.waitForEvent('download');
  await library(page).getByRole('button', { name: 'Export' }).focus();
  await page.keyboard.press('Enter');
  const file = await saved;
  expect(file.suggestedFilename()).toBe('Trip.prompt');
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toContain('Plan {{city}}');
  const chooser = page.getByLabel('Prompt files');
  const other = text.replace('---\n', '---\nmodel: vendor/x\n').replace('Trip', 'Journey');
  await chooser.setInputFiles({ name: 'other.prompt', mimeType: 'text/plain', buffer: Buffer.from(other) });
  await expect(library(page).getByLabel('Name')).toHaveValue('Journey');
  const notes = page.getByRole('region', { name: 'Notes on the file' });
  await expect(notes).toContainText('“Journey”: “model” of the file is not read');
  await expectAccessible(page);
  await notes.getByRole('button', { name: 'Close notes' }).click();
  await expect(notes).toBeHidden();
  await chooser.setInputFiles({
    name: 'bad.prompt',
    mimeType: 'text/plain',
    buffer: Buffer.from('---\na: [\n---\nx'),
  });
  await expect(notes).toContainText('is not YAML');

  const opened = (buffer: string) =>
    chooser.setInputFiles({ name: 'again.prompt', mimeType: 'text/plain', buffer: Buffer.from(buffer) });
  await opened(text);
  await expect(notes).toContainText('“Trip” is in the library already, with the same text.');
  await expect(library(page).getByLabel('Name')).toHaveValue('Trip');
  await opened(text.replace('Plan', 'Dream of'));
  const asked = notes.getByRole('group', { name: 'Trip' });
  await expect(asked.getByRole('button', { name: 'Add version' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(notes).toBeHidden();
  const trips = page.getByRole('option', { name: /^Trip/ });
  await expect(trips).toHaveCount(1);
  await expect(library(page).getByLabel('Prompt text')).toHaveValue('Dream of {{city}}');
  await expect(library(page).getByLabel('Name')).toBeFocused();
  await opened(text.replace('Plan', 'Sell'));
  await asked.getByRole('button', { name: 'Add as another prompt' }).press('Enter');
  await expect(trips).toHaveCount(2);
});
