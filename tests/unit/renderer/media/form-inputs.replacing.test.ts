/** Files that become inputs of a form: dropped, pasted, and taken over from an earlier job. */
import '../../../support/page-globals';
import { crc32 } from 'node:zlib';
import type { DragEvent } from 'react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { takesInputs } from '../../../../renderer/features/create/input-files';
import { takeOver } from '../../../../renderer/media/job-actions';
import { useCoreState } from '../../../../renderer/state/core/core-state';
import { useInputClaims } from '../../../../renderer/state/ui/claims-view';
import { formOf, setForm } from '../../../../renderer/state/ui/forms';
import { closeProblem, useProblem } from '../../../../renderer/state/ui/problem';
import type { Job } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { openHeldWindow } from '../../../support/held-answers';

/** As a browser has it, as far as files are read with it. */
class Reader {
  result = '';
  onload = () => {};
  async readAsDataURL(file: Blob): Promise<void> {
    this.result = `data:;base64,${Buffer.from(await file.arrayBuffer()).toString('base64')}`;
    this.onload();
  }
}

let app: TestCore;
beforeAll(async () => {
  app = await openTestCore();
  await app.tell('models.refresh', {});
  await openHeldWindow(app);
  vi.stubGlobal('FileReader', Reader);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await app.close();
});
beforeEach(() => {
  closeProblem();
  setForm('image', { model: 'sandbox/retouch', inputs: undefined });
});

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const image = () => new File([Buffer.from(pixel, 'base64')], 'photo.png', { type: 'image/png' });
const video = () => new File([new Uint8Array(8)], 'clip.mp4', { type: 'video/mp4' });
const dropped = (files: readonly File[]) => {
  const preventDefault = vi.fn();
  return { event: { dataTransfer: { files }, preventDefault } as unknown as DragEvent, preventDefault };
};
const problem = () => useProblem.getState().problem;

test('what the model doesn’t take of several dropped files is named, and the rest is an input', async () => {
  const { event, preventDefault } = dropped([video(), image()]);
  takesInputs('image').onDrop(event);
  expect(preventDefault).toHaveBeenCalled();
  await vi.waitUntil(() => problem() !== null);
  expect(formOf('image').inputs?.map(({ role, file }) => [role, file.name])).toEqual([
    ['image', 'photo.png'],
  ]);
  expect(problem()?.error.message).toContain('“clip.mp4”');
  expect(problem()?.error.message).not.toContain('photo.png');
});

test('dropped files of which the model takes none go on to the page', () => {
  const { event, preventDefault } = dropped([video()]);
  takesInputs('image').onDrop(event);
  expect(preventDefault).not.toHaveBeenCalled();
  expect(problem()).toBeNull();
});

test('settings that are taken over without a file that is gone say so', async () => {
  const kept = await app.tell('attachments.add', { name: 'kept.png', base64: pixel });
  const inputs = [
    { role: 'image', name: 'kept.png', file: kept },
    { role: 'mask', name: 'gone.png', file: null },
  ];
  const job = { id: 'earlier', modality: 'image', prompt: 'a sea', model: 'sandbox/retouch', inputs };
  useCoreState.setState(({ jobs }) => ({ jobs: { ...jobs, earlier: job as unknown as Job } }));
  const { inputs: _inputs, ...again } = { ...job, modality: 'image' as const, parameters: {}, extra: {} };
  takeOver(again, 'all');
  expect(formOf('image').inputs?.map(({ role }) => role)).toEqual(['image']);
  expect(problem()?.error.message).toContain('“gone.png”');
});

test('what another program wrote into a file that becomes an input is offered', async () => {
  const png = Buffer.from(pixel, 'base64');
  const data = Buffer.from('tEXtparameters\0a lighthouse\nSteps: 20, Seed: 4023, Size: 512x768', 'latin1');
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), chunk.length - 4);
  const file = Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
  takesInputs('image').onDrop(dropped([new File([file], 'theirs.png', { type: 'image/png' })]).event);
  await vi.waitUntil(() => formOf('image').inputs?.[0]);
  const id = formOf('image').inputs?.[0]?.file.id ?? '';
  await vi.waitUntil(() => useInputClaims.getState()[id]);
  const { claims } = useInputClaims.getState()[id] ?? {};
  expect(claims).toMatchObject([{ source: 'a1111', prompt: 'a lighthouse', seed: 4023 }]);
});
