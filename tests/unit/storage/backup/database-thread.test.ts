/** The thread that copies and checks a database, as it is shipped. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isWholeCopy } from '../../../../electron/storage/backup/checked-copy';
import { createDatabaseThread } from '../../../../electron/storage/backup/database-thread';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { migrate } from '../../../../electron/storage/db/migrate';
import { migrations } from '../../../../electron/storage/db/schema';
import { damagePages, leafPagesOf } from '../../../support/damage';
import { programOf } from '../../../support/programs';
import { tempFolder } from '../../../support/temp-folder';

let program: string;
beforeAll(async () => {
  program = await programOf('copy-database');
});

const run = (task: Parameters<ReturnType<typeof createDatabaseThread>>[0]) =>
  createDatabaseThread(pathToFileURL(program))(task);

function filled(path: string, rows: number) {
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  migrate(database, migrations);
  const insert =
    'INSERT INTO conversations (id, title, created_at, updated_at, settings) VALUES (?, ?, 1, 1, ?)';
  database.transaction(() => {
    for (let index = 0; index < rows; index += 1) database.run(insert, `c${index}`, 'x'.repeat(1_000), '{}');
  });
  return database;
}

describe('the thread for the database', () => {
  test('copies 20 MB while rows are written, and blocks nothing', async () => {
    const folder = tempFolder();
    const [from, to] = [join(folder, 'a.db'), join(folder, 'b.db')];
    const database = filled(from, 20_000);
    let isDone = false;
    const copying = run({ kind: 'copy', from, to, newestVersion: migrations.length }).then((result) => {
      isDone = true;
      return result;
    });
    let writes = 0;
    let longestMs = 0;
    while (!isDone) {
      const begun = performance.now();
      database.run("UPDATE conversations SET title = 'new' WHERE id = ?", `c${writes}`);
      longestMs = Math.max(longestMs, performance.now() - begun);
      writes += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await copying).toBe('done');
    expect(isWholeCopy(to, migrations.length)).toBe(true);
    expect(writes).toBeGreaterThan(1);
    // A copy made in place would hold the first write up for as long as it takes.
    expect(longestMs).toBeLessThan(2_000);
  });

  test('finds damage, and passes errors on', async () => {
    const path = join(tempFolder(), 'a.db');
    filled(path, 200).close();
    expect(await run({ kind: 'check', path })).toBe('sound');
    damagePages(path, (await leafPagesOf(path, 'conversations')).slice(0, 1));
    expect(await run({ kind: 'check', path })).toBe('damaged');
    const copied = join(tempFolder(), 'copy.db');
    expect(await run({ kind: 'copy', from: path, to: copied, newestVersion: 99 })).toBe('damaged');
    expect(existsSync(copied)).toBe(false);
    const whole = join(tempFolder(), 'b.db');
    filled(whole, 1);
    const to = join(tempFolder(), 'no', 'such', 'folder.db');
    await expect(run({ kind: 'copy', from: whole, to, newestVersion: 99 })).rejects.toMatchObject({
      code: expect.stringMatching(/SQLITE_CANTOPEN|ENOENT/),
    });
  });
});
