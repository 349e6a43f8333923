import type { Locator, Page } from 'playwright/test';
import {
  beginLongReply,
  chooseModel,
  composer,
  exchange,
  replies,
  runSettings,
  setExtra,
  stopButton,
  transcript,
} from '../support/chat-page';
import { expect, test } from '../support/emptied-app';

const own = (page: Page): Locator => transcript(page).getByRole('article', { name: 'You' });
const ways = (page: Page): Locator => page.getByRole('group', { name: 'Your message' });
const menu = (of: Locator): Locator => of.getByRole('button', { name: 'More for this message' });

async function choose(page: Page, of: Locator, item: string): Promise<void> {
  await menu(of).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('an edited message is a branch beside the old one, with the keyboard alone', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await exchange(page, 'First wording', 'sandbox/echo');
  await exchange(page, 'And on', 'sandbox/echo');
  await ways(page).first().getByRole('button', { name: 'Edit' }).focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'Edited message' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('First wording');
  await field.fill('Second wording');
  await page.keyboard.press('Enter');
  await expect(own(page)).toHaveText(['Second wording']);
  await expect(replies(page, 'sandbox/echo')).toContainText('Second wording');
  await expect(ways(page)).toContainText('2 / 2');
  await ways(page).getByRole('button', { name: 'Previous version' }).click();
  await expect(own(page)).toHaveText(['First wording', 'And on']);
  await expect(ways(page).first()).toContainText('1 / 2');
});

test('an unfinished edit is restored after a reload, and Escape discards it', async ({ appPage: page }) => {
  await exchange(page, 'As it was', 'sandbox/eliza');
  await ways(page).getByRole('button', { name: 'Edit' }).click();
  const field = page.getByRole('textbox', { name: 'Edited message' });
  await field.fill('As it could be');
  await page.waitForTimeout(400);
  await page.reload();
  await expect(field).toHaveValue('As it could be');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(own(page)).toHaveText('As it was');
  await expect(ways(page).getByRole('button', { name: 'Edit' })).toBeFocused();
});

test('two versions of a reply are compared side by side, and either can be shown', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/firehose');
  await setExtra(page, { tokens: 30, tokens_per_second: 0, seed: 1 });
  await exchange(page, 'Something', 'sandbox/firehose');
  await setExtra(page, { tokens: 50, tokens_per_second: 0, seed: 2 });
  const reply = replies(page, 'sandbox/firehose');
  await reply.getByRole('button', { name: 'Regenerate' }).click();
  await expect(reply).toContainText('50 tokens');
  await page.reload();
  await choose(page, reply, 'Compare versions');
  const dialog = page.getByRole('dialog', { name: 'Compare versions' });
  await expect(dialog.getByRole('region', { name: 'Left version' })).toContainText('30 tokens');
  await expect(dialog.getByRole('region', { name: 'Right version' })).toContainText('50 tokens');
  await dialog.getByRole('region', { name: 'Left version' }).getByRole('button').first().click();
  await expect(dialog).toHaveCount(0);
  await expect(reply).toContainText('1 / 2');
  await expect(reply).toContainText('30 tokens');
});

test('several requested replies are branches beside each other', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/firehose');
  await setExtra(page, { tokens: 25, tokens_per_second: 0 });
  await runSettings(page).getByLabel('Replies').fill('3');
  const reply = await exchange(page, 'Thrice', 'sandbox/firehose');
  await expect(reply).toContainText('1 / 3');
  // The gateway reports them together, so that no version has figures of its own.
  const together = /3 replies: 75 tokens, [\d.]+ cr together/;
  await expect(reply).toContainText(together);
  await reply.getByRole('button', { name: 'Next version' }).click();
  await expect(reply).toContainText('2 / 3');
  await expect(reply).toContainText(together);
  await expect(page.locator('footer')).toContainText(together);
  await page.reload();
  await expect(reply).toContainText(together);
  await expect(reply.locator('.markdown')).toContainText(/\w+ \w+/);
});

test('a fork is a new chat with the messages so far', async ({ appPage: page }) => {
  await exchange(page, 'Common ground', 'sandbox/eliza');
  await exchange(page, 'Left behind', 'sandbox/eliza');
  await choose(page, replies(page, 'sandbox/eliza').first(), 'Fork from here');
  await expect(own(page)).toHaveText(['Common ground']);
  await exchange(page, 'Another way', 'sandbox/eliza');
  await expect(page.getByRole('link', { name: 'Common ground' })).toHaveCount(2);
  await page.getByRole('link', { name: 'Common ground' }).last().click();
  await expect(own(page)).toHaveText(['Common ground', 'Left behind']);
});

test('deleting a message deletes everything below it, and Undo restores it', async ({ appPage: page }) => {
  await exchange(page, 'One', 'sandbox/eliza');
  await exchange(page, 'Two', 'sandbox/eliza');
  await choose(page, replies(page, 'sandbox/eliza').first(), 'Delete');
  await expect(own(page)).toHaveText(['One']);
  await expect(composer(page)).toBeFocused();
  await page.getByRole('region', { name: 'Deleted' }).getByRole('button', { name: 'Undo' }).click();
  await expect(own(page)).toHaveText(['One', 'Two']);
  await expect(replies(page, 'sandbox/eliza')).toHaveCount(2);
});

test('a stopped reply is continued in place', async ({ appPage: page }) => {
  const reply = await beginLongReply(page);
  await expect(reply.locator('.markdown')).toContainText(/\w+ \w+/);
  await stopButton(page).click();
  await expect(reply).toContainText('Stopped');
  const before = (await reply.locator('.markdown').textContent()) ?? '';
  await chooseModel(page, 'sandbox/eliza');
  await setExtra(page, {});
  const goOn = transcript(page).getByRole('button', { name: 'Continue' });
  await goOn.click();
  await expect(goOn).toHaveCount(0);
  await expect(transcript(page).getByRole('article').last()).toHaveAttribute('aria-busy', 'false');
  const after = (await transcript(page).locator('.markdown').textContent()) ?? '';
  expect(after.length).toBeGreaterThan(before.length);
  // It may have been stopped after a few words.
  expect(after.startsWith(before.slice(0, 200))).toBe(true);
});

test('a reply that ran out of tokens says so and offers to continue', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/firehose');
  await runSettings(page).getByLabel('Max tokens').fill('20');
  const reply = await exchange(page, 'Be long', 'sandbox/firehose');
  await expect(reply).toContainText('Reached the token limit');
  await expect(reply).toContainText(/Continue.*usually [\d.]+ cr/);
  const regenerate = reply.getByRole('button', { name: 'Regenerate' });
  await regenerate.hover();
  await expect(regenerate).toHaveAttribute('title', /^Regenerate · .*usually [\d.]+ cr$/);
  const before = (await reply.locator('.markdown').textContent()) ?? '';
  // This model begins again with the same words, which are kept once: with as many tokens nothing would be added.
  await runSettings(page).getByLabel('Max tokens').fill('60');
  await reply.getByRole('button', { name: 'Continue' }).click();
  await expect
    .poll(async () => ((await reply.locator('.markdown').textContent()) ?? '').length)
    .toBeGreaterThan(before.length);
  await expect(reply).toHaveAttribute('aria-busy', 'false');
  expect(((await reply.locator('.markdown').textContent()) ?? '').startsWith(before)).toBe(true);
});
