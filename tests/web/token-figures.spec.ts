/** Tokens, thinking and probabilities of a reply: what each kind cost, how long it thought, and what else could have been. */
import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../support/axe';
import { replies } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/shared-app';

const model = 'sandbox/itemized';

test('by the keyboard alone: the bill, the time of thinking, and a branch from another token', async ({
  appPage: page,
}) => {
  const { replyId } = await command(page, 'chat.send', {
    conversationId: null,
    messageId: randomUUID(),
    text: 'How deep is the deep sea?',
    model,
    settings: { reasoningEffort: 'low', logprobs: true, topLogprobs: 4 },
  });
  await page.getByRole('navigation').getByText('How deep is the deep sea?').first().click();
  const reply = page.locator(`[data-message='${replyId}']`);
  await expect(reply).toHaveAttribute('aria-busy', 'false');
  await expect(
    reply.getByRole('button', { name: /^Reasoning · .*\d+ tokens · \d+ % of the cost$/ }),
  ).toBeVisible();

  await reply.getByRole('button', { name: 'More for this message' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Tokens and cost' }).press('Enter');
  const bill = page.getByRole('dialog', { name: 'Tokens and cost' });
  await expect(bill.getByRole('rowheader')).toHaveText([
    'Input',
    'Output',
    'Reasoning',
    'Request',
    'Sum',
    'Charged',
  ]);
  await expect(bill).toContainText('The charge is what the prices say.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(bill).toHaveCount(0);

  await reply.getByRole('button', { name: 'More for this message' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Token probabilities' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Token probabilities' });
  const list = dialog.getByRole('listbox', { name: 'Tokens' });
  await expect(dialog).toContainText(/\d+ tokens · perplexity \d/);
  await list.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(list.getByRole('option', { selected: true })).toHaveAttribute('aria-label', /84 %/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continue with ␣never' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(replies(page, model).last()).toContainText('never');
  await expect(replies(page, model).last()).toContainText('and so it goes on, word by word.');
});
