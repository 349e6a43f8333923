/** Boards: what is on them, here, after the trash, an archive and a start; as a page; and the filters beside them. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandInput } from '../../../../shared/contract';
import type { MediaItem } from '../../../../shared/media/media';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
let boat: MediaItem;
let tower: MediaItem;

async function make(prompt: string, size: string): Promise<MediaItem> {
  const id = randomUUID();
  const parameters = { size, seed: 1 };
  await app.tell('jobs.create', {
    ...{ id, modality: 'image', model: 'sandbox/aurora', prompt, parameters, extra: {} },
  } as CommandInput<'jobs.create'>);
  return await app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && told.job.status === 'completed' && told.job.media[0];
  });
}

beforeAll(async () => {
  app = await openTestCore();
  await app.tell('models.refresh', {});
  boat = await make('a <boat> & "sea"', '512x512');
  tower = await make('a tower', '1024x1024');
});
afterAll(() => app.close());

type Filter = CommandInput<'library.page'>['filter'];
const found = async (filter: Filter, of = app) =>
  (await of.tell('library.page', { filter, cursor: null, limit: 50 })).items.map(({ id }) => id);
const board = async (name: string, of = app) =>
  (await of.tell('boards.list', {})).find((one) => one.name === name);

test('results are put on boards and taken off; deleting a board deletes none', async () => {
  const [covers, ideas] = [randomUUID(), randomUUID()];
  await app.tell('boards.create', { id: covers, name: 'Covers' });
  await app.tell('boards.create', { id: covers, name: 'Another name' });
  await app.tell('boards.create', { id: ideas, name: 'ideas' });
  await app.tell('boards.add', { id: covers, mediaIds: [boat.id, tower.id] });
  await app.tell('boards.add', { id: covers, mediaIds: [boat.id] });
  await app.tell('boards.add', { id: ideas, mediaIds: [boat.id] });
  expect(await app.tell('boards.list', {})).toEqual([
    { id: covers, name: 'Covers', count: 2 },
    { id: ideas, name: 'ideas', count: 1 },
  ]);
  expect(await found({ board: covers })).toEqual([tower.id, boat.id]);
  expect(await app.tell('boards.of', { mediaIds: [boat.id, tower.id] })).toEqual({
    all: [covers],
    some: [ideas],
  });
  await app.tell('boards.take', { id: covers, mediaIds: [tower.id] });
  expect(await found({ board: covers })).toEqual([boat.id]);
  await app.tell('boards.rename', { id: covers, name: 'Book covers' });
  await app.tell('boards.remove', { id: covers });
  expect(await board('Book covers')).toBeUndefined();
  expect(await found({ board: covers })).toEqual([]);
  expect(await found({})).toEqual([tower.id, boat.id]);
  await app.tell('boards.restore', { id: covers });
  expect(await board('Book covers')).toEqual({ id: covers, name: 'Book covers', count: 1 });
  expect(app.events.some(({ type }) => type === 'boards.changed')).toBe(true);
});

test('what is not there is refused by name', async () => {
  const id = randomUUID();
  expect(await app.refusal('boards.add', { id, mediaIds: [boat.id] })).toMatchObject({ code: 'not_found' });
  expect(await app.refusal('boards.restore', { id })).toMatchObject({ code: 'not_found' });
  const known = (await board('ideas'))?.id ?? '';
  expect(await app.refusal('boards.add', { id: known, mediaIds: ['gone'] })).toMatchObject({
    code: 'not_found',
  });
  expect(await app.refusal('boards.create', { id, name: 'two\nlines' })).toMatchObject({
    code: 'invalid_input',
  });
});

test('a result in the trash comes back to its boards, and they go with an archive, once', async () => {
  const { id = '' } = (await board('ideas')) ?? {};
  await app.tell('media.remove', { ids: [boat.id] });
  expect(await board('ideas')).toMatchObject({ count: 0 });
  await app.tell('media.restore', { ids: [boat.id] });
  expect(await board('ideas')).toMatchObject({ count: 1 });
  const there = await openTestCore();
  try {
    const archive = await exportAll(app);
    for (const _ of [1, 2]) expect((await importAll(there, archive)).error).toBeNull();
    expect(await there.tell('boards.list', {})).toEqual(await app.tell('boards.list', {}));
    expect(await found({ board: id }, there)).toEqual([boat.id]);
  } finally {
    await there.close();
  }
});

test('a board is exported as a page without scripts, and says of its results what was asked for', async () => {
  const { id = '' } = (await board('ideas')) ?? {};
  const pageOf = async (withOrigins: boolean, withCosts: boolean) => {
    const { exportId, files, missing } = await app.tell('boards.export', { id, withOrigins, withCosts });
    expect({ files, missing }).toEqual({ files: 1, missing: 0 });
    return unzipSync(readFileSync(app.core.exportPath(exportId)));
  };
  const whole = await pageOf(true, true);
  const page = strFromU8(whole['index.html'] ?? new Uint8Array());
  expect(Object.keys(whole)).toEqual(['index.html', `files/${boat.fileName}`]);
  expect(page).toContain('a &lt;boat&gt; &amp; &quot;sea&quot;');
  expect(page).toContain(`src="files/${encodeURIComponent(boat.fileName)}"`);
  expect(page).toContain('<dt>Size</dt><dd>512x512</dd>');
  expect(page).toContain('<dt>Cost</dt><dd>2 cr</dd>');
  expect(page).not.toMatch(/<script|<boat>| on\w+=|https?:/);
  const plain = await pageOf(false, false);
  const bare = strFromU8(plain['index.html'] ?? new Uint8Array());
  expect(Object.keys(plain)).toEqual(['index.html', 'files/001.png']);
  expect(bare).not.toMatch(/boat&gt;|aurora|512x512|Cost/);
  expect(bare).toContain('without prompts and settings, without costs');
});

test('results are found by where they come from, by a setting and by what they cost', async () => {
  expect(await found({ origin: 'generated' })).toEqual([tower.id, boat.id]);
  expect(await found({ origin: 'edited' })).toEqual([]);
  expect(await found({ origin: 'imported' })).toEqual([]);
  expect(await app.tell('library.settings', {})).toEqual([
    { name: 'size', value: '1024x1024', count: 1 },
    { name: 'size', value: '512x512', count: 1 },
  ]);
  expect(await found({ setting: { name: 'size', value: '512x512' } })).toEqual([boat.id]);
  const [cost] = boat.origin.cost ?? [];
  if (cost === undefined) throw new Error('the boat cost nothing');
  const { unit, amount } = cost;
  expect(await found({ cost: { unit, to: amount } })).toEqual([boat.id]);
  expect(await found({ cost: { unit, from: amount + 1 } })).toEqual([tower.id]);
  expect(await found({ cost: { unit, from: amount, to: amount } })).toEqual([boat.id]);
  expect(await found({ cost: { unit: 'usd', to: amount } })).toEqual([]);
});

test('boards are the same after a start; those that were deleted are gone for good', async () => {
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-boards-'));
  const [kept, gone] = [randomUUID(), randomUUID()];
  const before = await openTestCore({ home });
  await before.tell('boards.create', { id: kept, name: 'Kept' });
  await before.tell('boards.create', { id: gone, name: 'Gone' });
  await before.tell('boards.remove', { id: gone });
  await before.close();
  const after = await openTestCore({ home });
  expect(await after.tell('boards.list', {})).toEqual([{ id: kept, name: 'Kept', count: 0 }]);
  expect(await after.refusal('boards.restore', { id: gone })).toMatchObject({ code: 'not_found' });
  await after.close();
});
