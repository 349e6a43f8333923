/** Messages and calls have numbers inside and ids outside: what a database of the version before shows, this one shows. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase, type SqlValue } from '../../../../electron/storage/db/driver';
import { migrate } from '../../../../electron/storage/db/migrate';
import { migrations } from '../../../../electron/storage/db/schema';
import { openStorage } from '../../../../electron/storage/storage';
import { tempFolder } from '../../../support/temp-folder';

/** The last version with ids in every row. */
const before = 43;

const chat = randomUUID();
const other = 'a chat that came from elsewhere';
/** In capitals it is another id, and one that is no UUID is kept as it is. */
const ids = [randomUUID(), randomUUID(), randomUUID().toUpperCase(), 'msg_1', '0'.repeat(32), randomUUID()];
const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = ids;
const gone = randomUUID();
const profile = randomUUID();
const key = randomUUID();

function openFilled(): { readonly folder: string; readonly database: Database } {
  const folder = tempFolder();
  const database = openDatabase(join(folder, 'gatehouse.db'));
  migrate(database, migrations.slice(0, before));
  const add = (table: string, row: Readonly<Record<string, SqlValue>>) =>
    database.run(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).map(() => '?')})`,
      ...Object.values(row),
    );
  for (const id of [chat, other])
    add('conversations', { id, title: id, created_at: 1, updated_at: 2, leaf_id: fourth, settings: '{}' });
  const message = { role: 'user', status: 'complete', created_at: 3 };
  add('messages', { ...message, id: first, conversation_id: chat });
  add('messages', {
    ...{ id: second, conversation_id: chat, parent_id: first, role: 'assistant', status: 'interrupted' },
    ...{ model: 'm', answered_model: 'm-2', profile_id: profile, idempotency_key: key, created_at: 4 },
    ...{ finished_at: 5, finish_reason: 'stop', prompt_tokens: 6, completion_tokens: 7, first_token_ms: 8.5 },
    ...{ total_ms: 9, request_id: 'r', error: '{}', removed_at: 10, is_cost_stated: 1, stated_credits: 11 },
    ...{ stated_dollars: 12, is_held: 1, cached_tokens: 13, reasoning_tokens: 14, change: 'edited' },
    ...{ asked_format: 'f', token_details: '{}', token_prices: '{}', thinking_ms: 15 },
  });
  add('messages', { ...message, id: third, conversation_id: chat, parent_id: second });
  add('messages', { ...message, id: fourth, conversation_id: chat, parent_id: third, status: 'streaming' });
  database.run(
    'INSERT INTO messages (seq, id, conversation_id, role, status, created_at) VALUES (90, ?, ?, ?, ?, 1)',
    fifth,
    other,
    'system',
    'complete',
  );
  add('messages', {
    ...message,
    id: sixth,
    conversation_id: other,
    parent_id: fifth,
    idempotency_key: 'k-1',
  });
  for (const seq of [1, 2, 4, 90])
    add('message_parts', { message_seq: seq, number: 1, position: 1, type: 'text', content: `words ${seq}` });
  for (const id of [second, fourth]) add('message_logprobs', { message_id: id, tokens: '[]' });
  for (const of of [second, gone]) add('message_media', { message_id: third, of_message_id: of });
  const call = { at: 1, profile_id: profile, operation: 'chat.completions.create', outcome: 'answered' };
  add('ledger', { ...call, id: -5, used: 5, model: 'm', conversation_id: chat, message_id: second });
  add('ledger', { ...call, model: 'gone', conversation_id: 'gone', message_id: gone, idempotency_key: key });
  add('ledger', {
    ...{
      ...call,
      profile_id: 'sandbox',
      operation: 'jobs.retrieve',
      outcome: 'unknown',
      job_id: randomUUID(),
    },
    ...{ remaining: 2, status_code: 3, request_id: 'r', total_ms: 4, is_checkpoint: 1, estimate_from: 5 },
    ...{
      estimate_to: 6,
      units: 7.5,
      unit: 'usd',
      generation_id: 'g',
      idempotency_key: 'k',
      message_id: third,
    },
  });
  return { folder, database };
}

const views = {
  messages: 'seq',
  ledger: 'id',
  message_logprobs: 'message_id',
  message_media: 'message_id, of_message_id',
} as const;

/** The columns by name, so that their order says nothing. */
const shown = (database: Database) =>
  Object.entries(views).map(([view, order]) =>
    database
      .all<Record<string, SqlValue>>(`SELECT * FROM ${view} ORDER BY ${order}`)
      .map(({ message_seq: _, ...row }) => Object.entries(row).sort(([one], [two]) => (one < two ? -1 : 1))),
  );

test('every value of a row is outside what it was', () => {
  const { database } = openFilled();
  onTestFinished(() => database.close());
  const [was, parts] = [shown(database), database.all('SELECT * FROM message_parts')];
  expect(was.map(({ length }) => length)).toEqual([6, 3, 2, 2]);
  expect(migrate(database, migrations)).toContain('numbers inside');
  expect(shown(database)).toEqual(was);
  expect(database.all('SELECT * FROM message_parts')).toEqual(parts);
  expect(database.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(database.all('PRAGMA foreign_key_check')).toEqual([]);
  expect(database.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 });
});

test('an id is stored once, a UUID in 16 bytes, and rows refer to it by its number', () => {
  const { database } = openFilled();
  onTestFinished(() => database.close());
  migrate(database, migrations);
  const stored = database.all<{ type: string; bytes: number }>(
    'SELECT typeof(id) AS type, octet_length(id) AS bytes FROM message_rows ORDER BY seq',
  );
  const uuid = { type: 'blob', bytes: 16 };
  expect(stored).toEqual([
    ...[
      uuid,
      uuid,
      { type: 'text', bytes: 36 },
      { type: 'text', bytes: 5 },
      { type: 'text', bytes: 32 },
      uuid,
    ],
  ]);
  const parents = database.all<{ parent: number | null }>('SELECT parent_seq AS parent FROM message_rows');
  expect(parents.map(({ parent }) => parent)).toEqual([null, 1, 2, 3, null, 90]);
});

test('a chat that is deleted takes its messages along, and its calls stay with its id', () => {
  const { database } = openFilled();
  onTestFinished(() => database.close());
  migrate(database, migrations);
  database.run('DELETE FROM conversations WHERE id = ?', chat);
  expect(database.all('SELECT id FROM messages')).toEqual([{ id: fifth }, { id: sixth }]);
  for (const table of ['logprob_rows', 'shared_media_rows'])
    expect(database.all(`SELECT * FROM ${table}`)).toEqual([]);
  expect(database.all('SELECT message_seq FROM message_parts')).toEqual([{ message_seq: 90 }]);
  expect(
    database.all('SELECT conversation_id AS chat, message_id AS message FROM ledger WHERE used = 5'),
  ).toEqual([{ chat, message: second }]);
});

test('what is written to a view is stored as a row is, and a message of no chat is refused', () => {
  const { database } = openFilled();
  onTestFinished(() => database.close());
  migrate(database, migrations);
  const id = randomUUID();
  const insert = `INSERT INTO messages (id, conversation_id, parent_id, role, status, model, created_at)
    VALUES (?, ?, ?, 'assistant', 'complete', ?, 1)`;
  database.run(insert, id, chat, third, 'a model that is new');
  database.run("UPDATE messages SET status = 'failed', model = 'm' WHERE id = ?", id);
  expect(database.get('SELECT parent_id, status, model, is_held FROM messages WHERE id = ?', id)).toEqual({
    ...{ parent_id: third, status: 'failed', model: 'm', is_held: 0 },
  });
  database.run('DELETE FROM messages WHERE id = ?', id);
  expect(database.get('SELECT 1 FROM messages WHERE id = ?', id)).toBeUndefined();
  expect(() => database.run(insert, id, 'no chat', null, 'm')).toThrow(/FOREIGN KEY/);
  const probabilities = 'INSERT INTO message_logprobs (message_id, tokens) VALUES (?, ?)';
  expect(() => database.run(probabilities, 'no message', '[]')).toThrow(/FOREIGN KEY/);
});

test('a step that fails leaves the version before as it was, and its references in force', () => {
  const { database } = openFilled();
  onTestFinished(() => database.close());
  const was = shown(database);
  const [step] = migrations.slice(before);
  const failing = {
    ...step,
    version: before + 1,
    name: 'failing',
    sql: `${step?.sql}; SELECT * FROM nothing`,
  };
  expect(() => migrate(database, [...migrations.slice(0, before), failing])).toThrow(/nothing/);
  expect(shown(database)).toEqual(was);
  expect(database.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 });
  expect(database.get('PRAGMA user_version')).toEqual({ user_version: before });
});

test('the app shows the chats of the version before, and goes on with them', () => {
  const { folder, database } = openFilled();
  database.close();
  const { storage } = openStorage(folder, 0);
  onTestFinished(() => storage.close());
  expect(
    storage.messages.pathEndingIn(chat, fourth, 9).messages.map((one) => [one.id, one.parentId]),
  ).toEqual([
    ...[
      [first, null],
      [second, first],
      [third, second],
      [fourth, third],
    ],
  ]);
  expect(storage.messages.get(second)).toMatchObject({
    ...{ conversationId: chat, model: 'm', answeredModel: 'm-2', profileId: profile, siblingIds: [] },
    ...{ hasLogprobs: true, cost: [{ unit: 'credits', amount: 5 }] },
  });
  expect(storage.messages.idempotencyKey(second)).toBe(key);
  expect(storage.messages.orphanedReplies()).toMatchObject([{ id: fourth, conversationId: chat }]);
  expect(storage.ledger.mayBeStored(key)).toBe(true);
  expect(storage.conversations.search('words', 9, 'messages').map(({ messageId }) => messageId)).toEqual([
    fifth,
    first,
  ]);
  expect(storage.report.page({}, null, 9).rows.map(({ messageId }) => messageId)).toEqual([
    third,
    gone,
    second,
  ]);
});
