/** Queued messages with attachments: across a restart, in another branch, with files that are gone; and beside comparisons. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesOf } from '../../../../shared/chat/parts';
import type { StoredFile } from '../../../../shared/media/files';
import { aRound, comparisonOf } from '../../../support/compare-core';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { pdfOf } from '../../../support/documents';
import { gif } from '../../../support/media-files';
import { type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';
import { tempFolder } from '../../../support/temp-folder';

const model = 'paid/painter';
const settings = { stream: false };
const CHATS = '/chat/completions';

let gateway: PaidGateway;
let home: string;
let app: TestCore;
let answer: () => void;
let files: StoredFile[];

beforeEach(async () => {
  gateway = await startPaidGateway();
  home = tempFolder();
  const opened = new Promise<void>((resolve) => {
    answer = resolve;
  });
  gateway.on(CHATS, async ({ body }) => {
    const { messages } = body as { messages: { content: unknown }[] };
    if (messages.at(-1)?.content === 'slow') await opened;
    const message = { role: 'assistant', content: 'Fine' };
    return { charge: 1, body: { choices: [{ index: 0, message, finish_reason: 'stop' }] } };
  });
  const modalities = { input: ['text', 'image', 'file'], output: ['text'] };
  const record = { id: model, object: 'model', meta: { capabilities: { modalities } } };
  gateway.on('/models', () => ({ body: { object: 'list', data: [record] } }));
  app = await openTestCore({ home, sandbox: gateway.sandbox });
  await untilListed(app);
  const add = (name: string, bytes: Uint8Array) =>
    app.tell('attachments.add', { name, base64: Buffer.from(bytes).toString('base64') });
  files = [await add('cat.gif', gif), await add('deed.pdf', pdfOf(['Deed']))];
});
afterEach(async () => {
  answer();
  await app.close();
  await gateway.close();
});

const refs = () => files.map(({ id, name }) => ({ id, name }));
const send = (conversationId: string | null, text: string, more: object = {}) =>
  app.tell('chat.send', { conversationId, messageId: randomUUID(), text, model, settings, ...more });
const chat = (id: string) => app.tell('conversations.get', { id });
const ended = (id: string) => app.until(() => app.message(id)?.status !== 'streaming' && app.message(id));
const namesIn = (one: { readonly attachments: readonly StoredFile[] } | undefined) =>
  one?.attachments.map(({ name }) => name);
const stored = async (conversationId: string, messageId: string) => {
  const { messages } = await app.tell('messages.page', { conversationId, beforeId: null, limit: 50 });
  return messages.find(({ id }) => id === messageId);
};

/** A chat that writes a reply, with a message behind it that has both files. */
async function queued() {
  const { conversationId, replyId } = await send(null, 'slow');
  const messageId = randomUUID();
  const message = { conversationId, messageId, text: 'See these', attachments: refs(), model, settings };
  await app.tell('chat.enqueue', message);
  return { conversationId, replyId, messageId };
}

test('are sent with their files once the reply has ended', async () => {
  const { conversationId, messageId } = await queued();
  answer();
  await app.until(() => gateway.count(CHATS) === 2);
  const [, asked] = gateway.requests.filter(({ path }) => path.endsWith(CHATS));
  const messages = (asked?.body.messages ?? []) as { content: { type: string }[] }[];
  const content = messages.at(-1)?.content;
  expect(content?.map(({ type }) => type)).toEqual(['text', 'image_url', 'file']);
  expect(filesOf((await stored(conversationId, messageId))?.parts ?? []).map(({ name }) => name)).toEqual([
    'cat.gif',
    'deed.pdf',
  ]);
});

test('keep their files across a restart, and are sent by hand', async () => {
  const { conversationId, messageId } = await queued();
  await app.close();
  app = await openTestCore({ home, sandbox: gateway.sandbox });
  const [waiting] = (await chat(conversationId)).queued;
  expect(waiting?.id).toBe(messageId);
  expect(namesIn(waiting)).toEqual(['cat.gif', 'deed.pdf']);
  const { replyId } = await send(conversationId, 'See these', { messageId, attachments: refs() });
  await app.tell('chat.dequeue', { messageId });
  await ended(replyId);
  expect((await chat(conversationId)).queued).toEqual([]);
  // A file that only a queued message had is not deleted with its place in the queue.
  await app.close();
  app = await openTestCore({ home, sandbox: gateway.sandbox });
  expect(filesOf((await stored(conversationId, messageId))?.parts ?? [])).toHaveLength(2);
  expect(app.core.locate(files[0]?.id ?? '', 'file')).not.toBeNull();
});

test('a message that was sent from the queue waits there no more, however the app ends', async () => {
  const { conversationId, messageId } = await queued();
  answer();
  await app.until(() => gateway.count(CHATS) === 2);
  const isOfIt = (id: string) => app.message(id)?.parentId === messageId;
  const both = app.events.filter(
    (one) =>
      one.type === 'conversation.changed' &&
      one.conversation.queued.some(({ id }) => id === messageId) &&
      one.conversation.streamingMessageIds.some(isOfIt),
  );
  expect(both).toEqual([]);
  expect((await chat(conversationId)).queued).toEqual([]);
});

test('a file that is gone from the disk fails the reply in words, and the message is there to be sent again', async () => {
  const { conversationId, messageId } = await queued();
  rmSync(join(home, 'attachments', files[0]?.id ?? ''));
  answer();
  const failed = await app.until(() =>
    app.events
      .flatMap((one) => (one.type === 'message.changed' ? [one.message] : []))
      .findLast((one) => one.parentId === messageId && one.status === 'failed'),
  );
  expect(failed.error?.message).toContain('cat.gif');
  expect((await chat(conversationId)).queued).toEqual([]);
  expect(gateway.count(CHATS)).toBe(1);
});

test('a reply that is regenerated goes on with what was queued behind it', async () => {
  gateway.on(CHATS, ({ before }) =>
    before === 0
      ? { status: 400, body: { error: { message: 'no' } } }
      : { charge: 1, body: { choices: [{ index: 0, message: { content: 'Fine' }, finish_reason: 'stop' }] } },
  );
  const { conversationId, replyId, messageId } = await queued();
  expect((await ended(replyId)).status).toBe('failed');
  expect((await chat(conversationId)).queued).toHaveLength(1);
  const again = randomUUID();
  await app.tell('chat.regenerate', { messageId: replyId, replyId: again });
  await app.until(() => app.message(messageId));
  expect(app.message(messageId)?.parentId).toBe(again);
  await app.until(() => gateway.count(CHATS) === 3);
});

test('a queue goes on beside a comparison that runs, and so does one of its columns', async () => {
  const { conversationId, messageId } = await queued();
  const columns = [0, 1].map(() => ({ model, prompt: 'slow', settings }));
  const round = aRound(columns);
  await app.tell('compare.send', round);
  const [column] = (await comparisonOf(app, round.id)).columns;
  const beside = { conversationId: column?.conversationId ?? '', messageId: randomUUID() };
  await app.tell('chat.enqueue', { ...beside, text: 'And you?', model, settings });
  answer();
  await app.until(() => app.message(messageId) && app.message(beside.messageId));
  expect((await chat(conversationId)).queued).toEqual([]);
  expect(app.message(app.message(beside.messageId)?.parentId ?? '')?.text).toBe('Fine');
});
