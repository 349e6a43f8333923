/** An import that does not come to its end, whatever ends it, leaves everything as it was. */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Unzipped } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createArchiveFiles } from '../../../../electron/storage/archive/archive-files';
import { openDatabase } from '../../../../electron/storage/db/driver';
import {
  ended,
  exportAll,
  filesUnder,
  forged,
  importAll,
  live,
  readTable,
  stateOf,
  tablePath,
  unzipped,
  upload,
} from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { programOf } from '../../../support/programs';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let sandbox: TestSandbox;
let archive: Uint8Array;
const MESSAGES = 5_000;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  const source = await openTestCore({ sandbox });
  await live(source);
  archive = enlarged(unzipped(await exportAll(source)));
  await source.close();
});
afterAll(async () => {
  await sandbox.close();
});

/** With thousands of messages and several files, so that every stage takes a while. */
function enlarged(good: Unzipped): Uint8Array {
  return forged(good, (entries, manifest) => {
    const messages = readTable(good, 'messages');
    const more = Array.from({ length: MESSAGES }, (_, index) => ({
      ...{
        ...messages[0],
        id: randomUUID(),
        parent_id: null,
        seq: 10_000 + index,
        text: `line ${index} `.repeat(40),
      },
    }));
    entries[tablePath('messages')] = lines([...messages, ...more]);
    const [row = {}] = readTable(good, 'media');
    const file = good[`files/media/${row.id}`] ?? new Uint8Array();
    const copies = Array.from({ length: 5 }, (_, index) => {
      const id = randomUUID();
      return { ...row, id, job_id: id, seq: 100 + index, file_name: `copy ${index}.png` };
    });
    entries[tablePath('media')] = lines([row, ...copies]);
    for (const { id } of copies) {
      entries[`files/media/${id}`] = file;
      manifest.files.push({ path: `files/media/${id}`, bytes: 0, sha256: '' });
    }
  });
}

const lines = (rows: readonly object[]) =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

/** What is kept, and every file there is: also hidden ones, and those that are only being written. */
const everythingIn = (home: string) => ({
  ...stateOf(home),
  imports: filesUnder(join(home, 'imports')),
});

const withApp = async <Result>(home: string, work: (app: TestCore) => Promise<Result>): Promise<Result> => {
  const app = await openTestCore({ home, sandbox });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
};

