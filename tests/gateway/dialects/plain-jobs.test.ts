import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, failureOf } from '../../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const retrieve = () => connect(server).client.jobs.retrieve('j1');
const url = 'https://cdn.example/v.mp4';

describe('the state of a job', () => {
  it.each([
    ...['completed', 'done', 'succeeded', 'Success', 'COMPLETE'].map((word) => [word, 'completed', false]),
    ...['failed', 'error', 'cancelled', 'canceled', 'expired'].map((word) => [word, 'failed', false]),
    ...['queued', 'pending'].map((word) => [word, 'queued', false]),
    ...['running', 'in_progress', 'processing', ''].map((word) => [word, 'running', false]),
    ...['awaiting_moderation', 'rendering_frames'].map((word) => [word, 'running', true]),
  ] as const)('"%s" counts as %s', async (rawStatus, status, isUnknownStatus) => {
    server.script(json({ id: 'j1', status: rawStatus }));
    expect(await retrieve()).toMatchObject({ rawStatus, status, isUnknownStatus });
  });

  it.each([
    ['cancelled', 'job_cancelled', /cancelled/],
    ['canceled', 'job_cancelled', /cancelled/],
    ['expired', 'job_expired', /expired/],
  ])('"%s" says why it failed where the gateway does not', async (status, code, message) => {
    server.script(json({ id: 'j1', status }));
    expect((await retrieve()).error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('has the type of its error where the code is a number', async () => {
    server.script(json({ id: 'j1', status: 'failed', error: { code: 400, type: 'nsfw', message: 'No.' } }));
    expect((await retrieve()).error).toEqual({ code: 'nsfw', message: 'No.' });
  });
});

describe('progress', () => {
  it.each([
    [0, 'running', 0],
    [0.4, 'running', 0.4],
    [40, 'running', 0.4],
    ['40%', 'running', 0.4],
    [100, 'running', 1],
    // One per cent, or all of it: nobody can tell.
    [1, 'running', null],
    [1, 'completed', 1],
    [-1, 'running', null],
    [101, 'running', null],
  ])('%j while %s is %j', async (progress, status, read) => {
    server.script(json({ id: 'j1', status, progress }));
    expect((await retrieve()).progress).toBe(read);
  });

  it('1 is one per cent in the shape that counts to 100', async () => {
    server.script(json({ id: 'j1', object: 'video', status: 'in_progress', progress: 1 }));
    expect((await retrieve()).progress).toBe(0.01);
  });
});

describe('the results of a job', () => {
  it.each([
    ['unsigned_urls', { unsigned_urls: [url] }],
    ['outputs.video_url', { outputs: { video_url: url, cost: 0.3 } }],
    ['outputs[]', { outputs: [{ url }] }],
    ['videos[]', { videos: [{ url }] }],
    ['video.url', { video: { url, duration: 4 } }],
  ])('are found under %s', async (_name, more) => {
    server.script(json({ id: 'j1', status: 'completed', ...more }));
    expect((await retrieve()).outputs).toEqual([{ kind: 'url', url }]);
  });

  it('wait at the content path where the shape is OpenAI’s and no address came', async () => {
    server.script(json({ id: 'video_1', object: 'video', status: 'completed', progress: 100 }));
    const job = await connect(server, { paths: { job: '/videos/{id}' } }).client.jobs.retrieve('video_1');
    expect(job.outputs).toEqual([{ kind: 'url', url: `${server.baseUrl}/videos/video_1/content` }]);
  });

  it('are fetched from there with the key', async () => {
    server.script(
      json({ id: 'v1', object: 'video', status: 'completed' }),
      json({ error: { message: 'No key.' } }, 401),
      { body: ['film'] },
    );
    const { client } = connect(server);
    const [output] = (await client.jobs.retrieve('v1')).outputs;
    const { pieces } = await client.download(output?.kind === 'url' ? output.url : '');
    for await (const piece of pieces) expect(Buffer.from(piece).toString()).toBe('film');
    expect(server.requests.at(-1)?.headers.authorization).toMatch(/^Bearer /);
  });
});

describe('the id of a job', () => {
  it('may come as request_id, and be left out of the polls', async () => {
    server.script(
      json({ request_id: 'r1' }),
      { status: 202, body: [] },
      json({ status: 'pending' }, 202),
      json({ status: 'done', video: { url } }),
    );
    const { client } = connect(server);
    const job = await client.videos.generations.create({ prompt: 'p' });
    expect(job).toMatchObject({ id: 'r1', status: 'running', rawStatus: '' });
    expect(await client.jobs.retrieve('r1')).toMatchObject({ id: 'r1', status: 'running' });
    expect(await client.jobs.retrieve('r1')).toMatchObject({ id: 'r1', status: 'queued' });
    expect(await client.jobs.retrieve('r1')).toMatchObject({
      ...{ id: 'r1', status: 'completed' },
      outputs: [{ kind: 'url', url }],
    });
  });

  it('is not the request id of an error', async () => {
    server.script(json({ request_id: 'r1', error: { code: 'bad_prompt', message: 'No.' } }));
    expect(await failureOf(connect(server).client.videos.generations.create({ prompt: 'p' }))).toMatchObject({
      errorCode: 'bad_prompt',
    });
  });

  it('is not needed where a poll is answered with an error', async () => {
    server.script(json({ error: { code: 'not_found', message: 'Gone.' } }, 404));
    expect(await failureOf(retrieve())).toMatchObject({ statusCode: 404 });
  });
});

describe('what is still being polled', () => {
  it('is left after the deadline in a state nobody knows', async () => {
    server.script(...Array.from({ length: 40 }, () => json({ id: 'j1', status: 'awaiting_moderation' })));
    let nowMs = 0;
    const sleep = async (delayMs: number) => {
      nowMs += delayMs;
    };
    const { client } = connect(server, { sleep, now: () => nowMs });
    const failure = await failureOf(
      client.videos.generations.createAndWait({ prompt: 'p' }, { deadlineMs: 60_000 }),
    );
    expect(failure).toMatchObject({ errorCode: 'timeout', outcomeUnknown: true });
    expect(failure.details).toMatchObject({ jobId: 'j1', lastStatus: 'awaiting_moderation' });
  });
});
