/** Everything as one file, onto another computer and back: nothing lost, and no key in it. */

import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { filesOf } from '../../../../shared/chat/parts';
import {
  contents,
  ended,
  exportAll,
  filesUnder,
  forged,
  importAll,
  live,
  readTable,
  tablePath,
  upload,
  withRows,
} from '../../../support/archives';
import { aRound, settled } from '../../../support/compare-core';
import { openTestCore, type TestCore, type TestCoreOptions } from '../../../support/core';
import { png } from '../../../support/paid-gateway';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let sandbox: TestSandbox;
let source: TestCore;
let lived: Awaited<ReturnType<typeof live>>;
let bytes: Buffer;
const open: TestCore[] = [];

const start = async (home = tempFolder()): Promise<TestCore> => {
  const app = await openTestCore({ home, sandbox });
  open.push(app);
  return app;
};
const stop = async (app: TestCore) => {
  open.splice(open.indexOf(app), 1);
  await app.close();
};

beforeAll(async () => {
  sandbox = await startTestSandbox();
  source = await openTestCore({ sandbox });
  lived = await live(source);
  bytes = await exportAll(source);
});
afterAll(async () => {
  await source.close();
  await sandbox.close();
});
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

const KEY = 'sk-planted-key-0123456789abcdef';

test('an archive brings settings, but allows no host of this computer’s network', async () => {
  const here = await start();
  const resultHosts = { planted: ['127.0.0.1:9000'] };
  await here.tell('settings.update', { patch: { theme: 'dark', resultHosts } });
  const archive = await exportAll(here);
  await stop(here);
  const there = await start();
  await importAll(there, archive);
  const { settings } = await there.tell('app.snapshot', {});
  expect([settings.theme, settings.resultHosts]).toEqual(['dark', {}]);
});

test('an import is done, and shown, though the disk does not delete the uploaded archive yet', async () => {
  const home = tempFolder();
  const wrapStorage: TestCoreOptions['wrapStorage'] = (storage) => ({
    ...storage,
    archive: {
      ...storage.archive,
      drop: () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })),
    },
  });
  const there = await openTestCore({ home, sandbox, wrapStorage });
  open.push(there);
  expect(await importAll(there, bytes)).toMatchObject({ kind: 'import', state: 'completed', error: null });
  expect(contents(home)).toEqual(contents(source.home));
  expect(readdirSync(join(home, 'imports'))).toHaveLength(1);
  await stop(there);
  await start(home);
  expect(existsSync(join(home, 'imports'))).toBe(false);
});

test('an empty computer has everything after an import, and continues from there', async () => {
  const { conversationId, image } = lived;
  const there = await start();
  const task = await importAll(there, bytes);
  expect(task).toMatchObject({ kind: 'import', state: 'completed', error: null });
  expect(there.events.some(({ type }) => type === 'archive.restored')).toBe(true);
  const settings = await there.tell('app.snapshot', {});
  expect(settings.settings.theme).toBe('dark');
  expect(settings.profiles.map(({ name }) => name)).toEqual(['Sandbox', 'Work']);
  const page = await there.tell('messages.page', { conversationId, beforeId: null, limit: 10 });
  expect(filesOf(page.messages[0]?.parts ?? [])).toEqual([image]);
  expect(readFileSync(there.core.locate(image.id, 'file')?.path ?? '')).toEqual(
    readFileSync(join(source.home, 'attachments', image.id)),
  );
  const library = await there.tell('library.page', { cursor: null, limit: 10, filter: {} });
  const [item] = library.items;
  expect(item).toMatchObject({ isMissing: false, hasThumbnail: true, origin: { prompt: 'A harbour' } });
  expect(there.core.locate(item?.id ?? '', 'file')?.path).toContain(there.home);
  expect((await there.tell('conversations.search', { query: 'Hello', limit: 5 }))[0]?.title).toBe(
    'Hello there',
  );
  await stop(there);
  expect(contents(there.home)).toEqual(contents(source.home));
  const again = await start(there.home);
  const { reply } = await again.chat('And on', { conversationId });
  expect(reply.text).toBe('And on');
});

