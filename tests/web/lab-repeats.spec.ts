/** Cases that are asked several times: how their answers vary. */
import { randomUUID } from 'node:crypto';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { expectAccessible } from '../support/axe';
import { command } from '../support/command';
import { expect, test } from '../support/shared-app';

test('the scoreboard has what the repeats of each case come to, with intervals and their n', async ({
  appPage: page,
}) => {
  const id = randomUUID();
  const echo = {
    modality: 'chat',
    settings: {},
    profileId: SANDBOX_PROFILE_ID,
    model: 'sandbox/echo',
  } as const;
  const variantOf = (label: string, template: string) => ({ ...echo, label, template, promptVersion: null });
  const cases = ['sun', 'moon', 'sea'].map((word) => ({
    variables: { word },
    tags: word === 'sea' ? ['water'] : [],
    assertions: [{ type: 'icontains', value: 'Say' }],
  }));
  const variants = [variantOf('says', 'Say {{word}}'), variantOf('shouts', 'Shout {{word}}')];
  await command(page, 'experiments.create', { id, title: 'Repeats', repeats: 5, variants, cases });
  await command(page, 'experiments.start', { id });
  await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
  await expect(page.getByRole('status', { name: 'State', exact: true })).toHaveText(
    'completed · 30 of 30 done',
  );
  await expect(page.getByRole('columnheader', { name: /says/ })).toContainText('n 15 of 3 cases');
  await page.getByRole('navigation', { name: 'View' }).getByRole('button', { name: 'Scoreboard' }).click();
  // Answers of a case that are all alike count once: 100 % of 3 cases, not of 15.
  const scores = page.getByRole('table', { name: 'Scores' });
  await expect(scores.getByRole('row', { name: /says/ })).toContainText('100% (44% to 100%)');
  await expect(scores.getByRole('row', { name: /says/ })).toContainText('15 of 3 cases');
  const repeats = page.getByRole('table', { name: 'Repeats' });
  await expect(repeats.getByRole('row')).toHaveCount(4);
  await expect(repeats.getByRole('row', { name: /sun/ })).toContainText('passed 100% (57% to 100%), n 5');
  await expect(repeats.getByRole('row', { name: /sun/ })).toContainText('passed 0% (0% to 43%), n 5');
  await page.getByLabel('Tag').selectOption({ label: 'water' });
  await expect(repeats.getByRole('row')).toHaveCount(3);
  await expect(repeats.getByRole('rowheader')).toHaveText(['says', 'shouts']);
  await expectAccessible(page);
});
