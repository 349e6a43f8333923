import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { type JobElsewhere, startJobElsewhere } from '../../../support/job-elsewhere';

let app: TestCore;
let elsewhere: JobElsewhere;
let profileId: string;
beforeEach(async () => {
  app = await openTestCore();
  elsewhere = await startJobElsewhere();
  profileId = (await app.tell('profiles.create', { name: 'Mine', baseUrl: elsewhere.baseUrl })).id;
  await app.tell('profiles.saveKey', { id: profileId, key: 'a-key-of-mine', keep: 'session' });
  await app.tell('profiles.activate', { id: profileId });
});
afterEach(async () => {
  await app.close();
  await elsewhere.close();
});

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
  const request = { modality: 'image', model: 'flux', prompt: 'a boat', extra: {} } as const;
  await app.tell('jobs.create', { ...request, id, parameters: {} });
  return ended(id);
}

const allow = (changes: object = {}) => ({
  id: profileId,
  origin: elsewhere.origin,
  isAllowed: true,
  ...changes,
});

describe('a job whose state is at another origin', () => {
  test('is asked for at the gateway’s own address until the key was typed, then there, for one charge', async () => {
    const job = await createImage();
    expect(job).toMatchObject({
      status: 'interrupted',
      error: { code: 'job_elsewhere', details: { origin: elsewhere.origin } },
    });
    expect(elsewhere.asked).toEqual({ generations: 1, own: 1, other: 0 });
    expect(await app.refusal('profiles.allowJobs', allow())).toMatchObject({ code: 'needs_key' });
    expect(await app.refusal('profiles.allowJobs', allow({ keys: ['guessed'] }))).toMatchObject({
      code: 'needs_key',
    });
    expect(elsewhere.asked.other).toBe(0);

    await app.tell('profiles.allowJobs', allow({ keys: ['a-key-of-mine'] }));
    const from = app.events.length;
    await app.tell('jobs.resume', { id: job.id });
    expect(await ended(job.id, from)).toMatchObject({ status: 'completed', error: null });
    expect(elsewhere.keys).toEqual(['Bearer a-key-of-mine']);
    expect(elsewhere.asked.generations).toBe(1);

    expect(await createImage()).toMatchObject({ status: 'completed', error: null });
    expect(elsewhere.asked.generations).toBe(2);
  });

  test('the permission ends with the address of the profile, and the page can’t give it by the settings', async () => {
    await app.tell('profiles.allowJobs', allow({ keys: ['a-key-of-mine'] }));
    const origins = async () => (await app.tell('app.snapshot', {})).settings.jobOrigins;
    expect(await origins()).toEqual({ [profileId]: [elsewhere.origin] });
    const patch = { jobOrigins: { [profileId]: ['https://evil.example'] } };
    expect(await app.refusal('settings.update', { patch } as never)).toMatchObject({ code: 'invalid_input' });
    await app.tell('profiles.update', { id: profileId, baseUrl: 'http://127.0.0.1:9/v1' });
    expect(await origins()).toEqual({});
  });

  test.each(['ftp://host.example', 'https://host.example/path', 'host.example', ''])(
    '%j is no origin',
    async (origin) => {
      expect(await app.refusal('profiles.allowJobs', allow({ origin }))).toMatchObject({
        code: 'invalid_input',
      });
    },
  );
});