test('a comparison deleted shortly before is in no archive, and its images come without it', async () => {
  const here = await start();
  const column = { model: 'sandbox/aurora', parameters: { size: '512x512' } };
  const round = aRound([column, column], { modality: 'image' });
  await here.tell('compare.send', { ...round, isConfirmed: true });
  await settled(here, round.id);
  const whole = unzipSync(await exportAll(here));
  await here.tell('compare.remove', { id: round.id });
  const after = unzipSync(await exportAll(here));
  const rowsOf = (table: string) => [readTable(whole, table).length, readTable(after, table).length];
  expect(['comparisons', 'comparison_columns', 'comparison_runs', 'jobs'].map(rowsOf)).toEqual([
    ...[
      [1, 0],
      [2, 0],
      [2, 0],
    ],
    [2, 2],
  ]);
  await stop(here);
  // As an earlier version wrote it: the runs were there, and their columns were not.
  const early = withRows(after, 'comparison_runs', () => readTable(whole, 'comparison_runs'));
  for (const archive of [zipSync(after), early]) {
    const there = await start();
    expect(await importAll(there, archive)).toMatchObject({ state: 'completed', error: null });
    const page = await there.tell('library.page', { cursor: null, limit: 5, filter: {} });
    expect(page.items).toHaveLength(2);
    await stop(there);
  }
});

test('a second import changes nothing, and says so', async () => {
  const app = await start();
  await importAll(app, bytes);
  const files = filesUnder(join(app.home, 'media'));
  const task = await importAll(app, bytes);
  expect(task.state).toBe('completed');
  expect(task.counts.filter(({ added }) => added > 0)).toEqual([]);
  expect(task.counts.find(({ table }) => table === 'messages')?.kept).toBeGreaterThan(3);
  expect(filesUnder(join(app.home, 'media'))).toEqual(files);
  expect(existsSync(join(app.home, 'imports')) ? readdirSync(join(app.home, 'imports')) : []).toEqual([]);
});

test('two computers that were both used keep the data of both', async () => {
  const { conversationId } = lived;
  const here = await start();
  await importAll(here, bytes);
  const there = await start();
  const own = await there.chat('Said here');
  await there.tell('settings.update', { patch: { theme: 'light' } });
  const balance = (await there.tell('app.snapshot', {})).ledger;
  expect((await importAll(there, bytes)).state).toBe('completed');
  const chats = (await there.tell('conversations.list', { cursor: null, limit: 50 })).conversations.map(
    ({ id }) => id,
  );
  expect(chats).toEqual(expect.arrayContaining([conversationId, own.conversationId]));
  const after = await there.tell('app.snapshot', {});
  expect(after.settings.theme).toBe('light');
  expect(after.ledger.remaining).toBe(balance.remaining);
  await there.chat('More', { conversationId });
  const later = await exportAll(there, false);
  expect((await importAll(here, later)).state).toBe('completed');
  const tree = JSON.parse(
    (await here.tell('conversations.export', { id: conversationId, format: 'json' })).text,
  );
  expect(tree.messages.map(({ text }: { text: string }) => text)).toContain('More');
});

test('without media the library says that the files are missing', async () => {
  const sizes = await source.tell('archive.sizes', {});
  expect(sizes).toMatchObject({ mediaFiles: 1, mediaBytes: expect.any(Number) });
  const small = await exportAll(source, false);
  expect(Object.keys(unzipSync(small)).filter((name) => name.startsWith('files/media/'))).toEqual([]);
  const there = await start();
  await importAll(there, small);
  const { items } = await there.tell('library.page', { cursor: null, limit: 10, filter: {} });
  expect(items).toMatchObject([{ isMissing: true }]);
});

test('a deleted chat is neither counted nor exported, and the files of its messages are not', async () => {
  const app = await start();
  const base64 = Buffer.from(png).toString('base64');
  const image = await app.tell('attachments.add', { name: 'private.png', base64 });
  const sent = await app.tell('chat.send', {
    ...{ conversationId: null, messageId: randomUUID(), text: 'Hello', model: 'sandbox/vision' },
    ...{ settings: {}, attachments: [{ id: image.id, name: image.name }] },
  });
  await app.until(() => app.message(sent.replyId)?.status === 'complete');
  const inArchive = async () => Object.keys(unzipSync(await exportAll(app))).join(' ');
  expect(await app.tell('archive.sizes', {})).toMatchObject({ conversations: 1, messages: 2 });
  expect(await inArchive()).toContain(image.id);
  await app.tell('conversations.remove', { id: sent.conversationId });
  expect(await app.tell('archive.sizes', {})).toMatchObject({
    ...{ conversations: 0, messages: 0, attachmentBytes: 0 },
  });
  expect(await inArchive()).not.toContain(image.id);
});

