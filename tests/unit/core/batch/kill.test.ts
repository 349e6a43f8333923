import { expect, onTestFinished, test } from 'vitest';
import { aBatch, rowsOf, untilDone } from '../../../support/batches';
import { openTestCore } from '../../../support/core';
import { liveAndDie } from '../../../support/killed-process';
import { paidIn } from '../../../support/money';
import { programOf } from '../../../support/programs';
import { startTestSandbox } from '../../../support/sandbox';
import { soakTimes } from '../../../support/soak';
import { tempFolder } from '../../../support/temp-folder';

const ROWS = 60;
const KILLS = soakTimes(6, 20);
const CHATS = 'POST /api/v1/chat/completions';

test(`${ROWS} rows survive ${KILLS} kills at any moment: none lost, none requested twice, none charged twice`, async () => {
  const home = tempFolder();
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  // A balance that was settled before: later ones are compared with it.
  const first = await openTestCore({ home, sandbox });
  await first.tell('models.refresh', {});
  await first.core.close();
  const batch = aBatch({
    model: 'sandbox/firehose',
    template: 'Row {{n}}',
    columns: ['n'],
    rows: Array.from({ length: ROWS }, (_, index) => [String(index)]),
    settings: { extra: { tokens: 12, tokens_per_second: 80 } },
  });
  const env = {
    HOME_FOLDER: home,
    BASE_URL: sandbox.baseUrl,
    API_KEY: sandbox.apiKey,
    BATCH: JSON.stringify(batch),
  };
  for (let kill = 0; kill < KILLS; kill += 1)
    await liveAndDie(
      await programOf('run-batch'),
      env,
      50 + Math.random() * 350,
      kill % 2 ? 'asked' : 'open',
    );

  const app = await openTestCore({ home, sandbox });
  onTestFinished(() => app.core.close());
  await untilDone(app, batch.id);
  const rows = await rowsOf(app, batch.id);
  expect(rows).toHaveLength(ROWS);
  // What may have been accepted was never asked again by itself.
  expect((await sandbox.account()).requests[CHATS]).toBeLessThanOrEqual(ROWS);
  const interrupted = rows.filter(({ status }) => status === 'interrupted');
  expect(interrupted).not.toEqual([]);
  expect(rows.filter(({ status }) => status === 'done')).toHaveLength(ROWS - interrupted.length);
  for (const { error } of interrupted)
    expect(error).toMatchObject({ code: 'interrupted', outcomeUnknown: true });

  // The person asks again, and under the same keys.
  for (const { position } of interrupted) await app.tell('batches.retryRow', { id: batch.id, position });
  expect((await untilDone(app, batch.id)).counts.done).toBe(ROWS);
  const { charges, charged } = await sandbox.account();
  expect(charges.length).toBeLessThanOrEqual(ROWS);
  expect(new Set(charges.map((charge) => charge.idempotency_key)).size).toBe(charges.length);
  // A cost whose telling was lost with a kill is found again in the balance.
  await app.tell('models.refresh', {});
  expect(paidIn(await app.tell('ledger.page', { filter: {}, cursor: null, limit: 1 }))).toBe(
    Math.round(charged * 1e6),
  );
}, 240_000);
