import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { openStorage } from '../../electron/storage/storage';
import { test as alone, launchWeb, openApp } from '../support/app';
import {
  beginLongReply,
  chooseModel,
  composer,
  exchange,
  fillChat,
  replies,
  transcript,
} from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';

const history = (page: Page) => page.getByRole('navigation', { name: 'History' });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search chats' });
const results = (page: Page) => page.getByRole('navigation', { name: 'Search results' });

test('a search finds words of titles and messages, and opens the chat at the message', async ({
  appPage: page,
}) => {
  const filler = 'Words to fill the window with. '.repeat(20);
  const turns = Array.from({ length: 8 }, (_, turn) => `${turn} ${filler}`);
  await fillChat(page, ['The needle lies here', ...turns]);
  await exchange(page, 'Quite another thing', 'sandbox/eliza');
  await page.reload();
  await search(page).fill('needle li');
  const hits = results(page).getByRole('link');
  await expect(hits).toHaveCount(2);
  await expect(hits.nth(1).locator('mark')).toHaveText(['needle', 'lies']);
  await search(page).press('ArrowDown');
  await expect(hits.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const found = transcript(page).getByRole('article', { name: 'You' }).filter({ hasText: 'The needle' });
  await expect(found).toBeInViewport();
  await expect(found).toBeFocused();
  await search(page).press('Escape');
  await expect(history(page)).toBeVisible();
});

test('a search without results says so, also to screen readers', async ({ appPage: page }) => {
  await search(page).fill('"NEAR( *');
  await expect(results(page)).toContainText('Nothing found');
  await expect(page.locator('[data-announcer]')).toHaveText('Nothing found');
});

test('a pinned chat is at the top, under its own heading', async ({ appPage: page }) => {
  await exchange(page, 'Older', 'sandbox/eliza');
  await page.getByRole('button', { name: 'New chat' }).click();
  await exchange(page, 'Newer', 'sandbox/eliza');
  await expect(history(page).getByRole('link')).toHaveText([/^Newer/, /^Older/]);
  await page.getByRole('link', { name: 'Older' }).focus();
  await page.keyboard.press('p');
  await expect(history(page).getByRole('heading')).toHaveText(['Pinned', 'Today']);
  await expect(history(page).getByRole('link')).toHaveText([/^Older/, /^Newer/]);
  await page.reload();
  await expect(history(page).getByRole('link')).toHaveText([/^Older/, /^Newer/]);
});

test('a reply that ended elsewhere is marked unread until it is opened', async ({ appPage: page }) => {
  await beginLongReply(page, 600, 60);
  await page.getByRole('button', { name: 'New chat' }).click();
  const row = page.getByRole('link', { name: 'Write on.' });
  await expect(row).toContainText('unread');
  await row.click();
  await expect(row).not.toContainText('unread');
  await page.reload();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('unread');
});

alone('typed text is still there after a restart, on another port', async ({ appPage: page, web, home }) => {
  await exchange(page, 'With a draft', 'sandbox/eliza');
  await composer(page).fill('half a thought');
  await page.getByRole('button', { name: 'New chat' }).click();
  await composer(page).fill('something new');
  await expect(page.getByRole('link', { name: 'With a draft' })).toContainText('draft');
  await page.waitForTimeout(1_500);
  await web.stop();
  const again = await launchWeb({ home });
  try {
    const next = await page.context().newPage();
    await openApp(next, again.url);
    await expect(composer(next)).toHaveValue('something new');
    const row = next.getByRole('link', { name: 'With a draft' });
    await expect(row).toContainText('draft');
    await row.click();
    await expect(composer(next)).toHaveValue('half a thought');
    await exchange(next, 'sent now', 'sandbox/eliza');
    await expect(composer(next)).toHaveValue('');
    await next.waitForTimeout(1_200);
    await next.reload();
    await expect(replies(next, 'sandbox/eliza')).toHaveCount(2);
    await expect(composer(next)).toHaveValue('');
  } finally {
    await again.stop();
  }
});

alone('chats are grouped by the day of their last message', async ({ home, page }) => {
  mkdirSync(home, { recursive: true });
  const { storage } = openStorage(home, Date.now());
  const dayMs = 86_400_000;
  for (const [title, daysAgo] of Object.entries({ now: 0, before: 1, lately: 5, earlier: 20, old: 400 })) {
    const createdAt = Date.now() - daysAgo * dayMs;
    storage.conversations.create({ id: randomUUID(), title, createdAt, model: null, settings: {} });
  }
  storage.close();
  const web = await launchWeb({ home });
  try {
    await openApp(page, web.url);
    const month = new Date(Date.now() - 400 * dayMs).toLocaleDateString('en', {
      month: 'long',
      year: 'numeric',
    });
    const days = ['Today', 'Yesterday', 'Previous 7 days', 'Previous 30 days', month];
    await expect(history(page).getByRole('heading')).toHaveText(days);
    await expect(history(page).getByRole('link')).toHaveText(['now', 'before', 'lately', 'earlier', 'old']);
  } finally {
    await web.stop();
  }
});

test('a chat that begins with a greeting is named by its later topic', async ({ appPage: page }) => {
  const model = await activateScriptedModel(page);
  try {
    model.say({ delta: { content: '# Planning a garden\n\nLet us begin.' } }, { finish: 'stop' });
    await chooseModel(page, scriptedModel);
    await exchange(page, 'Hello!', scriptedModel);
    await expect(history(page).getByRole('link')).toHaveText(/^Planning a garden/);
  } finally {
    await model.close();
  }
});

alone(
  'five thousand chats open at once, scroll to the last, and an old one opens by its address',
  async ({ home, page }) => {
    mkdirSync(home, { recursive: true });
    const { storage } = openStorage(home, Date.now());
    const oldest = randomUUID();
    const hourMs = 3_600_000;
    storage.transaction(() => {
      for (let number = 0; number < 5_000; number += 1) {
        const id = number === 4_999 ? oldest : randomUUID();
        const createdAt = Date.now() - number * hourMs;
        storage.conversations.create({
          id,
          title: `Chat number ${number}`,
          createdAt,
          model: null,
          settings: {},
        });
      }
    });
    storage.close();
    const web = await launchWeb({ home });
    try {
      await openApp(page, web.url);
      await expect(page.getByRole('link', { name: 'Chat number 0', exact: true })).toBeVisible();
      expect(await history(page).getByRole('link').count()).toBeLessThan(80);
      await page.goto(`${web.origin}/#/chat/${oldest}`);
      await page.reload();
      await expect(composer(page)).toBeVisible();
      await exchange(page, 'Still here?', 'sandbox/eliza');
      await history(page).hover();
      await expect
        .poll(async () => {
          await page.mouse.wheel(0, 30_000);
          const last = await history(page).getByRole('link').last().textContent();
          return Number(/\d+/.exec(last ?? '')?.[0]);
        })
        .toBeGreaterThan(400);
      expect(await history(page).getByRole('link').count()).toBeLessThan(80);
    } finally {
      await web.stop();
    }
  },
);
