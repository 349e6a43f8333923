import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { isDamage, withStorageErrors } from '../../../../electron/storage/db/storage-error';
import { AppError, isTemporaryFailure } from '../../../../shared/errors';
import { damagePages, leafPagesOf } from '../../../support/damage';
import { tempFolder } from '../../../support/temp-folder';

function failureOf(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing failed');
}

function open(path: string) {
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  return database;
}

describe('a failure of the database', () => {
  test('by a lock is reported as temporary, with a next step', () => {
    const path = join(tempFolder(), 'a.db');
    const other = open(path);
    const database = withStorageErrors(open(path));
    database.exec('CREATE TABLE t (a); PRAGMA busy_timeout = 1');
    other.exec('BEGIN IMMEDIATE');
    const { data } = failureOf(() => database.run('INSERT INTO t VALUES (1)'));
    other.exec('ROLLBACK');
    expect(data.code).toBe('storage_failed');
    expect(data.message).toMatch(/another program.*try again/i);
    expect(isTemporaryFailure(data)).toBe(true);
  });

  test('of the disk is temporary; an invalid statement is not', async () => {
    const failed = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
    const failing = withStorageErrors({
      ...open(join(tempFolder(), 'a.db')),
      exec() {
        throw failed;
      },
    });
    expect(isTemporaryFailure(failureOf(() => failing.exec('')).data)).toBe(true);
    const waiting = withStorageErrors({
      ...open(join(tempFolder(), 'c.db')),
      withOtherWriter: () => Promise.reject(failed),
    });
    await expect(
      waiting.withOtherWriter({ count: () => 0, milliseconds: 1 }, async () => null),
    ).rejects.toMatchObject({
      data: { code: 'storage_failed' },
    });
    const database = withStorageErrors(open(join(tempFolder(), 'b.db')));
    const { data } = failureOf(() => database.exec('SELECT * FROM nowhere'));
    expect(isTemporaryFailure(data)).toBe(false);
  });

  test('by damage says to restart, and is recorded when it is found', async () => {
    const path = join(tempFolder(), 'a.db');
    const first = open(path);
    first.exec('CREATE TABLE t (a)');
    for (let index = 0; index < 100; index += 1) first.run('INSERT INTO t VALUES (?)', 'x'.repeat(1_000));
    first.close();
    damagePages(path, (await leafPagesOf(path, 't')).slice(3, 5));
    let noted = 0;
    const database = withStorageErrors(open(path), () => {
      noted += 1;
    });
    const error = failureOf(() => database.all('SELECT * FROM t'));
    expect(error.data).toMatchObject({
      code: 'storage_failed',
      message: expect.stringMatching(/damaged.*[Rr]estart/),
    });
    expect([isDamage(error), isTemporaryFailure(error.data), noted]).toEqual([true, false, 1]);
  });
});
