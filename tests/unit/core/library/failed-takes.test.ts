/** What failed and was charged all the same counts in the cost of a tree, once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { costOfTreeText } from '../../../../renderer/media/lineage/node-text';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { costOfTree } from '../../../../shared/media/lineage';
import type { InputRef } from '../../../../shared/run/inputs';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { inMicros } from '../../../support/money';
import { type PaidGateway, pictures, startPaidGateway } from '../../../support/paid-gateway';

let gateway: PaidGateway;
let app: TestCore;
beforeAll(async () => {
  gateway = await startPaidGateway();
  app = await openTestCore({ sandbox: gateway.sandbox });
  await app.tell('models.refresh', {});
  const { profileId } = (await app.tell('app.snapshot', {})).catalogue;
  await app.tell('models.takes', { profileId, model: 'paid/painter', kinds: ['image'] });
});
afterAll(async () => {
  await app.close();
  await gateway.close();
});

async function make(prompt: string, inputs: InputRef[]): Promise<Job> {
  const id = randomUUID();
  const painter = { modality: 'image' as const, model: 'paid/painter', parameters: {}, extra: {} };
  await app.tell('jobs.create', { id, ...painter, prompt, inputs });
  return await app.until<Job>(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });
}

test('is shown with the tree here and after an archive; what cost nothing is not', async () => {
  const { media, id: jobId } = await make('a harbor', []);
  const mediaId = media[0]?.id ?? '';
  const { id, name } = await app.tell('attachments.addFromLibrary', { mediaId });
  const from = { jobId, mediaId };
  const inputs: InputRef[] = [
    { role: 'image', id, name, from },
    { role: 'reference', id, name, from },
  ];
  const costText = async (core = app) =>
    costOfTreeText(await core.tell('media.lineage', { id: mediaId, isWhole: false }));
  expect(await costText()).toBe('10 cr');

  gateway.on('/images/edits', () => ({
    status: 400,
    body: { error: { code: 'invalid_request', message: 'No.' } },
  }));
  expect((await make('refused', inputs)).status).toBe('failed');
  expect(await costText()).toBe('10 cr');

  gateway.on('/images/edits', () => ({ charge: 4, body: { data: [{}] } }));
  expect(await make('charged', inputs)).toMatchObject({ status: 'failed', media: [] });
  expect(await costText()).toBe('14 cr, 4 cr of it for 1 failed take');

  gateway.on('/images/edits', () => ({ ...pictures(gateway, 1, 'edited'), charge: 6 }));
  expect((await make('at last', inputs)).status).toBe('completed');
  const lineage = await app.tell('media.lineage', { id: mediaId, isWhole: true });
  expect(costOfTree(lineage)).toEqual({
    all: { known: inMicros(20_000_000), unknown: 0 },
    failed: { known: inMicros(4_000_000), unknown: 0 },
  });

  const elsewhere = await openTestCore();
  try {
    expect((await importAll(elsewhere, await exportAll(app))).error).toBeNull();
    expect(await costText(elsewhere)).toBe('20 cr, 4 cr of it for 1 failed take');
  } finally {
    await elsewhere.close();
  }
});
