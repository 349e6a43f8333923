/** Check model: what is asked, the run, the table of results, their evidence, and the exports. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { expect, openApp, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { command } from '../support/command';
import { sandboxAccess } from '../support/sandbox-access';

const row = (page: Page, id: string): Locator =>
  page.getByRole('grid', { name: 'Models' }).getByRole('row').filter({ hasText: id });
const plan = (page: Page): Locator => page.getByRole('dialog', { name: /^Check models?$/ });
const results = (page: Page): Locator => page.getByRole('dialog', { name: /^Checks of / });
const grid = (page: Page, name = 'Abilities'): Locator => results(page).getByRole('grid', { name });
const run = (page: Page): Locator => results(page).getByRole('region', { name: 'Check', exact: true });
const detail = (page: Page): Locator => results(page).getByRole('region', { name: 'Result', exact: true });

async function openPlan(page: Page, model = 'sandbox/echo'): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Models' }).click();
  await row(page, model).click();
  await page.getByRole('button', { name: 'Check model', exact: true }).click();
  await expect(plan(page)).toContainText(/At most|Free/);
}

const untick = (page: Page, name: RegExp) => plan(page).getByRole('checkbox', { name }).uncheck();

/** The price of what is chosen now is known. */
const startIsReady = (page: Page) =>
  expect(plan(page).getByRole('button', { name: 'Start' })).toHaveAttribute('aria-disabled', 'false');

async function checked(page: Page): Promise<void> {
  await openPlan(page);
  await untick(page, /^Speed/);
  await startIsReady(page);
  await plan(page).getByRole('button', { name: 'Start' }).click();
  await expect(run(page).getByRole('status')).toContainText('Completed');
}

async function showChecks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await page.keyboard.type('>show checks');
  await expect(page.getByRole('option', { name: 'Show checks of models' })).toBeVisible();
  await page.keyboard.press('Enter');
}

