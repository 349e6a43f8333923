import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { openTestCore, type TestCore } from '../../../support/core';
import { gif } from '../../../support/media-files';
import { startTestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let app: TestCore;
afterEach(() => app.close());

const items = async () => (await app.tell('library.page', { filter: {}, cursor: null, limit: 5 })).items;

test('a GIF that an earlier version took for a video is shown as the image it is', async () => {
  const home = tempFolder();
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  app = await openTestCore({ home, sandbox });
  const request = { modality: 'image' as const, model: 'sandbox/aurora', prompt: 'a wave' };
  await app.tell('jobs.create', { id: randomUUID(), ...request, parameters: {}, extra: {} });
  await app.until(() =>
    app.events.some((one) => one.type === 'job.changed' && one.job.status === 'completed'),
  );
  const [saved] = await items();
  await app.close();
  writeFileSync(join(home, 'media', 'images', saved?.fileName ?? ''), gif);
  const database = openDatabase(join(home, 'gatehouse.db'));
  database.run(
    `UPDATE media SET kind = 'video', content_type = 'image/gif', width = NULL, height = NULL,
       duration_ms = NULL, has_thumbnail = 0, file_facts = NULL`,
  );
  database.close();

  app = await openTestCore({ home, sandbox });
  const id = saved?.id ?? '';
  await app.tell('media.check', { ids: [id] });
  const seen = { kind: 'image', width: 1, height: 1, hasThumbnail: true };
  expect(await items()).toMatchObject([{ id, ...seen }]);
  expect(app.events.at(-1)).toMatchObject({ type: 'media.changed' });
  // Once: what was read is not read at every start.
  const before = app.events.length;
  await app.tell('media.check', { ids: [id] });
  expect(app.events.length).toBe(before);
});
