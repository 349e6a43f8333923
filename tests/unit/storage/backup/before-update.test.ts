import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { earlierVersion, putBackEarlier } from '../../../../electron/storage/backup/before-update';
import { runDatabaseTask } from '../../../../electron/storage/backup/database-task';
import { releaseClosedDatabases } from '../../../../electron/storage/db/driver';
import { startStorage } from '../../../../electron/storage/storage';
import {
  countStart,
  forgetStarts,
  hasFailedTwice,
  proveStart,
  readVersionRecord,
  writeVersionRecord,
} from '../../../../electron/storage/version-record';
import { aConversation } from '../../../support/records';
import { tempFolder } from '../../../support/temp-folder';

const NOW = Date.UTC(2026, 0, 5);

/** Opens the folder as a version, adds a chat of that name, and closes it. */
async function openAndClose(folder: string, version: string, now = NOW): Promise<void> {
  const { storage } = await startStorage(folder, now, undefined, { version });
  storage.conversations.create(aConversation({ id: version, title: version }));
  storage.close();
  await releaseClosedDatabases();
}

const copies = (folder: string): readonly string[] =>
  existsSync(join(folder, 'backups'))
    ? readdirSync(join(folder, 'backups')).filter((name) => name.includes('before-update'))
    : [];

test('a new version copies the database before it opens it, once', async () => {
  const folder = tempFolder();
  await openAndClose(folder, '0.1.0');
  expect(copies(folder)).toEqual([]);
  await openAndClose(folder, '0.2.0');
  expect(copies(folder)).toHaveLength(1);
  const { storage } = await startStorage(folder, NOW + 1, undefined, { version: '0.2.0' });
  storage.close();
  expect(copies(folder)).toHaveLength(1);
});

test.skipIf(process.platform === 'win32')(
  'a database that others may read, and the log a killed program left, are closed to them before the copy',
  async () => {
    const folder = tempFolder();
    const { storage } = await startStorage(folder, NOW, undefined, { version: '0.1.0' });
    storage.conversations.create(aConversation({ id: 'a', title: 'a' }));
    // What a kill leaves, restored by hand with the usual permissions.
    const left = tempFolder();
    const names = ['', '-wal', '-shm'].map((suffix) => `gatehouse.db${suffix}`);
    for (const name of names)
      writeFileSync(join(left, name), readFileSync(join(folder, name)), { mode: 0o644 });
    storage.close();
    const again = await startStorage(left, NOW + 1, undefined, { version: '0.2.0' });
    expect(again.storage.conversations.get('a')).toBeDefined();
    expect(copies(left)).toHaveLength(1);
    const modes = names.map((name) => statSync(join(left, name)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    again.storage.close();
  },
);

test('the data of the version before is put back, and what the new one did is kept', async () => {
  const folder = tempFolder();
  await openAndClose(folder, '0.1.0');
  await openAndClose(folder, '0.2.0', NOW + 1);
  const earlier = earlierVersion(folder);
  expect(earlier?.version).toBe('0.1.0');
  if (earlier === null) throw new Error('no earlier version');
  await putBackEarlier(folder, earlier, NOW + 2);

  const { storage } = await startStorage(folder, NOW + 3, undefined, { version: '0.1.0' });
  expect(storage.conversations.get('0.1.0')).toBeDefined();
  expect(storage.conversations.get('0.2.0')).toBeUndefined();
  storage.close();
  expect(readdirSync(join(folder, 'backups')).some((name) => name.includes('before-restore'))).toBe(true);
});

test('there is no way back from a version that has shown the data', async () => {
  const folder = tempFolder();
  await openAndClose(folder, '0.1.0');
  await openAndClose(folder, '0.2.0');
  const record = readVersionRecord(folder);
  if (record === null) throw new Error('no record');
  writeVersionRecord(folder, { ...record, isProven: true });
  expect(earlierVersion(folder)).toBeNull();
});

test('where the copy does not fit, the database is not opened, and the next start tries again', async () => {
  const folder = tempFolder();
  await openAndClose(folder, '0.1.0');
  const full = async () => {
    writeFileSync('/dev/full', 'x');
    return 'done' as const;
  };
  const start = () => startStorage(folder, NOW, full, { version: '0.2.0' });
  await expect(start()).rejects.toThrow(/free \d+ MB/);
  expect(readVersionRecord(folder)?.version).toBe('0.1.0');
  await openAndClose(folder, '0.2.0');
  expect(copies(folder)).toHaveLength(1);
});

test('a database that is damaged is left to the repair', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'gatehouse.db'), 'no database at all');
  const { storage, repair } = await startStorage(folder, NOW, async (task) => runDatabaseTask(task), {
    version: '0.2.0',
  });
  expect(repair).not.toBeNull();
  storage.close();
  expect(copies(folder)).toEqual([]);
});

test('only the newest two copies are kept', async () => {
  const folder = tempFolder();
  for (const [at, version] of ['0.1.0', '0.2.0', '0.3.0', '0.4.0'].entries()) {
    await openAndClose(folder, version, NOW + at * 1000);
  }
  expect(copies(folder)).toHaveLength(2);
});

test('a new version has failed when two starts have not shown the data', async () => {
  const folder = tempFolder();
  await openAndClose(folder, '0.1.0');
  proveStart(folder, '0.1.0');
  await openAndClose(folder, '0.2.0');
  expect(hasFailedTwice(folder, '0.2.0')).toBe(false);
  countStart(folder, '0.2.0');
  expect(hasFailedTwice(folder, '0.2.0')).toBe(true);
  forgetStarts(folder, '0.2.0');
  expect(hasFailedTwice(folder, '0.2.0')).toBe(false);
  countStart(folder, '0.2.0');
  countStart(folder, '0.2.0');
  proveStart(folder, '0.2.0');
  expect(hasFailedTwice(folder, '0.2.0')).toBe(false);
});
