/** Everything out of one computer and into another, and one conversation as a file, as a person does it in a browser. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright/test';
import { expect, launchWeb, openApp, test } from '../support/app';
import { readTable, unzipped, withRows } from '../support/archives';
import { expectAccessible } from '../support/axe';
import { chooseModel, composer, exchange, transcript } from '../support/chat-page';
import { gif } from '../support/media-files';

const openSettings = async (page: Page) => {
  await page.getByRole('link', { name: 'Settings' }).click();
  return page.getByRole('region', { name: 'Data' });
};

const bytesOf = async (download: Download) => readFile(await download.path());

async function talk(page: Page): Promise<void> {
  await chooseModel(page, 'sandbox/vision');
  await page
    .getByLabel('Images', { exact: true })
    .setInputFiles([{ name: 'dot.gif', mimeType: 'image/gif', buffer: Buffer.from(gif) }]);
  await expect(page.getByRole('button', { name: 'Remove dot.gif' })).toBeVisible();
  await exchange(page, 'What is on this picture?', 'sandbox/vision');
}

test('everything is exported, and imported unchanged on another computer', async ({
  appPage: page,
  browser,
}) => {
  await talk(page);
  const data = await openSettings(page);
  await expect(data).toContainText('1 chat, 2 messages');
  await expectAccessible(page);
  await data.getByRole('button', { name: 'Export everything' }).click();
  const download = page.waitForEvent('download');
  await data.getByRole('button', { name: 'Save archive' }).click();
  const archive = await bytesOf(await download);
  await data.getByRole('button', { name: 'Dismiss' }).click();
  await expect(data.getByRole('status', { name: 'Export' })).toHaveCount(0);

  const other = await launchWeb();
  const context = await browser.newContext();
  const there = await context.newPage();
  await openApp(there, other.url);
  const dataThere = await openSettings(there);
  await dataThere
    .getByLabel('Archive', { exact: true })
    .setInputFiles([{ name: 'gatehouse.zip', mimeType: 'application/zip', buffer: archive }]);
  const dialog = there.getByRole('dialog', { name: 'Import archive' });
  await expect(dialog).toContainText('1 chat, 2 messages, 0 library items');
  await expectAccessible(there);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dataThere.getByRole('status', { name: 'Import' })).toContainText(
    'Imported 1 chat, 2 messages',
  );
  await there.getByRole('link', { name: 'Chat', exact: true }).click();
  await there.getByRole('navigation', { name: 'History' }).getByRole('link').first().click();
  await expect(transcript(there)).toContainText('GIF, 1 × 1');
  await expect(transcript(there).getByRole('img', { name: 'dot.gif' })).toHaveJSProperty('naturalWidth', 1);
  await exchange(there, 'And again?', 'sandbox/vision');
  await context.close();
  await other.stop();
});

test('a file that is not an archive is refused before any question', async ({ appPage: page }) => {
  const data = await openSettings(page);
  await data
    .getByLabel('Archive', { exact: true })
    .setInputFiles([{ name: 'x.zip', mimeType: 'application/zip', buffer: Buffer.from('not a zip') }]);
  const dialog = page.getByRole('dialog', { name: 'Import archive' });
  await expect(dialog.getByRole('alert')).toContainText('Couldn’t import this file: it is not a zip file');
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('an import shows its progress, and leaves nothing behind when it is cancelled', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await exchange(page, 'Remember the harbour', 'sandbox/echo');
  const data = await openSettings(page);
  await data.getByRole('button', { name: 'Export everything' }).click();
  const download = page.waitForEvent('download');
  await data.getByRole('button', { name: 'Save archive' }).click();
  const archive = enlarged(await bytesOf(await download), 40_000);
  await data.getByRole('button', { name: 'Dismiss' }).click();
  await data
    .getByLabel('Archive', { exact: true })
    .setInputFiles([{ name: 'gatehouse.zip', mimeType: 'application/zip', buffer: archive }]);
  const dialog = page.getByRole('dialog', { name: 'Import archive' });
  await expect(dialog).toContainText('2 chats');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  const status = data.getByRole('status', { name: 'Import' });
  await expect(status.getByRole('progressbar')).toBeVisible();
  await expect(status).toContainText(/[\d.]+ MB of [\d.]+ MB/);
  await status.getByRole('button', { name: 'Cancel' }).click();
  await expect(status).toContainText('Import cancelled. Nothing was changed.');
  await expect(data).toContainText('1 chat, 2 messages');
});

/** The same archive with a further chat of many messages, so that taking it in lasts a while. */
function enlarged(bytes: Buffer, count: number): Buffer {
  const good = unzipped(bytes);
  const [chat = {}] = readTable(good, 'conversations');
  const [message = {}] = readTable(good, 'messages');
  const chatId = randomUUID();
  const chats = unzipped(
    withRows(good, 'conversations', (rows) => [...rows, { ...chat, id: chatId, leaf_id: null }]),
  );
  const more = Array.from({ length: count }, (_, index) => ({
    ...message,
    id: randomUUID(),
    seq: 1_000 + index,
    conversation_id: chatId,
    parent_id: null,
    text: `message ${index}`,
  }));
  return Buffer.from(withRows(chats, 'messages', (rows) => [...rows, ...more]));
}

test('a chat is exported as Markdown and as JSON, and the JSON is imported as a chat', async ({
  appPage: page,
}) => {
  await talk(page);
  const save = async (name: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export chat' }).click();
    await page.getByRole('menuitem', { name }).click();
    return download;
  };
  const markdown = await save('This branch as Markdown');
  expect(markdown.suggestedFilename()).toMatch(/\.md$/);
  const text = (await bytesOf(markdown)).toString();
  expect(text).toContain('## sandbox/vision');
  expect(text).toMatch(/!\[dot\.gif\]\(attachment:[0-9a-f]{64} "image\/gif"\)/);
  expect(text).toMatch(/[\d.]+ credits · \d+ tokens/);
  const json = await save('All branches as JSON');
  const data = await openSettings(page);
  await data
    .getByLabel('Conversation', { exact: true })
    .setInputFiles([{ name: 'chat.json', mimeType: 'application/json', buffer: await bytesOf(json) }]);
  await expect(composer(page)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'History' }).getByRole('link')).toHaveCount(2);
  await expect(transcript(page)).toContainText('GIF, 1 × 1');
  await expect(transcript(page).getByRole('img', { name: 'dot.gif' })).toBeVisible();
  // What it cost was paid before, and is in no sum of this computer.
  await expect(page.getByText(/^This chat/)).toHaveText(/^This chat 0 cr · [\d.]+ cr before import$/);
});
