/** Examples: messages of a chat become a preset, and a new chat begins with them, with the keyboard alone. */
import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { chooseModel, exchange, replies, runSettings, transcript } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';
import { gif } from '../support/media-files';

async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

async function openPresets(page: Page): Promise<void> {
  await press(runSettings(page).getByRole('button', { name: 'Presets' }));
}

test('messages from one to another are saved as examples, and a new chat goes on from them', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await exchange(page, 'Left out', 'sandbox/echo');
  await exchange(page, 'An example', 'sandbox/echo');
  const articles = transcript(page).getByRole('article');
  await press(articles.last().getByRole('button', { name: 'More for this message' }));
  await page.getByRole('menuitem', { name: 'Save as examples…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save as examples' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Echoes');
  await dialog.getByLabel('From').selectOption('user: An example');
  await expectAccessible(page);
  await press(dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog).toHaveCount(0);

  await openPresets(page);
  const preset = page.getByRole('list', { name: 'Saved presets' }).getByRole('button', { name: 'Echoes' });
  await expect(preset.first()).toBeFocused();
  await expect(preset.first()).toContainText('new chat with 2 messages');
  await page.keyboard.press('Enter');
  await expect(articles).toHaveCount(2);
  await expect(articles.first()).toContainText('An example');
  await expect(transcript(page)).not.toContainText('Left out');
  await expectAccessible(page);
  await exchange(page, 'And on', 'sandbox/echo');
  await expect(articles).toHaveCount(4);
  await expect(replies(page, 'sandbox/echo').last()).toContainText('And on');

  // It opens chats, so no new chat starts with it.
  await openPresets(page);
  await press(page.getByRole('button', { name: 'More for Echoes' }));
  await expect(page.getByRole('menuitem', { name: 'Set as default' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('files that the model of a preset doesn’t take are asked about, and left out or kept', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  const image = {
    type: 'image_url',
    image_url: { url: `data:image/gif;base64,${Buffer.from(gif).toString('base64')}` },
  };
  const content = [{ type: 'text', text: 'What is it?' }, image];
  const text = JSON.stringify({ messages: [{ role: 'user', content }] });
  const { conversationId } = await command(page, 'body.open', { newId: crypto.randomUUID(), text });
  const { messages } = await command(page, 'messages.page', { conversationId, beforeId: null, limit: 9 });
  await command(page, 'presets.createWithMessages', {
    ...{ id: crypto.randomUUID(), name: 'Pictures', fromId: null, toId: messages[0]?.id ?? '' },
    content: { modality: 'chat', model: 'sandbox/eliza', settings: {} },
  });
  await openPresets(page);
  const list = page.getByRole('list', { name: 'Saved presets' });
  await press(list.getByRole('button', { name: 'Pictures' }).first());
  const asked = page.getByRole('group', { name: 'Files in Pictures' });
  await expect(asked).toContainText('sandbox/eliza doesn’t accept images');
  await expect(asked.getByRole('button', { name: 'Leave files out' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(transcript(page)).toContainText('An image was here');
  await expect(asked).toHaveCount(0);
});
