/** Test helpers for the chat tab. */

import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from 'playwright/test';
import { command } from './command';

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send' });
export const stopButton = (page: Page): Locator => page.getByRole('button', { name: 'Stop' });
export const transcript = (page: Page): Locator => page.getByRole('log', { name: 'Conversation' });
export const replies = (page: Page, model: string): Locator =>
  transcript(page).getByRole('article', { name: model });
export const runSettings = (page: Page): Locator => page.getByRole('region', { name: 'Run settings' });
/** The live region for screen readers. */
export const announcer = (page: Page): Locator => page.locator('[data-announcer]');

export async function chooseModel(page: Page, id: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Model' }).click();
  await page.getByRole('option').filter({ hasText: id }).first().click();
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(id);
}

/** A seed belongs to the form, and is set there. */
export async function setExtra(
  page: Page,
  { seed, ...extra }: { readonly seed?: number; readonly [name: string]: unknown },
): Promise<void> {
  if (seed !== undefined) await runSettings(page).getByLabel('Seed', { exact: true }).fill(`${seed}`);
  await runSettings(page).getByRole('textbox', { name: 'Extra parameters' }).fill(JSON.stringify(extra));
}

export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** Sends a message and waits until the reply has ended, however it ends. */
export async function exchange(page: Page, text: string, model: string): Promise<Locator> {
  await say(page, text);
  await expect(composer(page)).toHaveValue('');
  const reply = replies(page, model).last();
  await expect(reply).toHaveAttribute('aria-busy', 'false');
  return reply;
}

/** A new chat of these messages and their replies, made without the page: far faster where only the chat counts. */
export async function fillChat(page: Page, texts: readonly string[]): Promise<void> {
  let conversationId: string | null = null;
  for (const text of texts) {
    const input = {
      conversationId,
      messageId: randomUUID(),
      text,
      model: 'sandbox/eliza',
      settings: { stream: false },
    };
    const sent: { conversationId: string; replyId: string } = await command(page, 'chat.send', input);
    ({ conversationId } = sent);
    const status = async () => (await command(page, 'messages.get', { ids: [sent.replyId] }))[0]?.status;
    await expect.poll(status, { intervals: [20] }).toBe('complete');
  }
}

/** The remaining credits, as the meter shows them. */
export async function remaining(page: Page): Promise<number> {
  const meter = page.getByRole('status', { name: 'Credits' });
  // Nothing is known of the balance before the first answer.
  await expect(meter).toHaveText(/^[\d.]+$/);
  return Number(await meter.textContent());
}

/** A long, slow reply: `tokens` at `perSecond`. */
/** With the usual figures it lasts for a minute and a half, far longer than a test needs: it is stopped, or the test leaves it. */
export async function beginLongReply(page: Page, tokens = 8_000, perSecond = 100): Promise<Locator> {
  await chooseModel(page, 'sandbox/firehose');
  await setExtra(page, { tokens, tokens_per_second: perSecond, seed: 1 });
  await say(page, 'Write on.');
  const reply = replies(page, 'sandbox/firehose').last();
  await expect(reply).toContainText(/\w+ \w+/);
  return reply;
}

/** How far the transcript is from its end, in pixels. */
export function distanceFromEnd(page: Page): Promise<number> {
  return transcript(page).evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
}
