import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { releaseClosedDatabases } from '../../../electron/storage/db/driver';
import { lockFolder } from '../../../electron/storage/folder-lock';
import { newestBackup, scheduleRestore, setDatabaseAside } from '../../../electron/storage/start-anyway';
import { openStorage, startStorage } from '../../../electron/storage/storage';
import { aConversation } from '../../support/records';
import { tempFolder } from '../../support/temp-folder';

const NOW = Date.UTC(2026, 0, 5);

/** A data folder with one chat, closed, whose database then claims to be of a much newer version. */
async function newerFolder(backup: boolean): Promise<string> {
  const folder = tempFolder();
  const { storage } = openStorage(folder, NOW);
  storage.conversations.create(aConversation({ id: 'c1', title: 'Kept' }));
  if (backup) await storage.backups.create('daily', NOW);
  storage.close();
  await releaseClosedDatabases();
  const file = openSync(join(folder, 'gatehouse.db'), 'r+');
  writeSync(file, Buffer.from([0, 0, 3, 231]), 0, 4, 60);
  closeSync(file);
  return folder;
}

test('a database that does not open is set aside whole, and the app starts with an empty one', async () => {
  const folder = await newerFolder(false);
  expect(() => openStorage(folder, NOW)).toThrow('written by a newer Gatehouse');
  await releaseClosedDatabases();
  const before = readFileSync(join(folder, 'gatehouse.db'));

  const kept = await setDatabaseAside(folder, NOW);

  expect(kept).toBe(join(folder, 'gatehouse.set-aside-2026-01-05T00-00-00-000Z.db'));
  expect(readFileSync(kept)).toEqual(before);
  const { storage } = openStorage(folder, NOW);
  expect(storage.conversations.get('c1')).toBeUndefined();
  storage.close();
});

test('its backup is restored by the next start, and the database is kept', async () => {
  const folder = await newerFolder(true);
  const backup = newestBackup(folder);
  expect(backup?.createdAt).toBe(NOW);

  await scheduleRestore(folder, backup?.id ?? '', NOW);

  const { storage, restore } = await startStorage(folder, NOW);
  expect(restore.kind).toBe('restored');
  expect(storage.conversations.get('c1')?.title).toBe('Kept');
  storage.close();
  expect(readdirSync(join(folder, 'backups')).some((name) => name.includes('before-restore'))).toBe(true);
});

test('nothing is set aside while another Gatehouse uses the folder', async () => {
  const folder = await newerFolder(false);
  const unlock = lockFolder(folder, Date.now());
  await expect(setDatabaseAside(folder, NOW)).rejects.toThrow();
  unlock();
  expect(readdirSync(folder).filter((name) => name.includes('set-aside'))).toEqual([]);
  expect(newestBackup(folder)).toBeNull();
});
