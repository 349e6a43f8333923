/** A chat with odd ends that came as a file: shown whole in a narrow window, and mended in words that fit what was asked. */
import type { Page } from 'playwright/test';
import { transcript } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/shared-app';

const longName = 'clock_with_a_name_that_is_longer_than_a_narrow_window_is_wide_by_far';
const call = (id: string, name: string, given: string) => ({
  type: 'toolCall',
  raw: { id, type: 'function', function: { name, arguments: given } },
});
const result = (name: string) => ({
  type: 'toolResult',
  raw: { role: 'tool', tool_call_id: 'c1', name, content: '{"hour": 3}' },
});
const text = (said: string) => ({ type: 'text', text: said });

async function openChat(page: Page) {
  const unknown = { code: 'network_error', message: 'The line was cut.', outcomeUnknown: true };
  const branch: [role: string, parts: object[], more?: object][] = [
    ['user', [text('What time is it?')]],
    ['assistant', [call('c1', longName, '{"zone": ')]],
    ['tool', [result(longName)]],
    ['assistant', [text('It is')], { status: 'failed', error: unknown }],
    ['user', [text('As JSON')]],
    ['assistant', [text('{"hour": 3')], { askedFormat: 'json' }],
  ];
  const messages = branch.map(([role, parts, more], at) => ({
    ...{ id: `m${at}`, parentId: at === 0 ? null : `m${at - 1}`, role, text: '', parts, createdAt: at + 1 },
    ...{ status: 'complete', model: role === 'assistant' ? 'sandbox/echo' : null, ...more },
  }));
  const file = {
    ...{ format: 'gatehouse-conversation', formatVersion: 2, title: 'Odd ends', createdAt: 1 },
    ...{ model: 'sandbox/echo', settings: { responseFormat: 'json_object' }, leafId: null, messages },
  };
  await command(page, 'conversations.import', { json: JSON.stringify(file) });
  await page.getByRole('link', { name: 'Odd ends' }).first().click();
}

test('nothing of it runs out of a narrow window', async ({ appPage: page }) => {
  await openChat(page);
  await page.setViewportSize({ width: 400, height: 800 });
  const places = [
    page.getByRole('group', { name: 'Tool calls' }),
    page.getByText(/^Result of/).locator('..'),
  ];
  for (const place of places) {
    await expect(place).toContainText(longName);
    expect(await place.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  }
});

test('a reply that may have been charged is not shown as free, and JSON without a schema is asked for as that', async ({
  appPage: page,
}) => {
  await openChat(page);
  const failed = transcript(page).getByRole('article', { name: 'sandbox/echo' }).nth(1);
  await expect(failed).toContainText('The line was cut.');
  await expect(failed).toContainText('cost unknown');
  await expect(failed).not.toContainText('not charged');
  const check = page.getByRole('region', { name: 'Structured output' });
  await expect(check).toContainText('Reply again with the whole JSON alone.');
  await check.getByRole('button', { name: 'Ask to mend' }).click();
  const asked = transcript(page).getByRole('article', { name: 'You' }).last();
  await expect(asked).toContainText('Reply again with the whole JSON alone.');
});
