import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Job } from '../../../../shared/media/jobs';
import { openTestCore } from '../../../support/core';
import { liveAndDie } from '../../../support/killed-process';
import { paidIn } from '../../../support/money';
import { programOf } from '../../../support/programs';
import { startTestSandbox } from '../../../support/sandbox';
import { soakTimes } from '../../../support/soak';
import { tempFolder } from '../../../support/temp-folder';

const JOBS = soakTimes(8, 20);
const KILLS = soakTimes(8, 50);

test(`${JOBS} jobs survive ${KILLS} kills at any moment: none lost, none requested twice, every file delivered`, async () => {
  const home = tempFolder();
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  // The balance before all charges: without it, a charge whose report is lost can't be found.
  const before = await openTestCore({ home, sandbox });
  await before.tell('models.refresh', {});
  await before.close();
  const env = { HOME_FOLDER: home, BASE_URL: sandbox.baseUrl, API_KEY: sandbox.apiKey, JOBS: String(JOBS) };
  for (let kill = 0; kill < KILLS; kill += 1)
    // The last life ends once all were asked for: on a busy machine no other may get so far.
    await liveAndDie(
      await programOf('run-jobs'),
      env,
      Math.random() * 400,
      kill === KILLS - 1 ? 'asked' : 'open',
    );

  const app = await openTestCore({ home, sandbox });
  onTestFinished(() => app.core.close());
  const all = async () => (await app.tell('jobs.page', { modality: null, cursor: null, limit: 200 })).jobs;
  expect(await all()).toHaveLength(JOBS);
  // What may have been accepted is never asked again by itself: the person does, and under the same key.
  for (const { id } of (await all()).filter(({ status }) => status === 'interrupted'))
    await app.tell('jobs.resume', { id });
  let jobs: readonly Job[] = [];
  while (jobs.filter(({ status }) => status === 'completed').length < JOBS) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    jobs = await all();
    expect(jobs.filter(({ status }) => status === 'failed')).toEqual([]);
  }
  expect(readdirSync(join(home, 'media', 'videos')).filter((name) => name.endsWith('.webm'))).toHaveLength(
    JOBS,
  );
  const account = await sandbox.account();
  expect(account.charges).toHaveLength(JOBS);
  // A charge whose report was lost with a kill is found again in the balance.
  await app.tell('models.refresh', {});
  const rows = async (outcome?: 'outside') =>
    await app.tell('ledger.page', { filter: { outcome }, cursor: null, limit: 1 });
  expect(paidIn(await rows())).toBe(Math.round(account.charged * 1e6));
  expect((await rows('outside')).total).toBe(0);
  expect(new Set(jobs.map(({ remoteId }) => remoteId)).size).toBe(JOBS);
}, 300_000);
