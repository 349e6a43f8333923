/** A model that is checked is not trusted: what one answer names is not fetched without end. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTestCore } from '../../../support/core';
import { file, IMAGES, png, startPaidGateway } from '../../../support/paid-gateway';

test('of the thousands of files that an answer names a few are fetched, one after the other', async () => {
  const gateway = await startPaidGateway();
  const app = await openTestCore();
  const addresses = Array.from({ length: 3_000 }, (_, at) => ({ url: `${gateway.baseUrl}/files/${at}.png` }));
  let [open, most] = [0, 0];
  const painter = { id: 'paid/painter', object: 'model', architecture: { output_modalities: ['image'] } };
  gateway.on('/models', () => ({ body: { object: 'list', data: [painter] } }));
  gateway.on(IMAGES, () => ({ charge: 1, body: { data: addresses } }));
  gateway.on(/^\/files\//, async () => {
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    return file(png);
  });
  const { baseUrl } = gateway;
  const profile = { name: 'Work', baseUrl, key: 'a-key', keep: 'session' } as const;
  const { id: profileId } = await app.tell('profiles.create', profile);
  await app.tell('models.refresh', { profileId });
  const id = randomUUID();
  const scope = { profileId, models: ['paid/painter'], probes: ['imageSize' as const] };
  await app.tell('checks.start', { id, ...scope, isConfirmed: true });
  await app.until(() =>
    app.events.some(
      (event) => event.type === 'check.changed' && event.check.id === id && event.check.done === 1,
    ),
  );
  const [result] = (await app.tell('checks.results', { id })).results;
  expect(result).toMatchObject({ result: 'fails', note: expect.stringContaining('1x1 came') });
  expect(gateway.count('/files/')).toBeLessThanOrEqual(4);
  expect(most).toBe(1);
  await app.close();
  await gateway.close();
});
