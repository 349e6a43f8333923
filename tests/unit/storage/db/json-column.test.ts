import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { readError, readJson } from '../../../../electron/storage/db/json-column';
import { openTestCore } from '../../../support/core';
import { tempFolder } from '../../../support/temp-folder';

describe('a JSON column', () => {
  test.each([['{"a":1'], [''], ['[]'], ['7'], ['null'], [null], [undefined]])(
    'that holds %s instead of an object falls back',
    (text) => {
      expect(readJson(text, { fallback: true })).toEqual({ fallback: true });
    },
  );

  test('of the expected kind is read, however deep', () => {
    expect(readJson('{"a":[1]}', {})).toEqual({ a: [1] });
    expect(readJson('["x"]', [])).toEqual(['x']);
    expect(readJson(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, null)).toBeTruthy();
  });

  test('for an error that can’t be read says so', () => {
    expect(readError(null)).toBeNull();
    expect(readError('{"code":"x","message":"y"}')).toEqual({ code: 'x', message: 'y' });
    expect(readError('{"code":')).toMatchObject({ code: 'storage_failed' });
  });
});

test('damaged text in one row does not break a list, and a job with damaged settings is never sent', async () => {
  const home = tempFolder();
  const first = await openTestCore({ home });
  const { conversationId } = await first.chat('hello');
  const other = await first.chat('other');
  await first.core.close();
  const id = randomUUID();
  const database = openDatabase(`${home}/gatehouse.db`);
  database.run("UPDATE conversations SET settings = '{' WHERE id = ?", conversationId);
  database.run("UPDATE messages SET error = '{' WHERE conversation_id = ?", conversationId);
  database.run(
    `INSERT INTO message_parts (message_seq, number, position, type, content)
       SELECT seq, 9, 9, 'toolCall', '{' FROM messages WHERE conversation_id = ?`,
    conversationId,
  );
  database.run(
    `INSERT INTO jobs (id, modality, profile_id, model, prompt, parameters, extra, destination, status, created_at)
       VALUES (?, 'image', 'sandbox', 'sandbox/imago', 'a fox', '{"size":', '{}', 'nothing', 'waiting', 1)`,
    id,
  );
  database.close();
  const again = await openTestCore({ home, sandbox: first.sandbox });
  const { conversations, jobs } = await again.tell('app.snapshot', {});
  expect(conversations.conversations.map((one) => one.id)).toEqual([other.conversationId, conversationId]);
  expect(jobs.jobs).toMatchObject([
    { id, status: 'failed', parameters: {}, error: { code: 'storage_failed' } },
  ]);
  const page = await again.tell('messages.page', { conversationId, beforeId: null, limit: 10 });
  expect(page.messages.map(({ error }) => error?.code)).toEqual(['storage_failed', 'storage_failed']);
  await again.core.close();
  await first.sandbox.close();
});
