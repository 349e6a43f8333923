/** Chats of the last version with flat messages are whole in this one, wherever they come from. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../../shared/chat/chat';
import type { ConversationFile } from '../../../shared/chat/conversation-file';
import { filesOf, jobsOf, reasoningOf, refusalOf } from '../../../shared/chat/parts';
import { rawOf } from '../../../shared/chat/raw-parts';
import type { StoredFile } from '../../../shared/media/files';
import { importAll } from '../../support/archives';
import { openTestCore, type TestCore } from '../../support/core';
import {
  type EarlierMessage,
  earlierArchive,
  earlierDatabase,
  earlierShown,
} from '../../support/earlier-data';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox';
import { tempFolder } from '../../support/temp-folder';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

const open = async (home: string): Promise<TestCore> => {
  const app = await openTestCore({ home, sandbox });
  onTestFinished(() => app.close());
  return app;
};

type FileMessage = ConversationFile['messages'][number];

const asEarlier = (message: Message): EarlierMessage => ({
  id: message.id,
  role: message.role as EarlierMessage['role'],
  status: message.status,
  text: message.text,
  reasoning: reasoningOf(message.parts),
  refusal: refusalOf(message.parts) || null,
  toolCalls: rawOf(message.parts, 'toolCall'),
  attachments: filesOf(message.parts).map(asEarlierImage),
  jobs: jobsOf(message.parts).map(({ id }) => id),
});

/** That version had images alone. */
function asEarlierImage({ kind, durationMs, ...image }: StoredFile) {
  expect([kind, durationMs]).toEqual(['image', null]);
  return image;
}

const { messages, exported } = earlierShown();
/** The app that wrote them was still streaming; nothing of this one is. */
const ended = messages.map((one) => (one.status === 'streaming' ? { ...one, status: 'interrupted' } : one));
const shownBy = async (app: TestCore, ids: readonly string[]) =>
  (await app.tell('messages.get', { ids: [...ids] })).map(asEarlier);

test('a database of version 25', async () => {
  const home = tempFolder();
  writeFileSync(join(home, 'gatehouse.db'), earlierDatabase());
  const app = await open(home);
  const ids = messages.map(({ id }) => id);
  expect(await shownBy(app, ids)).toEqual(ended);
  const hits = await app.tell('conversations.search', { query: '部署', limit: 9 });
  const holding = messages.filter(({ text }) => text.includes('部署')).map(({ id }) => id);
  expect(hits.map(({ messageId }) => messageId).sort()).toEqual(holding.sort());
  const snapshot = await app.tell('app.snapshot', {});
  expect(snapshot.newChatDraft).toBe('a new thought');
  expect(snapshot.newChatAttachments.map(({ name }) => name)).toEqual(['gate.png']);
  const drafts = snapshot.conversations.conversations.flatMap(({ draftAttachments }) => draftAttachments);
  const queued = snapshot.conversations.conversations.flatMap((one) => one.queued);
  expect(drafts.map(({ name }) => name)).toEqual(['boat.png']);
  expect(queued.map(({ text, attachments }) => [text, attachments[0]?.name])).toEqual([
    ['Queued behind', 'boat.png'],
  ]);
});

test('an archive of version 25', async () => {
  const app = await open(tempFolder());
  expect(await importAll(app, earlierArchive())).toMatchObject({ state: 'completed', error: null });
  const shown = await shownBy(
    app,
    messages.map(({ id }) => id),
  );
  expect(shown).toEqual(ended);
  const library = await app.tell('library.page', { filter: {}, cursor: null, limit: 10 });
  expect(library.items.map(({ isMissing }) => isMissing)).toEqual([false, false, false, false]);
});

test('chat files of version 25', async () => {
  const app = await open(tempFolder());
  for (const file of Object.values(exported)) {
    const { conversationId } = await app.tell('conversations.import', { json: JSON.stringify(file) });
    const again = await app.tell('conversations.export', { id: conversationId, format: 'json' });
    const saidNow = JSON.parse(again.text).messages.map(({ role, text, parts = [] }: FileMessage) => [
      role,
      // Images that are not on this computer are named instead.
      text.split('\n\n[An image was here')[0],
      reasoningOf(parts as never),
      refusalOf(parts as never) || null,
    ]);
    const saidBefore = (file as { messages: EarlierMessage[] }).messages.map(
      ({ role, text, reasoning, refusal }) => [role, text, reasoning, refusal],
    );
    expect(saidNow).toEqual(saidBefore);
  }
});
