import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database, SqlValue } from '../../../../electron/storage/db/driver';
import { openDatabase, releaseClosedDatabases, sqliteCode } from '../../../../electron/storage/db/driver';
import { databaseVersion, migrate, NewerDatabaseError } from '../../../../electron/storage/db/migrate';

let folder: string;
let path: string;
let database: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-driver-'));
  path = join(folder, 'test.db');
  database = openDatabase(path);
  database.exec('CREATE TABLE item (id INTEGER PRIMARY KEY, value)');
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const codeOf = (work: () => unknown): string | null => {
  try {
    work();
  } catch (error) {
    return sqliteCode(error);
  }
  throw new Error('nothing was thrown');
};

describe('openDatabase', () => {
  it('sets the write-ahead log, full synchronization, foreign keys and a busy time-out', () => {
    const pragma = (name: string) => Object.values(database.get<object>(`PRAGMA ${name}`) ?? {})[0];
    expect(['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'].map(pragma)).toEqual([
      'wal',
      2,
      1,
      1000,
    ]);
  });

  it('keeps every kind of value unchanged', () => {
    const values: SqlValue[] = ['é𝄞', '', 0, -7, 2 ** 40, 0.25, null, Uint8Array.of(0, 255)];
    for (const value of values) database.run('INSERT INTO item (value) VALUES (?)', value);
    database.run('INSERT INTO item (value) VALUES (?)', 12n);
    const rows = database.all<{ value: unknown }>('SELECT value FROM item ORDER BY id');
    expect(rows.map((row) => row.value)).toEqual([...values, 12]);
  });

  it('loses nothing after a NUL character', () => {
    database.run('INSERT INTO item (value) VALUES (?)', 'before\0after');
    expect(database.get('SELECT value FROM item')).toEqual({ value: 'before\uFFFDafter' });
  });

  it('binds whole numbers as integers and others as reals', () => {
    database.run('INSERT INTO item (value) VALUES (?), (?)', 5, 1.5);
    const rows = database.all<{ type: string }>('SELECT typeof(value) AS type FROM item ORDER BY id');
    expect(rows).toEqual([{ type: 'integer' }, { type: 'real' }]);
  });

  it('refuses booleans and undefined instead of ending the process', () => {
    for (const value of [true, undefined, {}]) {
      expect(() => database.run('INSERT INTO item (value) VALUES (?)', value as never)).toThrow(TypeError);
    }
    expect(database.all('SELECT * FROM item')).toEqual([]);
  });

  it('returns rows without extra columns, and undefined for none', () => {
    database.run('INSERT INTO item (id, value) VALUES (1, ?)', 'a');
    expect(database.get('SELECT * FROM item')).toEqual({ id: 1, value: 'a' });
    expect(database.get('SELECT * FROM item WHERE id = ?', 2)).toBeUndefined();
  });

  it('reports what a statement changed', () => {
    expect(database.run('INSERT INTO item (value) VALUES (1), (2)')).toEqual({
      changes: 2,
      lastInsertRowid: 2,
    });
    expect(database.run('DELETE FROM item').changes).toBe(2);
  });

  it('keeps no lock after a row was read', () => {
    database.run('INSERT INTO item (value) VALUES (1), (2)');
    database.get('SELECT * FROM item');
    database.get('INSERT INTO item (value) VALUES (3) RETURNING id');
    const other = openDatabase(path);
    expect(other.transaction(() => other.run('DELETE FROM item').changes)).toBe(3);
    other.close();
    expect(() => database.exec('DROP TABLE item')).not.toThrow();
  });

  it('refuses to run a statement that returns rows', () => {
    expect(() => database.run('INSERT INTO item (value) VALUES (1) RETURNING id')).toThrow(TypeError);
    expect(database.all('SELECT * FROM item')).toEqual([]);
  });

  it('names the error that SQLite reported', () => {
    expect(codeOf(() => database.exec('selec'))).toBe('SQLITE_ERROR');
    database.run('INSERT INTO item (id) VALUES (1)');
    expect(codeOf(() => database.run('INSERT INTO item (id) VALUES (1)'))).toMatch(/^SQLITE_CONSTRAINT/);
    expect(sqliteCode(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBeNull();
  });

  it('detects at once that a file is not a database, and leaves it unchanged', () => {
    const broken = join(folder, 'broken.db');
    writeFileSync(broken, 'this is no database. '.repeat(400));
    expect(codeOf(() => openDatabase(broken))).toBe('SQLITE_NOTADB');
  });

  it('throws for a folder that does not exist', () => {
    expect(() => openDatabase(join(folder, 'none', 'x.db'))).toThrow();
  });

  it('refuses every write when opened read-only, and creates no file', () => {
    const reader = openDatabase(path, { readonly: true });
    expect(reader.all('SELECT * FROM item')).toEqual([]);
    expect(codeOf(() => reader.run('INSERT INTO item (value) VALUES (1)'))).toBe('SQLITE_READONLY');
    reader.close();
    expect(() => openDatabase(join(folder, 'absent.db'), { readonly: true })).toThrow('no database');
    expect(existsSync(join(folder, 'absent.db'))).toBe(false);
  });

  it('refuses use after closing, and closing twice is harmless', () => {
    database.get('SELECT 1');
    database.close();
    database.close();
    for (const use of [
      () => database.exec('SELECT 1'),
      () => database.get('SELECT 1'),
      () => database.transaction(() => 1),
    ])
      expect(use).toThrow('closed');
  });
});

describe('transaction', () => {
  const count = () => database.all('SELECT * FROM item').length;

  it('keeps all changes and returns the result', () => {
    expect(
      database.transaction(() => database.run('INSERT INTO item (value) VALUES (1)').lastInsertRowid),
    ).toBe(1);
    expect(count()).toBe(1);
  });

  it('keeps nothing when it throws, and can be retried', () => {
    const failing = () =>
      database.transaction(() => {
        database.run('INSERT INTO item (value) VALUES (1)');
        throw new Error('on purpose');
      });
    expect(failing).toThrow('on purpose');
    expect(failing).toThrow('on purpose');
    expect(count()).toBe(0);
  });

  it('takes back its own part alone where what is around it goes on', () => {
    const add = (value: number) => database.run('INSERT INTO item (value) VALUES (?)', value);
    database.transaction(() => {
      add(1);
      const part = () =>
        database.transaction(() => {
          add(2);
          database.transaction(() => add(3));
          throw new Error('on purpose');
        });
      expect(part).toThrow('on purpose');
      database.transaction(() => add(4));
    });
    expect(database.all('SELECT value FROM item ORDER BY id')).toEqual([{ value: 1 }, { value: 4 }]);
  });

  it('joins the transaction around it', () => {
    expect(() =>
      database.transaction(() => {
        database.transaction(() => database.run('INSERT INTO item (value) VALUES (1)'));
        throw new Error('outer');
      }),
    ).toThrow('outer');
    expect(count()).toBe(0);
  });

  it('refuses to wait for a promise', () => {
    expect(() => database.transaction(async () => 1)).toThrow(TypeError);
    expect(() => database.transaction(() => 1)).not.toThrow();
  });

  it('waits for another connection that is writing', () => {
    const other = openDatabase(path);
    other.exec('PRAGMA busy_timeout=50');
    database.transaction(() => {
      expect(codeOf(() => other.transaction(() => 1))).toMatch(/^SQLITE_BUSY/);
    });
    expect(other.transaction(() => 1)).toBe(1);
    other.close();
  });
});

describe('withOtherWriter', () => {
  const lockWait = () => database.get<{ timeout: number }>('PRAGMA busy_timeout')?.timeout;
  const writer = (count: () => number) => ({ count, milliseconds: 120_000 });
  const insert = () => database.run('INSERT INTO item (value) VALUES (1)');

  it('waits for a lock as long as before once the work has ended or failed', async () => {
    expect(
      await database.withOtherWriter(
        writer(() => 0),
        async () => lockWait(),
      ),
    ).toBeLessThan(100);
    expect(lockWait()).toBe(1_000);
    const failing = database.withOtherWriter(
      writer(() => 0),
      () => Promise.reject(new Error('the work')),
    );
    await expect(failing).rejects.toThrow('the work');
    expect(lockWait()).toBe(1_000);
  });

  it.each([
    ['a statement', insert],
    ['a transaction', () => database.transaction(insert)],
  ])('lets %s wait until the thread has returned the lock', async (_, write) => {
    const other = openDatabase(path);
    other.exec('BEGIN IMMEDIATE');
    let asked = 0;
    const count = () => {
      asked += 1;
      if (asked === 4) other.exec('COMMIT');
      return asked < 4 ? 1 : 2;
    };
    await database.withOtherWriter(writer(count), async () => write());
    expect(asked).toBeGreaterThan(3);
    expect(database.get('SELECT count(*) AS n FROM item')).toEqual({ n: 1 });
    other.close();
  });

  it('does not wait for a lock that the thread does not hold', async () => {
    const other = openDatabase(path);
    other.exec('BEGIN IMMEDIATE');
    await database.withOtherWriter(
      writer(() => 2),
      async () => expect(codeOf(insert)).toMatch(/^SQLITE_BUSY/),
    );
    other.exec('ROLLBACK');
    other.close();
  });

  it('reports how the work ended where the database was closed meanwhile', async () => {
    const closing = database.withOtherWriter(
      writer(() => 0),
      async () => database.close(),
    );
    expect(await closing).toBeUndefined();
  });
});

describe('migrate', () => {
  const first = { version: 1, name: 'notes', sql: 'CREATE TABLE note (text TEXT NOT NULL)' };
  const second = { version: 2, name: 'stars', sql: 'ALTER TABLE note ADD COLUMN starred INTEGER' };

  it('runs the missing steps once, in order', () => {
    expect(migrate(database, [first])).toEqual(['notes']);
    database.run('INSERT INTO note (text) VALUES (?)', 'kept');
    expect(migrate(database, [first, second])).toEqual(['stars']);
    expect(migrate(database, [first, second])).toEqual([]);
    expect(database.get('SELECT * FROM note')).toEqual({ text: 'kept', starred: null });
    expect(databaseVersion(database)).toBe(2);
  });

  it('leaves the version before a step that fails', () => {
    const broken = {
      version: 2,
      name: 'broken',
      sql: 'CREATE TABLE half (x); INSERT INTO nowhere VALUES (1)',
    };
    expect(() => migrate(database, [first, broken])).toThrow();
    expect(databaseVersion(database)).toBe(1);
    expect(database.get("SELECT name FROM sqlite_master WHERE name = 'half'")).toBeUndefined();
  });

  it('refuses a database of a newer version and does not touch it', () => {
    migrate(database, [first, second]);
    expect(() => migrate(database, [first])).toThrow(NewerDatabaseError);
    expect(databaseVersion(database)).toBe(2);
  });

  it('refuses steps with gaps or in the wrong order', () => {
    expect(() => migrate(database, [second])).toThrow('must have version 1');
  });
});

it.skipIf(process.platform !== 'linux')('closes the files of closed databases on request', async () => {
  database.all('SELECT * FROM item');
  database.close();
  expect(held()).not.toEqual([]);
  await releaseClosedDatabases();
  expect(held()).toEqual([]);
});

it.skipIf(process.platform !== 'linux')('closes the file although the error of a query is kept', async () => {
  const errors: unknown[] = [];
  for (const ask of ['all', 'run'] as const) {
    try {
      database[ask]('INSERT INTO item (id) VALUES (?)', 'not a number');
    } catch (error) {
      errors.push(error);
    }
  }
  database.close();
  await releaseClosedDatabases();
  expect(held()).toEqual([]);
  expect(errors).toHaveLength(2);
});

/** What this process has open of the folder. */
const held = () => readdirSync('/proc/self/fd').filter((name) => targetOf(name).startsWith(folder));

/** One that was closed meanwhile points nowhere. */
function targetOf(name: string): string {
  try {
    return readlinkSync(join('/proc/self/fd', name));
  } catch {
    return '';
  }
}
