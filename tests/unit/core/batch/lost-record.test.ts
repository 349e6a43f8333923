/** Batches whose database was damaged and repaired while rows were under way: their jobs or replies are gone. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, releaseClosedDatabases } from '../../../../electron/storage/db/driver';
import { markDamaged } from '../../../../electron/storage/db/end-mark';
import { startStorage } from '../../../../electron/storage/storage';
import { aBatch, rowsOf, untilDone } from '../../../support/batches';
import { openTestCore, type TestCore } from '../../../support/core';
import { damagePages, leafPagesOf } from '../../../support/damage';
import { startTestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

const ROWS = 3;

/** Runs a batch whose rows are charged, puts it back to `status`, and loses a table in a repair. */
async function repairedApp(modality: 'image' | 'chat', status: 'running' | 'waiting') {
  const home = tempFolder();
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  const media = { model: 'sandbox/isometric', parameters: { size: '512x512' } };
  const batch = aBatch({
    ...{ modality, ...(modality === 'image' && media) },
    ...{ template: 'a {{what}}', columns: ['what'], rows: [['house'], ['tree'], ['boat']] },
  });
  const first = await openTestCore({ home, sandbox });
  await first.tell('batches.create', batch);
  await untilDone(first, batch.id);
  await first.core.close();
  await loseTable(home, modality === 'image' ? 'jobs' : 'message_rows', status);
  const app = await openTestCore({ home, sandbox });
  onTestFinished(() => app.core.close());
  return { app, batch };
}

async function loseTable(home: string, table: string, status: string): Promise<void> {
  await releaseClosedDatabases();
  const path = join(home, 'gatehouse.db');
  const database = openDatabase(path);
  database.run('UPDATE batch_rows SET status = ?, finished_at = NULL', status);
  database.exec("UPDATE batches SET status = 'running', finished_at = NULL");
  database.close();
  damagePages(path, await leafPagesOf(path, table));
  markDamaged(home);
  const { storage, repair } = await startStorage(home, Date.now());
  expect(repair?.kind).toBe('recovered');
  storage.close();
  await releaseClosedDatabases();
}

const chargeCount = async (app: TestCore) => (await app.sandbox.account()).chargeCount;

test.each([
  ['image', 'running'],
  ['image', 'waiting'],
  ['chat', 'running'],
] as const)(
  '%s rows that were %s and lost their record are not sent again by themselves',
  async (modality, status) => {
    const { app, batch } = await repairedApp(modality, status);
    const { counts } = await untilDone(app, batch.id);
    expect(counts).toMatchObject({ interrupted: ROWS, done: 0 });
    for (const { error } of await rowsOf(app, batch.id))
      expect(error).toMatchObject({ code: 'interrupted', outcomeUnknown: true });
    expect(await chargeCount(app)).toBe(ROWS);
  },
);

test.each(['image', 'chat'] as const)(
  'one %s row that lost its record is sent again once you retry it',
  async (modality) => {
    const { app, batch } = await repairedApp(modality, 'running');
    await untilDone(app, batch.id);
    await app.tell('batches.retryRow', { id: batch.id, position: 1 });
    expect((await untilDone(app, batch.id)).counts).toMatchObject({ interrupted: ROWS - 1, done: 1 });
    // The same key for a chat: the gateway answers it from what it kept, and charges nothing.
    expect(await chargeCount(app)).toBe(modality === 'image' ? ROWS + 1 : ROWS);
  },
);
