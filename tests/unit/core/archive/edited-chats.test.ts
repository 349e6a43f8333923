/** Chats that a person edited, with several system messages: searched, exported, imported, archived and forked. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
let id: string;

const shown = async (of: TestCore, conversationId: string) =>
  (await of.tell('messages.page', { conversationId, beforeId: null, limit: 50 })).messages;
const said = async (of: TestCore, conversationId: string) =>
  (await shown(of, conversationId)).map(({ role, text, change }) => [role, text, change ?? null]);
const part = (text: string) => [{ type: 'text' as const, text }];

const expected = [
  ['system', 'Be brief', 'inserted'],
  ['developer', 'In verse', 'inserted'],
  ['user', 'Question', 'copied'],
  ['assistant', 'Marzipan', 'edited'],
];

beforeAll(async () => {
  app = await openTestCore();
  const { conversationId, reply } = await app.chat('Question');
  id = conversationId;
  const parts = part('Marzipan');
  await app.tell('chat.editMessage', { editId: randomUUID(), messageId: reply.id, parts });
  await app.tell('chat.insertMessages', {
    editId: randomUUID(),
    conversationId,
    nextTo: null,
    place: 'before',
    messages: [
      { role: 'system', parts: part('Be brief') },
      { role: 'developer', parts: part('In verse') },
    ],
  });
});
afterAll(() => app.close());

test('a search finds what was written by hand', async () => {
  const hits = await app.tell('conversations.search', { query: 'marzipan', limit: 10 });
  expect(hits.map(({ conversationId }) => conversationId)).toContain(id);
});

test('a file of it has every branch, role and change, and a text names the roles', async () => {
  expect(await said(app, id)).toEqual(expected);
  const { text: json } = await app.tell('conversations.export', { id, format: 'json' });
  const { conversationId } = await app.tell('conversations.import', { json });
  expect(await said(app, conversationId)).toEqual(expected);
  const markdown = (await app.tell('conversations.export', { id, format: 'markdown' })).text;
  for (const heading of ['## System', '## Developer', '## You']) expect(markdown).toContain(heading);
});

test('a fork begins with the edited branch, and keeps what says that it was edited', async () => {
  const last = (await shown(app, id)).at(-1)?.id ?? '';
  const newId = randomUUID();
  await app.tell('conversations.fork', { messageId: last, newId });
  const kept = expected.map(([role, text, change]) => [role, text, change === 'copied' ? null : change]);
  expect(await said(app, newId)).toEqual(kept);
});

test('an archive brings edits along, to be undone there, and leaves out those of deleted chats', async () => {
  const other = await app.chat('Deleted soon');
  const edit = { editId: randomUUID(), messageId: other.reply.id, parts: part('gone') };
  await app.tell('chat.editMessage', edit);
  const undone = await app.chat('Undone');
  await app.tell('chat.editMessage', { editId: randomUUID(), messageId: undone.reply.id, parts: part('no') });
  await app.tell('chat.undoEdit', { conversationId: undone.conversationId });
  await app.tell('conversations.remove', { id: other.conversationId });
  const bytes = await exportAll(app);
  const elsewhere = await openTestCore();
  try {
    expect((await importAll(elsewhere, bytes)).error).toBeNull();
    expect(await said(elsewhere, id)).toEqual(expected);
    await elsewhere.tell('chat.undoEdit', { conversationId: id });
    expect(await said(elsewhere, id)).toEqual([
      ['user', 'Question', null],
      ['assistant', 'Marzipan', 'edited'],
    ]);
    await elsewhere.tell('chat.undoEdit', { conversationId: id });
    expect((await said(elsewhere, id)).at(-1)?.[2]).toBeNull();
    const none = { conversationId: undone.conversationId };
    expect(await elsewhere.refusal('chat.undoEdit', none)).toMatchObject({ code: 'not_found' });
  } finally {
    await elsewhere.close();
  }
});
