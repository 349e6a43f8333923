import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { copyDatabase, isWholeCopy } from '../../../../electron/storage/backup/checked-copy';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { migrate } from '../../../../electron/storage/db/migrate';
import { openAppDatabase } from '../../../../electron/storage/db/open-database';
import { migrations } from '../../../../electron/storage/db/schema';
import { damagePages } from '../../../support/damage';
import { programOf } from '../../../support/programs';
import { tempFolder } from '../../../support/temp-folder';

const OLD = 10;

/** A data folder as an earlier version left it. */
function oldFolder(): string {
  const folder = tempFolder();
  const database = openDatabase(join(folder, 'gatehouse.db'));
  migrate(database, migrations.slice(0, OLD));
  const insert =
    'INSERT INTO conversations (id, title, created_at, updated_at, settings) VALUES (?, ?, 1, 1, ?)';
  database.transaction(() => {
    for (let index = 0; index < 500; index += 1) database.run(insert, `c${index}`, 'x'.repeat(500), '{}');
  });
  database.close();
  return folder;
}

const copyOf = (folder: string) => join(folder, `gatehouse.db.before-version-${OLD + 1}`);

describe('the copy before a migration', () => {
  test.each([
    ['an empty file', (path: string) => writeFileSync(path, '')],
    ['a damaged one', (path: string) => damagePages(path, [3, 4])],
    ['a short one', (path: string) => truncateSync(path, 20_000)],
  ])('is written again if %s has its name', (_, spoil) => {
    const folder = oldFolder();
    const source = openDatabase(join(folder, 'gatehouse.db'));
    copyDatabase(source, copyOf(folder));
    source.close();
    spoil(copyOf(folder));
    const { database } = openAppDatabase(folder);
    onTestFinished(() => database.close());
    expect(isWholeCopy(copyOf(folder), OLD)).toBe(true);
  });

  test('is readable by its owner only, and leaves nothing else behind', () => {
    const folder = oldFolder();
    const { database } = openAppDatabase(folder);
    onTestFinished(() => database.close());
    expect(statSync(copyOf(folder)).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('on a full disk', () => {
  let program: string;
  beforeAll(async () => {
    program = await programOf('open-database');
  });

  test.skipIf(!existsSync('/usr/bin/prlimit'))(
    'no copy is left and nothing is migrated, and it works once there is room',
    () => {
      const folder = oldFolder();
      const { size } = statSync(join(folder, 'gatehouse.db'));
      const open = (bytes: string) =>
        execFileSync('/usr/bin/prlimit', [`--fsize=${bytes}`, process.execPath, program, folder], {
          encoding: 'utf8',
        });
      expect(open(String(Math.floor(size / 2)))).toMatch(/^storage_/);
      expect(existsSync(copyOf(folder))).toBe(false);
      expect(open('unlimited')).toBe('open');
      expect(isWholeCopy(copyOf(folder), OLD)).toBe(true);
    },
  );
});
