import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openTestCore } from '../../../support/core';
import { IMAGES, pictures, startPaidGateway } from '../../../support/paid-gateway';

test('a field that the model refuses is left out from then on, and a notice says so', async () => {
  const gateway = await startPaidGateway();
  const app = await openTestCore({ sandbox: gateway.sandbox });
  onTestFinished(async () => {
    await app.close();
    await gateway.close();
  });
  gateway.on(IMAGES, ({ body, before }) =>
    'seed' in body
      ? { status: 400, body: { error: { param: 'seed', message: 'seed is not supported.' } } }
      : pictures(gateway, 1, before),
  );
  for (const prompt of ['a boat', 'a harbour']) {
    const id = randomUUID();
    const asked = { modality: 'image', model: 'paid/painter', prompt, extra: {} } as const;
    await app.tell('jobs.create', { ...asked, id, parameters: { seed: 7 } });
    await app.until(() =>
      app.events.some(
        (event) => event.type === 'job.changed' && event.job.id === id && event.job.status === 'completed',
      ),
    );
  }
  expect(gateway.requests.filter(({ path }) => path === IMAGES).map(({ body }) => 'seed' in body)).toEqual([
    true,
    false,
    false,
  ]);
  expect(gateway.charges).toHaveLength(2);
  const told = app.events.findLast((event) => event.type === 'notices.changed');
  expect(told).toMatchObject({ notices: [{ title: '“seed” was left out', level: 'info' }] });
});
