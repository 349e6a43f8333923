/** Hostile archives: refused with a reason, or imported without harm. */

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Unzipped, type Zippable, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { filesOf } from '../../../../shared/chat/parts';
import { defaultFileNameTemplate } from '../../../../shared/media/media';
import {
  digest,
  exportAll,
  filesUnder,
  forged,
  importAll,
  type JsonRow,
  live,
  manifestOf,
  readTable,
  stateOf,
  tablePath,
  unzipped,
  withLines,
  withRow,
  withRows,
} from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let sandbox: TestSandbox;
let good: Unzipped;
const open: TestCore[] = [];

const start = async (home?: string): Promise<TestCore> => {
  const app = await openTestCore({ home, sandbox });
  open.push(app);
  return app;
};

beforeAll(async () => {
  sandbox = await startTestSandbox();
  const source = await start();
  await live(source);
  good = unzipped(await exportAll(source));
});
afterAll(async () => {
  for (const app of open) await app.close();
  await sandbox.close();
});

const oldMedia = () => readTable(good, 'media')[0] ?? {};
const mediaPath = () => `files/media/${oldMedia().id}`;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const text = (value: string) => Buffer.from(value);

describe('an archive is refused, and nothing changes, if it', () => {
  let app: TestCore;
  let before: ReturnType<typeof stateOf>;

  beforeAll(async () => {
    app = await start();
    await app.chat('mine');
    before = stateOf(app.home);
  });

  const withEntry = (path: string, bytes: Uint8Array) =>
    forged(good, (entries) => {
      entries[path] = bytes;
    });
  const listing = (path: string, entry: Zippable[string], bytes: Uint8Array) =>
    forged(good, (entries, manifest) => {
      entries[path] = entry;
      manifest.files.push({ path, bytes: bytes.length, sha256: digest(bytes) });
    });
  const inManifest = (change: (manifest: ReturnType<typeof manifestOf>) => void) =>
    forged(good, (_, manifest) => change(manifest));

  test.each<[string, RegExp, () => Uint8Array]>([
    ['is not a zip', /not a zip file/, () => text('not a zip at all')],
    [
      'is a zip of something else',
      /which no Gatehouse archive/,
      () => zipSync({ 'readme.txt': text('hello') }),
    ],
    ['is cut', /it is incomplete/, () => zipSync({ ...good }).slice(0, -300)],
    ['names a file out of its folder', /no Gatehouse archive/, () => withEntry('../../evil.sh', text('x'))],
    ['names a file from the root', /no Gatehouse archive/, () => withEntry('/etc/passwd', text('x'))],
    ['names a file with backslashes', /no Gatehouse archive/, () => withEntry('files\\media\\x', text('x'))],
    [
      'holds a link',
      /is a link/,
      () =>
        listing(
          'files/media/link',
          [text('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }],
          text('/etc/passwd'),
        ),
    ],
    [
      'unpacks to far more than it is',
      /suspicious compression ratio/,
      () => zipSync({ 'manifest.json': Buffer.alloc(20_000_000) }, { level: 9 }),
    ],
    [
      'is of a newer format',
      /newer Gatehouse/,
      () =>
        inManifest((manifest) => {
          manifest.formatVersion = 99;
        }),
    ],
    [
      'is of a newer database',
      /newer Gatehouse/,
      () =>
        inManifest((manifest) => {
          manifest.schemaVersion = 9_999;
        }),
    ],
    [
      'lacks an entry',
      /files don’t match its manifest/,
      () =>
        forged(good, (entries) => {
          delete entries[tablePath('messages')];
        }),
    ],
    [
      'holds more than it lists',
      /files don’t match its manifest/,
      () => withEntry('files/media/extra', text('x')),
    ],
    [
      'lists a table twice',
      /table twice|don’t match its manifest/,
      () =>
        inManifest(({ tables }) => {
          tables.push(...tables.slice(0, 1));
        }),
    ],
    [
      'lists more rows than it has',
      /rows, and its manifest says/,
      () => {
        const manifest = manifestOf(good);
        for (const table of manifest.tables) table.rows = 2 ** 52;
        return zipSync({ ...good, 'manifest.json': text(JSON.stringify(manifest)) });
      },
    ],
    [
      'has a manifest nested 20,000 deep',
      /not a Gatehouse archive/,
      () => zipSync({ ...good, 'manifest.json': text(nested(20_000)) }),
    ],
    [
      'has a table that the app does not know',
      /a table “sqlite_master”/,
      () => withRows(good, 'sqlite_master', () => [{ name: 'x' }]),
    ],
    [
      'has a column that the app does not know',
      /ledger.*is not a known field/,
      () => withRow(good, 'ledger', (row) => ({ ...row, is_admin: 1 })),
    ],
    [
      'names SQL as a column, to copy rows of other tables out',
      /ledger.*is not a known field/,
      () =>
        withRow(good, 'ledger', (row) => ({
          ...row,
          'operation") SELECT 1, 1, 1, (SELECT group_concat(name || base_url) FROM profiles) --': 1,
        })),
    ],
    [
      'names an endless query as a column',
      /ledger.*is not a known field/,
      () =>
        withRow(good, 'ledger', (row) => ({
          ...row,
          'units") SELECT (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT max(i) FROM n) --': 1,
        })),
    ],
    ['has rows that are not JSON', /messages.*not valid JSON/, () => withLines(good, 'messages', ['{"id":'])],
    [
      'has a row that is a list',
      /messages.*must be an object/,
      () => withLines(good, 'messages', ['[1, 2]']),
    ],
    [
      'has a row nested 20,000 deep',
      /messages.*nested deeper than 300/,
      () => withLines(good, 'messages', [`{"id":${nested(20_000)}}`]),
    ],
    [
      'has a column nested 20,000 deep',
      /conversations.*nested deeper than 300/,
      () => withRow(good, 'conversations', (row) => ({ ...row, settings: nested(20_000) })),
    ],
    [
      'has a row of the wrong kind',
      /conversations.*created_at/,
      () => withRow(good, 'conversations', (row) => ({ ...row, created_at: 'yesterday' })),
    ],
    [
      'has a value that is not plain',
      /messages.*text/,
      () => withRow(good, 'messages', (row) => ({ ...row, text: { toString: 'x' } })),
    ],
    [
      'has an id that is a path',
      /media.*id must be an id/,
      () => withRow(good, 'media', (row) => ({ ...row, id: '../../../evil' })),
    ],
    [
      'has settings of a chat that no chat can have',
      /conversations.*settings.*temperature/,
      () => withRow(good, 'conversations', (row) => ({ ...row, settings: '{"temperature":99}' })),
    ],
    [
      'has a state that nothing can be in',
      /jobs.*status/,
      () => withRow(good, 'jobs', (row) => ({ ...row, status: 'owned' })),
    ],
    [
      'has a profile whose address is not one',
      /profiles.*base_url must be an address/,
      () => withRow(good, 'profiles', (row) => ({ ...row, base_url: 'not an address' })),
    ],
    [
      'has a profile of another scheme',
      /profiles.*base_url must be an address/,
      () => withRow(good, 'profiles', (row) => ({ ...row, base_url: 'file:///etc/passwd' })),
    ],
    [
      'has a profile with a password in its address',
      /profiles.*base_url must not hold a user name/,
      () => withRow(good, 'profiles', (row) => ({ ...row, base_url: 'https://me:secret@gateway.example' })),
    ],
    [
      'has a key in a profile',
      /profiles.*is not a known field/,
      () => withRow(good, 'profiles', (row) => ({ ...row, key: 'sk-planted' })),
    ],
    [
      'has an amount of 1e300',
      /ledger.*used/,
      () => withRow(good, 'ledger', (row) => ({ ...row, used: 1e300 })),
    ],
    [
      'has an amount that is not whole',
      /ledger.*used/,
      () => withRow(good, 'ledger', (row) => ({ ...row, used: 0.5 })),
    ],
    [
      'has charges that add up to more than can be counted',
      /more than can be counted/,
      () =>
        withRows(good, 'ledger', ([row = {}]) =>
          Array.from({ length: 10 }, (_, index) => ({ ...row, at: index, used: 1e15 })),
        ),
    ],
    [
      'has a job that asks for its text twice',
      /parts of a job don’t match its text/,
      () => withRows(good, 'job_parts', ([row = {}]) => [row, { ...row, position: 1, idempotency_key: 'k' }]),
    ],
    [
      'has a job that asks for a part of its text alone',
      /parts of a job don’t match its text/,
      () => withRow(good, 'job_parts', (row) => ({ ...row, end: 3 })),
    ],
    [
      'has rows that belong to nothing',
      /don’t match each other/,
      () => withRow(good, 'messages', (row) => ({ ...row, conversation_id: randomUUID() })),
    ],
    [
      'names a file after the content of another',
      /is not the file that its name states/,
      () =>
        forged(good, (entries, manifest) => {
          const [image = {}] = readTable(good, 'files');
          const other = 'f'.repeat(64);
          entries[tablePath('files')] = text(`${JSON.stringify({ ...image, id: other })}\n`);
          entries[tablePath('file_uses')] = text('');
          entries[`files/attachments/${other}`] = good[`files/attachments/${image.id}`] ?? new Uint8Array();
          manifest.files.push({ path: `files/attachments/${other}`, bytes: 0, sha256: '' });
        }),
    ],
    [
      'holds a page that would run for an image',
      /is not the result of a request/,
      () => withEntry(mediaPath(), text('<!doctype html><script>alert(1)</script>')),
    ],
    [
      'was changed in a byte',
      /checksum/,
      () => {
        const changed = Buffer.from(good[mediaPath()] ?? []);
        changed[changed.length - 10] = (changed[changed.length - 10] ?? 0) ^ 1;
        return zipSync({ ...good, [mediaPath()]: changed }, { level: 0 });
      },
    ],
  ])('%s', async (_, reason, make) => {
    const task = await importAll(app, make());
    expect(task.error?.message).toMatch(reason);
    expect(task).toMatchObject({ state: 'failed', error: { code: 'invalid_input' } });
    expect(task.error?.message).toMatch(/Nothing was changed/);
    expect(stateOf(app.home)).toEqual(before);
    expect(filesUnder(join(app.home, 'imports'))).toEqual([]);
  });

  test('has a line of 65 MB', async () => {
    const line = JSON.stringify({ id: 'a', text: 'x'.repeat(65 * 1_048_576) });
    const task = await importAll(app, withLines(good, 'messages', [line], 0));
    expect(task.error?.message).toMatch(/a row of “messages” is longer than 64 MB.*Nothing was changed/);
    expect(stateOf(app.home)).toEqual(before);
  });
});

describe('an import', () => {
  let app: TestCore;
  beforeEach(async () => {
    app = await start(tempFolder());
  });

  test('never overwrites an existing chat, message or profile with the same id', async () => {
    const { conversationId, reply } = await app.chat('mine');
    const bytes = forged(good, (entries) => {
      const chats = readTable(good, 'conversations').map((row, index) =>
        index === 0 ? { ...row, id: conversationId, title: 'Hijacked', leaf_id: null } : row,
      );
      const taken = readTable(good, 'messages').filter(({ conversation_id: chat }) =>
        chats.some(({ id }) => id === chat),
      );
      entries[tablePath('conversations')] = lines(chats);
      entries[tablePath('messages')] = lines([
        ...taken,
        { ...taken[0], id: reply.id, parent_id: null, conversation_id: conversationId, text: 'Hijacked' },
      ]);
      entries[tablePath('file_uses')] = lines([]);
      for (const name of ['asked_settings', 'reply_settings']) entries[tablePath(name)] = lines([]);
    });
    expect((await importAll(app, bytes)).error).toBeNull();
    const page = await app.tell('messages.page', { conversationId, beforeId: null, limit: 10 });
    expect(page.messages.map(({ text: said }) => said)).toEqual(['mine', 'mine']);
    const { conversations } = await app.tell('conversations.list', { cursor: null, limit: 50 });
    expect(conversations.map(({ title }) => title)).not.toContain('Hijacked');
  });

  test('adds no part to an existing message, and keeps JSON beyond all bounds as text', async () => {
    const { conversationId, reply } = await app.chat('mine');
    const [taken = {}] = readTable(good, 'messages');
    const nested = '['.repeat(5_000) + ']'.repeat(5_000);
    const part = {
      number: 90,
      position: 90,
      type: 'text',
      content: 'Hijacked',
      file_seq: null,
      job_id: null,
    };
    const bytes = forged(good, (entries) => {
      entries[tablePath('messages')] = lines([
        ...readTable(good, 'messages'),
        { ...taken, seq: 999_999, id: reply.id, parent_id: null, conversation_id: conversationId },
      ]);
      entries[tablePath('message_parts')] = lines([
        ...readTable(good, 'message_parts'),
        { ...part, message_seq: 999_999 },
        { ...part, message_seq: taken.seq, type: 'unknown', content: nested },
      ]);
    });
    expect((await importAll(app, bytes)).error).toBeNull();
    const [mine, imported] = await app.tell('messages.get', { ids: [reply.id, String(taken.id)] });
    expect(mine?.text).toBe('mine');
    expect(imported?.parts.at(-1)).toMatchObject({ type: 'unknown', raw: nested });
  });

  test('adds no file to an existing message, nor to a draft that it did not bring', async () => {
    const { conversationId, reply } = await app.chat('mine');
    const [{ seq: message_seq = 0 } = {}] = readTable(good, 'messages');
    const [{ seq: file_seq = 0 } = {}] = readTable(good, 'files');
    const bytes = forged(good, (entries) => {
      entries[tablePath('messages')] = lines([
        ...readTable(good, 'messages'),
        { ...readTable(good, 'messages')[0], seq: 999_999, id: reply.id, conversation_id: conversationId },
      ]);
      const part = { number: 90, position: 90, type: 'image', content: 'a.png', file_seq, job_id: null };
      entries[tablePath('message_parts')] = lines([
        ...readTable(good, 'message_parts'),
        { ...part, message_seq: 999_999 },
        { ...part, message_seq, file_seq: 999_999 },
      ]);
      entries[tablePath('file_uses')] = lines([
        ...readTable(good, 'file_uses'),
        { owner_kind: 'draft', owner_id: conversationId, position: 0, file_seq, name: 'a.png' },
      ]);
    });
    expect((await importAll(app, bytes)).error).toBeNull();
    const [shown] = await app.tell('messages.get', { ids: [reply.id] });
    expect(filesOf(shown?.parts ?? [])).toEqual([]);
    const chat = await app.tell('conversations.get', { id: conversationId });
    expect(chat.draftAttachments).toEqual([]);
    const [{ id = '' } = {}] = readTable(good, 'messages');
    const [imported] = await app.tell('messages.get', { ids: [String(id)] });
    // A file that the archive lacks: its part is named still.
    expect(imported?.parts.at(-1)).toMatchObject({ type: 'unknown', raw: { type: 'image', name: 'a.png' } });
  });

  test('deletes no existing chat when an imported comparison or batch is deleted', async () => {
    const { conversationId, reply } = await app.chat('mine');
    const [comparison, column, batch] = [randomUUID(), randomUUID(), randomUUID()];
    const bytes = unzipped(
      withRows(good, 'comparisons', () => [
        {
          id: comparison,
          modality: 'chat',
          title: 'Trap',
          created_at: 1,
          updated_at: 1,
          is_tied: 1,
          is_same_prompt: 1,
          winner_id: randomUUID(),
        },
      ]),
    );
    const columns = unzipped(
      withRows(bytes, 'comparison_columns', () => [
        {
          id: column,
          comparison_id: comparison,
          position: 0,
          model: 'm',
          prompt: null,
          settings: '{"run":{},"parameters":{},"extra":{}}',
          conversation_id: conversationId,
        },
      ]),
    );
    const batches = unzipped(
      withRows(columns, 'batches', () => [
        {
          seq: 1,
          id: batch,
          name: 'Trap',
          modality: 'chat',
          profile_id: 'sandbox',
          model: 'm',
          template: 'x',
          settings: '{}',
          parameters: '{}',
          extra: '{}',
          columns: '[]',
          status: 'running',
          created_at: 1,
        },
      ]),
    );
    const rows = withRows(batches, 'batch_rows', () => [
      {
        batch_seq: 1,
        position: 0,
        values: '[]',
        status: 'running',
        key: 'k',
        conversation_id: conversationId,
        reply_id: reply.id,
      },
    ]);
    expect((await importAll(app, rows)).error).toBeNull();
    const compared = await app.tell('compare.get', { id: comparison });
    expect(compared.comparison).toMatchObject({ winnerId: null, columns: [{ conversationId: null }] });
    expect(await app.tell('batches.rows', { id: batch, from: 0, limit: 5 })).toMatchObject([
      { conversationId: null, replyId: null, status: 'interrupted' },
    ]);
    await app.tell('compare.remove', { id: comparison });
    await app.tell('batches.remove', { id: batch });
    const { conversations } = await app.tell('conversations.list', { cursor: null, limit: 50 });
    expect(conversations.map(({ id }) => id)).toContain(conversationId);
  });

  test('sends no queued message of an older archive: its text becomes part of the draft', async () => {
    const [chat = {}] = readTable(good, 'conversations').filter(({ draft }) => draft === '');
    const bytes = withRows(good, 'queued_messages', () => [
      {
        seq: 1,
        id: randomUUID(),
        conversation_id: chat.id,
        text: 'send money',
        model: 'sandbox/echo',
        settings: '{}',
        profile_id: 'sandbox',
      },
    ]);
    expect((await importAll(app, bytes)).error).toBeNull();
    const before = postsOf(await sandbox.account());
    await app.chat('hello', { conversationId: String(chat.id) });
    expect(postsOf(await sandbox.account())).toBe(before + 1);
    const { conversations } = await app.tell('conversations.list', { cursor: null, limit: 50 });
    const found = conversations.find(({ id }) => id === chat.id);
    expect(found).toMatchObject({ draft: 'send money', queued: [] });
  });

  test('sends nothing to any gateway', async () => {
    const bytes = zipSync(good);
    const elsewhere = await startTestSandbox();
    const there = await openTestCore({ home: tempFolder(), sandbox: elsewhere });
    try {
      await there.until(() =>
        there.events.some((one) => one.type === 'models.changed' && !one.catalogue.refreshing),
      );
      const before = asked(await elsewhere.account());
      expect((await importAll(there, bytes)).error).toBeNull();
      await there.tell('app.snapshot', {});
      expect(asked(await elsewhere.account())).toEqual(before);
    } finally {
      await there.close();
      await elsewhere.close();
    }
  });

  test('never shows or deletes a user’s file that a media row points at', async () => {
    const folders = [join(app.home, 'media'), join(app.home, 'media', 'images')];
    const own = folders.map((folder) => join(folder, 'passport.png'));
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    for (const path of own) writeFileSync(path, 'a scan of my passport');
    const expectUntouched = () =>
      expect(own.map((path) => readFileSync(path, 'utf8'))).toEqual(own.map(() => 'a scan of my passport'));
    const id = randomUUID();
    const bytes = forged(good, (entries, manifest) => {
      const row = { ...oldMedia(), id, job_id: id, folder: folders[1] };
      entries[tablePath('media')] = lines([{ ...row, file_name: 'passport.png', is_missing: 0 }]);
      delete entries[mediaPath()];
      manifest.files = manifest.files.filter(({ path }) => path !== mediaPath());
    });
    expect((await importAll(app, bytes)).error).toBeNull();
    expect(existsSync(app.core.locate(id, 'file')?.path ?? '')).toBe(false);
    await app.tell('media.check', { ids: [id] });
    const { items } = await app.tell('library.page', { cursor: null, limit: 10, filter: {} });
    expect(items).toMatchObject([{ id, isMissing: true }]);
    await app.tell('media.remove', { ids: [id] });
    await app.tell('media.restore', { ids: [id] });
    await app.tell('media.remove', { ids: [id] });
    expectUntouched();
    await app.close();
    open.splice(open.indexOf(app), 1);
    await start(app.home);
    expectUntouched();
  });

  test('names the files of a job without a template by the default', async () => {
    const bytes = withRow(good, 'jobs', (row) => ({ ...row, destination: '{"fileNameTemplate":""}' }));
    expect((await importAll(app, bytes)).error).toBeNull();
    const [{ destination = '' } = {}] = rowsIn(app.home, 'SELECT destination FROM jobs') as JsonRow[];
    expect(JSON.parse(String(destination))).toMatchObject({ fileNameTemplate: defaultFileNameTemplate });
  });

  test('adds no result to an existing job', async () => {
    const [job = {}] = readTable(good, 'jobs');
    const withJob = withRows(good, 'media', () => []);
    await importAll(app, forgedWithoutMedia(withJob));
    const id = randomUUID();
    const bytes = withRow(good, 'media', (row) => ({ ...row, id, position: 7 }));
    await importAll(app, forgedWithoutMedia(bytes));
    const { jobs } = (await app.tell('app.snapshot', {})).jobs;
    expect(jobs.find((one) => one.id === job.id)?.media).toEqual([]);
  });

  test('describes a media file by its bytes, not by its row', async () => {
    const bytes = withRow(good, 'media', (row) => ({
      ...row,
      kind: 'video',
      content_type: 'text/html',
      bytes: 1,
    }));
    expect((await importAll(app, bytes)).error).toBeNull();
    const { items } = await app.tell('library.page', { cursor: null, limit: 10, filter: {} });
    const size = good[mediaPath()]?.length;
    expect(items).toMatchObject([{ kind: 'image', contentType: oldMedia().content_type, bytes: size }]);
  });

  test('names its media safely for every system, inside the media folder', async () => {
    for (const name of ['../../../../tmp/evil.png', 'C:\\Windows\\con.png', '.hidden/../x.png', 'NUL.PNG']) {
      const id = randomUUID();
      const bytes = forged(good, (entries, manifest) => {
        entries[tablePath('media')] = lines([{ ...oldMedia(), id, job_id: id, file_name: name }]);
        entries[`files/media/${id}`] = good[mediaPath()] ?? new Uint8Array();
        delete entries[mediaPath()];
        for (const file of manifest.files) if (file.path === mediaPath()) file.path = `files/media/${id}`;
      });
      expect((await importAll(app, bytes)).error).toBeNull();
      const path = app.core.locate(id, 'file')?.path ?? '';
      expect(path.startsWith(join(app.home, 'media', 'images'))).toBe(true);
      expect(path).not.toMatch(/\.\.|[\\:]|\/(con|nul)\./i);
      expect(existsSync(path)).toBe(true);
    }
  });

  test('gives nothing back to the spending limits, and no amount beyond what can be counted', async () => {
    const bytes = withRows(good, 'ledger', ([row = {}]) => [
      { ...row, at: 1, outcome: 'answered', used: -5_000_000_000 },
      { ...row, at: 2, outcome: 'outside', used: -7_000_000 },
      { ...row, at: 3, outcome: 'answered', used: 2e15, remaining: 2e15, is_checkpoint: 1 },
    ]);
    expect((await importAll(app, bytes)).error).toBeNull();
    const query = 'SELECT used, remaining, is_checkpoint AS kept FROM ledger WHERE at < 10 ORDER BY at';
    expect(rowsIn(app.home, query)).toMatchObject([
      { used: null },
      { used: -7_000_000 },
      { used: null, remaining: null, kept: 0 },
    ]);
  });

  test('does not change the prices that the spending limits use', async () => {
    await app.until(() =>
      app.events.some((one) => one.type === 'models.changed' && one.catalogue.models.length > 0),
    );
    const query = 'SELECT profile_id, models FROM catalogues';
    const before = rowsIn(app.home, query);
    const free = { profile_id: 'sandbox', refreshed_at: Date.now() + 1e6, models: '[]' };
    const bytes = withRows(good, 'catalogues', () => [free, { ...free, profile_id: 'other' }]);
    expect((await importAll(app, bytes)).error).toBeNull();
    expect(rowsIn(app.home, query)).toEqual(before);
  });

  test('ends its branches in a message of the same chat, without a circle', async () => {
    const bytes = forged(good, (entries) => {
      const rows = readTable(good, 'messages');
      const [first, second] = rows.filter(({ conversation_id: chat }) => chat === rows[0]?.conversation_id);
      const foreign = rows.find(({ conversation_id: chat }) => chat !== first?.conversation_id);
      if (first !== undefined) first.parent_id = second?.id ?? null;
      if (second !== undefined) second.parent_id = foreign?.id ?? null;
      entries[tablePath('messages')] = lines(rows);
      const chats = readTable(good, 'conversations').map((row) => ({ ...row, leaf_id: foreign?.id }));
      entries[tablePath('conversations')] = lines(chats);
    });
    expect((await importAll(app, bytes)).error).toBeNull();
    for (const { id } of readTable(good, 'conversations')) {
      const page = await app.tell('messages.page', {
        conversationId: String(id),
        beforeId: null,
        limit: 50,
      });
      expect(page.hasMore).toBe(false);
      expect(page.messages.length).toBeGreaterThan(0);
      expect(new Set(page.messages.map(({ conversationId }) => conversationId))).toEqual(new Set([id]));
    }
  });

  test('adds no second Sandbox, and has no key', async () => {
    const bytes = withRows(good, 'profiles', ([row = {}]) => [
      { ...row, key_stored: 1 },
      { ...row, seq: 2, id: 'sandbox', name: 'Trap', base_url: 'https://evil.example/api/v1' },
    ]);
    expect((await importAll(app, bytes)).error).toBeNull();
    const { profiles } = await app.tell('app.snapshot', {});
    expect(profiles).toMatchObject([
      { id: 'sandbox', name: 'Sandbox' },
      { name: 'Work', key: 'missing' },
    ]);
  });
});

const lines = (rows: readonly (JsonRow | undefined)[]) =>
  text(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

/** The archive without its media files and their thumbnails. */
const forgedWithoutMedia = (bytes: Uint8Array) =>
  forged(unzipped(bytes), (entries, manifest) => {
    delete entries[mediaPath()];
    manifest.files = manifest.files.filter(({ path }) => path !== mediaPath());
  });

const asked = ({ requests }: Awaited<ReturnType<TestSandbox['account']>>) =>
  Object.entries(requests).filter(([name]) => name.includes('/api/v1/'));

const postsOf = ({ requests }: Awaited<ReturnType<TestSandbox['account']>>): number =>
  Object.entries(requests).reduce((sum, [name, count]) => sum + (name.startsWith('POST') ? count : 0), 0);

function rowsIn(home: string, query: string): unknown[] {
  const database = openDatabase(join(home, 'gatehouse.db'), { readonly: true });
  try {
    return database.all(query);
  } finally {
    database.close();
  }
}
