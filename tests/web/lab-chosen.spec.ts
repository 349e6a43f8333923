/** Cases that are asked with some variants alone: chosen by keyboard, the same in a second window and in files. */
import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright/test';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { collectComplaints } from '../support/app';
import { expectAccessible } from '../support/axe';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';

const variant = (label: string) => ({
  ...{ modality: 'chat' as const, profileId: SANDBOX_PROFILE_ID, model: 'sandbox/echo', settings: {} },
  ...{ label, template: `${label} {{word}}`, promptVersion: null },
});

const estimate = (page: Page) => page.getByRole('status', { name: 'Estimate' });
const choiceOf = (page: Page, number: number) =>
  page.getByRole('button', { name: `Asked with, case ${number}:` });

test('the variants of a case are shown and chosen in the setup, and only those calls are made', async ({
  appPage: page,
}) => {
  const file = {
    ...{ type: 'gatehouse-experiment', version: 1, title: 'Chosen' },
    ...{ repeats: 1, assertions: [], threshold: null, budget: null, judge: null },
    variants: [variant('Say'), variant('Shout'), variant('Sing')],
    cases: ['sun', 'moon'].map((word, at) => ({ variables: { word }, ...(at === 0 && { variants: [2] }) })),
  };
  const openFile = () =>
    page.getByLabel('File of an experiment').setInputFiles({
      ...{ name: 'chosen.gatehouse-experiment.json', mimeType: 'application/json' },
      buffer: Buffer.from(JSON.stringify(file)),
    });
  await page.evaluate(() => location.assign('#/lab/new'));
  await openFile();
  await expect(choiceOf(page, 1)).toHaveText('1 of 3');
  await expect(choiceOf(page, 2)).toHaveText('All');
  await expect(estimate(page)).toContainText('3 variants, 2 cases: 4 calls');
  // A pointer that rests where the menu opens would choose an item too.
  await page.mouse.move(0, 0);
  await choiceOf(page, 2).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Asked with, case 2' });
  const items = menu.getByRole('menuitemcheckbox');
  await expect(items.first()).toHaveAccessibleName('All variants');
  await expect(items.first()).toBeChecked();
  await expect(items.first()).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('menuitemcheckbox', { checked: true })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(choiceOf(page, 2)).toBeFocused();
  await expect(choiceOf(page, 2)).toHaveText('2 of 3');
  await expect(estimate(page)).toContainText('3 variants, 2 cases: 3 calls');
  await page.getByRole('button', { name: 'Run 3 calls' }).click();
  await expect(page.getByRole('status', { name: 'State', exact: true })).toHaveText(
    'completed · 3 of 3 done',
  );
  await expect(page.getByRole('gridcell').filter({ hasText: 'Not asked' })).toHaveCount(3);

  // Another kind has other variants: the cases stay, asked with all of them.
  await page.evaluate(() => location.assign('#/lab/new'));
  await openFile();
  await expect(choiceOf(page, 1)).toHaveText('1 of 3');
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Image');
  await expect(page.getByRole('group', { name: /^Case \d/ })).toHaveCount(2);
  await expect(choiceOf(page, 1)).toHaveCount(0);
  await expect(estimate(page)).toContainText('1 variant × 2 cases = 2 calls');
});

test('what is added later is asked with its variants alone, and a second window and the page of results say so', async ({
  appPage: page,
  context,
}, info) => {
  const id = randomUUID();
  await command(page, 'experiments.create', {
    ...{ id, title: 'Chosen' },
    variants: [variant('Say'), variant('Shout')],
    cases: [{ variables: { word: 'sun' }, variants: [2] }],
  });
  await command(page, 'experiments.start', { id });
  await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
  const state = page.getByRole('status', { name: 'State', exact: true });
  await expect(state).toHaveText('completed · 1 of 1 done');
  const other = await context.newPage();
  await other.goto(page.url());
  const notAsked = (window: Page) => window.getByRole('gridcell').filter({ hasText: 'Not asked' });
  await expect(notAsked(other)).toHaveCount(1);

  await page.getByRole('button', { name: 'Add cases…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add cases' });
  await dialog.getByRole('textbox', { name: 'word, case 1', exact: true }).fill('sea');
  await choiceOf(page, 1).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemcheckbox', { name: 'All variants' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(choiceOf(page, 1)).toHaveText('1 of 2');
  await expect(dialog.getByRole('status', { name: 'Estimate' })).toContainText('2 variants, 1 case: 1 call');
  await dialog.getByRole('button', { name: 'Add to experiment' }).click();
  await expect(state).toHaveText('completed · 1 of 2 done, 1 waiting');
  await expect(notAsked(other)).toHaveCount(2);

  await page.getByRole('button', { name: 'Add a variant…' }).click();
  const added = page.getByRole('dialog', { name: 'Add a variant' });
  await expect(added.getByRole('status', { name: 'Estimate' })).toContainText('1 variant, 2 cases: 0 calls');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Run 1 call' }).click();
  await expect(state).toHaveText('completed · 2 of 2 done');

  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Page (HTML)' }).click();
  const path = info.outputPath('results.html');
  await (await saved).saveAs(path);
  const complaints = collectComplaints(other);
  await other.goto(pathToFileURL(path).href);
  await expect(other.getByRole('cell', { name: 'Not asked', exact: true })).toHaveCount(2);
  await expect(other.getByRole('columnheader', { name: 'Shout', exact: true })).toHaveCount(1);
  expect(await other.evaluate(() => document.querySelectorAll('script, link, img, iframe').length)).toBe(0);
  expect(
    await other.evaluate(() => getComputedStyle(document.querySelector('th') as Element).textAlign),
  ).toBe('left');
  expect(complaints).toEqual([]);
  await other.close();
});