/** @returns how it ended: `SIGKILL`, or `null` where it came to its end. */
async function importUntil(home: string, share: number): Promise<NodeJS.Signals | null> {
  const path = join(home, 'given.zip');
  writeFileSync(path, archive);
  const child = fork(await programOf('import-archive'), {
    env: { ...process.env, HOME_FOLDER: home, ARCHIVE: path, KILL_AT: String(share) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [, signal] = await once(child, 'exit');
  return signal;
}

test.each([
  ['while rows are checked', 0.05],
  ['while files are placed', 0.55],
  ['while the last rows are written', 0.98],
])('an import that is killed %s changes nothing', async (_, share) => {
  const home = tempFolder();
  await withApp(home, (app) => app.chat('mine'));
  writeFileSync(join(home, 'given.zip'), archive);
  mkdirSync(join(home, 'media', 'images'), { recursive: true });
  writeFileSync(join(home, 'media', 'images', 'copy 1.png'), 'of the person');
  const before = everythingIn(home);
  expect(await importUntil(home, share)).toBe('SIGKILL');
  expect(everythingIn(home)).not.toEqual(before);
  await withApp(home, async (app) => {
    await app.until(() => filesUnder(join(home, 'media')).every((name) => !name.endsWith('.part')));
    expect(everythingIn(home)).toEqual(before);
  });
});

test('the same import without a kill brings everything', async () => {
  const home = tempFolder();
  await withApp(home, (app) => app.chat('mine'));
  expect(await importUntil(home, 2)).toBeNull();
  const { rows, imports } = everythingIn(home);
  expect(rows.messages?.length).toBeGreaterThan(MESSAGES);
  expect(rows.media).toHaveLength(6);
  expect(imports).toEqual([]);
});

test('files of a completed import, and the user’s own files, survive the cleanup at the start', async () => {
  const home = tempFolder();
  await withApp(home, (app) => importAll(app, archive));
  const folder = join(home, 'media', 'images');
  const own = join(folder, 'own.png');
  writeFileSync(own, 'of the person');
  const journal = filesUnder(folder).map((name) => ({
    kind: 'media',
    path: join(folder, name),
    inode: name === 'own.png' ? '1' : String(statSync(join(folder, name), { bigint: true }).ino),
  }));
  const staging = join(home, 'imports', 'staging-0123456789abcdef');
  mkdirSync(staging, { recursive: true });
  writeFileSync(join(staging, 'placed.ndjson'), journal.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const before = filesUnder(folder);
  await withApp(home, async () => {
    expect(filesUnder(folder)).toEqual(before);
    expect(filesUnder(join(home, 'imports'))).toEqual([]);
  });
});

test('an import while another program uses the database says so, and changes nothing', async () => {
  const home = tempFolder();
  await withApp(home, async (app) => {
    await app.chat('mine');
    // What the start still writes would wait for the lock, and the whole process with it.
    await app.tell('models.refresh', {});
    const before = everythingIn(home);
    const other = openDatabase(join(home, 'gatehouse.db'));
    other.exec('BEGIN IMMEDIATE');
    const task = await importAll(app, archive);
    other.exec('ROLLBACK');
    other.close();
    expect(task).toMatchObject({
      state: 'failed',
      error: { code: 'busy', message: expect.stringMatching(/another program is using the database/) },
    });
    expect(everythingIn(home)).toEqual(before);
  });
});

test('a reply goes on while an import waits for another program, and then the import completes', async () => {
  const home = tempFolder();
  await withApp(home, async (app) => {
    await app.chat('mine');
    const archiveId = await upload(app, archive);
    const sent = await app.tell('chat.send', {
      ...{ conversationId: null, messageId: randomUUID(), text: 'Go on', model: 'sandbox/firehose' },
      settings: { extra: { tokens: 20_000, tokens_per_second: 100 } },
    });
    const deltas = () => app.events.filter(({ type }) => type === 'message.delta').length;
    await app.until(() => deltas() > 0);
    const other = openDatabase(join(home, 'gatehouse.db'));
    other.exec('BEGIN IMMEDIATE');
    await app.tell('archive.import', { archiveId });
    const before = deltas();
    await app.until(() => deltas() > before + 30);
    other.exec('ROLLBACK');
    other.close();
    expect((await ended(app)).state).toBe('completed');
    await app.tell('chat.stop', { messageId: sent.replyId });
    await app.until(() => app.message(sent.replyId)?.status === 'stopped');
  });
});

test('an import that is stopped in the middle changes nothing, and another one can start', async () => {
  const home = tempFolder();
  await withApp(home, async (app) => {
    await app.chat('mine');
    const before = everythingIn(home);
    const unsubscribe = app.core.subscribe((event) => {
      if (event.type === 'archive.changed' && (event.task?.done ?? 0) > 0)
        void app.core.call('archive.cancel', {});
    });
    await app.tell('archive.import', { archiveId: await upload(app, archive) });
    const task = await ended(app);
    unsubscribe();
    expect(task).toMatchObject({ state: 'cancelled', error: { code: 'aborted' } });
    expect(everythingIn(home)).toEqual(before);
    expect((await importAll(app, archive)).state).toBe('completed');
  });
});

test('after an import a lock of another program blocks the app no longer than before', async () => {
  const home = tempFolder();
  await withApp(home, async () => {});
  const databasePath = join(home, 'gatehouse.db');
  const database = openDatabase(databasePath);
  const lockWait = () => database.get('PRAGMA busy_timeout');
  const before = lockWait();
  const files = createArchiveFiles(database, { home, databasePath, worker: () => programOf('archive') });
  const task = { mediaFolder: join(home, 'media'), now: Date.now() };
  const hooks = { onProgress: () => undefined, signal: new AbortController().signal };
  await expect(files.restore(join(home, 'gone.zip'), { ...task, ...hooks })).rejects.toThrow();
  expect(lockWait()).toEqual(before);
  const path = join(home, 'everything.zip');
  writeFileSync(path, archive);
  await files.restore(path, { ...task, ...hooks });
  expect(lockWait()).toEqual(before);
  database.close();
});
