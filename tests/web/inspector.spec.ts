import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { test as alone } from '../support/app';
import { expectAccessible } from '../support/axe';
import { announcer, beginLongReply, chooseModel, composer, exchange, setExtra } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';
import { harSchema } from '../support/har';
import { startPaidGateway } from '../support/paid-gateway';
import { addProfile } from '../support/settings-page';

const panel = (page: Page) => page.getByRole('region', { name: 'Inspector', exact: true });
const calls = (page: Page) => panel(page).getByRole('listbox', { name: 'Calls' }).getByRole('option');
const tab = (page: Page, name: string) => panel(page).getByRole('tab', { name });

test('the failing call of a chat is opened, read and copied as cURL, which gives the same response in a shell', async ({
  appPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await chooseModel(page, 'sandbox/flaky');
  await setExtra(page, { fail: 'status', fail_status: 502 });
  await exchange(page, `it's "$(id)" 'now'!`, 'sandbox/flaky');
  await page.getByRole('button', { name: 'Inspector', exact: true }).click();
  const failed = calls(page).filter({ hasText: 'sandbox/flaky' });
  await expect(failed).toContainText('502');
  await failed.click();
  await expect(panel(page)).toContainText(`it's \\"$(id)\\" 'now'!`);
  await tab(page, 'Response').click();
  await expect(panel(page)).toContainText('provider_error');
  await tab(page, 'Headers').click();
  await expect(panel(page)).toContainText('Bearer $GATEHOUSE_API_KEY');
  await expect(panel(page)).toContainText('x-request-id');
  await panel(page).getByRole('button', { name: 'Copy as cURL' }).click();
  await expect(announcer(page)).toHaveText('Copied as cURL');
  const command = await page.evaluate(() => navigator.clipboard.readText());
  await panel(page).getByRole('button', { name: 'Copy the Sandbox’s key' }).click();
  await expect(announcer(page)).toContainText('paste it into the terminal');
  const key = await page.evaluate(() => navigator.clipboard.readText());
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    `${key}\n${command.replace('curl ', 'curl -s ')}`,
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'provider_error' } });
});

test('a charge below zero is unknown, and the response says what was stated', async ({ appPage: page }) => {
  const gateway = await startPaidGateway();
  try {
    const message = { role: 'assistant', content: 'Take it' };
    gateway.on('/models', () => ({
      body: { object: 'list', data: [{ id: 'paid/talker', object: 'model' }] },
    }));
    gateway.on('/chat/completions', () => ({
      charge: 1,
      meta: { credits_used: -500, credits_remaining: 900 },
      body: { choices: [{ index: 0, message, finish_reason: 'stop' }] },
    }));
    await addProfile(page, { name: 'Generous', baseUrl: gateway.baseUrl, key: 'sk-generous' });
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await command(page, 'chat.send', {
      ...{ conversationId: null, messageId: randomUUID(), text: 'Pay me', model: 'paid/talker' },
      settings: { stream: false },
    });
    await page.keyboard.press('Control+i');
    const call = calls(page).filter({ hasText: 'paid/talker' });
    await expect(call).toContainText('200');
    await expect(call).not.toContainText(' cr');
    await call.click();
    await tab(page, 'Response').click();
    await expect(panel(page)).toContainText(
      'The answer states −500 credits used; an amount below zero is treated as unknown.',
    );
  } finally {
    await gateway.close();
  }
});

test('a stream is followed live, with its events and times', async ({ appPage: page }) => {
  await beginLongReply(page, 600, 60);
  await page.keyboard.press('Control+i');
  const running = calls(page).filter({ hasText: 'sandbox/firehose' });
  await expect(running).toContainText('running');
  await expect(running).toContainText('200');
  await expect(running).not.toContainText('running');
  await expect(running).toContainText('cr');
  await running.click();
  await tab(page, 'Events').click();
  await expect(panel(page).getByRole('region', { name: 'Events' })).toContainText('chat.completion.chunk');
  expect(
    await panel(page).getByRole('region', { name: 'Events' }).locator('[data-index]').count(),
  ).toBeLessThan(80);
  await tab(page, 'Timing').click();
  await expect(panel(page)).toContainText('Receiving');
  await tab(page, 'Response').click();
  const text =
    (await page.getByRole('log').getByRole('article').last().locator('.markdown').textContent()) ?? '';
  const begun = /[A-Za-z]{5,}/.exec(text)?.[0] ?? 'no text';
  await expect(panel(page).getByRole('region', { name: 'Streamed text' })).toContainText(begun);
});

alone('calls are searched, exported as HAR and cleared', async ({ appPage: page }) => {
  await exchange(page, 'A word to find: marmalade', 'sandbox/eliza');
  await exchange(page, 'Another', 'sandbox/eliza');
  await page.keyboard.press('Control+i');
  await expect(calls(page)).toHaveCount(3);
  await panel(page).getByRole('searchbox', { name: 'Search calls' }).fill('MARMALADE Another');
  await expect(calls(page)).toHaveCount(1);
  const saved = page.waitForEvent('download');
  await panel(page).getByRole('button', { name: 'Export HAR' }).click();
  const { log } = harSchema.parse(JSON.parse(await readFile(await (await saved).path(), 'utf8')));
  expect(log.entries).toHaveLength(1);
  expect(log.entries[0]?.request.postData?.text).toContain('marmalade');
  await panel(page).getByRole('searchbox', { name: 'Search calls' }).fill('xyzzy is nowhere');
  await expect(panel(page)).toContainText('No matching calls');
  await panel(page).getByRole('searchbox', { name: 'Search calls' }).fill('');
  await panel(page).getByRole('button', { name: 'Clear calls' }).click();
  await expect(panel(page)).toContainText('No calls yet');
  await exchange(page, 'Once more', 'sandbox/eliza');
  await expect(calls(page)).toHaveCount(1);
});

test('everything works with the keyboard alone, and the focus is restored', async ({ appPage: page }) => {
  await exchange(page, 'Hello', 'sandbox/eliza');
  await page.keyboard.press('Control+i');
  await expect(panel(page).getByRole('listbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(calls(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(calls(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Request')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Response')).toBeFocused();
  await expect(panel(page)).toContainText('A patient listener');
  await panel(page).getByRole('separator').focus();
  const before = (await panel(page).boundingBox())?.height ?? 0;
  await page.keyboard.press('ArrowUp');
  await expect.poll(async () => (await panel(page).boundingBox())?.height).toBeGreaterThan(before);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
});

test('it opens on every tab, and the checker finds nothing in it, light and dark', async ({
  appPage: page,
}) => {
  await exchange(page, 'Hello', 'sandbox/eliza');
  await page.keyboard.press('Control+i');
  await calls(page).first().click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const name of ['Request', 'Response', 'Headers', 'Timing', 'Events']) {
      await tab(page, name).click();
      await expectAccessible(page);
    }
  }
  for (const key of ['2', '3', '4']) {
    await page.keyboard.press(`Control+${key}`);
    await expect(panel(page)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Library', exact: true }).first().click();
  await expect(panel(page)).toBeVisible();
});
