/** Jobs that are made from files: stored with them, priced with them, sent with them, and made again from them. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snippet } from '../../../../shared/code/snippet';
import type { CommandInput } from '../../../../shared/contract';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import type { InputRole } from '../../../../shared/run/input-roles';
import type { InputRef } from '../../../../shared/run/inputs';
import { openTestCore, type TestCore } from '../../../support/core';
import { wav } from '../../../support/media-files';
import { paidIn } from '../../../support/money';

let app: TestCore;
beforeAll(async () => {
  app = await openTestCore();
  await app.tell('models.refresh', {});
});
afterAll(() => app.close());

const edit = {
  modality: 'image',
  model: 'sandbox/retouch',
  prompt: 'a forest at dawn',
  parameters: { seed: 5 },
  extra: {},
} as const;

async function stored(role: InputRole, color: string, size = 32): Promise<InputRef> {
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  context.fillStyle = color;
  context.fillRect(0, 0, size, size);
  context.clearRect(4, 4, 8, 8);
  const name = `${color}.png`;
  const base64 = canvas.encodeSync('png').toString('base64');
  const { id } = await app.tell('attachments.add', { name, base64 });
  return { role, id, name };
}

async function ended(id: string): Promise<Job> {
  return await app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });
}

async function make(input: Omit<CommandInput<'jobs.create'>, 'id'>): Promise<Job> {
  const id = randomUUID();
  await app.tell('jobs.create', { ...input, id });
  return await ended(id);
}

describe('a job with inputs', () => {
  test('costs what was foreseen, keeps them, and is made again from the same ones', async () => {
    const from = { jobId: 'an-earlier-job', mediaId: 'its-result' };
    const inputs = [{ ...(await stored('image', 'red')), from }, await stored('mask', 'blue')];
    const foreseen = await app.tell('credits.forecast', { intent: { kind: 'job', ...edit, inputs } });
    const job = await make({ ...edit, inputs });
    expect(job).toMatchObject({ status: 'completed', error: null });
    expect(job.inputs?.map(({ role, name, file }) => [role, name, file?.id])).toEqual(
      inputs.map(({ role, name, id }) => [role, name, id]),
    );
    expect(job.inputs?.[0]?.from).toEqual(from);
    expect(paidIn(job)).toBe(4_000_000);
    expect(foreseen.costs).toMatchObject([{ estimate: { from: 4, to: 4 }, most: 4 }]);
    const newId = randomUUID();
    await app.tell('jobs.retry', { id: job.id, newId });
    const again = await ended(newId);
    expect(again.inputs).toEqual(job.inputs);
    expect([again.status, paidIn(again)]).toEqual(['completed', 4_000_000]);
  });

  test('shows its files as types and sizes in the inspector, and as a form in code', async () => {
    const job = await make({ ...edit, inputs: [await stored('image', 'green')] });
    const { calls } = await app.tell('inspector.list', { query: '', cursor: null, limit: 50 });
    const call = calls.find(({ url }) => url.endsWith('/images/edits'));
    const detail = await app.tell('inspector.get', { id: call?.id ?? '' });
    expect(JSON.stringify(detail.requestBody)).toMatch(/image-1\.png.*\[image\/png, \d+ bytes\]/);
    const code = await app.tell('code.request', { of: 'job', jobId: job.id });
    expect(code.connection.url).toMatch(/\/images\/edits$/);
    expect(snippet({ ...code, body: code.bodies[0] ?? {}, language: 'curl' })).toContain(
      "--form 'image=@image-1.png;type=image/png'",
    );
  });

  test('shows a sound in code as it is sent: with the head of a data URL', async () => {
    const base64 = Buffer.from(wav(1)).toString('base64');
    const { id } = await app.tell('attachments.add', { name: 'rain.wav', base64 });
    const sound: InputRef = { role: 'sound', id, name: 'rain.wav' };
    const shown = { ...edit, of: 'form', modality: 'video' } as const;
    const { files } = await app.tell('code.request', { ...shown, inputs: [sound] });
    expect(files).toMatchObject([{ fileName: 'audio-1.wav' }]);
    expect(files[0]).not.toHaveProperty('isBare');
  });

  test('sends a first frame with a video, and holds what both cost', async () => {
    const job = await make({
      modality: 'video',
      model: 'sandbox/kinograph',
      prompt: 'slowly to the left',
      parameters: { duration: 1, resolution: '480p' },
      extra: {},
      inputs: [await stored('firstFrame', 'orange')],
    });
    expect([job.status, paidIn(job)]).toEqual(['completed', 1_500_000]);
  });

  test.each<[string, object, () => Promise<InputRef[]>, RegExp]>([
    ['a mask alone', edit, async () => [await stored('mask', 'blue')], /needs the image/],
    [
      'a role of another kind',
      edit,
      async () => [await stored('firstFrame', 'red')],
      /doesn’t take a first frame/,
    ],
    [
      'what the model does not take',
      { ...edit, model: 'sandbox/aurora' },
      async () => [await stored('image', 'red')],
      /doesn’t take an image/,
    ],
    [
      'a file that is not stored',
      edit,
      async () => [{ role: 'image', id: 'a'.repeat(64), name: 'gone.png' }],
      /no longer stored/,
    ],
  ])('is refused for %s before anything is stored or sent', async (_what, request, inputsOf, words) => {
    const { chargeCount } = await app.sandbox.account();
    const id = randomUUID();
    const refusal = await app.refusal('jobs.create', {
      ...(request as typeof edit),
      inputs: await inputsOf(),
      id,
    });
    expect(refusal).toMatchObject({ field: 'inputs', message: expect.stringMatching(words) });
    expect(await app.ask('jobs.retry', { id, newId: randomUUID() })).toMatchObject({ ok: false });
    expect((await app.sandbox.account()).chargeCount).toBe(chargeCount);
  });

  test.each([
    ['changed', (path: string) => appendFileSync(path, 'x')],
    ['deleted', (path: string) => rmSync(path)],
  ])('whose file was %s on the disk ends before anything is sent', async (what, harm) => {
    const { chargeCount } = await app.sandbox.account();
    const input = await stored('image', what === 'changed' ? 'purple' : 'brown');
    harm(join(app.home, 'attachments', input.id));
    const job = await make({ ...edit, inputs: [input] });
    expect(job).toMatchObject({
      status: 'failed',
      mayStillCharge: false,
      error: { code: 'not_found', message: expect.stringContaining(input.name) },
    });
    expect((await app.sandbox.account()).chargeCount).toBe(chargeCount);
  });
});
