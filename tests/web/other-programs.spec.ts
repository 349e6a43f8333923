/** Chats of other programs, from their export to a chat that goes on. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { composer, exchange, transcript } from '../support/chat-page';

const node = (id: string, parent: string | null, role: string, text: string) => ({
  ...{ id, parent, children: [] },
  message: { author: { role }, recipient: 'all', content: { content_type: 'text', parts: [text] } },
});
const chat = (title: string, answer: string) => ({
  title: `${title}${', and what else there is to say of them'.repeat(4)}`,
  create_time: 1_700_000_000 + title.length,
  current_node: 'b',
  mapping: {
    q: node('q', null, 'user', `About ${title.toLowerCase()}?`),
    a: node('a', 'q', 'assistant', 'An earlier answer'),
    b: node('b', 'q', 'assistant', answer),
  },
});

async function choose(page: Page, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import conversation' }).click();
  await (await chooser).setFiles([{ name, mimeType: 'application/json', buffer: Buffer.from(text) }]);
}

const history = (page: Page) => page.getByRole('navigation', { name: 'History' }).getByRole('link');

test('chats of ChatGPT are chosen, imported with their branches, found by search, and go on', async ({
  appPage: page,
}) => {
  await page.getByRole('link', { name: 'Settings' }).click();
  const exported = [chat('Tides', 'The moon does it'), chat('Volcanoes', 'Magma'), chat('Clouds', 'Vapor')];
  await choose(page, 'conversations.json', JSON.stringify(exported));
  const dialog = page.getByRole('dialog', { name: 'Import chats from ChatGPT' });
  await expect(dialog).toContainText('3 chats, 9 messages.');
  for (const figure of await dialog.getByText(/^3 messages ·/).all()) {
    await expect(figure).toBeInViewport({ ratio: 1 });
  }
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: /^Clouds/ }).uncheck();
  await dialog.getByRole('button', { name: 'Import 2 chats' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 chats imported from ChatGPT.')).toBeVisible();
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await expect(history(page)).toHaveCount(2);
  await expect(history(page).first()).toContainText('Volcanoes');
  await page
    .getByRole('searchbox', { name: 'Search chats' })
    .or(page.getByPlaceholder('Search chats'))
    .fill('moon');
  await page.getByText('The moon does it').first().click();
  await expect(transcript(page)).toContainText('The moon does it');
  await expect(transcript(page)).not.toContainText('An earlier answer');
  await expect(await exchange(page, 'And then?', 'sandbox/eliza')).toContainText(/\w/);
});

test('one chat opens at once, and a file that is none says which ones are read', async ({
  appPage: page,
}) => {
  await page.getByRole('link', { name: 'Settings' }).click();
  await choose(page, 'other.json', '{"some":"thing"}');
  await expect(page.getByRole('alert')).toContainText(
    '“other.json” holds no chats of Gatehouse, nor of ChatGPT, Claude, Open WebUI, LM Studio and SillyTavern.',
  );
  const lines = [
    { character_name: 'Clara' },
    { is_user: true, mes: 'Who are you?' },
    { mes: 'Clara.', swipes: ['Nobody.', 'Clara.'] },
  ];
  await choose(page, 'clara.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  await page.getByRole('button', { name: 'Import 1 chat' }).press('Enter');
  await expect(transcript(page)).toContainText('Clara.');
  await expect(composer(page)).toBeVisible();
});
