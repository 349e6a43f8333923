/** Inputs that a model doesn't take as they are: converted, said, sent and kept with what was given. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandInput } from '../../../../shared/contract';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import type { InputRole } from '../../../../shared/run/input-roles';
import type { InputRef } from '../../../../shared/run/inputs';
import { openTestCore, type TestCore } from '../../../support/core';
import { paidIn } from '../../../support/money';

let app: TestCore;
beforeAll(async () => {
  app = await openTestCore();
  await app.tell('models.refresh', {});
});
afterAll(() => app.close());

const edit = { modality: 'image', prompt: 'at night', parameters: { seed: 5 }, extra: {} } as const;

async function stored(role: InputRole, canvas: Canvas, format: 'png' | 'webp' | 'jpeg'): Promise<InputRef> {
  const bytes = format === 'png' ? canvas.encodeSync('png') : canvas.encodeSync(format, 90);
  const name = `${role}.${format}`;
  const { id } = await app.tell('attachments.add', { name, base64: bytes.toString('base64') });
  return { role, id, name };
}

function picture(width: number, height: number): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#cc3300';
  context.fillRect(0, 0, width, height);
  return canvas;
}

async function make(model: string, inputs: readonly InputRef[]): Promise<Job> {
  const id = randomUUID();
  await app.tell('jobs.create', { ...edit, model, inputs: [...inputs], id });
  return await app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });
}

test('a larger image is scaled down for the model, the given one stays, and code shows what is sent', async () => {
  const given = await stored('image', picture(3_000, 2_000), 'jpeg');
  const request = { ...edit, model: 'sandbox/relight', inputs: [given] };
  const foreseen = await app.tell('credits.forecast', { intent: { kind: 'job', ...request } });
  const job = await make('sandbox/relight', [given]);
  expect(job).toMatchObject({ status: 'completed', error: null });
  expect(job.inputs).toMatchObject([{ file: { id: given.id, width: 3_000 } }]);
  expect(job.media[0]).toMatchObject({ width: 2_048, height: 1_365 });
  expect(paidIn(job)).toBe(2_500_000);
  expect(foreseen.costs).toMatchObject([{ most: 2.5 }]);
  for (const of of [{ of: 'job', jobId: job.id } as const, { of: 'form', ...request } as const]) {
    const sent = await sentFile(of);
    expect([sent.width, sent.height]).toEqual([2_048, 1_365]);
  }
  expect(await app.tell('jobs.inputs', { id: job.id })).toMatchObject([{ file: { id: given.id } }]);
});

/** The first file beside the code of a request. */
async function sentFile(of: CommandInput<'code.request'>, position = 0) {
  const { files } = await app.tell('code.request', of);
  return await loadImage(readFileSync(join(app.home, 'attachments', files[position]?.attachmentId ?? '')));
}

test('an image in a format that the model does not take becomes one that it takes', async () => {
  // A GIF of one pixel.
  const base64 = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const { id } = await app.tell('attachments.add', { name: 'dot.gif', base64 });
  const job = await make('sandbox/upscale', [{ role: 'image', id, name: 'dot.gif' }]);
  expect(job).toMatchObject({ status: 'completed', inputs: [{ file: { contentType: 'image/gif' } }] });
  const code = await app.tell('code.request', { of: 'job', jobId: job.id });
  expect(code.files).toMatchObject([{ contentType: 'image/png', fileName: 'image-1.png' }]);
});

test('an image and its mask stay one over the other', async () => {
  const mask = picture(5_000, 100);
  mask.getContext('2d').clearRect(0, 0, 2_500, 100);
  const inputs = [await stored('image', picture(5_000, 100), 'jpeg'), await stored('mask', mask, 'png')];
  const job = await make('sandbox/retouch', inputs);
  expect(job).toMatchObject({ status: 'completed', error: null });
  for (const position of [0, 1]) {
    const sent = await sentFile({ of: 'job', jobId: job.id }, position);
    expect([sent.width, sent.height]).toEqual([4_096, 81]);
  }
});

test('what fits is sent as it is', async () => {
  const job = await make('sandbox/relight', [await stored('image', picture(64, 64), 'webp')]);
  expect(job.status).toBe('completed');
  const { files } = await app.tell('code.request', { of: 'job', jobId: job.id });
  expect(files.map(({ attachmentId }) => attachmentId)).toEqual([job.inputs?.[0]?.file?.id]);
});
