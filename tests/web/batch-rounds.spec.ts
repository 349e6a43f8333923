/** Rows of a batch that answer calls of tools by themselves say how many rounds there were, and why no more. */
import { expectAccessible } from '../support/axe';
import { aBatch } from '../support/batches';
import { command } from '../support/command';
import { expect, test } from '../support/shared-app';

test('a row shows its rounds, and the tools that were called after the last', async ({ appPage: page }) => {
  const automatic = [{ kind: 'result' as const, content: '3' }];
  const tools = {
    tools: [{ name: 'weather', parameters: { type: 'object' }, automatic }],
    loop: { rounds: 2 },
  };
  const settings = { tools, extra: { long_field: 'x'.repeat(80), odd_field: 3 } };
  const rows = [['tea']];
  const batch = aBatch({
    ...{ model: 'sandbox/tool-loop', columns: ['what'], template: 'Say {{what}}' },
    rows,
    settings,
  });
  await command(page, 'batches.create', batch);
  await page.evaluate((to) => location.assign(`#/batches/batch:${to}`), batch.id);
  await expect(page.getByRole('status', { name: 'State' })).toContainText('completed');
  await expect(page.getByText('2 rounds of tools')).toBeVisible();
  // What it sends is on show before it is resumed or tried again.
  await expect(page.getByText(/^Sent with tools \{.*, long_field x+…, odd_field 3$/)).toBeVisible();
  await expect(page.getByText(/^Called tools \(.*\), after the last round\./)).toBeVisible();
  await expectAccessible(page);
});
