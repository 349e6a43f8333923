import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestCore } from '../../../support/core';

/** Knows its job from the second look on; by then the job has failed. */
let gateway: Server;
let looks = 0;

beforeEach(async () => {
  gateway = createServer(({ method, url = '' }, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (method === 'POST') return answer(200, { id: 'job-1', status: 'queued' });
    if (!url.includes('/jobs/')) return answer(200, { data: [] });
    looks += 1;
    if (looks === 1)
      return answer(404, { error: { code: 'job_not_found', message: 'There is no such job.' } });
    return answer(200, { id: 'job-1', status: 'failed', error: { code: 'refused', message: 'Refused.' } });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  gateway.closeAllConnections();
  gateway.close();
});

test('a job that the gateway does not know at one poll is polled again, and followed to its end', async () => {
  const app = await openTestCore();
  const { port } = gateway.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/api/v1`;
  const { id: profileId } = await app.tell('profiles.create', { name: 'Late', baseUrl });
  await app.tell('profiles.saveKey', { id: profileId, key: 'sk-late-0000000', keep: 'session' });
  await app.tell('profiles.activate', { id: profileId });
  const id = randomUUID();
  const input = { id, modality: 'video', model: 'm', prompt: 'A boat', parameters: {}, extra: {} } as const;
  await app.tell('jobs.create', input);
  const error = await app.until(
    () =>
      app.events
        .flatMap((event) => (event.type === 'job.changed' && event.job.id === id ? [event.job] : []))
        .findLast(({ status }) => status === 'failed')?.error,
  );
  expect(error).toMatchObject({ code: 'refused', stage: 'generation' });
  await app.close();
});
