import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestCore, type TestCore } from '../../../support/core';
import { type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  app = await openTestCore({ sandbox: gateway.sandbox });
  await app.tell('models.refresh', {});
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const models = async () => (await app.tell('app.snapshot', {})).catalogue.models;
const capabilities = (output: string) => ({ modalities: { input: ['text'], output: [output] } });

test('the record of one model is asked for again alone, and every window sees it', async () => {
  const lists = gateway.count('/models');
  gateway.on('/models/paid/painter', () => ({
    body: { id: 'paid/painter', vendor: { capabilities: capabilities('video') } },
  }));
  const model = await app.tell('models.retrieve', { model: 'paid/painter' });
  expect(model.capabilities?.output).toEqual(['video']);
  // The single record states no price: the list's one stays.
  expect(model.pricing).toMatchObject({ unit: 'image', perUnit: 10 });
  expect(await models()).toEqual([model]);
  expect(app.events.findLast(({ type }) => type === 'models.changed')).toMatchObject({
    catalogue: { models: [{ id: 'paid/painter', capabilities: { output: ['video'] } }] },
  });
  expect(gateway.count('/models')).toBe(lists + 1);
  expect(gateway.charges).toEqual([]);
});

test('a model that the list leaves out is added, and an alias keeps its name', async () => {
  gateway.on('/models/my/alias', () => ({ body: { id: 'paid/painter-2026' } }));
  expect(await app.tell('models.retrieve', { model: 'my/alias' })).toMatchObject({ id: 'my/alias' });
  expect((await models()).map(({ id }) => id)).toEqual(['paid/painter', 'my/alias']);
});

test.each([
  [
    'one that the gateway doesn’t know',
    404,
    { error: { code: 'model_not_found', message: 'No.' } },
    'model_not_found',
  ],
  ['a reply that holds no model', 200, { object: 'list', data: [] }, 'malformed_response'],
])('%s changes nothing', async (_name, status, body, code) => {
  gateway.on('/models/paid/painter', () => ({ status, body }));
  const before = await models();
  expect(await app.refusal('models.retrieve', { model: 'paid/painter' })).toMatchObject({ code });
  expect(await models()).toEqual(before);
});
