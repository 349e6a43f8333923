import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Storage } from '../../../../electron/core/ports/storage';
import { type Database, openDatabase } from '../../../../electron/storage/db/driver';
import { AppError } from '../../../../shared/errors';
import { openTestCore, type TestCore } from '../../../support/core';
import { startTestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let app: TestCore;
afterEach(() => app.close());

async function begin(tokensPerSecond = 200) {
  const settings = { extra: { tokens: 4_000, tokens_per_second: tokensPerSecond } };
  const input = {
    conversationId: null,
    messageId: randomUUID(),
    text: 'x',
    model: 'sandbox/firehose',
    settings,
  };
  const sent = await app.tell('chat.send', input);
  await app.until(() => app.events.some((event) => event.type === 'message.delta'));
  return sent;
}

describe('after the app has ended', () => {
  test('a streaming reply is interrupted and keeps its partial text', async () => {
    const home = tempFolder();
    const sandbox = await startTestSandbox();
    onTestFinished(() => sandbox.close());
    app = await openTestCore({ home, sandbox });
    const { conversationId } = await begin();
    await app.close();
    app = await openTestCore({ home, sandbox });
    const { messages } = await app.tell('messages.page', { conversationId, beforeId: null, limit: 10 });
    expect(messages.at(-1)?.status).toBe('interrupted');
    expect(messages.at(-1)?.text.length).toBeGreaterThan(0);
  });

  test('a reply whose process was killed is marked at the next start, and its cost is unknown', async () => {
    const home = tempFolder();
    const sandbox = await startTestSandbox();
    onTestFinished(() => sandbox.close());
    // A kill leaves the row as it was last saved: the end is never stored.
    let killed = false;
    const dying = (storage: Storage): Storage => ({
      ...storage,
      transaction: (work) => (killed ? (undefined as never) : storage.transaction(work)),
    });
    app = await openTestCore({ home, sandbox, wrapStorage: dying });
    const { conversationId } = await begin();
    await new Promise((resolve) => setTimeout(resolve, 600));
    killed = true;
    await app.close();
    app = await openTestCore({ home, sandbox });
    const { messages } = await app.tell('messages.page', { conversationId, beforeId: null, limit: 10 });
    expect(messages.at(-1)).toMatchObject({
      status: 'interrupted',
      cost: null,
      error: { outcomeUnknown: true },
    });
    expect(messages.at(-1)?.text.length).toBeGreaterThan(0);
    const { conversations } = await app.tell('conversations.list', { cursor: null, limit: 10 });
    expect(conversations[0]).toMatchObject({ hasUnknownCost: true, streamingMessageIds: [] });
  });
});

describe('a chat that was deleted while its reply streamed', () => {
  test('still counts the reply as of unknown cost if the app was killed meanwhile', async () => {
    const home = tempFolder();
    const sandbox = await startTestSandbox();
    onTestFinished(() => sandbox.close());
    app = await openTestCore({ home, sandbox });
    const { conversationId, replyId } = await begin();
    await app.close();
    // As a kill leaves it: deleted, and nothing of the reply's end written.
    const database = openDatabase(join(home, 'gatehouse.db'));
    database.run("UPDATE messages SET status = 'streaming' WHERE id = ?", replyId);
    database.run('UPDATE conversations SET removed_at = 1 WHERE id = ?', conversationId);
    const before = countUnknown(database);
    database.close();
    app = await openTestCore({ home, sandbox });
    const after = openDatabase(join(home, 'gatehouse.db'));
    expect(countUnknown(after)).toBe(before + 1);
    after.close();
  });
});

const countUnknown = (database: Database): number =>
  database.get<{ rows: number }>("SELECT count(*) AS rows FROM ledger WHERE outcome = 'unknown'")?.rows ?? 0;

describe('while the disk is full', () => {
  test('a reply continues, shows that it is not saved, and is saved once there is room', async () => {
    let full = true;
    const refuse = () => {
      throw new AppError({ code: 'storage_full', message: 'The disk is full: nothing can be saved.' });
    };
    const filling = (storage: Storage): Storage => ({
      ...storage,
      messages: {
        ...storage.messages,
        update: (reply) => (full ? refuse() : storage.messages.update(reply)),
      },
    });
    app = await openTestCore({ wrapStorage: filling });
    const messageId = randomUUID();
    const input = { conversationId: null, messageId, text: 'keep this', model: 'sandbox/echo', settings: {} };
    const { replyId } = await app.tell('chat.send', input);
    await app.until(() =>
      app.events.some((event) => event.type === 'notices.changed' && event.notices.length > 0),
    );
    full = false;
    const reply = await app.until(() => app.message(replyId)?.status === 'complete' && app.message(replyId));
    expect(reply.text).toContain('keep this');
    expect((await app.tell('app.snapshot', {})).notices).toEqual([]);
  });
});

describe('while the database can’t be read', () => {
  test('a failed reply ends as soon as the database can be read', async () => {
    let failures = 2;
    const failing = (storage: Storage): Storage => ({
      ...storage,
      ledger: {
        ...storage.ledger,
        isUnknown: (key) => {
          if (failures-- > 0)
            throw new AppError({
              code: 'storage_failed',
              message: 'Read error.',
              details: { isTemporary: true },
            });
          return storage.ledger.isUnknown(key);
        },
      },
    });
    app = await openTestCore({ wrapStorage: failing });
    const input = {
      conversationId: null,
      messageId: randomUUID(),
      text: 'x',
      model: 'no/model',
      settings: {},
    };
    const { replyId } = await app.tell('chat.send', input);
    const reply = await app.until(() => app.message(replyId)?.status === 'failed' && app.message(replyId));
    expect(reply.error?.code).toBe('model_not_found');
    expect(failures).toBeLessThan(0);
  });
});
