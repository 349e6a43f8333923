import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { type ResultElsewhere, startResultElsewhere } from '../../../support/result-elsewhere';

let app: TestCore;
let elsewhere: ResultElsewhere;
let profileId: string;
beforeEach(async () => {
  app = await openTestCore();
  elsewhere = await startResultElsewhere();
  profileId = (await app.tell('profiles.create', { name: 'Mine', baseUrl: elsewhere.baseUrl })).id;
  await app.tell('profiles.saveKey', { id: profileId, key: 'a-key-of-mine', keep: 'session' });
  await app.tell('profiles.activate', { id: profileId });
});
afterEach(async () => {
  await app.close();
  await elsewhere.close();
});

const hosts = async () => (await app.tell('app.snapshot', {})).settings.resultHosts;
const allow = (host: string, isAllowed = true) =>
  app.tell('profiles.allowResults', { id: profileId, host, isAllowed });

/** The job's end, as reported after `from` events. */
function ended(id: string, from = 0): Promise<Job> {
  return app.until(() => {
    const last = app.events
      .slice(from)
      .findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return last?.type === 'job.changed' && finishedStatuses.includes(last.job.status) && last.job;
  });
}

async function createImage(): Promise<Job> {
  const id = randomUUID();
  const request = { modality: 'image', model: 'sandbox/aurora', prompt: 'a boat', extra: {} } as const;
  await app.tell('jobs.create', { ...request, id, parameters: {} });
  return ended(id);
}

describe('a result on a host of this computer', () => {
  test('fails its job without a request there, and is downloaded for free once the person allows the host', async () => {
    const job = await createImage();
    expect(job).toMatchObject({
      status: 'failed',
      canFetchAgain: true,
      mayStillCharge: false,
      error: { code: 'local_address_refused', details: { host: elsewhere.store } },
    });
    expect(elsewhere.asked).toEqual({ images: 1, files: 0 });

    await allow(elsewhere.store);
    const from = app.events.length;
    await app.tell('jobs.resume', { id: job.id });
    expect(await ended(job.id, from)).toMatchObject({
      status: 'completed',
      error: null,
      cost: job.cost,
    });
    expect(elsewhere.asked).toEqual({ images: 1, files: 1 });
    expect((await createImage()).status).toBe('completed');
  });
});

describe('an allowed host', () => {
  test('is stored once for its profile, and can be removed', async () => {
    await allow('NAS.local:9000');
    await allow('nas.local:9000');
    expect(await hosts()).toEqual({ [profileId]: ['nas.local:9000'] });
    await allow('nas.local:9000', false);
    expect(await hosts()).toEqual({ [profileId]: [] });
    await allow('127.1:9000');
    await allow('[0:0::1]');
    expect(await hosts()).toEqual({ [profileId]: ['127.0.0.1:9000', '[::1]'] });
  });

  test('is removed when the profile moves to another origin, and with the profile', async () => {
    await allow('nas.local:9000');
    await app.tell('profiles.update', {
      id: profileId,
      name: 'Renamed',
      baseUrl: `${elsewhere.baseUrl}/more`,
    });
    expect(await hosts()).toEqual({ [profileId]: ['nas.local:9000'] });
    await app.tell('profiles.update', { id: profileId, baseUrl: 'https://elsewhere.example/api/v1' });
    expect(await hosts()).toEqual({});
    await allow('nas.local:9000');
    await app.tell('profiles.remove', { id: profileId });
    expect(await hosts()).toEqual({});
  });

  test.each([
    '',
    'http://nas.local',
    'nas.local/path',
    'a@nas.local',
    'nas local',
    'nas.local:99999',
    '[::1',
  ])('can’t be %j', async (host) => {
    const refusal = await app.refusal('profiles.allowResults', { id: profileId, host, isAllowed: true });
    expect(refusal).toMatchObject({ code: 'invalid_input', field: 'host' });
  });

  test('belongs to the user’s own gateways, not to the Sandbox, and there are fifty at most', async () => {
    const host = 'nas.local';
    expect(
      await app.refusal('profiles.allowResults', { id: 'sandbox', host, isAllowed: true }),
    ).toMatchObject({ code: 'invalid_input' });
    const full = { [profileId]: Array.from({ length: 50 }, (_, index) => `host-${index}`) };
    await app.tell('settings.update', { patch: { resultHosts: full } });
    expect(
      await app.refusal('profiles.allowResults', { id: profileId, host, isAllowed: true }),
    ).toMatchObject({ code: 'invalid_input', field: 'host' });
  });
});
