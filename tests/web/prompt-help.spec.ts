/** What helps with a prompt: choices, styles, a negative prompt, and a chat model that improves it. */
import { expectAccessible } from '../support/axe';
import { remaining, runSettings } from '../support/chat-page';
import { command } from '../support/command';
import { generate, generateButton, openCreateTab, prompt, result } from '../support/create-page';
import { expect, test } from '../support/emptied-app';

test('choices are shown with the price of all before anything is sent, and each result keeps what it got', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
  await prompt(page).fill('{a red|a blue} boat, {1..2} gulls');
  await expect(page.getByText('4 prompts from choices · price of each')).toBeVisible();
  const before = await remaining(page);
  await prompt(page).press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: '4 prompts from choices' });
  const list = dialog.getByRole('list', { name: 'Prompts' });
  await expect(list.getByRole('listitem')).toHaveText([
    'a red boat, 1 gulls',
    'a red boat, 2 gulls',
    'a blue boat, 1 gulls',
    'a blue boat, 2 gulls',
  ]);
  await expect(dialog.getByRole('status')).toHaveText(/8 cr/);
  await expectAccessible(page, 'dialog');
  expect(await remaining(page)).toBe(before);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await prompt(page).press('Control+Enter');
  await dialog.getByRole('button', { name: 'Generate 4' }).press('Enter');
  await expect(page).toHaveURL(/#\/lab\//);
  await expect.poll(() => remaining(page)).toBe(before - 8);
  const prompts = async () => {
    const { items } = await command(page, 'library.page', { cursor: null, limit: 10, filter: {} });
    return items.map(({ origin }) => origin.prompt).sort();
  };
  await expect
    .poll(prompts)
    .toEqual(['a blue boat, 1 gulls', 'a blue boat, 2 gulls', 'a red boat, 1 gulls', 'a red boat, 2 gulls']);
  // What was begun as one is one row in the history, which leads back to it.
  const experiment = page.url();
  await openCreateTab(page, 'Image');
  const row = page.getByRole('navigation', { name: 'History' }).getByRole('link', { name: /gulls/ });
  await expect(row).toHaveCount(1);
  await expect(row).toHaveAccessibleName(/^Experiment: .*4 results$/);
  await row.press('Enter');
  await expect(page).toHaveURL(experiment);
});

test('braces that are no choices are sent as they are, and those that are can be', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
  await generate(page, '{"color": "red|blue"}');
  await expect(result(page, '{"color": "red|blue"}').getByRole('button', { name: 'More' })).toBeVisible();
  await prompt(page).fill('a {red|blue} boat');
  await prompt(page).press('Control+Enter');
  await page.getByRole('button', { name: 'Send as written' }).click();
  await expect(result(page, 'a {red|blue} boat').getByRole('button', { name: 'More' })).toBeVisible();
});

test('a comparison says that it sends choices as they are written', async ({ appPage: page }) => {
  await openCreateTab(page, 'Image');
  await page.evaluate(() => {
    location.hash = '#/image/compare:new';
  });
  await expect(page.getByText('Waiting for a prompt')).toHaveCount(2);
  await prompt(page).fill('a {red|blue} boat');
  const note = page.getByText('A comparison sends choices in braces as written.');
  await expect(note).toBeVisible();
  await prompt(page).fill('a red boat');
  await expect(note).toHaveCount(0);
  await expect(page.getByText(/sends to all 2 columns$/)).toBeVisible();
});

test('a saved style is chosen beside the prompt, goes with it and is kept with the result', async ({
  appPage: page,
}) => {
  const text = 'a watercolor of {prompt}, soft light';
  await command(page, 'prompts.save', {
    id: crypto.randomUUID(),
    name: 'Watercolor',
    text,
    tags: ['style'],
  });
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
  await page.getByRole('button', { name: 'Style', exact: true }).click();
  await page.getByRole('menuitemradio', { name: /^Watercolor/ }).click();
  const settings = runSettings(page);
  await expect(settings.getByLabel('Style', { exact: true })).toHaveValue(text);
  await settings.getByLabel('Leave out').fill('people');
  await expectAccessible(page);
  await generate(page, 'a boat');
  const card = result(page, 'a boat');
  await expect(card.getByRole('button', { name: 'More' })).toBeVisible();
  const { items } = await command(page, 'library.page', { cursor: null, limit: 10, filter: {} });
  expect(items[0]?.origin).toMatchObject({
    prompt: 'a boat',
    parameters: { style: text, negativePrompt: 'people' },
  });
  const code = await command(page, 'code.request', { of: 'job', jobId: items[0]?.origin.jobId ?? '' });
  expect(code.bodies[0]).toMatchObject({
    prompt: 'a watercolor of a boat, soft light',
    negative_prompt: 'people',
  });
  await settings.getByRole('button', { name: 'Reset Style' }).click();
  await card.getByRole('button', { name: 'Use all settings' }).first().click();
  await expect(settings.getByLabel('Style', { exact: true })).toHaveValue(text);
});

test('a chat model improves a prompt: priced, sent at a press, its changes shown, used and taken back', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  const improve = page.getByRole('button', { name: 'Improve the words' });
  await expect(improve).toHaveAttribute('aria-disabled', 'true');
  await prompt(page).fill('I need a boat');
  const before = await remaining(page);
  await improve.click();
  const dialog = page.getByRole('dialog', { name: 'Improve the words' });
  await dialog.getByRole('combobox', { name: 'Model' }).fill('sandbox/eliza');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(/cr\b/);
  expect(await remaining(page)).toBe(before);
  await dialog.getByRole('button', { name: 'Improve', exact: true }).click();
  const changes = dialog.getByRole('region', { name: 'Changes' });
  await expect(changes.locator('ins').first()).toBeVisible();
  await expect(changes.locator('del').first()).toBeVisible();
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('button', { name: 'Use prompt' }).click();
  await expect(prompt(page)).not.toHaveValue('I need a boat');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(prompt(page)).toHaveValue('I need a boat');
  await expect(generateButton(page)).toBeVisible();
});
