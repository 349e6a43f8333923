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
