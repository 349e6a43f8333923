import { expect, onTestFinished, test } from 'vitest';
import { defaultConnection } from '../../../../shared/profiles/defaults';
import { openTestCore } from '../../../support/core';
import { hang, startHostileServer } from '../../../support/hostile-server';

test('a profile’s own time limit ends a call that is silent for longer, and says for how long', async () => {
  const gateway = await startHostileServer();
  const app = await openTestCore();
  onTestFinished(async () => {
    await app.close();
    await gateway.close();
  });
  const timeLimits = { firstByteSeconds: 1, silenceSeconds: null };
  const connection = { ...defaultConnection, authentication: { kind: 'none' }, timeLimits } as const;
  const { id } = await app.tell('profiles.create', { name: 'Short', baseUrl: gateway.baseUrl, connection });
  await app.tell('profiles.activate', { id });
  gateway.script(...Array.from({ length: 4 }, () => ({ before: hang })));
  const { reply } = await app.chat('hello', { model: 'm' });
  expect(reply.error).toMatchObject({ code: 'timeout', details: { stage: 'headers', afterMs: 1_000 } });
  expect(reply.error?.message).toContain('1 s');
});
