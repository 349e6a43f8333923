/** A list of models whose later pages can't be read. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestCore, type TestCore } from '../../../support/core';
import { type Asked, type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  app = await openTestCore({ sandbox: gateway.sandbox });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const page = (ids: readonly string[], next?: string) => ({
  body: { data: ids.map((id) => ({ id })), ...(next && { next_page_token: next }) },
});

async function refreshed(second: (asked: Asked) => ReturnType<typeof page> | { status: number }) {
  gateway.on('/models', (asked) =>
    asked.query.get('page_token') === null ? page(['a', 'b'], 't') : second(asked),
  );
  await app.tell('models.refresh', {});
  const { models, error, unread } = (await app.tell('app.snapshot', {})).catalogue;
  return { ids: models.map(({ id }) => id), error, unread };
}

test('the list says so, and keeps the models that it had', async () => {
  const whole = await refreshed(() => page(['c']));
  expect(whole).toEqual({ ids: ['a', 'b', 'c'], error: null, unread: null });
  const partial = await refreshed(() => ({ status: 400 }));
  expect(partial).toMatchObject({ ids: ['a', 'b', 'c'], error: null, unread: { statusCode: 400 } });
  expect(app.events.findLast(({ type }) => type === 'models.changed')).toMatchObject({
    catalogue: { unread: { statusCode: 400 } },
  });
  expect(await refreshed(() => page([]))).toEqual({ ids: ['a', 'b'], error: null, unread: null });
});
