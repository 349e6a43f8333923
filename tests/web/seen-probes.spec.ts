/** What a check saw that a model doesn't do is said at its setting, as soon as it is seen; the setting stays usable. */
import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../support/axe';
import { chooseModel, runSettings } from '../support/chat-page';
import { command } from '../support/command';
import { chooseColumnModel, openCompare } from '../support/compare-page';
import { expect, test } from '../support/emptied-app';

test('a setting that a model was seen not to follow says so, and that of another model does not', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  const note = runSettings(page).getByText('Failed in a check of this model (System prompt,');
  const field = runSettings(page).getByRole('textbox', { name: 'System prompt' });
  await expect(field).toBeVisible();
  await expect(note).toHaveCount(0);
  const check = { id: randomUUID(), models: ['sandbox/echo'], probes: ['systemRole', 'reply'] };
  await command(page, 'checks.start', check as never);
  await expect(note).toBeVisible();
  await expectAccessible(page);
  await field.fill('Be brief');
  await expect(field).toHaveValue('Be brief');
  await chooseModel(page, 'sandbox/eliza');
  await expect(note).toHaveCount(0);
});

test('in a comparison too, at the settings of all columns where they have the same model', async ({
  appPage: page,
}) => {
  const check = { id: randomUUID(), models: ['sandbox/echo'], probes: ['systemRole', 'reply'] };
  await openCompare(page);
  for (const letter of ['A', 'B']) await chooseColumnModel(page, letter, 'sandbox/echo');
  await command(page, 'checks.start', check as never);
  const note = runSettings(page).getByText('Failed in a check of this model (System prompt,');
  await expect(note).toBeVisible();
  await chooseColumnModel(page, 'B', 'sandbox/eliza');
  await expect(note).toHaveCount(0);
});
