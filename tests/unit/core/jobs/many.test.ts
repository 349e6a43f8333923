import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { nextPollInMs } from '../../../../shared/calls/job-polling';
import { openTestCore, type TestCore } from '../../../support/core';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';

let app: TestCore | null = null;
let sandbox: TestSandbox | null = null;
afterEach(async () => {
  await app?.close();
  await sandbox?.close();
  app = null;
  sandbox = null;
});

const endless = { modality: 'video', model: 'sandbox/kinograph-flaky', prompt: 'never ends' } as const;

test('200 jobs are all accepted by a gateway that allows 300 calls a minute, and polled within that rate', async () => {
  sandbox = await startTestSandbox({ callsPerMinute: 300, initialCredits: 100_000 });
  app = await openTestCore({ sandbox });
  const running = app;
  const ids = Array.from({ length: 200 }, () => randomUUID());
  for (const id of ids) {
    const parameters = { duration: 1, resolution: '480p' };
    await running.tell('jobs.create', { ...endless, id, parameters, extra: { fail: 'timeout' } });
  }
  const jobs = async () =>
    (await running.tell('jobs.page', { modality: null, cursor: null, limit: 200 })).jobs;
  const accepted = async () => (await jobs()).filter(({ remoteId }) => remoteId !== null).length;
  const deadline = Date.now() + 90_000;
  while ((await accepted()) < 200 && Date.now() < deadline)
    await new Promise((done) => setTimeout(done, 500));
  expect(await accepted()).toBe(200);
  expect((await jobs()).filter(({ status }) => status === 'failed' || status === 'interrupted')).toEqual([]);
  const { requests } = await sandbox.account();
  // Refused ones are counted there too: each job was accepted once, however often it had to ask.
  expect(requests['POST /api/v1/videos/generations']).toBeGreaterThanOrEqual(200);
});

test('the more jobs are polled, the further apart the polls of each; the server’s wait is never shortened', () => {
  const look = { taken: 0, failedInARow: 0, serverWaitMs: null, followed: 1 };
  expect(nextPollInMs(look, 0)).toBe(2_000);
  expect(nextPollInMs({ ...look, taken: 20 }, 0)).toBe(10_000);
  expect(nextPollInMs({ ...look, serverWaitMs: 7_000 }, 0)).toBe(7_000);
  expect(nextPollInMs({ ...look, serverWaitMs: 30_000, failedInARow: 3 }, 1)).toBeGreaterThanOrEqual(30_000);
  // A gateway that fails and asks for no wait is still left alone for longer each time.
  expect(nextPollInMs({ ...look, serverWaitMs: 0, failedInARow: 3 }, 0)).toBeGreaterThan(5_000);
  expect(nextPollInMs({ ...look, serverWaitMs: 0 }, 0)).toBe(500);
  // 200 jobs, one look each 50 s: 240 looks a minute.
  expect(nextPollInMs({ ...look, followed: 200 }, 0)).toBe(50_000);
});
