/** A person who is quicker than the core: nothing typed is lost, and nothing is sent twice. */
import type { Page } from 'playwright/test';
import { beginLongReply, chooseModel, composer, replies, transcript } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { events, json, startHostileServer, wait } from '../support/hostile-server';
import { addProfile } from '../support/settings-page';

const queue = (page: Page) => page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem');
const own = (page: Page) => transcript(page).getByRole('article', { name: 'You' });

/** Lets one kind of call take its time on the way to the core. */
async function slow(page: Page, command: string, delayMs = 700): Promise<void> {
  await page.route('**/api/call', async (route) => {
    const { name } = route.request().postDataJSON() as { name: string };
    if (name === command) await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.continue();
  });
}

test('Enter again while a message is still being queued queues the text typed since', async ({
  appPage: page,
}) => {
  await beginLongReply(page, 8_000, 100);
  await slow(page, 'chat.enqueue');
  await composer(page).focus();
  await page.keyboard.type('First');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Second');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Third');
  await expect(queue(page)).toHaveText([/First(?!Second)/, /Second(?!Third)/]);
  await expect(composer(page)).toHaveValue('Third');
});

test('Enter twice on the same text sends it once', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/eliza');
  await slow(page, 'chat.send');
  await composer(page).fill('Only once');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(replies(page, 'sandbox/eliza')).toHaveAttribute('aria-busy', 'false');
  await expect(own(page)).toHaveText(['Only once']);
  await expect(composer(page)).toHaveValue('');
});

test('text typed while a new chat is created goes to that chat, and Enter sends it there', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/eliza');
  await slow(page, 'chat.send');
  await composer(page).focus();
  await page.keyboard.type('To begin with');
  await page.keyboard.press('Enter');
  await page.keyboard.type('And then');
  await page.keyboard.press('Enter');
  await page.keyboard.type('not yet');
  await expect(own(page)).toHaveText(['To begin with', 'And then']);
  await expect(composer(page)).toHaveValue('not yet');
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(composer(page)).toHaveValue('');
});

test('a message sent before the first list of models has loaded is sent as soon as it has', async ({
  appPage: page,
}) => {
  const server = await startHostileServer();
  try {
    const list = json({ object: 'list', data: [{ id: 'late/model' }] });
    const late = { ...list, body: [wait(2_500), ...(list.body ?? [])] };
    const reply = events(
      'data: {"choices":[{"index":0,"delta":{"content":"Here."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
    );
    for (let request = 0; request < 9; request += 1) {
      server.script(({ url }) => (url.endsWith('/models') ? late : reply));
    }
    await addProfile(page, { name: 'Late', baseUrl: server.baseUrl, key: 'sk-late' });
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await composer(page).fill('Are you there?');
    await composer(page).press('Enter');
    await expect(page.getByText('Waiting for the list of models')).toBeVisible();
    await expect(replies(page, 'late/model')).toContainText('Here.');
    await expect(own(page)).toHaveText(['Are you there?']);
  } finally {
    await server.close();
  }
});
