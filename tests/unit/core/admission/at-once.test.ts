/** Requests that are made in the same moment count in each other's limits. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { IMAGES, type PaidGateway, pictures, startPaidGateway } from '../../../support/paid-gateway';

let gateway: PaidGateway;
let app: TestCore;
/** Lets the gateway answer: nothing is over before all were decided on. */
let answer: () => void;
beforeEach(async () => {
  gateway = await startPaidGateway();
  const painter = {
    ...{ id: 'paid/painter', object: 'model' },
    meta: {
      pricing: { currency: 'credits', unit: 'image', per_unit: 10 },
      capabilities: { modalities: { input: ['text'], output: ['image'] } },
    },
  };
  gateway.on('/models', () => ({ body: { object: 'list', data: [painter] } }));
  const opened = new Promise<void>((resolve) => {
    answer = resolve;
  });
  gateway.on(IMAGES, async ({ before }) => {
    await opened;
    return pictures(gateway, 1, before);
  });
  app = await openTestCore({ sandbox: gateway.sandbox });
  await untilListed(app);
  await app.tell('settings.update', { patch: { budgets: { sandbox: { hardPerDay: 15 } } } });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const image = () => ({
  ...{ id: randomUUID(), modality: 'image' as const, model: 'paid/painter', prompt: 'a boat' },
  ...{ parameters: {}, extra: {} },
});

test('two windows that press at the same time pass no limit together', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => app.ask('jobs.create', image())));
  const refused = answers.flatMap((one) => (one.ok ? [] : [one.error.code]));
  expect(refused).toEqual(['over_budget', 'over_budget']);
  answer();
  await app.until(() => gateway.charges.length === 1);
});
