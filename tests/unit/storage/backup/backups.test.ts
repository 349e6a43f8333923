/** Copies of a real database, and back to them. */
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBackupService } from '../../../../electron/core/backups/backups';
import { createEventBus } from '../../../../electron/core/events';
import { createNotices } from '../../../../electron/core/notices/notices';
import type { Storage } from '../../../../electron/core/ports/storage';
import { createSettings } from '../../../../electron/core/settings/settings';
import { toAppError } from '../../../../electron/gateway/parse/error';
import { isWholeCopy } from '../../../../electron/storage/backup/checked-copy';
import { openDatabase, releaseClosedDatabases } from '../../../../electron/storage/db/driver';
import { migrations } from '../../../../electron/storage/db/schema';
import { storageError } from '../../../../electron/storage/db/storage-error';
import { finishSwap, swapDatabase } from '../../../../electron/storage/repair/swap';
import { openStorage, startStorage } from '../../../../electron/storage/storage';
import type { AppEvent } from '../../../../shared/contract';
import type { Amount } from '../../../../shared/money/money';
import { damagePages } from '../../../support/damage';
import { testPorts } from '../../../support/ports';
import { tempFolder } from '../../../support/temp-folder';

const DAY_MS = 86_400_000;
const MORNING = new Date(2026, 0, 5, 9).getTime();

/** The service with a clock that is moved by hand. */
function openBackups(folder: string, storage: Storage) {
  let now = MORNING;
  const timers = new Map<() => void, number>();
  const ports = testPorts({ home: folder, storage, sandbox: { baseUrl: '', apiKey: '' } });
  const clock = {
    ...ports.clock,
    now: () => now,
    setTimer(milliseconds: number, run: () => void) {
      timers.set(run, now + milliseconds);
      return () => timers.delete(run);
    },
  };
  const events = createEventBus(() => undefined);
  const heard: AppEvent[] = [];
  events.subscribe((event) => heard.push(event));
  const notices = createNotices(events);
  const settings = createSettings(ports, events);
  const backups = createBackupService(
    { ...ports, clock, describeError: toAppError },
    { events, notices, settings },
  );
  onTestFinished(backups.close);
  const settled = async () => {
    while (backups.current().isRunning) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    backups,
    notices,
    settings,
    heard,
    settled,
    async pass(milliseconds: number) {
      now += milliseconds;
      for (const [run, at] of [...timers]) {
        if (at > now) continue;
        timers.delete(run);
        run();
      }
      await settled();
    },
  };
}

function open(folder: string) {
  const { storage } = openStorage(folder, 0);
  onTestFinished(() => storage.close());
  return storage;
}

const kinds = (backups: { readonly items: readonly { kind: string }[] }) =>
  backups.items.map(({ kind }) => kind);

