import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nextPollInMs } from '../../shared/calls/job-polling';
import { connect, failureOf, vendorMeta } from '../support/gateway-client';
import { cut, type HostileServer, json, type Script, startHostileServer } from '../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const retrieve = () => connect(server).client.jobs.retrieve('j1');
const job = (status: string, more: object = {}, headers = {}) =>
  json({ id: 'j1', status, ...more }, 200, headers);
const url = 'https://cdn.example/v.mp4';

describe('a job', () => {
  it.each([
    ['itself', { id: 'j1', status: 'running' }],
    ['{ job }', { job: { id: 'j1', status: 'running' } }],
    ['{ data }', { data: { id: 'j1', status: 'running' } }],
  ])('is read from %s', async (_name, body) => {
    server.script(json({ ...body, ...vendorMeta }));
    const read = await connect(server).client.videos.generations.create({
      prompt: 'p',
      duration: 5,
      resolution: '720p',
    });
    expect(read).toMatchObject({
      id: 'j1',
      status: 'running',
      meta: { credits: { used: 0.4, remaining: 99.6 } },
    });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      prompt: 'p',
      duration: 5,
      resolution: '720p',
    });
  });

  it.each([
    ['queued', 'queued'],
    ['running', 'running'],
    ['completed', 'completed'],
    ['Failed', 'failed'],
    ['rendering_frames', 'running'],
    ['', 'running'],
  ])('in state "%s" counts as %s', async (rawStatus, status) => {
    server.script(job(rawStatus));
    expect(await retrieve()).toMatchObject({ rawStatus, status });
  });

  it.each([
    ['output.url', { output: { url } }],
    ['output[].url', { output: [{ url }] }],
    ['output as a list of addresses', { output: [url] }],
    ['result.url', { result: { url } }],
    ['video.url', { video: { url } }],
    ['data[].url', { data: [{ url }] }],
    ['url', { url }],
    ['video_url', { video_url: url }],
  ])('has its output under %s', async (_name, more) => {
    server.script(job('completed', more));
    expect((await retrieve()).outputs).toEqual([{ kind: 'url', url }]);
  });

  it('keeps several outputs, and lists a repeated one once', async () => {
    server.script(job('completed', { output: [{ url }, { url: `${url}2` }], url }));
    expect((await retrieve()).outputs).toHaveLength(2);
  });

  it('reads progress, model, error and wait if they are present', async () => {
    const error = { code: 'nsfw', message: 'No.' };
    server.script(
      job('failed', { progress: 0.25, model: 'm', error, ...vendorMeta }, { 'retry-after': '4' }),
    );
    expect(await retrieve()).toMatchObject({ progress: 0.25, model: 'm', error, waitMs: 4_000, outputs: [] });
    server.script(job('failed', { progress: '40', error: 'No.' }));
    expect(await retrieve()).toMatchObject({
      progress: 0.4,
      error: { code: 'job_failed', message: 'No.' },
      waitMs: null,
    });
    server.script(job('running', { progress: 'much' }));
    expect(await retrieve()).toMatchObject({ progress: null, model: null, error: null });
  });

  it('is malformed without an id', async () => {
    server.script(json({ status: 'queued' }));
    const failure = await failureOf(connect(server).client.videos.generations.create({ prompt: 'p' }));
    expect(failure).toMatchObject({ errorCode: 'malformed_response', outcomeUnknown: true });
  });

  it('is requested at a path that its id can’t escape', async () => {
    server.script(job('queued'), job('queued'));
    const { client } = connect(server);
    await client.jobs.retrieve('a b?c#d');
    await client.jobs.retrieve('../models');
    expect(server.requests.map((request) => request.url)).toEqual([
      '/api/v1/jobs/a%20b%3Fc%23d',
      '/api/v1/jobs/..%2Fmodels',
    ]);
    for (const id of ['', '.', '..'])
      expect((await failureOf(client.jobs.retrieve(id))).errorCode).toBe('invalid_request');
    expect(server.requests).toHaveLength(2);
  });
});

