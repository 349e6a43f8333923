/** Everything as one file, onto another computer and back: nothing lost, no key, and no way in for a hostile file. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Unzipped, unzipSync, type Zippable, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { archivedTables } from '../../electron/storage/archive/tables';
import { openDatabase, type SqlValue } from '../../electron/storage/driver';
import type { ArchiveTask } from '../../shared/archive';
import type { ArchiveManifest } from '../../shared/archive-manifest';
import { openTestCore, type TestCore } from '../support/core';
import { picture } from '../support/media-files';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { tempFolder } from '../support/temp-folder';

let sandbox: TestSandbox;
const open: TestCore[] = [];
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
  await sandbox.close();
});

const start = async (home = tempFolder()): Promise<TestCore> => {
  const app = await openTestCore({ home, sandbox });
  open.push(app);
  return app;
};
const stop = async (app: TestCore) => {
  open.splice(open.indexOf(app), 1);
  await app.close();
};

const KEY = 'sk-planted-key-0123456789abcdef';

const ended = (app: TestCore): Promise<ArchiveTask> =>
  app.until(() => {
    const last = app.events.findLast((one) => one.type === 'archive.changed');
    return last?.type === 'archive.changed' && last.task?.state !== 'running' && last.task;
  }, 20_000);

async function exportAll(app: TestCore, includesMedia = true): Promise<Buffer> {
  await app.tell('archive.export', { includesMedia });
  const task = await ended(app);
  expect(task.error).toBeNull();
  const bytes = readFileSync(app.core.exportPath(task.exportId ?? ''));
  expect(task.bytes).toBe(bytes.length);
  await app.tell('archive.dismiss', {});
  return bytes;
}

async function* pieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

async function upload(app: TestCore, bytes: Uint8Array): Promise<string> {
  const received = await app.core.receiveArchive(pieces(bytes));
  if (!received.ok) throw new Error(received.error.message);
  return received.value.archiveId;
}

async function importAll(app: TestCore, bytes: Uint8Array): Promise<ArchiveTask> {
  await app.tell('archive.import', { archiveId: await upload(app, bytes) });
  return ended(app);
}

/** Talks, makes, attaches, queues and pays: something of everything. */
async function live(app: TestCore) {
  await app.until(() =>
    app.events.some((one) => one.type === 'models.changed' && one.catalogue.models.length > 0),
  );
  const first = await app.chat('Hello there', { model: 'sandbox/eliza' });
  await app.tell('chat.regenerate', { messageId: first.reply.id, replyId: randomUUID() });
  await app.until(
    () =>
      app.events.filter(
        (one) =>
          one.type === 'message.changed' &&
          one.message.status === 'complete' &&
          one.message.role === 'assistant',
      ).length >= 2,
  );
  await app.tell('conversations.pin', { id: first.conversationId, isPinned: true });
  const image = await app.tell('attachments.add', {
    name: 'boat.png',
    base64: Buffer.from(await picture('png')).toString('base64'),
  });
  const sent = await app.tell('chat.send', {
    ...{ conversationId: null, messageId: randomUUID(), text: 'Look', model: 'sandbox/vision', settings: {} },
    attachments: [{ id: image.id, name: image.name }],
  });
  await app.until(() => app.message(sent.replyId)?.status === 'complete');
  await app.tell('conversations.saveDraft', {
    id: sent.conversationId,
    text: 'half a thought',
    attachments: [{ id: image.id, name: 'boat.png' }],
  });
  const removed = await app.chat('to be deleted');
  await app.tell('conversations.remove', { id: removed.conversationId });
  const jobId = randomUUID();
  await app.tell('jobs.create', {
    id: jobId,
    modality: 'image',
    model: 'sandbox/aurora',
    prompt: 'A harbour',
    parameters: { size: '512x512' },
    extra: {},
  });
  await app.until(() => {
    const job = app.events.findLast((one) => one.type === 'job.changed' && one.job.id === jobId);
    return job?.type === 'job.changed' && job.job.status === 'completed';
  }, 30_000);
  await app.tell('profiles.create', { name: 'Work', baseUrl: 'https://gateway.example/api/v1' });
  await app.tell('settings.update', { patch: { theme: 'dark' } });
  return { conversationId: sent.conversationId, image, removedId: removed.conversationId };
}