/** Of more rows than are asked at once, each of which takes its time. */
async function runBatch(app: TestCore): Promise<string> {
  const id = randomUUID();
  await app.tell('batches.create', {
    id,
    name: 'Table',
    modality: 'chat',
    model: 'sandbox/firehose',
    template: '{{word}}',
    settings: { extra: { tokens: 5_000, tokens_per_second: 20 } },
    columns: ['word'],
    rows: Array.from({ length: 12 }, (_, row) => [`word ${row}`]),
  });
  await app.until(() =>
    app.events.some((one) => one.type === 'batch.changed' && one.batch.counts.running > 0),
  );
  return id;
}

test('unfinished work does not continue by itself on the other computer', async () => {
  const here = await start();
  const sent = await here.tell('chat.send', {
    conversationId: null,
    messageId: randomUUID(),
    text: 'Write on',
    model: 'sandbox/firehose',
    settings: { extra: { tokens: 5_000, tokens_per_second: 20 } },
  });
  const jobId = randomUUID();
  await here.tell('jobs.create', {
    id: jobId,
    modality: 'video',
    model: 'sandbox/kinograph',
    prompt: 'Waves',
    parameters: { duration: 10 },
    extra: {},
  });
  await here.until(() => here.events.some((one) => one.type === 'job.changed' && one.job.remoteId !== null));
  const { conversationId } = sent;
  const messageId = randomUUID();
  await here.tell('chat.enqueue', {
    conversationId,
    messageId,
    text: 'And this',
    model: 'sandbox/echo',
    settings: {},
  });
  const batchId = await runBatch(here);
  const archive = await exportAll(here);
  expect(Object.keys(unzipSync(archive))).not.toContain('tables/queued_messages.ndjson');
  await here.tell('batches.stop', { id: batchId });
  await here.tell('chat.dequeue', { messageId });
  await here.tell('chat.stop', { messageId: sent.replyId });
  await stop(here);
  const before = (await sandbox.account()).requests;
  const there = await start();
  await importAll(there, archive);
  const [reply] = await there.tell('messages.get', { ids: [sent.replyId] });
  expect(reply?.status).toBe('interrupted');
  const jobs = (await there.tell('app.snapshot', {})).jobs.jobs;
  expect(jobs).toMatchObject([{ id: jobId, status: 'interrupted' }]);
  const batch = await there.tell('batches.get', { id: batchId });
  expect(batch.status).toBe('stopped');
  expect(batch.counts).toMatchObject({ waiting: 0, running: 0 });
  expect(batch.counts.interrupted + batch.counts.stopped).toBe(12);
  const { conversations } = await there.tell('conversations.list', { cursor: null, limit: 50 });
  expect(conversations).toMatchObject([{ id: conversationId, queued: [], draft: 'And this' }]);
  const posts = (requests: Readonly<Record<string, number>>) =>
    Object.entries(requests).filter(([name]) => name.startsWith('POST'));
  expect(posts((await sandbox.account()).requests)).toEqual(posts(before));
});

test('a key is in no archive, whatever was done with it', async () => {
  const home = tempFolder();
  const keys = new Map<string, string>();
  const app = await openTestCore({
    home,
    sandbox,
    keychain: {
      probe: async () => ({ available: true }),
      get: async (account) => keys.get(account) ?? null,
      set: async (account, secret) => void keys.set(account, secret),
      remove: async (account) => void keys.delete(account),
    },
  });
  open.push(app);
  await app.tell('profiles.create', { name: 'Planted', baseUrl: sandbox.baseUrl });
  const id = (await app.tell('app.snapshot', {})).profiles.find(({ name }) => name === 'Planted')?.id ?? '';
  await app.tell('profiles.saveKey', { id, key: KEY, keep: 'keychain' });
  await app.tell('profiles.activate', { id });
  await app.chat('hello');
  expect([...keys.values()]).toContain(KEY);
  const archive = await exportAll(app);
  const inside = Object.values(unzipSync(archive))
    .map((entry) => Buffer.from(entry).toString('latin1'))
    .join('\n');
  for (const text of [inside, archive.toString('latin1')]) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(sandbox.apiKey);
  }
  const row = JSON.parse(
    Buffer.from(unzipSync(archive)['tables/profiles.ndjson'] ?? [])
      .toString()
      .trim(),
  );
  expect(row).toMatchObject({ name: 'Planted', key_stored: 0 });
});