describe('the job list', () => {
  it('sends its filters and reads data with unknown fields', async () => {
    server.script(
      json({
        object: 'list',
        data: [{ id: 'a', status: 'completed' }, 'odd', { id: 'b', status: 'new' }],
        has_more: true,
        ...vendorMeta,
      }),
    );
    const list = await connect(server).client.jobs.list({ status: 'completed', limit: 2 });
    expect(server.requests[0]?.url).toBe('/api/v1/jobs?status=completed&limit=2');
    expect(list.jobs.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'completed'],
      ['b', 'running'],
    ]);
    expect(list).toMatchObject({ hasMore: true, meta: { credits: { remaining: 99.6 } } });
  });

  it('is sent without filters if there are none', async () => {
    server.script(json({ data: [] }));
    expect(await connect(server).client.jobs.list()).toMatchObject({ jobs: [], hasMore: null });
    expect(server.requests[0]?.url).toBe('/api/v1/jobs');
  });

  it('is malformed without a list', async () => {
    server.script(json({ data: 'none' }));
    expect((await failureOf(connect(server).client.jobs.list())).errorCode).toBe('malformed_response');
  });
});

describe('createAndWait', () => {
  /** A clock that moves only while the client waits. */
  function waitFor(options = {}) {
    let nowMs = 1_000_000;
    const waitsMs: number[] = [];
    const sleep = async (delayMs: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      waitsMs.push(delayMs);
      nowMs += delayMs;
    };
    const { client } = connect(server, { now: () => nowMs, sleep });
    return { waitsMs, ended: client.videos.generations.createAndWait({ prompt: 'p' }, options) };
  }
  const submissions = () => server.requests.filter(({ method }) => method === 'POST').length;

  it('submits once and polls until the job is completed', async () => {
    server.script(
      job('queued'),
      job('running', { progress: 0.5 }),
      job('thinking'),
      job('completed', { url }),
    );
    const seen: string[] = [];
    const { ended } = waitFor({ onJob: ({ rawStatus }: { rawStatus: string }) => seen.push(rawStatus) });
    expect(await ended).toMatchObject({ id: 'j1', status: 'completed', outputs: [{ kind: 'url', url }] });
    expect(seen).toEqual(['queued', 'running', 'thinking', 'completed']);
    expect(server.requests.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
      'POST /api/v1/videos/generations',
      'GET /api/v1/jobs/j1',
      'GET /api/v1/jobs/j1',
      'GET /api/v1/jobs/j1',
    ]);
  });

  it('returns a failed job unchanged', async () => {
    server.script(job('queued'), job('failed', { error: { code: 'nsfw', message: 'No.' } }));
    expect(await waitFor().ended).toMatchObject({ status: 'failed', error: { code: 'nsfw' } });
  });

  it('does not poll a job that is already completed', async () => {
    server.script(job('completed'));
    expect((await waitFor().ended).status).toBe('completed');
    expect(server.requests).toHaveLength(1);
  });

  it('waits as long as the server asks, but never less than the minimum', async () => {
    server.script(
      job('queued', {}, { 'retry-after': '7' }),
      job('running', {}, { 'retry-after': '0' }),
      job('completed'),
    );
    const { ended, waitsMs } = waitFor();
    await ended;
    const [asked = 0, least = 0] = waitsMs;
    expect([asked >= 7_000 && asked <= 8_400, least >= 500 && least <= 600]).toEqual([true, true]);
  });

  it('waits as the jobs of the app do, 2 s growing to 10 s, if the server names no wait', async () => {
    server.script(job('queued'), ...Array.from({ length: 8 }, () => job('running')), job('completed'));
    const { ended, waitsMs } = waitFor();
    await ended;
    for (const [taken, waitMs] of waitsMs.entries()) {
      const polls = { taken, failedInARow: 0, serverWaitMs: null, followed: 1 };
      expect(waitMs).toBeGreaterThanOrEqual(nextPollInMs(polls, 0));
      expect(waitMs).toBeLessThanOrEqual(nextPollInMs(polls, 1));
    }
    expect(waitsMs).toHaveLength(9);
  });

  it('gives up at the deadline on a state that never ends, without spinning', async () => {
    server.script(job('odd'), ...Array.from({ length: 40 }, () => job('odd')));
    const { ended, waitsMs } = waitFor({ deadlineMs: 60_000 });
    const failure = await failureOf(ended);
    expect(failure).toMatchObject({
      errorCode: 'timeout',
      details: { jobId: 'j1', lastStatus: 'odd' },
      outcomeUnknown: true,
    });
    expect(waitsMs.reduce((sum, waitMs) => sum + waitMs, 0)).toBeCloseTo(60_000);
    expect(waitsMs.length).toBeLessThan(16);
    expect(submissions()).toBe(1);
  });

  it('survives four failed polls in a row without submitting again', async () => {
    const failed: Script[] = [{ before: cut }, { status: 500 }, { body: ['<html>'] }, { status: 502 }];
    server.script(job('queued'), ...failed, job('running'), ...failed, job('completed'));
    expect((await waitFor().ended).status).toBe('completed');
    expect(submissions()).toBe(1);
  });

  it('gives up after five failed polls in a row, naming the job', async () => {
    server.script(job('running'), ...Array.from({ length: 5 }, () => ({ status: 500 })));
    const failure = await failureOf(waitFor().ended);
    expect(failure).toMatchObject({
      statusCode: 500,
      details: { jobId: 'j1', lastStatus: 'running' },
      outcomeUnknown: true,
    });
    expect(submissions()).toBe(1);
  });

  it('gives up at once if the gateway doesn’t know the job', async () => {
    server.script(job('running'), json({ error: { code: 'job_not_found', message: 'Gone.' } }, 404));
    expect(await failureOf(waitFor().ended)).toMatchObject({
      errorCode: 'job_not_found',
      details: { jobId: 'j1' },
    });
    expect(server.requests).toHaveLength(2);
  });

  it('stops waiting on abort, naming the job that continues', async () => {
    server.script(job('running', {}, { 'retry-after': '60' }));
    const controller = new AbortController();
    const { client } = connect(server, { sleep: undefined });
    const onJob = () => setTimeout(() => controller.abort(), 20);
    const failure = await failureOf(
      client.videos.generations.createAndWait({ prompt: 'p' }, { signal: controller.signal, onJob }),
    );
    expect(failure).toMatchObject({ errorCode: 'aborted', details: { jobId: 'j1' }, outcomeUnknown: true });
  });

  it('fails if the submission fails, and does not submit again', async () => {
    server.script({ before: cut }, job('completed'));
    expect(await failureOf(waitFor().ended)).toMatchObject({
      errorCode: 'network_error',
      outcomeUnknown: true,
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('the error of a failed job', () => {
  it.each([
    ['its own details', { code: 'x', message: 'No.', details: { why: [1] } }, { details: { why: [1] } }],
    [
      'whatever else it says',
      { code: 'x', message: 'No.', hint: 'Shorter.' },
      { details: { hint: 'Shorter.' } },
    ],
    ['the field to blame', { code: 'x', message: 'No.', param: 'duration' }, { param: 'duration' }],
  ])('holds %s', async (_name, error, expected) => {
    server.script(job('failed', { error }));
    const read = await retrieve();
    expect(read.error).toEqual({ code: 'x', message: 'No.', ...expected });
  });

  it('loses the key wherever it is echoed', async () => {
    const { client } = connect(server, { apiKey: 'sk-very-secret-key' });
    server.script(
      job('failed', { error: { message: 'No.', details: { sent: ['Bearer sk-very-secret-key'] } } }),
    );
    expect(JSON.stringify((await client.jobs.retrieve('j1')).error)).not.toContain('sk-very');
  });
});
