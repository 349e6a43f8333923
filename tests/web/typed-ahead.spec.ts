/** What is typed into the message field before the core has answered. */
import type { Page } from 'playwright/test';
import { composer, exchange, fillChat, replies, transcript } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';
import { hostAnswers } from '../support/host-answers';

/** Holds back the snapshot, by which the page learns everything else, until it is let go. */
async function holdSnapshot(page: Page): Promise<() => void> {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/call', async (route) => {
    if (route.request().postDataJSON().name === 'app.snapshot') await held;
    await route.fallback();
  });
  return letGo;
}

async function newestChat(page: Page): Promise<string> {
  const { conversations } = await command(page, 'conversations.list', { cursor: null, limit: 1 });
  return conversations[0]?.id ?? '';
}

const ownMessages = (page: Page) => transcript(page).getByRole('article', { name: 'You' });

test('text that is typed before the core answers stays, with the focus, and Enter sends it once', async ({
  appPage: page,
}) => {
  const letGo = await holdSnapshot(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('Typed ahead');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('Typed ahead');
  letGo();
  await expect(ownMessages(page)).toHaveText('Typed ahead');
  await expect(composer(page)).toHaveValue('');
  await expect(composer(page)).toBeFocused();
  await expect(replies(page, 'sandbox/eliza')).toHaveCount(1);
});

test('it goes below the draft that the core holds, and neither is sent by itself', async ({
  appPage: page,
}) => {
  await fillChat(page, ['Hello']);
  const id = await newestChat(page);
  await page.evaluate((chat) => {
    location.hash = `#/chat/${chat}`;
  }, id);
  await expect(ownMessages(page)).toHaveCount(1);
  await command(page, 'conversations.saveDraft', { id, text: 'An earlier draft', attachments: [] });
  const letGo = await holdSnapshot(page);
  await page.reload({ waitUntil: 'commit' });
  await composer(page).fill('and more');
  await composer(page).press('Enter');
  letGo();
  await expect(composer(page)).toHaveValue('An earlier draft\nand more');
  await expect(ownMessages(page)).toHaveCount(1);
  await composer(page).press('Enter');
  await expect(ownMessages(page)).toHaveCount(2);
  await expect.poll(async () => (await command(page, 'conversations.get', { id })).draft).toBe('');
});

test('an Enter that makes a new line by the settings makes one, and sends nothing', async ({
  appPage: page,
}) => {
  await command(page, 'settings.update', { patch: { sendKey: 'ctrl-enter' } });
  const letGo = await holdSnapshot(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  letGo();
  await expect(composer(page)).toHaveValue('one\ntwo');
  await expect(page.getByText('Ctrl+Enter sends')).toBeVisible();
  await expect(ownMessages(page)).toHaveCount(0);
});

test('what is typed in a chat that was deleted meanwhile is in the new chat', async ({ appPage: page }) => {
  await exchange(page, 'Soon gone', 'sandbox/eliza');
  const letGo = await holdSnapshot(page);
  await page.reload({ waitUntil: 'commit' });
  await composer(page).fill('Still here');
  await command(page, 'conversations.remove', { id: await newestChat(page) });
  letGo();
  await expect(page.getByText('Try one of these')).toBeVisible();
  await expect(composer(page)).toHaveValue('Still here');
});

test('a chat whose record can’t be read is asked for again, and then its draft can be sent', async ({
  appPage: page,
}) => {
  await exchange(page, 'Hello', 'sandbox/eliza');
  const id = await newestChat(page);
  let isBroken = true;
  const answerAsHost = await hostAnswers(page);
  await page.route('**/api/call', async (route) => {
    const { name } = route.request().postDataJSON();
    const response = await route.fetch();
    const answer = await response.json();
    // As for a chat far down the list.
    if (name === 'app.snapshot') Object.assign(answer.value.conversations, { conversations: [] });
    if (name === 'conversations.get' && isBroken)
      return answerAsHost(route, { ok: false, error: { code: 'internal', message: 'Locked.' } });
    return answerAsHost(route, answer);
  });
  const asked = page.waitForRequest((request) => request.postData()?.includes('conversations.get') === true);
  await page.reload({ waitUntil: 'commit' });
  await composer(page).fill('Sent in the end');
  await composer(page).press('Enter');
  await asked;
  isBroken = false;
  await expect(ownMessages(page)).toHaveText(['Hello', 'Sent in the end']);
  expect(await newestChat(page)).toBe(id);
});
