/** Recorded calls become cases of an experiment, by keyboard; nothing is sent. */
import { randomUUID } from 'node:crypto';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { expectAccessible } from '../support/axe';
import { chooseModel, exchange } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';

test('recorded chat calls are selected and become cases of a new experiment, with their replies expected', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await exchange(page, 'Say sun', 'sandbox/echo');
  await page.getByRole('button', { name: 'Inspector', exact: true }).click();
  const use = page.getByRole('button', { name: 'Use as cases' });
  await expect(use).not.toHaveAttribute('aria-disabled', 'true');
  await use.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Calls as cases' });
  await expect(dialog.getByRole('list', { name: 'Calls of chats' }).getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('checkbox', { name: 'Expect the recorded replies' }).focus();
  await page.keyboard.press('Space');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use 1 call' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'prompt, case 1', exact: true })).toHaveValue('Say sun');
  await expect(page.getByRole('textbox', { name: 'Expected, case 1' })).toHaveValue(/^equals:.*sun/);
  await expect(page.getByRole('status', { name: 'Estimate' })).toContainText('1 variant × 1 case = 1 call');
  const found = await command(page, 'experiments.list', { modality: null, cursor: null, limit: 9 });
  expect(found.experiments).toEqual([]);
});

test('what an experiment would not send of the calls is said before they are added to it', async ({
  appPage: page,
}) => {
  const base = { modality: 'chat', profileId: SANDBOX_PROFILE_ID, model: 'sandbox/echo' } as const;
  const rest = { settings: {}, promptVersion: null } as const;
  const id = randomUUID();
  await command(page, 'experiments.create', {
    ...{ id, title: 'Weather', cases: [{ variables: { prompt: 'Say rain' } }] },
    variants: [
      { ...base, ...rest, label: 'Plain', template: '{{prompt}}' },
      { ...base, ...rest, label: 'Fixed', template: 'Say snow' },
    ],
  });
  await chooseModel(page, 'sandbox/echo');
  await exchange(page, 'Say sun', 'sandbox/echo');
  await page.getByRole('button', { name: 'Inspector', exact: true }).click();
  await page.getByRole('button', { name: 'Use as cases' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calls as cases' });
  await expect(dialog.getByRole('status', { name: 'Not sent' })).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Experiment' }).selectOption('Weather');
  await expect(dialog.getByRole('status', { name: 'Not sent' })).toHaveText(
    'Without {{prompt}}: “Fixed”. There the messages of these calls are kept with the cases, and are not sent.',
  );
  await expectAccessible(page);
});
