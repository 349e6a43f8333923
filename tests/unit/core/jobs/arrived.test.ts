/** Results that were paid for and are on the disk, though the app ended before it could store that they came. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../electron/storage/db/driver';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { IMAGES, type PaidGateway, png, startPaidGateway } from '../../../support/paid-gateway';
import { tempFolder } from '../../../support/temp-folder';

let gateway: PaidGateway;
let app: TestCore;
let home: string;
let other: Database | null = null;
beforeEach(async () => {
  gateway = await startPaidGateway();
  home = tempFolder();
  app = await openTestCore({ home, sandbox: gateway.sandbox });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

/** Answers with so many images while another program locks the database, and ends the app before it lets go. */
async function endWhileLocked(images: number, asked: number): Promise<string> {
  gateway.on(IMAGES, () => {
    other = openDatabase(join(home, 'gatehouse.db'));
    other.exec('BEGIN IMMEDIATE');
    const one = { b64_json: png.toString('base64') };
    return { charge: 10, body: { data: Array.from({ length: images }, () => one) } };
  });
  const id = randomUUID();
  const request = { modality: 'image', model: 'paid/painter', prompt: 'x', extra: {} } as const;
  await app.tell('jobs.create', { id, ...request, parameters: { count: asked } });
  const isRefused = ({ title }: { title: string }) => title === 'Couldn’t save a job';
  await app.until(() =>
    app.events.some((event) => event.type === 'notices.changed' && event.notices.some(isRefused)),
  );
  await app.core.close();
  other?.exec('ROLLBACK');
  other?.close();
  app = await openTestCore({ home, sandbox: gateway.sandbox });
  return id;
}

async function ended(id: string): Promise<Job> {
  for (;;) {
    const { jobs } = await app.tell('jobs.page', { modality: null, cursor: null, limit: 10 });
    const job = jobs.find((one) => one.id === id);
    if (job && finishedStatuses.includes(job.status)) return job;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('are saved at the next start, and nothing is requested again', async () => {
  const id = await endWhileLocked(2, 2);
  const job = await ended(id);
  expect(job).toMatchObject({ status: 'completed', mayStillCharge: false });
  expect(job.media).toHaveLength(2);
  expect(gateway.count(IMAGES)).toBe(1);
  const { rows } = await app.tell('ledger.page', { filter: {}, cursor: null, limit: 20 });
  const used = rows.filter(({ jobId }) => jobId === id).map(({ outcome, amount }) => [outcome, amount]);
  expect(used).toContainEqual(['unknown', null]);
});

test('wait for the person where some are missing: the stored answer may hold the others', async () => {
  const id = await endWhileLocked(1, 2);
  expect(await ended(id)).toMatchObject({ status: 'interrupted', mayStillCharge: true });
  expect(gateway.count(IMAGES)).toBe(1);
});
