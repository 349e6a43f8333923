/** A server that ends a file early and says that it was whole: the file is fetched again, which is free. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../../electron/system-clock';
import { AppError } from '../../../../shared/errors';
import type { Job } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { type HostileServer, json, type Script, startHostileServer } from '../../../support/hostile-server';
import { picture } from '../../../support/media-files';
import { memoryKeychain } from '../../../support/memory-keychain';

let server: HostileServer;
let app: TestCore;
let served: Uint8Array[];
/** Runs before a file is saved. */
let beforeSave: () => Promise<void>;
const avif = Buffer.from(await picture('avif'));
const heic = Buffer.from(avif.toString('latin1').replaceAll('avif', 'heic'), 'latin1');
const half = heic.subarray(0, heic.length / 2);

beforeEach(async () => {
  server = await startHostileServer();
  served = [];
  beforeSave = async () => {};
  const next = ({ method, url }: { method: string; url: string }): Script => {
    if (method === 'POST' && url.includes('video')) return json({ id: 'v1', status: 'queued' });
    if (method === 'POST') return json({ data: [{ url: `${server.origin}/photo.heic` }] });
    if (url.includes('v1'))
      return json({ id: 'v1', status: 'done', output: [`${server.origin}/photo.heic`] });
    if (!url.includes('photo')) return json({ data: [] });
    const body = served.shift() ?? heic;
    return { status: 200, headers: { 'content-length': String(body.length) }, body: [Buffer.from(body)] };
  };
  server.script(...Array.from({ length: 30 }, () => next));
  const setTimer = (_: number, run: () => void) => systemClock.setTimer(0, run);
  app = await openTestCore({
    keychain: memoryKeychain(),
    clock: { ...systemClock, setTimer },
    wrapFiles: (files) => ({
      ...files,
      async save(file) {
        await beforeSave();
        return await files.save(file);
      },
    }),
  });
});
afterEach(async () => {
  await app.close();
  await server.close();
});

async function made(modality: 'image' | 'video' = 'image'): Promise<Job> {
  const profile = { name: 'Mine', baseUrl: server.baseUrl, key: 'sk-mine-000000000' };
  const { id: profileId } = await app.tell('profiles.create', profile);
  await app.tell('profiles.activate', { id: profileId });
  const id = randomUUID();
  const request = { modality, model: 'm', prompt: 'a boat', parameters: {}, extra: {} };
  await app.tell('jobs.create', { id, ...request });
  return await app.until(() =>
    app.events
      .flatMap((event) => (event.type === 'job.changed' && event.job.id === id ? [event.job] : []))
      .findLast(({ status }) => status === 'completed'),
  );
}

const counts = () => ({
  paid: server.requests.filter(({ method }) => method === 'POST').length,
  fetched: server.requests.filter(({ url }) => url.includes('photo')).length,
});

test('a HEIC that ends before its boxes do is fetched again, and saved whole', async () => {
  served = [half];
  const job = await made();
  expect(job.media).toMatchObject([{ contentType: 'image/heic', bytes: heic.length }]);
  expect(job.media[0]?.isCut).toBeUndefined();
  expect(counts()).toEqual({ paid: 1, fetched: 2 });
});

test('one that stays cut is saved as it came, once, and says so', async () => {
  served = [half, half, half];
  expect((await made()).media).toMatchObject([{ bytes: half.length, isCut: true }]);
  expect(counts()).toEqual({ paid: 1, fetched: 3 });
});

test('one that stayed cut is fetched again later, and is whole in its place; free', async () => {
  served = [half, half, half];
  const { id: jobId, media } = await made();
  const id = media[0]?.id ?? '';
  await app.tell('media.rate', { ids: [id], rating: 4 });
  // Pressed twice: one intent.
  await Promise.all([app.tell('media.fetchAgain', { id }), app.tell('media.fetchAgain', { id })]);
  const { items } = await app.tell('library.page', { filter: {}, cursor: null, limit: 10 });
  expect(items).toMatchObject([{ id, bytes: heic.length, rating: 4, origin: { jobId } }]);
  expect(items[0]?.isCut).toBeUndefined();
  expect(counts()).toEqual({ paid: 1, fetched: 4 });
  const changed = app.events.findLast((event) => event.type === 'media.changed');
  expect(changed).toMatchObject({ media: { id, bytes: heic.length } });
  // A whole file is not asked for again.
  expect((await app.ask('media.fetchAgain', { id })).ok).toBe(false);
});

test('one that is still cut, or gone at its server, stays as it is', async () => {
  served = [half, half, half, half];
  const id = (await made()).media[0]?.id ?? '';
  const answer = await app.ask('media.fetchAgain', { id });
  expect(answer).toMatchObject({ ok: false, error: { code: 'stream_cut' } });
  const { items } = await app.tell('library.page', { filter: {}, cursor: null, limit: 10 });
  expect(items).toMatchObject([{ id, bytes: half.length, isCut: true, isMissing: false }]);
  expect(counts().paid).toBe(1);
});

test('one of a job that its gateway follows is found by asking for the job once more', async () => {
  served = [half, half, half];
  const { media, cost } = await made('video');
  const id = media[0]?.id ?? '';
  expect(media).toMatchObject([{ isCut: true }]);
  await app.tell('media.fetchAgain', { id });
  const { items } = await app.tell('library.page', { filter: {}, cursor: null, limit: 10 });
  expect(items).toMatchObject([{ id, bytes: heic.length, origin: { cost } }]);
  expect(counts()).toEqual({ paid: 1, fetched: 4 });
});

test('a full disk keeps what is here, and it is fetched once there is room', async () => {
  served = [half, half, half];
  const id = (await made()).media[0]?.id ?? '';
  beforeSave = async () => {
    throw new AppError({ code: 'storage_full', message: 'The disk is full.' });
  };
  expect(await app.ask('media.fetchAgain', { id })).toMatchObject({ error: { code: 'storage_full' } });
  const page = () => app.tell('library.page', { filter: {}, cursor: null, limit: 10 });
  expect((await page()).items).toMatchObject([{ id, bytes: half.length, isCut: true, isMissing: false }]);
  beforeSave = async () => {};
  await app.tell('media.fetchAgain', { id });
  expect((await page()).items).toMatchObject([{ id, bytes: heic.length, isMissing: false }]);
  expect(counts().paid).toBe(1);
});

test('one that another window deletes meanwhile stays deleted, and comes back with its file', async () => {
  served = [half, half, half];
  const id = (await made()).media[0]?.id ?? '';
  beforeSave = async () => {
    await app.tell('media.remove', { ids: [id] });
  };
  await app.ask('media.fetchAgain', { id });
  const page = () => app.tell('library.page', { filter: {}, cursor: null, limit: 10 });
  expect((await page()).items).toEqual([]);
  await app.tell('media.restore', { ids: [id] });
  expect((await page()).items).toMatchObject([{ id, isMissing: false }]);
});
