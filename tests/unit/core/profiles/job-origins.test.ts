/** A gateway whose jobs are asked for at another origin than its own, as Black Forest Labs and fal have it. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { picture } from '../../../support/media-files';

interface Elsewhere {
  readonly baseUrl: string;
  /** Where the state of a job is. */
  readonly origin: string;
  readonly asked: { generations: number; own: number; other: number };
  /** What the other origin was given as a key. */
  readonly keys: (string | undefined)[];
  close(): Promise<void>;
}

async function startElsewhere(): Promise<Elsewhere> {
  const asked = { generations: 0, own: 0, other: 0 };
  const keys: (string | undefined)[] = [];
  const image = Buffer.from(await picture('png')).toString('base64');
  const other = createServer((request, response) => {
    asked.other += 1;
    keys.push(request.headers.authorization);
    const record = { id: 'task-1', status: 'Ready', result: { sample: `data:image/png;base64,${image}` } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(record));
  });
  const origin = `http://127.0.0.1:${await listen(other)}`;
  const own = createServer((request, response) => {
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (isGeneration(request)) {
      asked.generations += 1;
      return json(200, { id: 'task-1', polling_url: `${origin}/v1/get_result?id=task-1`, credits_used: 2 });
    }
    if (request.url?.endsWith('/models') === true)
      return json(200, { data: [{ id: 'flux', object: 'model' }] });
    asked.own += 1;
    return json(404, { detail: 'Not Found' });
  });
  const baseUrl = `http://127.0.0.1:${await listen(own)}/v1`;
  return { baseUrl, origin, asked, keys, close: () => closeAll([own, other]) };
}

const isGeneration = ({ method, url }: IncomingMessage) =>
  method === 'POST' && url === '/v1/images/generations';

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

async function closeAll(servers: readonly Server[]): Promise<void> {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

let app: TestCore;
let elsewhere: Elsewhere;
let profileId: string;
beforeEach(async () => {
  app = await openTestCore();
  elsewhere = await startElsewhere();
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
