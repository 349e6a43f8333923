/** Jobs, results and refusals in forms that only a few gateways have. */
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { connect, failureOf, question } from '../../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const client = () => connect(server, { maxAttempts: 1 }).client;
const paint = () => client().images.generations.create({ model: 'm', prompt: 'p' });
const ask = () => client().chat.completions.create({ ...question, stream: false });
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a body that is a data URL is the image', async () => {
  server.script({ headers: { 'content-type': 'text/plain' }, body: [`data:image/png;base64,${png}`] });
  expect((await paint()).images).toMatchObject([{ source: { kind: 'bytes', contentType: 'image/png' } }]);
});

test('a request that Midjourney’s relays accepted is a job', async () => {
  server.script(json({ code: 1, description: 'Submit success', result: '1320098173412546', properties: {} }));
  expect((await paint()).job).toMatchObject({ id: '1320098173412546', status: 'running' });
});

describe('a job is', () => {
  it.each<[string, object, object]>([
    [
      'over that its gateway doesn’t know',
      { id: 'j1', status: 'Task not found' },
      { error: { code: 'job_not_found' } },
    ],
    [
      'over whose video a filter of Veo withheld',
      {
        name: 'models/veo/operations/j1',
        done: true,
        response: {
          generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['It was withheld.'] },
        },
      },
      { error: { message: 'It was withheld.' } },
    ],
    [
      'over whose video xAI withheld',
      { status: 'done', video: { url: '', duration: 5, respect_moderation: false }, model: 'm' },
      { error: { message: 'The gateway’s filter withheld the result.' } },
    ],
  ])('%s', async (_name, body, expected) => {
    server.script(json(body));
    expect(await client().jobs.retrieve('j1')).toMatchObject({ status: 'failed', outputs: [], ...expected });
  });

  it.each(['THROTTLED', 'CREATED'])('at work in the state %s, which is known', async (status) => {
    server.script(json({ id: 'j1', status }));
    expect((await client().jobs.retrieve('j1')).isUnknownStatus).toBe(false);
  });
});

describe('the reason is that of the gateway for', () => {
  it.each<[string, object, number, string]>([
    ['no success and words', { success: false, message: 'Token not found' }, 200, 'Token not found'],
    ['a number of an error', { errno: 1, errmsg: 'Sign error' }, 200, 'Sign error'],
    [
      'a list of errors alone',
      { errors: [{ code: 'invalidModel', message: 'Bad model' }] },
      200,
      'Bad model',
    ],
  ])('%s', async (_name, body, status, message) => {
    server.script(json(body, status));
    expect((await failureOf(ask())).message).toBe(message);
  });

  test('an image that was refused by a list of errors, which is no job', async () => {
    const error = { code: 'invalidModel', message: 'Bad model', parameter: 'model', taskUUID: 'u1' };
    server.script(json({ errors: [error] }));
    expect(await failureOf(paint())).toMatchObject({ errorCode: 'invalidModel', message: 'Bad model' });
  });

  test('a spent quota that is refused like a wrong key', async () => {
    const message = 'This request exceeds your quota of 10000. You have 5 credits remaining.';
    server.script(json({ detail: { status: 'quota_exceeded', message } }, 401));
    expect(await failureOf(ask())).toMatchObject({
      errorCode: 'quota_exceeded',
      isOutOfCredits: true,
      message,
    });
  });
});

describe('an accepted request is a job', () => {
  const place = () => `${server.baseUrl}/operations/9`;
  const film = () => client().videos.generations.create({ model: 'm', prompt: 'p' });
  const speak = () => client().audio.speech.create({ model: 'm', input: 'p' });
  const asked = {
    images: async () => (await paint()).job,
    speech: async () => (await speak()).job,
    videos: film,
  };

  it.each([
    ['images', 202, 'location', ''],
    ['images', 201, 'location', '{}'],
    ['speech', 202, 'operation-location', ''],
    ['videos', 202, 'location', ''],
    ['videos', 200, 'operation-location', '{"message":"Accepted"}'],
  ] as const)('of %s where only a header names it: %i, %s', async (kind, status, name, body) => {
    server.script({ status, headers: { [name]: place() }, body: [body] });
    expect(await asked[kind]()).toMatchObject({ handle: place(), status: 'running' });
    server.script(json({ status: 'succeeded', url: 'https://cdn.example/v.mp4' }));
    const job = await client().jobs.retrieve(place());
    expect(server.requests.at(-1)?.url).toBe('/api/v1/operations/9');
    expect(job).toMatchObject({ status: 'completed', outputs: [{ url: 'https://cdn.example/v.mp4' }] });
  });

  it.each(['"7f3c9c9e-1111-4222"', '7f3c9c9e-1111-4222\n'])(
    'whose id is all of the answer: %s',
    async (body) => {
      server.script({ body: [body] });
      expect(await film()).toMatchObject({ id: '7f3c9c9e-1111-4222', status: 'running' });
    },
  );

  test('that is written as JSON twice', async () => {
    server.script(json(JSON.stringify({ id: 'j1', status: 'queued' })));
    expect(await film()).toMatchObject({ id: 'j1', status: 'queued' });
  });

  test('but words are none', async () => {
    server.script({ body: ['Unavailable'] });
    expect((await failureOf(film())).errorCode).toBe('malformed_response');
  });
});

test('a list of models in numbered pages is read to its end', async () => {
  const info = (page: number) => ({ page, per_page: 1, total_count: 3 });
  server.script(
    json({ result: [{ name: '@cf/a' }], result_info: info(1) }),
    json({ result: [{ name: '@cf/b' }], result_info: info(2) }),
    json({ result: [{ name: '@cf/c' }], result_info: info(3) }),
  );
  const { models, unread } = await client().models.list();
  expect([models.map(({ id }) => id), unread]).toEqual([['@cf/a', '@cf/b', '@cf/c'], null]);
  expect(server.requests.map(({ url }) => url.split('?')[1])).toEqual([undefined, 'page=2', 'page=3']);
});
