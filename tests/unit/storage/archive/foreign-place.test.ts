/** An export of a database in which a row names a file that is not one of the app's. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { exportAll, live, readTable } from '../../../support/archives';
import { openTestCore } from '../../../support/core';
import { startTestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

test('a result whose row names a file out of its folder is left out, and the export succeeds', async () => {
  const sandbox = await startTestSandbox();
  const home = tempFolder();
  const before = await openTestCore({ home, sandbox });
  await live(before);
  const [item] = (await before.tell('library.page', { cursor: null, limit: 1, filter: {} })).items;
  const id = item?.id ?? '';
  await before.close();
  writeFileSync(join(home, 'secret.png'), 'not a result');
  const database = openDatabase(join(home, 'gatehouse.db'));
  const place = [join(home, 'media'), '../secret.png'];
  database.run('UPDATE media SET folder = ?, file_name = ? WHERE id = ?', ...place, id);
  database.close();
  const app = await openTestCore({ home, sandbox });
  const exported = unzipSync(await exportAll(app));
  expect(readTable(exported, 'media').map((row) => row.id)).toContain(id);
  expect(Object.keys(exported)).toContain(`files/thumbnails/${id}`);
  expect(Object.keys(exported)).not.toContain(`files/media/${id}`);
  await app.close();
  await sandbox.close();
});
