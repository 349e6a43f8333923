/** Results of one content are found whatever kind they are; the origin that was written into each is no content. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import type { MediaItem } from '../../../../shared/media/media';
import type { MediaModality, ParameterValues } from '../../../../shared/modalities/modalities';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
beforeAll(async () => {
  app = await openTestCore();
  await app.tell('models.refresh', {});
});
afterAll(() => app.close());

const models = { image: 'sandbox/poster', speech: 'sandbox/narrator', video: 'sandbox/kinograph' } as const;

async function make(
  modality: MediaModality,
  prompt: string,
  parameters: ParameterValues,
): Promise<MediaItem> {
  const id = randomUUID();
  await app.tell('jobs.create', { id, modality, model: models[modality], prompt, parameters, extra: {} });
  const job = await app.until<Job>(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });
  const [item] = job.media;
  if (item === undefined) throw new Error(`nothing was made: ${job.error?.message}`);
  return item;
}

test.each<[string, MediaModality, ParameterValues, ParameterValues]>([
  ['PNG', 'image', { seed: 1, size: '512x512' }, { seed: 2, size: '512x512' }],
  [
    'JPEG',
    'image',
    { seed: 1, size: '512x512', format: 'jpeg' },
    { seed: 2, size: '512x512', format: 'jpeg' },
  ],
  ['WAV', 'speech', { format: 'wav' }, { format: 'wav', voice: 'ross' }],
  ['MP3', 'speech', { format: 'mp3' }, { format: 'mp3', speed: 1.1 }],
  ['Opus', 'speech', { format: 'opus' }, { format: 'opus', speed: 1.1 }],
  ['FLAC', 'speech', { format: 'flac' }, { format: 'flac', speed: 1.1 }],
  [
    'WebM',
    'video',
    { seed: 1, duration: 1, resolution: '480p' },
    { seed: 2, duration: 1, resolution: '480p' },
  ],
])('%s: the same twice is, another is not', async (name, modality, same, different) => {
  const text = `A boat called ${name}`;
  const first = await make(modality, text, same);
  const second = await make(modality, text, same);
  const other = await make(modality, text, different);
  const groups = async () => (await app.tell('library.equalFiles', {})).groups;
  const ofThese = (await groups()).filter((ids) =>
    ids.some((id) => [first.id, second.id, other.id].includes(id)),
  );
  expect(ofThese).toEqual([[first.id, second.id]]);
  const listed = await app.tell('library.page', { filter: { copies: true }, cursor: null, limit: 50 });
  expect(listed.items.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]));

  await app.tell('media.star', { id: second.id, isStarred: true });
  expect(await groups()).toContainEqual([second.id, first.id]);
  await app.tell('media.remove', { ids: [first.id] });
  expect((await groups()).flat()).not.toContain(second.id);
  await app.tell('media.restore', { ids: [first.id] });
  expect(await groups()).toContainEqual([second.id, first.id]);
});

test('duplicates are listed group by group, the newest first, page after page', async () => {
  const filter = { copies: true } as const;
  const whole = await app.tell('library.page', { filter, cursor: null, limit: 100 });
  const listed: [id: string, group: string][] = [];
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const page: typeof whole = await app.tell('library.page', { filter, cursor, limit: 3 });
    listed.push(...page.items.map(({ id }, at): [string, string] => [id, page.groups?.[at] ?? '']));
    cursor = page.nextCursor;
  }
  expect(listed.map(([id]) => id)).toEqual(whole.items.map(({ id }) => id));
  expect(listed).toHaveLength(whole.total);
  const { groups } = await app.tell('library.equalFiles', {});
  for (const group of groups) {
    const at = group.map((id) => listed.findIndex(([one]) => one === id)).sort((one, other) => one - other);
    expect(at).toEqual(at.map((_, step) => (at[0] ?? 0) + step));
    expect(new Set(at.map((place) => listed[place]?.[1])).size).toBe(1);
  }
  const sounds = await app.tell('library.page', {
    filter: { ...filter, kind: 'audio' },
    cursor: null,
    limit: 100,
  });
  expect(sounds.total).toBe(sounds.items.length);
  expect(new Set(sounds.items.map(({ kind }) => kind))).toEqual(new Set(['audio']));
});