/** Every row that an archive takes along, without what is this computer's own. */
function contents(home: string): Record<string, unknown[]> {
  const database = openDatabase(join(home, 'gatehouse.db'), { readonly: true });
  try {
    const ids = database
      .all<{ id: string }>('SELECT id FROM conversations WHERE removed_at IS NOT NULL')
      .map(({ id }) => id);
    return Object.fromEntries(
      archivedTables(database).map(({ name, serial }) => {
        const rows = database.all<Record<string, SqlValue>>(`SELECT * FROM "${name}"`);
        const own = rows.filter(
          (row) =>
            (row.removed_at == null && !ids.includes(String(row.conversation_id ?? ''))) || name === 'ledger',
        );
        if (name === 'catalogues') return [name, []];
        return [
          name,
          own
            .filter(({ operation }) => operation !== 'models.list')
            .map((row) => comparable(name, serial, row))
            .sort(inTextOrder),
        ];
      }),
    );
  } finally {
    database.close();
  }
}

const inTextOrder = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

const ofThisComputer: Readonly<Record<string, readonly string[]>> = {
  media: ['folder'],
  jobs: ['destination'],
  ledger: ['is_checkpoint'],
};

function comparable(table: string, serial: string | null, row: Record<string, SqlValue>) {
  const left = new Set([serial, ...(ofThisComputer[table] ?? [])]);
  return Object.fromEntries(Object.entries(row).filter(([column]) => !left.has(column)));
}

const filesUnder = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(folder, name)).isFile())
        .sort()
    : [];

test('an archive brings settings, but opens no host of this computer’s network to a gateway', async () => {
  const here = await start();
  const resultHosts = { planted: ['127.0.0.1:9000'] };
  await here.tell('settings.update', { patch: { theme: 'dark', resultHosts } });
  const bytes = await exportAll(here);
  await stop(here);
  const there = await start();
  await importAll(there, bytes);
  const { settings } = await there.tell('app.snapshot', {});
  expect([settings.theme, settings.resultHosts]).toEqual(['dark', {}]);
});

test('an empty computer has everything afterwards, and goes on from there', async () => {
  const here = await start();
  const { conversationId, image } = await live(here);
  const bytes = await exportAll(here);
  await stop(here);
  const there = await start();
  const task = await importAll(there, bytes);
  expect(task).toMatchObject({ kind: 'import', state: 'completed', error: null });
  expect(there.events.some(({ type }) => type === 'archive.restored')).toBe(true);
  const settings = await there.tell('app.snapshot', {});
  expect(settings.settings.theme).toBe('dark');
  expect(settings.profiles.map(({ name }) => name)).toEqual(['Sandbox', 'Work']);
  const page = await there.tell('messages.page', { conversationId, beforeId: null, limit: 10 });
  expect(page.messages[0]?.attachments).toEqual([image]);
  expect(readFileSync(there.core.locate(image.id, 'file')?.path ?? '')).toEqual(
    readFileSync(join(here.home, 'attachments', image.id)),
  );
  const library = await there.tell('library.page', { cursor: null, limit: 10, filter: {} });
  const [item] = library.items;
  expect(item).toMatchObject({ isMissing: false, hasThumbnail: true, origin: { prompt: 'A harbour' } });
  expect(there.core.locate(item?.id ?? '', 'file')?.path).toContain(there.home);
  expect((await there.tell('conversations.search', { query: 'Hello', limit: 5 }))[0]?.title).toBe(
    'Hello there',
  );
  await stop(there);
  expect(contents(there.home)).toEqual(contents(here.home));
  const again = await start(there.home);
  const { reply } = await again.chat('And on', { conversationId });
  expect(reply.text).toBe('And on');
}, 90_000);

test('a second import changes nothing, and says so', async () => {
  const app = await start();
  await live(app);
  const bytes = await exportAll(app);
  const files = filesUnder(join(app.home, 'media'));
  const task = await importAll(app, bytes);
  expect(task.state).toBe('completed');
  expect(task.counts.filter(({ added }) => added > 0)).toEqual([]);
  expect(task.counts.find(({ table }) => table === 'messages')?.kept).toBeGreaterThan(3);
  expect(filesUnder(join(app.home, 'media'))).toEqual(files);
  expect(existsSync(join(app.home, 'imports')) ? readdirSync(join(app.home, 'imports')) : []).toEqual([]);
}, 60_000);