describe('a daily backup', () => {
  test('is made once per day of use, complete and readable by its owner only, and the last seven are kept', async () => {
    const folder = tempFolder();
    const { backups, pass, heard } = openBackups(folder, open(folder));
    expect(backups.current().items).toEqual([]);
    await pass(11_000);
    await pass(3 * 3_600_000);
    expect(kinds(backups.current())).toEqual(['daily']);
    for (let day = 0; day < 8; day += 1) await pass(DAY_MS);
    const { items } = backups.current();
    expect(items).toHaveLength(7);
    expect(new Set(items.map(({ createdAt }) => new Date(createdAt).toDateString())).size).toBe(7);
    const [newest] = items;
    const path = join(folder, 'backups', `gatehouse-${newest?.id}.db`);
    expect(isWholeCopy(path, migrations.length)).toBe(true);
    expect([statSync(path).mode & 0o777, statSync(join(folder, 'backups')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    expect(newest?.bytes).toBe(statSync(path).size);
    expect(heard.at(-1)).toEqual({ type: 'backups.changed', backups: backups.current() });
  });

  test('is not made when it is turned off; a manual one still is', async () => {
    const folder = tempFolder();
    const { backups, settings, pass, settled } = openBackups(folder, open(folder));
    await settings.update({ dailyBackup: false });
    await pass(11_000);
    expect(backups.current().items).toEqual([]);
    backups.create();
    expect(() => backups.create()).toThrow(/already running/);
    await settled();
    expect(kinds(backups.current())).toEqual(['manual']);
  });

  test('that fails for a moment is made a minute later, without a notice; one that fails twice is reported', async () => {
    const folder = tempFolder();
    const storage = open(folder);
    let failing = 1;
    const { create } = storage.backups;
    const flaky: Storage['backups'] = {
      ...storage.backups,
      async create(kind, at) {
        failing -= 1;
        if (failing >= 0)
          throw storageError(Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' }));
        await create(kind, at);
      },
    };
    const { backups, notices, pass } = openBackups(folder, { ...storage, backups: flaky });
    await pass(11_000);
    expect([notices.all(), backups.current().items]).toEqual([[], []]);
    await pass(60_000);
    expect([notices.all(), kinds(backups.current())]).toEqual([[], ['daily']]);
    failing = 2;
    await pass(DAY_MS);
    expect(notices.all()).toEqual([]);
    await pass(60_000);
    expect(notices.all()).toMatchObject([{ id: 'backup-failed' }]);
  });

  test('that fails is reported with the reason, and deletes no older one', async () => {
    const folder = tempFolder();
    const { backups, notices, pass } = openBackups(folder, open(folder));
    writeFileSync(join(folder, 'backups'), 'a file in the way');
    await pass(11_000);
    expect(notices.all()).toMatchObject([
      { id: 'backup-failed', message: expect.stringMatching(/again in an hour/) },
    ]);
    renameSync(join(folder, 'backups'), join(folder, 'moved'));
    await pass(3_600_000);
    expect(notices.all()).toEqual([]);
    expect(kinds(backups.current())).toEqual(['daily']);
  });
});

function addChat(storage: Storage, id: string): void {
  storage.conversations.create({ id, title: id, createdAt: 1, model: 'm', settings: {} });
}

function pay(storage: Storage, used: number): void {
  storage.ledger.append({
    at: 1,
    profileId: 'p',
    unit: 'credits',
    operation: 'chat.completions.create',
    model: 'm',
    outcome: 'answered',
    ...{
      statusCode: 200,
      used: used as Amount,
      remaining: null,
      requestId: null,
      idempotencyKey: null,
    },
    conversationId: null,
    messageId: null,
    jobId: null,
    isCheckpoint: false,
    totalMs: null,
  });
}

const chatsOf = (storage: Storage) =>
  storage.conversations
    .page(null, 100)
    .conversations.map(({ id }) => id)
    .sort();

/** A folder whose backup holds one chat; a second one and a charge came later. */
async function backedUp() {
  const folder = tempFolder();
  const { storage } = openStorage(folder, 0);
  addChat(storage, 'before');
  pay(storage, 1);
  await storage.backups.create('manual', MORNING);
  addChat(storage, 'later');
  pay(storage, 10);
  const [backup] = storage.backups.list();
  return { folder, storage, id: backup?.id ?? '' };
}

function addMedia(storage: Storage, id: string, jobId = `job-${id}`): void {
  const file = {
    folder: '/results',
    fileName: `${id}.png`,
    kind: 'image',
    contentType: 'image/png',
  } as const;
  const facts = { bytes: 1, width: 1, height: 1, durationMs: null, position: 0 };
  const call = { modality: 'image', model: 'm', prompt: `a ${id} fox`, parameters: {}, extra: {} } as const;
  const origin = { ...call, cost: null, jobId, createdAt: 1 };
  storage.media.insert({ id, ...file, ...facts, origin });
}

describe('a backup', () => {
  test('is restored at the next start; later spending stays on record, and it can be undone', async () => {
    const { folder, storage, id } = await backedUp();
    await storage.backups.scheduleRestore(id);
    expect(storage.backups.pendingRestoreId()).toBe(id);
    expect(chatsOf(storage)).toEqual(['before', 'later']);
    storage.close();
    const restored = await startStorage(folder, MORNING + 1);
    expect(restored.restore).toEqual({ kind: 'restored' });
    expect(chatsOf(restored.storage)).toEqual(['before']);
    expect(restored.storage.ledger.totals({ profileId: 'p', unit: 'credits' }, 0).spent).toBe(11);
    expect(restored.storage.backups.pendingRestoreId()).toBeNull();
    const kept = restored.storage.backups.list().find(({ kind }) => kind === 'before-restore');
    await restored.storage.backups.scheduleRestore(kept?.id ?? '');
    restored.storage.close();
    const undone = await startStorage(folder, MORNING + 2);
    onTestFinished(() => undone.storage.close());
    expect(chatsOf(undone.storage)).toEqual(['before', 'later']);
    expect(undone.storage.ledger.totals({ profileId: 'p', unit: 'credits' }, 0).spent).toBe(11);
  });

  test('knows where each file is now, and every result that came since', async () => {
    const folder = tempFolder();
    const { storage } = openStorage(folder, 0);
    const add = (id: string) => addMedia(storage, id);
    for (const id of ['renamed', 'deleted', 'undeleted', 'trashed', 'purged']) add(id);
    storage.media.setRemoved(['undeleted', 'trashed'], 5);
    await storage.backups.create('manual', MORNING);
    storage.media.update('renamed', { fileName: 'new-name.png' });
    storage.media.setRemoved(['deleted'], 6);
    storage.media.setRemoved(['undeleted'], null);
    for (const id of ['later', 'later-deleted']) add(id);
    storage.media.setRemoved(['purged'], 8);
    storage.media.forget('purged');
    addMedia(storage, 'again', 'job-purged');
    storage.media.setRemoved(['later-deleted'], 7);
    await storage.backups.scheduleRestore(storage.backups.list()[0]?.id ?? '');
    storage.close();
    const { storage: restored } = await startStorage(folder, MORNING);
    onTestFinished(() => restored.close());
    const shown = restored.media.page({}, null, 9).items.map(({ id, fileName }) => [id, fileName]);
    expect(shown.sort()).toEqual([
      ['again', 'again.png'],
      // Its file is moved back from the trash at the start.
      ['deleted', 'deleted.png'],
      ['later', 'later.png'],
      ['renamed', 'new-name.png'],
      ['undeleted', 'undeleted.png'],
    ]);
    const trash = restored.media.trash(null, 9).trashed.map(({ item, removedAt }) => [item.id, removedAt]);
    expect(trash).toEqual([
      ['later-deleted', 7],
      ['trashed', 5],
    ]);
    expect(restored.media.page({ query: 'later' }, null, 9).total).toBe(1);
  });

  test('that is cancelled before the restart changes nothing', async () => {
    const { folder, storage, id } = await backedUp();
    await storage.backups.scheduleRestore(id);
    storage.backups.cancelRestore();
    storage.close();
    const { storage: again, restore } = await startStorage(folder, MORNING);
    onTestFinished(() => again.close());
    expect(restore).toEqual({ kind: 'none' });
    expect(chatsOf(again)).toEqual(['before', 'later']);
  });

  test('that is damaged, newer or missing is refused, and the database stays', async () => {
    const { folder, storage, id } = await backedUp();
    onTestFinished(() => storage.close());
    const path = join(folder, 'backups', `gatehouse-${id}.db`);
    await expect(storage.backups.scheduleRestore('manual-nothing')).rejects.toThrow(/no longer/);
    const newer = openDatabase(path, { journal: 'kept' });
    newer.exec('PRAGMA user_version = 999');
    newer.close();
    await releaseClosedDatabases();
    await expect(storage.backups.scheduleRestore(id)).rejects.toThrow(/newer Gatehouse/);
    damagePages(path, [1]);
    await expect(storage.backups.scheduleRestore(id)).rejects.toThrow(/damaged/);
    expect(storage.backups.pendingRestoreId()).toBeNull();
  });

  test('sends nothing that was running when it was made, and keeps queued messages as a draft', async () => {
    const folder = tempFolder();
    const { storage } = openStorage(folder, 0);
    addChat(storage, 'c');
    storage.conversations.mark('c', { draft: 'half a thought' });
    storage.conversations.enqueue({
      id: 'q',
      conversationId: 'c',
      text: 'queued',
      model: 'm',
      settings: {},
      profileId: 'p',
      parentId: null,
    });
    storage.jobs.insert({
      id: 'j',
      modality: 'image',
      profileId: 'p',
      model: 'm',
      prompt: 'fox',
      parameters: {},
      extra: {},
      createdAt: 1,
      status: 'waiting',
      owner: null,
      isForeign: false,
      remoteId: null,
      parts: [],
      destination: { folder: '/', fileNameTemplate: 'x' },
    });
    await storage.backups.create('manual', MORNING);
    await storage.backups.scheduleRestore(storage.backups.list()[0]?.id ?? '');
    storage.close();
    const { storage: restored } = await startStorage(folder, MORNING);
    onTestFinished(() => restored.close());
    expect(restored.jobs.unfinished()).toEqual([]);
    expect(restored.jobs.get('j')).toMatchObject({ status: 'interrupted', error: { outcomeUnknown: true } });
    expect(restored.conversations.get('c')).toMatchObject({ draft: 'half a thought\n\nqueued', queued: [] });
  });

  test('goes on with no check: what it asked since would be asked and paid again', async () => {
    const folder = tempFolder();
    const { storage } = openStorage(folder, MORNING);
    const check = {
      id: 'k',
      profileId: 'p',
      models: ['m'],
      probes: ['reply'] as const,
      referenceProfileId: null,
      bound: [{ unit: 'credits' as const, amount: 9 as Amount }],
      unpriced: 0,
      total: 1,
      createdAt: 1,
      isConfirmed: false,
    };
    storage.checks.insert(check);
    const call = {
      id: 'call',
      checkId: 'k',
      profileId: 'p',
      model: 'm',
      probe: 'reply' as const,
      step: 'plain',
      status: 'sent' as const,
      operation: 'chat' as const,
      key: 'key',
      unit: 'credits' as const,
      bound: { unit: 'credits' as const, amount: 5 as Amount },
      request: {},
      answer: null,
      error: null,
      cost: null,
      startedAt: 1,
      finishedAt: null,
    };
    storage.checks.insertCall(call);
    await storage.backups.create('manual', MORNING);
    await storage.backups.scheduleRestore(storage.backups.list()[0]?.id ?? '');
    storage.close();
    const { storage: restored } = await startStorage(folder, MORNING);
    onTestFinished(() => restored.close());
    expect(restored.checks.running()).toEqual([]);
    expect(restored.checks.sentCalls()).toEqual([]);
    expect(restored.checks.get('k')).toMatchObject({
      status: 'stopped',
      error: { outcomeUnknown: true },
      spent: [{ unit: 'credits', amount: 5 }],
    });
  });
});

describe('a database that replaces another', () => {
  const swap = { replacement: 'gatehouse.new.db', aside: 'backups/gatehouse-old.db' };
  const contents = (folder: string) =>
    ['gatehouse.db', 'gatehouse.db-wal', swap.aside, `${swap.aside}-wal`, swap.replacement].map((name) =>
      existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null,
    );
  const whole = ['new', null, 'old', 'old log', null];

  /** As a process that was killed after so many renames leaves it. */
  function cutAfter(renames: number): string {
    const folder = tempFolder();
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write('gatehouse.db', 'old');
    write('gatehouse.db-wal', 'old log');
    write(swap.replacement, 'new');
    swapDatabase(folder, swap);
    expect(contents(folder)).toEqual(whole);
    const back = [
      () => renameSync(join(folder, 'gatehouse.db'), join(folder, swap.replacement)),
      () => renameSync(join(folder, swap.aside), join(folder, 'gatehouse.db')),
      () => renameSync(join(folder, `${swap.aside}-wal`), join(folder, 'gatehouse.db-wal')),
    ];
    for (const undo of back.slice(0, back.length - renames)) undo();
    write('database-swap.json', JSON.stringify(swap));
    return folder;
  }

  test.each([0, 1, 2, 3])('is complete after a kill that followed %i renames', (renames) => {
    const folder = cutAfter(renames);
    finishSwap(folder);
    finishSwap(folder);
    expect(contents(folder)).toEqual(whole);
    expect(existsSync(join(folder, 'database-swap.json'))).toBe(false);
  });

  test('is not moved by a plan with paths outside the folder', () => {
    const folder = cutAfter(0);
    writeFileSync(join(folder, 'database-swap.json'), JSON.stringify({ ...swap, aside: '../gone.db' }));
    finishSwap(folder);
    expect(contents(folder)[0]).toBe('old');
  });
});
