/** A database of an earlier version loses nothing on its way to this one, and what it holds is found. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../../../electron/storage/db/driver';
import { migrate } from '../../../../electron/storage/db/migrate';
import { migrations } from '../../../../electron/storage/db/schema';
import { openStorage } from '../../../../electron/storage/storage';
import { filesOf } from '../../../../shared/chat/parts';
import { rawOf } from '../../../../shared/chat/raw-parts';
import { tempFolder } from '../../../support/temp-folder';

/** Rows that the first version could hold. */
function fillFirst(database: Database): void {
  database.exec(`
    INSERT INTO settings VALUES ('theme', '"dark"');
    INSERT INTO profiles (id, name, base_url, key_stored) VALUES ('p', 'Mine', 'https://example.com/v1', 1);
    INSERT INTO conversations (id, title, created_at, updated_at, leaf_id, model, settings)
      VALUES ('c', 'Übung', 1, 2, 'a', 'm', '{}');
    INSERT INTO messages (id, conversation_id, parent_id, role, text, status, model, created_at, prompt_tokens, completion_tokens)
      VALUES ('u', 'c', NULL, 'user', '今天讨论了部署方案', 'complete', NULL, 1, NULL, NULL),
             ('a', 'c', 'u', 'assistant', 'An answer', 'complete', 'm', 2, NULL, NULL);
    INSERT INTO ledger (at, profile_id, operation, model, used, remaining, outcome, message_id)
      VALUES (2, 'p', 'chat.completions.create', 'm', 5, 100, 'answered', 'a');`);
}

const image = 'a'.repeat(64);

/** An image in a message, a draft and the queue. */
function attach(database: Database): void {
  database.exec(`
    INSERT INTO attachments (id, content_type, bytes, width, height, was_used, created_at)
      VALUES ('${image}', 'image/png', 9, 4, 3, 1, 1);
    INSERT INTO attachment_uses VALUES ('draft', 'c', 0, '${image}', 'draft.png'),
      ('queued', 'q', 0, '${image}', 'queued.png'), ('message', 'u', 0, '${image}', 'sent.png')`);
}

/** The last version before messages had parts. */
const flat = 25;

/** The first one with parts, which named files by their hash. */
const withParts = 26;

/** A part whose file is gone. */
const LOST_FILE = `INSERT INTO message_parts (message_seq, number, position, type, content, file_id)
  VALUES (1, 4, 4, 'image', 'gone.png', '${'b'.repeat(64)}')`;

/** What later versions added. */
function fillLater(database: Database, version: number): void {
  if (version >= 2)
    database.exec(`
      INSERT INTO jobs (id, modality, profile_id, model, prompt, parameters, extra, destination, status, created_at)
        VALUES ('j', 'image', 'p', 'm', 'a fox', '{}', '{}', '{"folder":"/results","fileNameTemplate":"x"}', 'completed', 1);
      INSERT INTO media (id, job_id, position, kind, modality, content_type, folder, file_name, bytes, model, prompt,
          parameters, extra, created_at)
        VALUES ('f', 'j', 0, 'image', 'image', 'image/png', '/results', 'fox.png', 3, 'm', 'a fox', '{}', '{}', 1);`);
  if (version >= 3)
    database.exec(`INSERT INTO queued_messages (id, conversation_id, text, model, settings)
      VALUES ('q', 'c', 'still waiting', 'm', '{}')`);
  if (version >= 9) attach(database);
  if (version >= 6)
    database.exec(`INSERT INTO prompts (id, name, text, tags, created_at, updated_at, recent_at)
      VALUES ('s', 'Saved', 'Translate it', '[]', 1, 1, 1)`);
}

const tablesOf = (database: Database) =>
  [
    'settings',
    'profiles',
    'conversations',
    'messages',
    'ledger',
    'jobs',
    'media',
    'queued_messages',
    'prompts',
  ].map((table) => [table, database.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows]);

const kept = {
  ...{ id: image, kind: 'image', contentType: 'image/png', bytes: 9, width: 4, height: 3 },
  ...{ durationMs: null, hasThumbnail: false },
};

/** The first, those that added what is filled here or changed much, and all since results had a trash. */
test.each([1, 2, 3, 6, 14, 18, 19, 20, 21, 22, 23, 24, 26, 43])('a database of version %i', (version) => {
  const folder = tempFolder();
  const database = openDatabase(join(folder, 'gatehouse.db'));
  migrate(database, migrations.slice(0, Math.min(version, flat)));
  fillFirst(database);
  fillLater(database, version);
  migrate(database, migrations.slice(0, version));
  if (version === withParts) database.exec(LOST_FILE);
  migrate(database, migrations);
  expect(Object.fromEntries(tablesOf(database))).toEqual({
    ...{ settings: 1, profiles: 1, conversations: 1, messages: 2, ledger: 1 },
    ...{ jobs: Number(version >= 2), media: Number(version >= 2) },
    ...{ queued_messages: Number(version >= 3), prompts: Number(version >= 6) },
  });
  expect(database.all('PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }]);
  expect(database.all('PRAGMA foreign_key_check')).toEqual([]);
  database.close();

  const { storage } = openStorage(folder, 0);
  onTestFinished(() => storage.close());
  expect(storage.messages.pathEndingIn('c', 'a', 9).messages.map(({ text }) => text)).toEqual([
    '今天讨论了部署方案',
    'An answer',
  ]);
  const found = (query: string) => storage.conversations.search(query, 9).map(({ messageId }) => messageId);
  expect([found('部署'), found('ubung'), found('answer')]).toEqual([['u'], [null], ['a']]);
  expect(storage.media.page({ query: 'fox' }, null, 9).total).toBe(Number(version >= 2));
  const { parts = [] } = storage.messages.get('u') ?? {};
  const { draftAttachments = [], queued = [] } = storage.conversations.get('c') ?? {};
  const files = [filesOf(parts), draftAttachments, queued.flatMap(({ attachments }) => attachments)];
  const names = version < 9 ? [] : ['sent.png', 'draft.png', 'queued.png'];
  expect(files.flat()).toEqual(names.map((name) => ({ ...kept, name })));
  expect(rawOf(parts, 'unknown')).toEqual(version === withParts ? [{ type: 'image', name: 'gone.png' }] : []);
  expect(storage.ledger.totals({ profileId: 'p', unit: 'credits' }, 0).spent).toBe(5);
  const { prompts } = storage.prompts.page({ query: '', tag: null, cursor: null, limit: 9 });
  for (const { id } of prompts)
    expect(storage.prompts.versions(id)).toMatchObject([{ version: 1, text: storage.prompts.get(id)?.text }]);
});