test('an archive of the version that had images alone, named by their hash, comes in whole', async () => {
  const good = unzipSync(bytes);
  const hashes = new Map(readTable(good, 'files').map(({ seq, id }) => [seq, id]));
  const lines = (rows: readonly object[]) =>
    Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const earlier = forged(good, (entries, manifest) => {
    const images = readTable(good, 'files').map(({ seq, kind, facts, ...image }) => image);
    const uses = readTable(good, 'file_uses').map(({ file_seq: seq, way, ...use }) => ({
      ...use,
      attachment_id: hashes.get(seq),
    }));
    const parts = readTable(good, 'message_parts').map(({ file_seq: seq, way, ...part }) => ({
      ...part,
      file_id: hashes.get(seq) ?? null,
    }));
    Object.assign(entries, {
      [tablePath('attachments')]: lines(images),
      [tablePath('attachment_uses')]: lines(uses),
      [tablePath('message_parts')]: lines(parts),
    });
    for (const [name, before] of [
      ['files', 'attachments'],
      ['file_uses', 'attachment_uses'],
    ] as const) {
      delete entries[tablePath(name)];
      for (const table of manifest.tables) if (table.name === name) table.name = before;
    }
  });
  const there = await start();
  expect(await importAll(there, earlier)).toMatchObject({ state: 'completed', error: null });
  const { conversationId, image } = lived;
  const page = await there.tell('messages.page', { conversationId, beforeId: null, limit: 10 });
  expect(filesOf(page.messages[0]?.parts ?? [])).toEqual([image]);
  const chat = await there.tell('conversations.get', { id: conversationId });
  expect(chat.draftAttachments).toEqual([image]);
});

test('a disk error is reported, and nothing changes', async () => {
  const app = await start();
  // A file has the name of the folder for results.
  writeFileSync(join(app.home, 'media'), 'in the way');
  const before = contents(app.home);
  const task = await importAll(app, bytes);
  expect(task).toMatchObject({ state: 'failed', error: { code: expect.stringMatching(/^storage_/) } });
  expect(contents(app.home)).toEqual(before);
  expect(filesUnder(join(app.home, 'attachments'))).toEqual([]);
  await app.tell('archive.export', { includesMedia: false });
  expect((await ended(app)).state).toBe('completed');
});

test('an archive that was downloaded is deleted once the page lets go of it', async () => {
  const app = await start();
  await exportAll(app, false);
  await app.until(() => filesUnder(join(app.home, 'exports')).length === 0);
  await app.tell('archive.export', { includesMedia: false });
  await ended(app);
  expect(filesUnder(join(app.home, 'exports'))).toHaveLength(1);
  await app.tell('archive.export', { includesMedia: false });
  expect(filesUnder(join(app.home, 'exports'))).toHaveLength(0);
  await app.tell('archive.cancel', {});
});

test('an import that is stopped changes nothing', async () => {
  const app = await start();
  const before = contents(app.home);
  await app.tell('archive.import', { archiveId: await upload(app, bytes) });
  await app.tell('archive.cancel', {});
  const task = await ended(app);
  expect(task).toMatchObject({ state: 'cancelled' });
  expect(contents(app.home)).toEqual(before);
  expect(filesUnder(join(app.home, 'media'))).toEqual([]);
});

test('an uploaded archive that was never imported is deleted at the next start', async () => {
  const app = await start();
  await upload(app, Buffer.from('left behind'));
  expect(filesUnder(join(app.home, 'imports'))).toHaveLength(1);
  await stop(app);
  const again = await start(app.home);
  expect(filesUnder(join(again.home, 'imports'))).toEqual([]);
});
