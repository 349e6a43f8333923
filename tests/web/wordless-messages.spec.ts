/** Messages that have no text: what they say instead is copied, listed, compared, read out and tried elsewhere. */
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { announcer, chooseModel, replies, say, transcript } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';

const text = (said: string) => ({ type: 'text', text: said });
const refusal = { type: 'refusal', text: 'I can’t help with that' };
const thought = { type: 'reasoning', text: 'It is about locks' };
const called = {
  type: 'toolCall',
  raw: { id: 'c1', type: 'function', function: { name: 'clock', arguments: '{"zone": "UTC"}' } },
};
const answered = { type: 'toolResult', raw: { tool_call_id: 'c1', name: 'clock', content: '{"hour": 3}' } };

async function importChat(page: Page): Promise<void> {
  const turns: [id: string, parent: string | null, role: string, parts: object[]][] = [
    ['q1', null, 'user', [text('Open the lock')]],
    ['thought', 'q1', 'assistant', [thought]],
    ['declined', 'q1', 'assistant', [refusal]],
    ['q2', 'declined', 'user', [text('What time is it?')]],
    ['calls', 'q2', 'assistant', [called]],
    ['result', 'calls', 'tool', [answered]],
    ['nothing', 'result', 'assistant', []],
  ];
  const messages = turns.map(([id, parentId, role, parts], at) => ({
    ...{ id, parentId, role, text: '', parts, createdAt: at + 1, status: 'complete' },
    model: role === 'assistant' ? 'sandbox/echo' : null,
  }));
  const file = {
    ...{ format: 'gatehouse-conversation', formatVersion: 2, title: 'Locks', createdAt: 1 },
    ...{ model: 'sandbox/echo', settings: {}, leafId: 'nothing', messages },
  };
  await command(page, 'conversations.import', { json: JSON.stringify(file) });
  await page.getByRole('link', { name: 'Locks' }).first().click();
}

test('each is copied as what it says, and an empty one offers nothing to copy', async ({
  appPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await importChat(page);
  const copied = async (label: string) => {
    await page.getByRole('button', { name: label }).last().press('Enter');
    await expect(announcer(page)).toHaveText('Copied');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied('Copy refusal')).toBe('I can’t help with that');
  expect(await copied('Copy tool calls')).toBe('clock {"zone": "UTC"}');
  expect(await copied('Copy message')).toBe('{"hour": 3}');
  const empty = replies(page, 'sandbox/echo').last();
  await expect(empty.getByRole('button', { name: 'Regenerate' })).toBeVisible();
  await expect(empty.getByRole('button', { name: /^Copy/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('versions are compared with all that is in them', async ({ appPage: page }) => {
  await importChat(page);
  const declined = transcript(page).getByRole('article', { name: 'sandbox/echo' }).first();
  await declined.getByRole('button', { name: 'More for this message' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Compare versions' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Compare versions' });
  await expect(dialog.getByRole('region', { name: 'Right version' })).toContainText('I can’t help with that');
  await expect(dialog.getByRole('region', { name: 'Left version' })).toContainText('Reasoning');
  await expectAccessible(page);
});

test('the map and its branches say what is in each', async ({ appPage: page }) => {
  await importChat(page);
  const { conversations } = (await command(page, 'app.snapshot', {})).conversations;
  const id = conversations.find(({ title }) => title === 'Locks')?.id ?? '';
  const outline = await command(page, 'conversations.outline', { id });
  expect(outline.map(({ words }) => words.replace('\n', ' '))).toEqual([
    ...['Open the lock', 'It is about locks', 'I can’t help with that', 'What time is it?'],
    ...['clock {"zone": "UTC"}', 'clock {"hour": 3}', ''],
  ]);
});

test('a refusal is read out as that', async ({ appPage: page }) => {
  await command(page, 'settings.update', { patch: { readReplies: 'end' } });
  const model = await activateScriptedModel(page);
  try {
    await chooseModel(page, scriptedModel);
    model.say({ delta: { refusal: 'I can’t help with that' } }, { finish: 'stop' });
    await say(page, 'Open the lock');
    await expect(announcer(page)).toHaveText(/I can’t help with that\s*The model declined, 0\.5/);
  } finally {
    await model.close();
  }
});

test('an experiment made from a chat says that each question is asked alone', async ({ appPage: page }) => {
  await importChat(page);
  const declined = transcript(page).getByRole('article', { name: 'sandbox/echo' }).first();
  await declined.getByRole('button', { name: 'More for this message' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Try on other models…' }).press('Enter');
  await expect(page.getByText('Each question of the chat is a case, asked alone')).toBeVisible();
  await expectAccessible(page);
});
