/** Input methods: while one composes, Enter and Escape are its own, in every field. */
import type { CDPSession, Page } from 'playwright/test';
import { composer, exchange, transcript } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';

test.use({ keepsPage: false });

/** Composes as a real input method does: the page gets composition events, and Enter as key code 229. */
async function compose(page: Page, text: string): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
  return session;
}

async function pressWhileComposing(session: CDPSession, key: 'Enter' | 'Escape'): Promise<void> {
  for (const type of ['rawKeyDown', 'keyUp'] as const) {
    await session.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: 229 });
  }
}

const own = (page: Page) => transcript(page).getByRole('article', { name: 'You' });

test('Enter confirms the composition and sends nothing', async ({ appPage: page }) => {
  await composer(page).focus();
  const session = await compose(page, 'にほん');
  await pressWhileComposing(session, 'Enter');
  await expect(own(page)).toHaveCount(0);
  await session.send('Input.insertText', { text: '日本' });
  await expect(composer(page)).toHaveValue('日本');
  await composer(page).press('Enter');
  await expect(own(page)).toHaveText('日本');
});

test('edited messages, titles and searches behave the same', async ({ appPage: page }) => {
  await exchange(page, 'First', 'sandbox/eliza');
  await page.getByRole('group', { name: 'Your message' }).getByRole('button', { name: 'Edit' }).click();
  const wording = page.getByRole('textbox', { name: 'Edited message' });
  const editing = await compose(page, 'か');
  await pressWhileComposing(editing, 'Enter');
  await pressWhileComposing(editing, 'Escape');
  await editing.send('Input.insertText', { text: '化' });
  await expect(wording).toHaveValue('First化');
  await wording.press('Escape');

  await page.getByRole('link', { name: 'First' }).press('F2');
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toBeFocused();
  const renaming = await compose(page, 'な');
  await pressWhileComposing(renaming, 'Enter');
  await expect(title).toBeVisible();
  await renaming.send('Input.insertText', { text: '名' });
  await title.press('Enter');
  await expect(page.getByRole('link', { name: '名' })).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search chats' });
  await search.focus();
  const searching = await compose(page, 'さ');
  await pressWhileComposing(searching, 'Enter');
  await expect(search).toHaveValue('さ');
  await expect(search).toBeFocused();
});
