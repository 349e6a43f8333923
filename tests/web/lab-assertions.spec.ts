/** What is expected of answers that are there is changed, and they are judged, by keyboard; no cell is sent again. */
import { randomUUID } from 'node:crypto';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { expectAccessible } from '../support/axe';
import { command } from '../support/command';
import { expect, test } from '../support/shared-app';

const variant = (label: string, template: string) => ({
  ...{ modality: 'chat' as const, profileId: SANDBOX_PROFILE_ID, model: 'sandbox/echo', settings: {} },
  ...{ label, template, promptVersion: null },
});

test('assertions and a judge are added to an experiment that has ended, with the price first', async ({
  appPage: page,
}) => {
  const id = randomUUID();
  await command(page, 'experiments.create', {
    ...{ id, title: 'Greetings' },
    variants: [variant('plain', 'Say {{word}}'), variant('loud', 'Shout {{word}}')],
    cases: [{ variables: { word: 'sun' } }, { variables: { word: 'moon' } }],
  });
  await command(page, 'experiments.start', { id });
  await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
  const state = page.getByRole('status', { name: 'State', exact: true });
  await expect(state).toHaveText('completed · 4 of 4 done');

  const edit = page.getByRole('button', { name: 'Edit assertions…' });
  await edit.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit assertions' });
  await dialog.getByRole('button', { name: 'Add assertion' }).focus();
  await page.keyboard.press('Enter');
  const first = dialog.getByRole('group', { name: 'Assertion 1' });
  await first.getByRole('textbox', { name: 'Value' }).focus();
  await page.keyboard.type('SHOUT');
  await first.getByRole('combobox', { name: 'Type' }).selectOption('contains');
  await first.getByRole('button', { name: 'Change the answer before assertion 1' }).focus();
  await page.keyboard.press('Enter');
  await expect(first.getByRole('textbox', { name: 'Transform of assertion 1' })).toBeFocused();
  await page.keyboard.type('output.toUpperCase()');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(edit).toBeFocused();
  await expect(page.getByText('2 of 4 passed')).toBeVisible();

  await page.keyboard.press('Enter');
  await expect(first.getByRole('textbox', { name: 'Transform of assertion 1' })).toHaveValue(
    'output.toUpperCase()',
  );
  await dialog.getByRole('button', { name: 'Add assertion' }).focus();
  await page.keyboard.press('Enter');
  const second = dialog.getByRole('group', { name: 'Assertion 2' });
  const judges = dialog.getByRole('group', { name: 'Judge', exact: true });
  await second.getByRole('combobox', { name: 'Type' }).selectOption('similar');
  await expect(second.getByRole('textbox', { name: 'Model for vectors' })).toBeVisible();
  await expect(judges).toHaveCount(0);
  await second.getByRole('combobox', { name: 'Type' }).selectOption('llm-rubric');
  await second.getByRole('textbox', { name: 'Value' }).focus();
  await page.keyboard.type('has “sun”');
  const judge = judges.getByRole('combobox', { name: 'Model' });
  await judge.focus();
  await judge.fill('sandbox/judge');
  await expect(page.getByRole('option', { name: 'sandbox/judge' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status', { name: 'Estimate' })).toContainText('4 calls to the judge · ');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save and judge' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('judged 4 of 4')).toBeVisible();
  await expect(page.getByText('1 of 4 passed')).toBeVisible();
  await expect(state).toHaveText('completed · 4 of 4 done');

  // One case expects more.
  await page.getByRole('grid', { name: 'Results' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const cell = page.getByRole('dialog', { name: 'sun · loud' });
  await cell.getByRole('button', { name: 'Edit assertions…' }).focus();
  await page.keyboard.press('Enter');
  const own = page.getByRole('dialog', { name: 'Edit assertions of the case' });
  await own.getByRole('button', { name: 'Add assertion' }).focus();
  await page.keyboard.press('Enter');
  await own.getByRole('textbox', { name: 'Value' }).focus();
  await page.keyboard.type('rain');
  await expectAccessible(page);
  await own.getByRole('button', { name: 'Save', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(own).toHaveCount(0);
  await expect(page.getByText('0 of 4 passed')).toBeVisible();
  expect(await command(page, 'experiments.get', { id })).toMatchObject({
    ...{ state: 'completed', judge: { model: 'sandbox/judge' } },
    counts: { done: 4 },
    judgements: { done: 4 },
  });
});