test('two computers that both went on keep both', async () => {
  const here = await start();
  const { conversationId } = await live(here);
  const bytes = await exportAll(here, false);
  const there = await start();
  const own = await there.chat('Said here');
  await there.tell('settings.update', { patch: { theme: 'light' } });
  const balance = (await there.tell('app.snapshot', {})).credits;
  expect((await importAll(there, bytes)).state).toBe('completed');
  const chats = (await there.tell('conversations.list', { cursor: null, limit: 50 })).conversations.map(
    ({ id }) => id,
  );
  expect(chats).toEqual(expect.arrayContaining([conversationId, own.conversationId]));
  const after = await there.tell('app.snapshot', {});
  expect(after.settings.theme).toBe('light');
  expect(after.credits.remaining).toBe(balance.remaining);
  await there.chat('More', { conversationId });
  const later = await exportAll(there, false);
  expect((await importAll(here, later)).state).toBe('completed');
  const tree = JSON.parse(
    (await here.tell('conversations.export', { id: conversationId, format: 'json' })).text,
  );
  expect(tree.messages.map(({ text }: { text: string }) => text)).toContain('More');
}, 90_000);

test('without media the library says that the files are missing', async () => {
  const here = await start();
  await live(here);
  const sizes = await here.tell('archive.sizes', {});
  expect(sizes).toMatchObject({ mediaFiles: 1, mediaBytes: expect.any(Number) });
  const bytes = await exportAll(here, false);
  expect(Object.keys(unzipSync(bytes)).filter((name) => name.startsWith('files/media/'))).toEqual([]);
  const there = await start();
  await importAll(there, bytes);
  const { items } = await there.tell('library.page', { cursor: null, limit: 10, filter: {} });
  expect(items).toMatchObject([{ isMissing: true }]);
}, 60_000);

