import { afterEach, beforeEach, expect, test } from 'vitest';
import { aBatch, batchOf, rowsOf, untilDone } from '../../../support/batches';
import { openTestCore, type TestCore } from '../../../support/core';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';

let app: TestCore;
let other: TestSandbox;
let otherId: string;
beforeEach(async () => {
  [app, other] = await Promise.all([openTestCore(), startTestSandbox()]);
  const { baseUrl, apiKey: key } = other;
  otherId = (await app.tell('profiles.create', { name: 'Other', baseUrl, key, keep: 'session' })).id;
  await app.tell('models.catalogue', { profileId: otherId });
  await app.tell('models.catalogue', { profileId: 'sandbox' });
});
afterEach(async () => {
  await app.close();
  await other.close();
});

const limit = (profileId: string, budget: object) =>
  app.tell('settings.update', { patch: { budgets: { [profileId]: budget } } });
const charges = async () => [(await app.sandbox.account()).chargeCount, (await other.account()).chargeCount];

test('a batch is sent with the profile that was chosen for it, and paid by it', async () => {
  const input = aBatch({ profileId: otherId });
  await app.tell('batches.create', input);
  expect((await untilDone(app, input.id)).counts.done).toBe(5);
  expect(await batchOf(app, input.id)).toMatchObject({ profileId: otherId });
  expect(await charges()).toEqual([0, 5]);
  const [row] = await rowsOf(app, input.id);
  expect(app.message(row?.replyId ?? '')?.profileId).toBe(otherId);
  const page = await app.tell('ledger.page', { filter: { profileId: otherId }, cursor: null, limit: 10 });
  expect(page.total).toBe(5);
});

test('the limits of that profile count, and not those of the one in use', async () => {
  const settings = { maxTokens: 1_000 };
  const input = aBatch({ model: 'sandbox/markdown-tour', settings, profileId: otherId, isConfirmed: true });
  await limit('sandbox', { hardPerDay: 0.000001 });
  await limit(otherId, { hardPerDay: 3 });
  const refused = await app.refusal('batches.create', input);
  expect(refused).toMatchObject({ code: 'over_budget', details: { calls: 5 } });
  await limit(otherId, {});
  await app.tell('batches.create', aBatch({ ...input, settings: { maxTokens: 10 } }));
  expect((await untilDone(app, input.id)).counts.done).toBe(5);
  expect(await charges()).toEqual([0, 5]);
});

test('the forecast is that of the chosen profile', async () => {
  const plan = { kind: 'batch', modality: 'chat', model: 'sandbox/markdown-tour' } as const;
  const forecast = (profileId: string) => {
    const table = {
      name: 'A',
      template: '{{a}}',
      columns: ['a'],
      rows: [['x'.repeat(10)], ['y'.repeat(10)]],
    };
    const intent = { ...plan, ...table, profileId, settings: { maxTokens: 100 } };
    return app.tell('credits.forecast', { intent });
  };
  expect(await forecast(otherId)).toMatchObject({ calls: 2, unpriced: 0 });
  expect(await forecast('a profile without models')).toMatchObject({ calls: 2, unpriced: 2, costs: [] });
});

test('a profile that no longer exists is named as the reason, and nothing is stored', async () => {
  await app.tell('profiles.remove', { id: otherId });
  const input = aBatch({ profileId: otherId });
  expect(await app.refusal('batches.create', input)).toMatchObject({ code: 'not_found' });
  expect(await app.refusal('batches.get', { id: input.id })).toMatchObject({ code: 'not_found' });
});
