import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { announcer, chooseModel, exchange } from '../support/chat-page';
import { expect, test } from '../support/shared-app';

const field = (page: Page, name = 'Request body') => page.getByRole('dialog').getByRole('textbox', { name });
const apply = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Apply' });
const talk = (page: Page) => page.getByRole('main');

async function palette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+K');
  const search = page.getByPlaceholder('Search chats, messages, media');
  await search.fill(words);
  await expect(page.getByRole('option', { name: words })).toBeVisible();
  await page.keyboard.press('Enter');
}

test('a chat is edited as JSON by keyboard, with completion, as a branch that can be undone', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await exchange(page, 'First words', 'sandbox/echo');
  await palette(page, 'Edit this chat as JSON');
  await expect(field(page)).toBeFocused();
  const text = await field(page).inputValue();
  expect(JSON.parse(text).messages).toHaveLength(2);
  await expectAccessible(page);

  await field(page).fill(text.replace('"First words"', '"Other words", "na'));
  await field(page).evaluate((area: HTMLTextAreaElement) => {
    const at = area.value.indexOf('"na') + 3;
    area.setSelectionRange(at, at);
  });
  await expect(page.getByRole('dialog')).toContainText('Line 6');
  await page.keyboard.type('m"');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('option', { name: 'name' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('ana');
  await expect(field(page)).toHaveValue(/"name": "ana"/);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(talk(page)).toContainText('Other words');
  await expect(talk(page)).toContainText('Other fields of this message');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(talk(page)).toContainText('First words');
  await expect(talk(page)).not.toContainText('Other words');
});

test('one message is edited as JSON; what is wrong is said, and nothing is applied', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await exchange(page, 'A question', 'sandbox/echo');
  await page.getByRole('button', { name: 'More for this message' }).first().click();
  await page.getByRole('menuitem', { name: 'Edit as JSON…' }).click();
  await field(page, 'Message').fill('{"role": "user", "content": "x", "content": "y"}');
  await apply(page).click();
  await expect(page.getByRole('alert')).toContainText('has the field “content” twice');
  await field(page, 'Message').fill('{"role": "user"\n"content": "x"}');
  await apply(page).click();
  await expect(page.getByRole('alert')).toContainText('Line 2, column 1: a comma is missing.');
  await expect(page.getByRole('alert')).toContainText('Correct that place of the JSON, then try again.');
  await field(page, 'Message').fill('{"role": "user", "content": "Another question", "unknown": [1]}');
  await apply(page).click();
  await expect(talk(page)).toContainText('Another question');
});

test('a pasted command becomes a chat without its key, and sends nothing', async ({ appPage: page }) => {
  await page.getByRole('button', { name: 'Paste a request' }).click();
  const body = {
    model: 'sandbox/echo',
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'From elsewhere' },
          { type: 'chart', data: [1, 2] },
        ],
      },
    ],
    temperature: 0.25,
    max_completion_tokens: 9,
  };
  const command = `curl https://gateway.example/v1/chat/completions -H "Authorization: Bearer sk-secret-1234567890abcdef" -d '${JSON.stringify(body)}'`;
  await field(page, 'Request').fill(command);
  await expect(page.getByRole('dialog')).toContainText('sandbox/echo, 2 messages');
  await expect(page.getByRole('dialog')).toContainText('Left out: address and headers');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Open as chat' }).click();
  await expect(announcer(page)).toHaveText('Opened as a chat');
  await expect(talk(page)).toContainText('From elsewhere');
  await expect(talk(page)).toContainText('chart');
  await palette(page, 'Edit this chat as JSON');
  expect(JSON.parse(await field(page).inputValue())).toEqual(body);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a body of 1 MB opens, and what is typed in it is applied', async ({ appPage: page }) => {
  const messages = Array.from({ length: 500 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${at} ${'words '.repeat(330)}`,
  }));
  await page.getByRole('button', { name: 'Paste a request' }).click();
  await field(page, 'Request').fill(JSON.stringify({ model: 'sandbox/echo', messages }));
  await page.getByRole('dialog').getByRole('button', { name: 'Open as chat' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await palette(page, 'Edit this chat as JSON');
  await expect(field(page)).toHaveValue(/"stream_options"|"messages"/);
  await field(page).evaluate((area: HTMLTextAreaElement) => {
    const at = area.value.indexOf('250 words') + 4;
    area.setSelectionRange(at, at);
  });
  await page.keyboard.type('other ');
  await apply(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await palette(page, 'Edit this chat as JSON');
  await expect(field(page)).toHaveValue(/"250 other words words/);
  await page.keyboard.press('Escape');
});
