/** Settings that only some models take: sent with what they are about, and offered where the model or the person says so. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wordingOf } from '../../../../electron/gateway/dialects/for-core';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { isShown, modalities } from '../../../../shared/modalities/modalities';
import { openTestCore, type TestCore } from '../../../support/core';
import { paidIn } from '../../../support/money';
import { png } from '../../../support/paid-gateway';

let app: TestCore;
beforeAll(async () => {
  app = await openTestCore();
  await app.tell('models.refresh', {});
});
afterAll(() => app.close());

async function ended(id: string): Promise<Job> {
  return await app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });
}

const form = {
  ...{ modality: 'image' as const, model: 'sandbox/retouch', prompt: 'redder', extra: {} },
  parameters: { strength: 0, guidance: 3.5 },
};

async function withImage() {
  const { id, name } = await app.tell('attachments.add', { name: 'a.png', base64: png.toString('base64') });
  return { ...form, inputs: [{ role: 'image' as const, id, name }] };
}

test('strength goes with an image to edit, and not without one', async () => {
  const bodyOf = async (request: object) => {
    const { bodies } = await app.tell('code.request', { of: 'form', ...form, ...request });
    return bodies[0];
  };
  expect(await bodyOf({})).toEqual({ model: 'sandbox/retouch', prompt: 'redder', guidance_scale: 3.5 });
  expect(await bodyOf(await withImage())).toMatchObject({ strength: 0, guidance_scale: 3.5 });
});

test('several variations are foreseen and charged with each of them', async () => {
  const request = { ...(await withImage()), parameters: { count: 2, strength: 0.5 } };
  const foreseen = await app.tell('credits.forecast', { intent: { kind: 'job', ...request } });
  expect(foreseen.costs).toMatchObject([{ estimate: { from: 6.5, to: 6.5 }, most: 6.5 }]);
  const id = randomUUID();
  await app.tell('jobs.create', { id, ...request });
  const job = await ended(id);
  expect(job).toMatchObject({ parameters: { count: 2, strength: 0.5 }, media: [{}, {}] });
  expect(paidIn(job)).toBe(6_500_000);
});

test('is shown where the model or the person says so, or where it is set', async () => {
  const [strength] = modalities.image.parameters.filter(({ id }) => id === 'strength');
  if (strength === undefined) throw new Error('There is no strength');
  const capabilitiesOf = (id: string) =>
    app
      .tell('app.snapshot', {})
      .then(({ catalogue }) => catalogue.models.find((one) => one.id === id)?.capabilities ?? null);
  expect(isShown(strength, await capabilitiesOf('sandbox/retouch'), undefined)).toBe(true);
  expect(isShown(strength, await capabilitiesOf('sandbox/upscale'), undefined)).toBe(false);
  expect(isShown(strength, await capabilitiesOf('sandbox/upscale'), 0.5)).toBe(true);
  expect(isShown(strength, { input: [], output: [], parameters: ['strength'] }, undefined)).toBe(true);
  expect(isShown(strength, null, undefined)).toBe(false);

  const { profileId } = (await app.tell('app.snapshot', {})).catalogue;
  const say = (settings: 'strength'[]) =>
    app.tell('models.takes', { profileId, model: 'sandbox/upscale', kinds: [], settings });
  await say(['strength']);
  expect(isShown(strength, await capabilitiesOf('sandbox/upscale'), undefined)).toBe(true);
  // A word about files leaves it as it is.
  await app.tell('models.takes', { profileId, model: 'sandbox/upscale', kinds: ['video'] });
  expect((await capabilitiesOf('sandbox/upscale'))?.ownSettings).toEqual(['strength']);
  await say([]);
  expect(isShown(strength, await capabilitiesOf('sandbox/upscale'), undefined)).toBe(false);
});

test('is sent by the name that the gateway has for it', () => {
  const body = { model: 'm', prompt: 'p', strength: 0.4, guidance_scale: 3 };
  const worded = (gateway: 'replicate' | 'vercel' | 'fal' | 'dashscope') =>
    wordingOf({ baseUrl: 'https://gateway.example/v1', gateway }).toBody('images', body);
  expect(worded('replicate')).toMatchObject({ input: { prompt_strength: 0.4, guidance_scale: 3 } });
  expect(worded('fal')).toMatchObject({ strength: 0.4, guidance_scale: 3 });
  // Its documentation has no field for how closely images follow the prompt.
  expect(worded('dashscope')).toMatchObject({ parameters: { strength: 0.4 } });
  expect(JSON.stringify(worded('dashscope'))).not.toContain('guidance');
  // By way of a chat there is no such field.
  expect(worded('vercel')).not.toHaveProperty('strength');
});

test('a frame rate is that of the video, and a wrong one is refused by name', async () => {
  const film = (frameRate: number) => ({
    ...{ id: randomUUID(), modality: 'video' as const, model: 'sandbox/kinograph', prompt: 'sea', extra: {} },
    parameters: { duration: 1, resolution: '480p', frameRate },
  });
  const [slow, wrong] = [film(12), film(200)];
  await app.tell('jobs.create', slow);
  expect(await ended(slow.id)).toMatchObject({ status: 'completed', media: [{ frameRate: 12 }] });
  await app.tell('jobs.create', wrong);
  const refused = await ended(wrong.id);
  expect(refused).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('fps') } });
  expect(paidIn(refused)).toBe(0);
});