test('nothing is sent before Start: the plan says which models, probes, requests and price', async ({
  web,
  page,
}) => {
  await openApp(page, web.url);
  await openPlan(page);
  await expect(plan(page).getByRole('checkbox', { name: 'sandbox/echo' })).toBeChecked();
  const facts = plan(page).getByRole('region', { name: 'What is asked' }).getByRole('status');
  const all = await facts.textContent();
  expect(all).toMatch(/\d+ probes of 1 model, at most \d+ requests/);
  await untick(page, /^Speed/);
  await expect(facts).not.toHaveText(all ?? '');
  await untick(page, /^Identity/);
  await untick(page, /^Abilities/);
  await expect(plan(page)).toContainText('Choose at least one model and one group of probes.');
  await expect(plan(page).getByRole('button', { name: 'Start' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page, 'dialog');
  await plan(page).getByRole('button', { name: 'Cancel' }).click();
  const { checks } = await command(page, 'checks.list', { profileId: null, cursor: null, limit: 10 });
  expect(checks).toEqual([]);
});

test('a check by keyboard alone: started, its cells walked, a result opened with what was sent and what came', async ({
  web,
  page,
}) => {
  await openApp(page, web.url);
  await openPlan(page);
  await untick(page, /^Speed/);
  await startIsReady(page);
  await plan(page).getByRole('button', { name: 'Start' }).focus();
  await page.keyboard.press('Enter');
  await expect(run(page).getByRole('status')).toContainText('Completed');
  await expect(grid(page)).toContainText('works');
  await grid(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Home');
  await expect(grid(page).locator('[aria-selected=true]')).toHaveText(/works/);
  await page.keyboard.press('Enter');
  await expect(detail(page)).toBeFocused();
  await expect(detail(page)).toContainText('works.');
  await expect(detail(page)).toContainText('Cost');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(detail(page).getByRole('region', { name: 'Request', exact: true })).toContainText(
    'sandbox/echo',
  );
  await expect(detail(page).getByRole('region', { name: 'Answer', exact: true })).toContainText('"text"');
  await expectAccessible(page, 'dialog');
  await detail(page).getByRole('button', { name: 'View code' }).click();
  await expect(page.getByRole('dialog', { name: 'View code' })).toContainText('chat/completions');
  await page.keyboard.press('Escape');
  await detail(page).getByRole('button', { name: 'Close result' }).focus();
  await page.keyboard.press('Enter');
  await expect(grid(page)).toBeFocused();
});

test('a result leads to its record in the inspector', async ({ web, page }) => {
  await openApp(page, web.url);
  await checked(page);
  await grid(page)
    .getByRole('row', { name: /sandbox\/echo/ })
    .locator('td')
    .first()
    .click();
  await detail(page)
    .getByRole('button', { name: /^Request and answer/ })
    .first()
    .click();
  await detail(page).getByRole('button', { name: 'Open in the inspector' }).click();
  await expect(results(page)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('sandbox/echo');
});

test('a check goes on over a reload, pauses, resumes and stops, and the models lead back to it', async ({
  web,
  page,
}) => {
  await openApp(page, web.url);
  await openPlan(page);
  await plan(page).getByRole('button', { name: 'Choose all' }).click();
  await startIsReady(page);
  await plan(page).getByRole('button', { name: 'Start' }).click();
  await expect(run(page).getByRole('status')).toContainText('Running');
  await run(page).getByRole('button', { name: 'Pause' }).click();
  await expect(run(page).getByRole('status')).toContainText('Paused');
  await page.reload();
  await page.getByRole('button', { name: /^Checks: \d+ of \d+$/ }).click();
  await expect(run(page).getByRole('status')).toContainText('Paused');
  await run(page).getByRole('button', { name: 'Resume' }).click();
  await expect(run(page).getByRole('status')).toContainText('Running');
  await expect(grid(page)).toContainText('waiting');
  await expectAccessible(page, 'dialog');
  await run(page).getByRole('button', { name: 'Stop' }).click();
  await expect(run(page).getByRole('status')).toContainText('Stopped');
  await expect(run(page).getByRole('button')).toHaveCount(0);
});

test('what was checked is a chip of the model, and filters the models', async ({ web, page }) => {
  await openApp(page, web.url);
  await checked(page);
  await results(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(row(page, 'sandbox/echo')).toContainText(/checked \d+ [A-Z]/);
  await expect(row(page, 'sandbox/eliza')).not.toContainText('checked');
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await page.getByRole('combobox', { name: 'Model' }).click();
  const option = (id: string) => page.getByRole('option').filter({ hasText: id });
  await expect(option('sandbox/echo')).toContainText(/checked \d+ [A-Z]/);
  await expect(option('sandbox/eliza')).not.toContainText('checked');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Models' }).click();
  const filter = page.getByRole('combobox', { name: 'Checked' });
  await filter.selectOption({ label: 'Reply: works (1)' });
  await expect(page.locator('main footer [role=status]')).toContainText(/^1 of/);
  await expect(row(page, 'sandbox/echo')).toBeVisible();
});

test('a check is exported as JSON and as one page without scripts', async ({ web, page }) => {
  await openApp(page, web.url);
  await checked(page);
  for (const [name, extension] of [
    ['Export as JSON', '.json'],
    ['Export as HTML', '.html'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await results(page).getByRole('button', { name }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^Check of /);
    expect(download.suggestedFilename().endsWith(extension)).toBe(true);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('sandbox/echo');
    expect(text).not.toContain('<script');
  }
});

test('identity and changes have their own sections, and no check yet is said', async ({ web, page }) => {
  await openApp(page, web.url);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await page.keyboard.type('>show checks');
  await expect(page.getByRole('option', { name: 'Show checks of models' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(results(page)).toContainText('No checks yet');
  await expectAccessible(page, 'dialog');
  await page.keyboard.press('Escape');
  await checked(page);
  await results(page).getByRole('button', { name: 'Identity' }).click();
  await expect(grid(page, 'Identity')).toContainText('Model name');
  await results(page).getByRole('button', { name: 'Speed' }).click();
  await expect(results(page)).toContainText('Nothing was asked of this kind yet.');
  await results(page).getByRole('button', { name: 'Changes' }).click();
  await expect(results(page)).toContainText('Nothing changed since the check before.');
});

test('two profiles stand side by side for the same model, by name, and apart again', async ({
  web,
  page,
}) => {
  await openApp(page, web.url);
  const { baseUrl, key } = await sandboxAccess(page);
  const input = { name: 'Second gateway', baseUrl };
  const { id } = await command(page, 'profiles.create', input);
  await command(page, 'profiles.saveKey', { id, key, keep: 'session' });
  for (const profileId of ['sandbox', id])
    await command(page, 'checks.start', {
      ...{ id: randomUUID(), profileId, models: ['sandbox/echo'], probes: ['stream', 'stop'] },
      isConfirmed: true,
    });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await page.keyboard.type('>show checks');
  await expect(page.getByRole('option', { name: 'Show checks of models' })).toBeVisible();
  await page.keyboard.press('Enter');
  const rows = grid(page).getByRole('row', { name: /sandbox\/echo/ });
  await expect(rows).toHaveCount(1);
  await results(page).getByLabel('Side by side with').selectOption('With Second gateway');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Sandbox');
  await expect(rows.nth(1)).toContainText('Second gateway');
  for (const one of await rows.all()) await expect(one.getByRole('gridcell')).toHaveText([/\w/, /\w/]);
  await expectAccessible(page, 'dialog');
  await results(page).getByLabel('Side by side with').selectOption('No other profile');
  await expect(rows).toHaveCount(1);
});

test('models are chosen in the table, by pointer and by keys, and “Check selected” asks those', async ({
  web,
  page,
}) => {
  await openApp(page, web.url);
  const models = ['sandbox/echo', 'sandbox/eliza', 'sandbox/structured'];
  await command(page, 'checks.start', {
    ...{
      id: randomUUID(),
      profileId: 'sandbox',
      models,
      probes: ['reply', 'stop', 'modelName', 'speedAlone'],
    },
    isConfirmed: true,
  });
  await showChecks(page);
  await expect(run(page).getByRole('status')).toContainText('Completed');
  const tick = (name: string) => results(page).getByRole('checkbox', { name, exact: true });
  await expect(grid(page).getByRole('row')).toHaveCount(4);
  await expect(results(page).getByRole('button', { name: /^Check selected/ })).toHaveCount(0);
  await tick('Choose sandbox/echo').click();
  await tick('Choose sandbox/structured').click({ modifiers: ['Shift'] });
  await expect(results(page).getByRole('button', { name: 'Check selected (3)…' })).toBeVisible();
  await expect(tick('Choose all models')).toBeChecked();
  await tick('Choose all models').click();
  await expect(results(page).getByRole('button', { name: /^Check selected/ })).toHaveCount(0);
  // The same by keys alone.
  await grid(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(tick('Choose sandbox/echo')).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(tick('Choose sandbox/eliza')).toBeChecked();
  await expect(tick('Choose sandbox/structured')).not.toBeChecked();
  await expectAccessible(page, 'dialog');
  await results(page).getByRole('button', { name: 'Check selected (2)…' }).click();
  await expect(plan(page)).toContainText('Models (2 of');
  await expect(plan(page).getByRole('checkbox', { name: 'sandbox/eliza' })).toBeChecked();
});

test('all probes are in one table, whose columns can be chosen', async ({ web, page }) => {
  await openApp(page, web.url);
  await command(page, 'checks.start', {
    ...{ id: randomUUID(), profileId: 'sandbox', models: ['sandbox/echo'] },
    ...{ probes: ['reply', 'stop', 'modelName', 'speedAlone'], isConfirmed: true },
  });
  await showChecks(page);
  await expect(run(page).getByRole('status')).toContainText('Completed');
  await results(page).getByRole('button', { name: 'All probes' }).click();
  const heads = grid(page, 'All probes').getByRole('columnheader');
  await expect(heads).toHaveText(['Model', 'Reply', 'Stop sequences', 'Model name', 'Speed']);
  await results(page).getByText('Columns').click();
  await results(page).getByRole('checkbox', { name: 'Stop sequences' }).uncheck();
  await expect(heads).toHaveText(['Model', 'Reply', 'Model name', 'Speed']);
  await results(page).getByRole('button', { name: 'Hide all' }).click();
  await expect(results(page)).toContainText('All columns are hidden.');
  await results(page).getByRole('button', { name: 'Show all' }).click();
  await expect(heads).toHaveCount(5);
  await expectAccessible(page, 'dialog');
});
