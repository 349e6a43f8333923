/** A server that ends a file early and says that it was whole: the file is fetched again, which is free. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../../electron/system-clock';
import type { Job } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { type HostileServer, json, type Script, startHostileServer } from '../../../support/hostile-server';
import { picture } from '../../../support/media-files';
import { memoryKeychain } from '../../../support/memory-keychain';

let server: HostileServer;
let app: TestCore;
let served: Uint8Array[];
const avif = Buffer.from(await picture('avif'));
const heic = Buffer.from(avif.toString('latin1').replaceAll('avif', 'heic'), 'latin1');
const half = heic.subarray(0, heic.length / 2);

beforeEach(async () => {
  server = await startHostileServer();
  served = [];
  const next = ({ method, url }: { method: string; url: string }): Script => {
    if (method === 'POST') return json({ data: [{ url: `${server.origin}/photo.heic` }] });
    if (!url.includes('photo')) return json({ data: [] });
    const body = served.shift() ?? heic;
    return { status: 200, headers: { 'content-length': String(body.length) }, body: [Buffer.from(body)] };
  };
  server.script(...Array.from({ length: 30 }, () => next));
  const setTimer = (_: number, run: () => void) => systemClock.setTimer(0, run);
  app = await openTestCore({ keychain: memoryKeychain(), clock: { ...systemClock, setTimer } });
});
afterEach(async () => {
  await app.close();
  await server.close();
});

async function made(): Promise<Job> {
  const profile = { name: 'Mine', baseUrl: server.baseUrl, key: 'sk-mine-000000000' };
  const { id: profileId } = await app.tell('profiles.create', profile);
  await app.tell('profiles.activate', { id: profileId });
  const id = randomUUID();
  const request = { modality: 'image', model: 'm', prompt: 'a boat', parameters: {}, extra: {} } as const;
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
