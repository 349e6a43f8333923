/** Cases and variants are added to an experiment that has run, by keyboard, and sent when Run is pressed. */
import { randomUUID } from 'node:crypto';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { expectAccessible } from '../support/axe';
import { command } from '../support/command';
import { expect, test } from '../support/shared-app';

const variant = (label: string, template: string) => ({
  ...{ modality: 'chat' as const, profileId: SANDBOX_PROFILE_ID, model: 'sandbox/echo', settings: {} },
  ...{ label, template, promptVersion: null },
});

test('what is added shows its own price, waits, and is sent when Run is pressed', async ({
  appPage: page,
}) => {
  const id = randomUUID();
  await command(page, 'experiments.create', {
    ...{ id, title: 'Greetings', budget: { unit: 'credits', amount: 500_000_000 } },
    variants: [variant('plain', 'Say {{word}}'), variant('loud', 'Shout {{word}}')],
    cases: [{ variables: { word: 'sun' } }, { variables: { word: 'moon' } }],
  });
  await command(page, 'experiments.start', { id });
  await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
  const state = page.getByRole('status', { name: 'State', exact: true });
  const estimate = page.getByRole('status', { name: 'Estimate' });
  await expect(state).toHaveText('completed · 4 of 4 done');

  const addCases = page.getByRole('button', { name: 'Add cases…' });
  await addCases.focus();
  await page.keyboard.press('Enter');
  const cases = page.getByRole('dialog', { name: 'Add cases' });
  await expect(cases.getByRole('textbox', { name: 'word, case 1', exact: true })).toBeFocused();
  await expect(cases.getByRole('list', { name: 'To add this' })).toContainText('no value “word”');
  await page.keyboard.type('sea');
  await page.keyboard.press('Tab');
  await page.keyboard.type('icontains:sea');
  await expect(cases.getByRole('status', { name: 'Estimate' })).toContainText(
    '2 variants × 1 case = 2 calls · ',
  );
  await expectAccessible(page);
  // What was typed stays while the dialog is closed.
  await page.keyboard.press('Escape');
  await expect(addCases).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cases.getByRole('textbox', { name: 'Expected, case 1' })).toHaveValue('icontains:sea');
  await cases.getByRole('button', { name: 'Add to experiment' }).focus();
  await page.keyboard.press('Enter');
  await expect(cases).toHaveCount(0);
  await expect(addCases).toBeFocused();
  await expect(state).toHaveText('completed · 4 of 6 done, 2 waiting');

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const added = page.getByRole('dialog', { name: 'Add a variant' });
  await expect(added.getByRole('textbox', { name: 'Prompt of new variant' })).toHaveValue('Shout {{word}}');
  const model = added.getByRole('combobox', { name: 'Model' });
  await model.focus();
  await model.fill('sandbox/echo');
  await expect(page.getByRole('option', { name: 'sandbox/echo' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(model).toHaveValue('sandbox/echo');
  await added.getByRole('textbox', { name: 'Label' }).focus();
  await page.keyboard.type('soft');
  await expect(added.getByRole('status', { name: 'Estimate' })).toContainText(
    '1 variant × 3 cases = 3 calls · ',
  );
  await expectAccessible(page);
  await added.getByRole('button', { name: 'Add to experiment' }).focus();
  await page.keyboard.press('Enter');
  await expect(state).toHaveText('completed · 4 of 9 done, 5 waiting');
  expect(await command(page, 'experiments.get', { id })).toMatchObject({
    ...{ state: 'completed', budget: { unit: 'credits', amount: 500_000_000 } },
    counts: { waiting: 5, running: 0, done: 4 },
  });

  await expect(estimate).toContainText(' cr');
  await page.getByRole('button', { name: 'Run 5 calls' }).focus();
  await page.keyboard.press('Enter');
  await expect(state).toHaveText('completed · 9 of 9 done');
  await expect(page.getByText('3 of 3 passed')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /^soft/ })).toBeVisible();
});

test('an answer that is older than what events said changes nothing', async ({ appPage: page }) => {
  const id = randomUUID();
  await command(page, 'experiments.create', {
    ...{ id, title: 'Read late', cases: [{ variables: { word: 'sun' } }, { variables: { word: 'moon' } }] },
    variants: [variant('plain', 'Say {{word}}'), variant('loud', 'Shout {{word}}')],
  });
  let letGo = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isFirst = true;
  let isRead = false;
  await page.route('**/api/call', async (route) => {
    if (!isFirst || route.request().postDataJSON().name !== 'experiments.get') return route.continue();
    isFirst = false;
    const response = await route.fetch();
    isRead = true;
    await ended;
    await route.fulfill({ response });
  });
  await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
  await expect.poll(() => isRead).toBe(true);
  await command(page, 'experiments.start', { id });
  await expect.poll(async () => (await command(page, 'experiments.get', { id })).state).toBe('completed');
  letGo();
  const state = page.getByRole('status', { name: 'State', exact: true });
  await expect(state).toHaveText('completed · 4 of 4 done');
  await page.unrouteAll({ behavior: 'wait' });
});
