/** Versions of a saved prompt: their notes, what changed between them, and which is in use. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { expectAccessible } from '../support/axe';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';
import { givenPrompt, promptOptions } from '../support/prompts-page';

const library = (page: Page) => page.getByRole('form', { name: 'Prompt', exact: true });
const changes = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Changes' });
const rows = (page: Page) => page.getByRole('list', { name: 'Versions' }).getByRole('listitem');

async function openPrompt(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Prompts' }).click();
  await page.getByRole('menuitem', { name: 'Prompt library' }).click();
  await promptOptions(page).filter({ hasText: name }).click();
  await expect(library(page).getByLabel('Name')).toHaveValue(name);
}

/** Tab until the focus is on a control of this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      return at?.getAttribute('aria-label') ?? (at?.textContent || at?.id) ?? '';
    });
  for (let step = 0; step < 60 && !(await focused()).startsWith(name); step += 1)
    await page.keyboard.press('Tab');
  expect(await focused()).toContain(name);
}

test('a changed text is saved with a note, compared with the one before, and an older one promoted, by keyboard', async ({
  appPage: page,
}) => {
  const id = await givenPrompt(page, 'Sum', 'Sum up the text in one line');
  await openPrompt(page, 'Sum');
  await expect(library(page).getByLabel('Note on this version')).toHaveCount(0);
  await library(page).getByLabel('Prompt text').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Sum up the text in three short lines');
  await page.keyboard.press('Tab');
  await library(page).getByLabel('Note on this version').focus();
  await page.keyboard.type('three lines');
  await page.keyboard.press('Enter');
  await expect(library(page).getByLabel('Note on this version')).toHaveCount(0);
  await tabTo(page, 'Versions');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(
    rows(page)
      .nth(0)
      .getByRole('button', { name: /^Version 2/ }),
  ).toBeFocused();
  await expect(rows(page).nth(0)).toContainText('three lines');
  await expect(rows(page).nth(0)).toContainText('In use');
  await expect(changes(page).locator('del')).toHaveText(['one', 'line']);
  await expect(changes(page).locator('ins')).toHaveText(['three', 'short lines']);
  await expectAccessible(page);
  await tabTo(page, 'Promote version 1');
  await page.keyboard.press('Enter');
  await expect(rows(page).nth(1)).toContainText('In use');
  await expect(rows(page).nth(0).getByRole('button', { name: 'Promote version 2' })).toBeVisible();
  expect(await command(page, 'prompts.get', { id })).toMatchObject({ version: 1 });
  await page.keyboard.press('Escape');
  await expect(library(page).getByLabel('Prompt text')).toHaveValue('Sum up the text in one line');
});

test('any two versions are compared, a note is changed later, and a version goes out as a file', async ({
  appPage: page,
}) => {
  const id = await givenPrompt(page, 'Ask', 'Ask a question');
  for (const text of ['Ask two questions', 'Ask three questions'])
    await command(page, 'prompts.save', { id, name: 'Ask', tags: [], text });
  await openPrompt(page, 'Ask');
  await library(page).getByRole('button', { name: 'Versions…' }).click();
  await page.getByLabel('Changes since').selectOption({ label: 'version 1' });
  await expect(changes(page).locator('del')).toHaveText(['a', 'question']);
  await expect(changes(page).locator('ins')).toHaveText(['three', 'questions']);
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Version 2/ })
    .click();
  await page.getByLabel('Note on version 2').fill('two of them');
  await page.keyboard.press('Enter');
  await expect(rows(page).nth(1)).toContainText('two of them');
  const saved = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  expect(text).toContain('Ask two questions');
  expect(text).toContain('note: "two of them"');
});

test('an answer of the lab names the version of the prompt that it was asked with', async ({
  appPage: page,
}) => {
  const promptId = await givenPrompt(page, 'Say', 'Say it');
  await command(page, 'prompts.save', { id: promptId, name: 'Say', tags: [], text: 'Say {{word}}' });
  const id = randomUUID();
  const echo = {
    modality: 'chat',
    settings: {},
    profileId: SANDBOX_PROFILE_ID,
    model: 'sandbox/echo',
  } as const;
  const variant = { ...echo, label: '', template: 'Say {{word}}', promptVersion: { promptId, version: 2 } };
  const cases = [{ variables: { word: 'sun' } }];
  await command(page, 'experiments.create', { id, title: 'One', variants: [variant], cases });
  await command(page, 'experiments.start', { id });
  await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
  await expect(page.getByRole('status', { name: 'State', exact: true })).toHaveText(
    'completed · 1 of 1 done',
  );
  await page.getByRole('gridcell').filter({ hasText: 'Say sun' }).click();
  const asked = page.getByRole('dialog').getByRole('region', { name: 'Prompt' });
  await expect(asked).toContainText('Version 2 of “Say”');
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'JSON Lines' }).click();
  const line = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
  expect(line.promptVersion).toEqual({ promptId, version: 2 });
});
