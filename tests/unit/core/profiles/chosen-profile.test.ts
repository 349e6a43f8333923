import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestCore, type TestCore } from '../../../support/core';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';

let app: TestCore;
let other: TestSandbox;
let profileId: string;
beforeAll(async () => {
  [app, other] = await Promise.all([openTestCore(), startTestSandbox()]);
  const { baseUrl, apiKey: key } = other;
  profileId = (await app.tell('profiles.create', { name: 'Other', baseUrl, key, keep: 'session' })).id;
  await app.tell('models.catalogue', { profileId });
});
afterAll(async () => {
  await app.close();
  await other.close();
});

const ended = (id: string) => app.until(() => app.message(id)?.finishedAt != null && app.message(id));

test('a message and another reply to it are sent with the profile that the request names', async () => {
  const message = { conversationId: null, text: 'Hello', model: 'sandbox/echo', settings: {}, profileId };
  const sent = await app.tell('chat.send', { ...message, messageId: randomUUID() });
  expect(await ended(sent.replyId)).toMatchObject({ profileId, status: 'complete' });
  const again = { messageId: sent.replyId, replyId: randomUUID(), profileId };
  await app.tell('chat.regenerate', again);
  expect(await ended(again.replyId)).toMatchObject({ profileId, status: 'complete' });
  expect((await other.account()).chargeCount).toBe(2);
  // The chat itself stays with the profile in use.
  const plain = { messageId: sent.replyId, replyId: randomUUID() };
  await app.tell('chat.regenerate', plain);
  expect(await ended(plain.replyId)).toMatchObject({ profileId: 'sandbox' });
});

test('so is a job, and its forecast is that of this profile', async () => {
  const id = randomUUID();
  const media = { modality: 'image' as const, prompt: 'A boat', parameters: {}, extra: {} };
  const job = { ...media, model: 'sandbox/aurora', profileId };
  const before = await app.tell('credits.forecast', { intent: { ...job, kind: 'job', id } });
  expect(before).toMatchObject({ calls: 1, unpriced: 0 });
  const elsewhere = { ...job, profileId: 'a profile without models' };
  const unknown = await app.tell('credits.forecast', { intent: { ...elsewhere, kind: 'job' } });
  expect(unknown).toMatchObject({ unpriced: 1, costs: [] });
  await app.tell('jobs.create', { ...job, id });
  const event = await app.until(() =>
    app.events.findLast((one) => one.type === 'job.changed' && one.job.id === id),
  );
  expect(event).toMatchObject({ job: { profileId } });
  expect(await app.refusal('jobs.create', { ...elsewhere, id: randomUUID() })).toMatchObject({
    code: 'not_found',
  });
});