test('nothing that was under way goes on by itself on the other computer', async () => {
  const here = await start();
  const sent = await here.tell('chat.send', {
    ...{ conversationId: null, messageId: randomUUID(), text: 'Write on', model: 'sandbox/firehose' },
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
  const bytes = await exportAll(here);
  await here.tell('chat.stop', { messageId: sent.replyId });
  await stop(here);
  const before = (await sandbox.account()).requests;
  const there = await start();
  await importAll(there, bytes);
  const [reply] = await there.tell('messages.get', { ids: [sent.replyId] });
  expect(reply?.status).toBe('interrupted');
  const jobs = (await there.tell('app.snapshot', {})).jobs.jobs;
  expect(jobs).toMatchObject([{ id: jobId, status: 'interrupted' }]);
  const posts = (requests: Readonly<Record<string, number>>) =>
    Object.entries(requests).filter(([name]) => name.startsWith('POST'));
  expect(posts((await sandbox.account()).requests)).toEqual(posts(before));
}, 60_000);

test('a key is in no archive, whatever was done with it', async () => {
  const home = tempFolder();
  const keys = new Map<string, string>();
  const app = await openTestCore({
    ...{ home, sandbox },
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
  const bytes = await exportAll(app);
  const inside = Object.values(unzipSync(bytes))
    .map((entry) => Buffer.from(entry).toString('latin1'))
    .join('\n');
  for (const text of [inside, bytes.toString('latin1')]) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(sandbox.apiKey);
  }
  const row = JSON.parse(
    Buffer.from(unzipSync(bytes)['tables/profiles.ndjson'] ?? [])
      .toString()
      .trim(),
  );
  expect(row).toMatchObject({ name: 'Planted', key_stored: 0 });
});

describe('a file that is not ours', () => {
  let app: TestCore;
  let good: Unzipped;
  let before: { rows: Record<string, unknown[]>; files: string[] };

  const state = () => ({
    rows: contents(app.home),
    files: filesUnder(app.home).filter(
      (name) =>
        !name.startsWith('gatehouse.db') && !name.startsWith('exports') && !name.startsWith('imports'),
    ),
  });

  beforeEach(async () => {
    const source = await start();
    await live(source);
    good = unzipSync(await exportAll(source));
    await stop(source);
    app = await start();
    await app.chat('mine');
    before = state();
  }, 60_000);

  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  /** The archive with entries changed, and its manifest made to fit: what only a liar would send. */
  function forged(change: (entries: Zippable, manifest: ArchiveManifest) => void): Uint8Array {
    const entries: Zippable = { ...good };
    const manifest = JSON.parse(Buffer.from(good['manifest.json'] ?? []).toString()) as ArchiveManifest;
    change(entries, manifest);
    const describe = (path: string) => {
      const entry = entries[path];
      const bytes = (Array.isArray(entry) ? entry[0] : entry) as Uint8Array;
      return { bytes: bytes.length, sha256: digest(bytes) };
    };
    for (const table of manifest.tables) {
      const path = `tables/${table.name}.ndjson`;
      if (entries[path] !== undefined) Object.assign(table, describe(path));
    }
    for (const file of manifest.files)
      if (entries[file.path] !== undefined) Object.assign(file, describe(file.path));
    if (entries['manifest.json'] === good['manifest.json'])
      entries['manifest.json'] = Buffer.from(JSON.stringify(manifest));
    return zipSync(entries, { level: 1 });
  }

  const withRow = (table: string, change: (row: Record<string, unknown>) => object) =>
    forged((entries) => {
      const path = `tables/${table}.ndjson`;
      const [line = '{}', ...rest] = Buffer.from(good[path] ?? [])
        .toString()
        .trim()
        .split('\n');
      entries[path] = Buffer.from([JSON.stringify(change(JSON.parse(line))), ...rest, ''].join('\n'));
    });

  async function expectRefused(bytes: Uint8Array, reason: RegExp): Promise<void> {
    const task = await importAll(app, bytes);
    expect(task.state).toBe('failed');
    expect(task.error?.message).toMatch(reason);
    expect(task.error?.message).toMatch(/Nothing was changed/);
    expect(state()).toEqual(before);
  }

  test.each<[string, RegExp, () => Uint8Array]>([
    ['no zip', /no zip file/, () => Buffer.from('not a zip at all')],
    [
      'a zip of something else',
      /no archive of Gatehouse/,
      () => zipSync({ 'readme.txt': Buffer.from('hello') }),
    ],
    ['cut', /only the beginning/, () => zipSync({ ...good }).slice(0, -300)],
    [
      'named out of its folder',
      /no archive of Gatehouse holds/,
      () =>
        forged((entries) => {
          entries['../../evil.sh'] = Buffer.from('x');
        }),
    ],
    [
      'named from the root',
      /no archive of Gatehouse holds/,
      () =>
        forged((entries) => {
          entries['/etc/passwd'] = Buffer.from('x');
        }),
    ],
    [
      'named with backslashes',
      /no archive of Gatehouse holds/,
      () =>
        forged((entries) => {
          entries['files\\media\\x'] = Buffer.from('x');
        }),
    ],
    [
      'holding a link',
      /is a link/,
      () =>
        forged((entries, manifest) => {
          entries['files/media/link'] = [Buffer.from('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }];
          manifest.files.push({
            path: 'files/media/link',
            bytes: 11,
            sha256: digest(Buffer.from('/etc/passwd')),
          });
        }),
    ],
    [
      'a bomb',
      /out of next to nothing/,
      () => zipSync({ 'manifest.json': Buffer.alloc(20_000_000) }, { level: 9 }),
    ],
    [
      'of a newer format',
      /newer Gatehouse/,
      () =>
        forged((_, manifest) => {
          manifest.formatVersion = 99;
        }),
    ],
    [
      'of a newer database',
      /newer Gatehouse/,
      () =>
        forged((_, manifest) => {
          manifest.schemaVersion = 9_999;
        }),
    ],
    [
      'missing an entry',
      /does not hold what its manifest lists/,
      () =>
        forged((entries) => {
          delete entries['tables/messages.ndjson'];
        }),
    ],
    [
      'holding more than it lists',
      /does not hold what its manifest lists/,
      () =>
        forged((entries) => {
          entries['files/media/extra'] = Buffer.from('x');
        }),
    ],
    [
      'with rows that are no JSON',
      /cannot be read/,
      () =>
        forged((entries) => {
          entries['tables/messages.ndjson'] = Buffer.from('{"id":\n');
        }),
    ],
    [
      'with a row of the wrong kind',
      /does not fit/,
      () => withRow('conversations', (row) => ({ ...row, id: randomUUID(), created_at: 'yesterday' })),
    ],
    [
      'with an id that is a path',
      /no id of ours/,
      () => withRow('media', (row) => ({ ...row, id: '../../../evil' })),
    ],
    [
      'with settings that cannot be read',
      /cannot be read/,
      () => withRow('conversations', (row) => ({ ...row, settings: '{' })),
    ],
    [
      'with rows that belong to nothing',
      /do not belong together|does not fit/,
      () => withRow('attachment_uses', (row) => ({ ...row, owner_id: 'x', attachment_id: 'f'.repeat(64) })),
    ],
  ])(
    'is refused where it is %s, and leaves all as it was',
    async (_, reason, make) => {
      await expectRefused(make(), reason);
    },
    60_000,
  );

  test('is refused where a byte was changed, by its checksum', async () => {
    const entries: Zippable = { ...good };
    const path = Object.keys(good).find((name) => name.startsWith('files/media/')) ?? '';
    const changed = Buffer.from(good[path] ?? []);
    changed[changed.length - 10] = (changed[changed.length - 10] ?? 0) ^ 1;
    entries[path] = changed;
    await expectRefused(zipSync(entries, { level: 0 }), /checksum/);
  }, 60_000);

  test('is refused where a “picture” is a page that would run', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const path = Object.keys(good).find((name) => name.startsWith('files/media/')) ?? '';
    await expectRefused(
      forged((entries) => {
        entries[path] = page;
      }),
      /no image, sound or film/,
    );
  }, 60_000);

  test('names its media safely for every system, inside the media folder', async () => {
    for (const name of ['../../../../tmp/evil.png', 'C:\\Windows\\con.png', '.hidden/../x.png']) {
      const id = randomUUID();
      const bytes = forged((entries, manifest) => {
        const line = JSON.parse(
          Buffer.from(good['tables/media.ndjson'] ?? [])
            .toString()
            .trim(),
        );
        const old = `files/media/${line.id}`;
        entries['tables/media.ndjson'] = Buffer.from(
          `${JSON.stringify({ ...line, id, job_id: id, file_name: name })}\n`,
        );
        entries[`files/media/${id}`] = good[old] ?? new Uint8Array();
        delete entries[old];
        for (const file of manifest.files) if (file.path === old) file.path = `files/media/${id}`;
      });
      expect((await importAll(app, bytes)).error).toBeNull();
      const path = app.core.locate(id, 'file')?.path ?? '';
      expect(path.startsWith(join(app.home, 'media', 'images'))).toBe(true);
      expect(path).not.toMatch(/\.\.|[\\:]|\/con\./i);
      expect(existsSync(path)).toBe(true);
    }
  }, 60_000);
});

test('messages of a forged archive cannot form a ring that nobody comes out of', async () => {
  const source = await start();
  const { conversationId, reply } = await source.chat('round');
  const entries = unzipSync(await exportAll(source));
  const path = 'tables/messages.ndjson';
  const rows = Buffer.from(entries[path] ?? [])
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  rows[0].parent_id = reply.id;
  entries[path] = Buffer.from(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  const manifest = JSON.parse(Buffer.from(entries['manifest.json'] ?? []).toString()) as ArchiveManifest;
  for (const table of manifest.tables) {
    if (table.name !== 'messages') continue;
    table.bytes = entries[path].length;
    table.sha256 = createHash('sha256').update(entries[path]).digest('hex');
  }
  entries['manifest.json'] = Buffer.from(JSON.stringify(manifest));
  const app = await start();
  expect((await importAll(app, zipSync(entries))).error).toBeNull();
  const page = await app.tell('messages.page', { conversationId, beforeId: null, limit: 50 });
  expect(page).toMatchObject({ hasMore: false, messages: [{ text: 'round' }, { text: 'round' }] });
}, 60_000);

test('a disk that refuses is told, and leaves all as it was', async () => {
  const source = await start();
  await live(source);
  const bytes = await exportAll(source);
  const app = await start();
  // A file stands where the folder of results would be made.
  writeFileSync(join(app.home, 'media'), 'in the way');
  const before = contents(app.home);
  const task = await importAll(app, bytes);
  expect(task).toMatchObject({ state: 'failed', error: { code: expect.stringMatching(/^storage_/) } });
  expect(contents(app.home)).toEqual(before);
  expect(filesUnder(join(app.home, 'attachments'))).toEqual([]);
  await app.tell('archive.export', { includesMedia: false });
  expect((await ended(app)).state).toBe('completed');
}, 60_000);

test('an import that is stopped leaves all as it was', async () => {
  const source = await start();
  await live(source);
  const bytes = await exportAll(source);
  const app = await start();
  const before = contents(app.home);
  await app.tell('archive.import', { archiveId: await upload(app, bytes) });
  await app.tell('archive.cancel', {});
  const task = await ended(app);
  expect(task).toMatchObject({ state: 'cancelled' });
  expect(contents(app.home)).toEqual(before);
  expect(filesUnder(join(app.home, 'media'))).toEqual([]);
}, 60_000);

test('an archive that was handed over and never taken in is gone at the next start', async () => {
  const app = await start();
  await upload(app, Buffer.from('left behind'));
  expect(filesUnder(join(app.home, 'imports'))).toHaveLength(1);
  await stop(app);
  const again = await start(app.home);
  expect(filesUnder(join(again.home, 'imports'))).toEqual([]);
});

test('every table is taken along, whatever else is added to the database', async () => {
  const app = await start();
  const entries = Object.keys(unzipSync(await exportAll(app)));
  const database = openDatabase(join(app.home, 'gatehouse.db'), { readonly: true });
  const tables = database
    .all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%\\_text%' ESCAPE '\\'",
    )
    .map(({ name }) => `tables/${name}.ndjson`);
  database.close();
  expect(entries.filter((name) => name.startsWith('tables/')).sort()).toEqual(tables.sort());
});
