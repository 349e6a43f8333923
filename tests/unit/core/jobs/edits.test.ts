/** Files that were edited in a window: new results beside the old ones, free, with what they were made from. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import type { MediaItem } from '../../../../shared/media/media';
import { openTestCore, type TestCore } from '../../../support/core';
import { wav } from '../../../support/media-files';

let app: TestCore;
let source: MediaItem;
beforeEach(async () => {
  app = await openTestCore();
  const id = randomUUID();
  const request = { modality: 'speech', model: 'sandbox/narrator', prompt: 'Well.', extra: {} } as const;
  await app.tell('jobs.create', { ...request, id, parameters: { format: 'wav' } });
  source = (await ended(id)).media[0] as MediaItem;
});
afterEach(() => app.close());

const ended = (id: string): Promise<Job> =>
  app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });

const sound = Buffer.from(wav(1.5));
const edit = (id: string) => ({
  id,
  from: [source.id],
  operation: 'trim' as const,
  contentType: 'audio/wav',
  parameters: { start: 0.5, end: 2 },
});
const piece = (id: string, index: number, from: number, to?: number) => ({
  ...edit(id),
  ...{ index, base64: sound.subarray(from, to).toString('base64'), isLast: to === undefined },
});

test('the pieces become a new result, free, beside the old one, with its origin', async () => {
  const id = randomUUID();
  const before = await app.sandbox.account();
  expect(await app.tell('media.saveEdit', piece(id, 0, 0, 9_000))).toEqual({ mediaId: null });
  const { mediaId } = await app.tell('media.saveEdit', piece(id, 1, 9_000));
  // An answer that was lost is given again.
  expect(await app.tell('media.saveEdit', piece(id, 1, 9_000))).toEqual({ mediaId });
  const { items } = await app.tell('library.page', { filter: {}, cursor: null, limit: 9 });
  expect(items.map((one) => one.id).sort()).toEqual([mediaId, source.id].sort());
  expect(items.find((one) => one.id === mediaId)).toMatchObject({
    kind: 'audio',
    durationMs: 1_500,
    origin: {
      model: 'gatehouse/edit',
      prompt: 'Well.',
      cost: [],
      parameters: { operation: 'trim', start: 0.5 },
    },
  });
  const lineage = await app.tell('media.lineage', { id: mediaId ?? '', isWhole: false });
  expect(lineage.edges).toEqual([{ from: source.id, to: mediaId, role: 'source' }]);
  expect(readdirSync(join(app.home, 'parts')).filter((name) => name.startsWith('edit-'))).toEqual([]);
  await app.tell('media.remove', { ids: [mediaId ?? ''] });
  expect(await app.refusal('media.saveEdit', piece(id, 1, 9_000))).toMatchObject({ code: 'not_found' });
  await app.tell('media.restore', { ids: [mediaId ?? ''] });
  expect(readFileSync(app.core.locate(source.id, 'file')?.path ?? '').length).toBe(source.bytes);
  expect(await app.tell('media.captions', { id: mediaId ?? '' })).toEqual([]);
  expect(await app.refusal('jobs.retry', { id, newId: randomUUID() })).toMatchObject({
    code: 'invalid_input',
  });
  expect((await app.sandbox.account()).charged).toBe(before.charged);
});

test('what is cancelled, missing a piece or no file leaves nothing', async () => {
  const [cancelled, gap, text] = [randomUUID(), randomUUID(), randomUUID()];
  await app.tell('media.saveEdit', piece(cancelled, 0, 0, 9_000));
  await app.tell('media.dropEdit', { id: cancelled });
  expect(await app.refusal('media.saveEdit', piece(cancelled, 1, 9_000))).toMatchObject({ field: 'index' });
  await app.tell('media.saveEdit', piece(gap, 0, 0, 9_000));
  expect(await app.refusal('media.saveEdit', piece(gap, 2, 9_000))).toMatchObject({ field: 'index' });
  const words = { ...edit(text), index: 0, base64: Buffer.from('words').toString('base64'), isLast: true };
  expect((await app.ask('media.saveEdit', words)).ok).toBe(false);
  const gone = { ...piece(randomUUID(), 0, 0), from: ['nothing'] };
  expect(await app.refusal('media.saveEdit', gone)).toMatchObject({ code: 'not_found' });
  const { items } = await app.tell('library.page', { filter: {}, cursor: null, limit: 9 });
  expect(items.map(({ id }) => id)).toEqual([source.id]);
});
