/** Shapes of many gateways under the plain interface: what a gateway is called must not decide whether it is read. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayClientOptions } from '../../../electron/gateway/client';
import { apiKey, connect, event, failureOf, question, readStream } from '../../support/gateway-client';
import {
  events,
  type HostileServer,
  json,
  type Script,
  startHostileServer,
} from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const client = (options: Partial<GatewayClientOptions> = {}) => connect(server, options).client;
const url = 'https://cdn.example/v.mp4';
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const film = { model: 'm', prompt: 'p' };
const retrieve = (id = 'j1') => client().jobs.retrieve(id);

describe('the id of a new job', () => {
  it.each<[string, object, string]>([
    ['task_id', { task_id: 't1', status: 'queued' }, 't1'],
    ['taskId in data', { code: 200, msg: 'success', data: { taskId: 't1' } }, 't1'],
    ['requestId', { requestId: 't1' }, 't1'],
    ['a number', { task_id: 17 }, '17'],
    ['the name of an operation', { name: 'models/veo/operations/o1' }, 'models/veo/operations/o1'],
    [
      'output.task_id beside a request id',
      { request_id: 'r1', output: { task_id: 't1', task_status: 'PENDING' } },
      't1',
    ],
    [
      'data.task_id beside an id of the envelope',
      { id: 'r1', code: 0, data: { task_id: 't1', task_status: 'submitted' } },
      't1',
    ],
    ['a list of one', { code: 200, data: [{ status: 'submitted', task_id: 't1' }] }, 't1'],
    ['result.id', { success: true, result: { id: 't1', state: 'Queued' } }, 't1'],
  ])('is %s', async (_name, body, id) => {
    server.script(json(body));
    const job = await client().videos.generations.create(film);
    expect(job).toMatchObject({ id, handle: id });
    expect(['queued', 'running']).toContain(job.status);
  });
});

describe('a state', () => {
  it.each([
    ...['succeed', 'Succeed', 'SUCCEEDED', 'finished', 'Ready', 'TASK_STATUS_SUCCEED', 'success'].map(
      (word) => [word, 'completed'],
    ),
    ...['Fail', 'FAILURE', 'timeout', 'timed_out', 'rejected', 'Content Moderated', 'aborted'].map((word) => [
      word,
      'failed',
    ]),
    ...['IN_QUEUE', 'submitted', 'NOT_START', 'waiting', 'Enqueued'].map((word) => [word, 'queued']),
    ...['IN_PROGRESS', 'InProgress', 'Processing', 'starting', 'generating'].map((word) => [word, 'running']),
  ])('"%s" is %s', async (word, status) => {
    for (const body of [
      { id: 'j1', status: word },
      { data: { id: 'j1', task_status: word } },
      { id: 'j1', state: word },
    ]) {
      server.script(json(body));
      expect(await retrieve()).toMatchObject({ status, isUnknownStatus: false });
    }
  });

  it.each<[string, object, string]>([
    ['a number with a result', { id: 'j1', status: 1, url }, 'completed'],
    ['a number with a reason', { id: 'j1', status: 3, fail_reason: 'Refused.' }, 'failed'],
    ['a number alone', { id: 'j1', status: 5 }, 'running'],
    ['a word of its own with a result', { id: 'j1', status: 'Fertig', output: [url] }, 'completed'],
    ['none, with a result', { id: 'j1', video: { url } }, 'completed'],
    ['"done" of an operation', { name: 'j1', done: true, response: { video: { uri: url } } }, 'completed'],
    ['"done" with an error', { name: 'j1', done: true, error: { code: 3, message: 'No.' } }, 'failed'],
    ['the inner one', { status: 'success', data: { status: 'processing' } }, 'running'],
  ])('that is %s', async (_name, body, status) => {
    server.script(json(body));
    expect((await retrieve()).status).toBe(status);
  });
});

describe('a result of a job', () => {
  it.each<[string, object]>([
    ['content.video_url', { content: { video_url: url } }],
    ['output.video_url', { output: { task_id: 'j1', task_status: 'SUCCEEDED', video_url: url } }],
    ['results.videos[]', { results: { videos: [{ url }] } }],
    [
      'data.task_result.videos[]',
      { data: { task_id: 'j1', task_status: 'succeed', task_result: { videos: [{ id: 'v', url }] } } },
    ],
    ['response.generatedVideos[].video.uri', { response: { generatedVideos: [{ video: { uri: url } }] } }],
    ['video_result[]', { video_result: [{ url, cover_image_url: 'https://cdn.example/c.png' }] }],
    [
      'JSON in a text',
      { data: { taskId: 'j1', state: 'success', resultJson: JSON.stringify({ resultUrls: [url] }) } },
    ],
    [
      'a picture of the first frame beside it',
      { video_url: url, image_url: 'https://mine.example/start.png' },
    ],
    ['what was sent beside it', { input: { image_url: 'https://mine.example/a.png' }, output: url }],
    ['an unknown field', { deliverable: { where: [{ there: url }] } }],
    ['a text', { note: `Your video: ${url}. Thank you!` }],
  ])('stands in %s', async (_name, more) => {
    server.script(json({ id: 'j1', status: 'completed', ...more }));
    const { outputs, status } = await retrieve();
    expect({ status, outputs }).toMatchObject({ status: 'completed', outputs: [{ kind: 'url', url }] });
    expect(outputs).toHaveLength(1);
  });

  it('is one of several, each in its place', async () => {
    const urls = [url, `${url}?2`, `${url}?3`];
    server.script(
      json({
        request_id: 'r',
        output: { task_id: 'j1', task_status: 'SUCCEEDED', results: urls.map((one) => ({ url: one })) },
      }),
    );
    expect((await retrieve()).outputs.map((source) => source.kind === 'url' && source.url)).toEqual(urls);
  });

  it('that no known place holds is found, and said to be found', async () => {
    server.script(
      json({ id: 'j1', status: 'done', deliverable: picture.repeat(1), status_url: 'https://g.example/j1' }),
    );
    const job = await retrieve();
    expect(job).toMatchObject({ isFound: true, outputs: [{ kind: 'bytes', contentType: 'image/png' }] });
  });

  it('is never what is still at work', async () => {
    server.script(json({ id: 'j1', status: 'processing', output: [url] }));
    expect(await retrieve()).toMatchObject({ status: 'running', outputs: [{ url }] });
  });
});

describe('why a job failed', () => {
  it.each<[string, object, string]>([
    ['fail_reason', { status: 'FAILURE', fail_reason: 'Too violent.' }, 'Too violent.'],
    [
      'task_status_msg',
      { data: { task_id: 'j1', task_status: 'failed', task_status_msg: 'Too violent.' }, message: 'SUCCEED' },
      'Too violent.',
    ],
    [
      'output.message',
      {
        output: {
          task_id: 'j1',
          task_status: 'FAILED',
          code: 'DataInspectionFailed',
          message: 'Too violent.',
        },
      },
      'Too violent.',
    ],
    [
      'failMsg',
      { data: { taskId: 'j1', state: 'fail', failCode: 501, failMsg: 'Too violent.' } },
      'Too violent.',
    ],
    ['message', { status: 'Fail', message: 'Too violent.' }, 'Too violent.'],
    ['a list', { status: 'failed', errors: [{ message: 'Too violent.' }] }, 'Too violent.'],
    [
      'base_resp',
      { status: 'Fail', base_resp: { status_code: 1026, status_msg: 'Too violent.' } },
      'Too violent.',
    ],
    ['detail', { status: 'error', detail: [{ loc: ['body'], msg: 'Too violent.' }] }, 'Too violent.'],
  ])('is read from %s', async (_name, more, message) => {
    server.script(json({ id: 'j1', ...more }));
    expect(await retrieve()).toMatchObject({ status: 'failed', error: { message } });
  });
});

describe('a job is asked for', () => {
  const asked = () => server.requests.map(({ method, url: path }) => `${method} ${path}`);

  it('by a query', async () => {
    server.script(json({ id: 'a/1', status: 'queued' }));
    await client({ paths: { job: '~/v2/video/generations?generation_id={id}' } }).jobs.retrieve('a/1');
    expect(asked()).toEqual(['GET /v2/video/generations?generation_id=a%2F1']);
  });

  it('by a POST', async () => {
    server.script(json({ status: 'Succeed', results: { videos: [{ url }] } }));
    const job = await client({ paths: { job: 'POST /video/status?requestId={id}' } }).jobs.retrieve('rq 1');
    expect(job).toMatchObject({ status: 'completed', outputs: [{ url }] });
    expect(asked()).toEqual(['POST /api/v1/video/status']);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ requestId: 'rq 1' });
    expect(server.requests[0]?.headers['idempotency-key']).toBeUndefined();
  });

  it('at the address that its answer names, and then at that of the result', async () => {
    const at = (path: string) => `${server.origin}${path}`;
    server.script(
      json({
        request_id: 'f-1',
        status: 'IN_QUEUE',
        status_url: at('/q/f-1/status'),
        response_url: at('/q/f-1'),
      }),
      json({ request_id: 'f-1', status: 'COMPLETED', response_url: at('/q/f-1') }),
      json({ images: [{ url: `${url}1` }, { url: `${url}2` }] }),
    );
    const job = await client().videos.generations.createAndWait(film);
    expect(job).toMatchObject({
      id: 'f-1',
      status: 'completed',
      outputs: [{ url: `${url}1` }, { url: `${url}2` }],
    });
    expect(asked().slice(1)).toEqual(['GET /q/f-1/status', 'GET /q/f-1']);
    // The address is all that has to be kept of it.
    server.script(json({ request_id: 'f-1', status: 'IN_PROGRESS' }));
    expect(await retrieve(job.handle)).toMatchObject({ isNamed: true, status: 'running' });
  });

  it('at no other host, which would get the key', async () => {
    const other = await startHostileServer();
    server.script(
      json({ id: 'j1', status: 'queued', status_url: `${other.origin}/j1` }),
      json({ id: 'j1', status: 'queued' }),
    );
    const job = await client().videos.generations.create(film);
    await retrieve(job.handle);
    expect(job.handle).toBe(`${other.origin}/j1#job=j1`);
    expect(server.requests.map(({ url }) => url)).toEqual([
      expect.any(String),
      expect.stringMatching(/\/jobs\/j1$/),
    ]);
    expect(other.requests).toEqual([]);
    expect(await failureOf(retrieve(`${other.origin}/j1`))).toMatchObject({ errorCode: 'invalid_request' });
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it('and a path that the gateway does not know is named, with what to set', async () => {
    server.script({ status: 404, body: ['404 page not found'] });
    const { message } = await failureOf(retrieve('t1'));
    expect(message).toMatch(/GET \/jobs\/t1\b/);
    expect(message).toMatch(/set the path “Job”/);
  });

  it('whose result address says why it failed', async () => {
    server.script(
      json({ id: 'j1', status: 'COMPLETED', response_url: '/q/j1' }),
      json({ detail: [{ loc: ['body', 'prompt'], msg: 'Too long.', type: 'value_error' }] }, 422),
    );
    expect(await retrieve()).toMatchObject({
      status: 'failed',
      error: { message: 'Too long.', param: 'prompt' },
    });
  });
});

describe('images', () => {
  const paint = () => client().images.generations.create({ model: 'm', prompt: 'p' });
  it.each<[string, object, number]>([
    ['base64[]', { id: 'i', base64: [picture, picture], finishReason: 'SUCCESS' }, 2],
    ['artifacts[]', { artifacts: [{ base64: picture, finishReason: 'SUCCESS', seed: 7 }] }, 1],
    [
      'data.image_urls',
      {
        id: 'i',
        data: { image_urls: [`${url}1`, `${url}2`] },
        base_resp: { status_code: 0, status_msg: 'success' },
      },
      2,
    ],
    ['data.image_base64', { data: { image_base64: [picture] }, base_resp: { status_code: 0 } }, 1],
    ['output[]', { id: 'p', status: 'succeeded', output: [`${url}1`, `${url}2`] }, 2],
    [
      'output.choices[].message.content[].image',
      {
        output: {
          choices: [{ message: { role: 'assistant', content: [{ text: 'Here' }, { image: url }] } }],
        },
        request_id: 'r',
      },
      1,
    ],
    [
      'candidates[].content.parts[].inlineData',
      {
        candidates: [
          {
            content: { parts: [{ text: 'Here' }, { inlineData: { mimeType: 'image/png', data: picture } }] },
          },
        ],
      },
      1,
    ],
    ['predictions[]', { predictions: [{ bytesBase64Encoded: picture, mimeType: 'image/png' }] }, 1],
    ['a picture in a text', { choices: [{ message: { content: `![](https://cdn.example/a.png)` } }] }, 1],
  ])('stand in %s', async (_name, body, count) => {
    server.script(json(body));
    expect((await paint()).images).toHaveLength(count);
  });

  it('may come as a job to follow', async () => {
    server.script(json({ request_id: 'r', output: { task_id: 't1', task_status: 'PENDING' } }));
    const { images, job } = await paint();
    expect({ images, job }).toMatchObject({ images: [], job: { id: 't1', status: 'queued' } });
  });

  it('that can’t be found leave the whole answer to look at', async () => {
    server.script(json({ created: 1, choices: [{ message: { content: 'I’d rather not.' } }] }));
    expect(await failureOf(paint())).toMatchObject({
      details: { choices: [{ message: { content: 'I’d rather not.' } }] },
    });
  });
});

describe('speech', () => {
  const speak = () => client().audio.speech.create({ model: 'm', input: 'i' });
  const mp3 = Buffer.from('ID3\x04\0\0\0\0\0\x21'.padEnd(64, '\0'), 'latin1');

  it.each<[string, object]>([
    [
      'hex',
      { data: { audio: mp3.toString('hex'), status: 2 }, base_resp: { status_code: 0, status_msg: '' } },
    ],
    ['audioContent', { audioContent: mp3.toString('base64') }],
    ['output.audio.data', { output: { audio: { data: mp3.toString('base64'), id: 'a' } }, request_id: 'r' }],
  ])('is read from %s', async (_name, body) => {
    server.script(json(body));
    expect((await speak()).source).toMatchObject({ kind: 'bytes', contentType: 'audio/mpeg' });
  });

  it('may be a list of addresses', async () => {
    server.script(json({ output: ['https://cdn.example/1.mp3', 'https://cdn.example/2.mp3'] }));
    expect((await speak()).sources).toMatchObject([
      { url: 'https://cdn.example/1.mp3' },
      { url: 'https://cdn.example/2.mp3' },
    ]);
  });
});

describe('a refusal', () => {
  const ask = () => client({ maxAttempts: 1 }).chat.completions.create(question);
  it.each<[string, Script, object]>([
    [
      'in a list',
      json([{ error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }], 400),
      { message: 'API key not valid.', errorCode: 'INVALID_ARGUMENT' },
    ],
    [
      'in a list, with a wait in its words',
      json(
        [
          {
            error: {
              code: 429,
              message:
                'You exceeded your current quota, please check your plan and billing details. Please retry in 21.5s.',
              status: 'RESOURCE_EXHAUSTED',
            },
          },
        ],
        429,
      ),
      { retryAfterMs: 21_500, isOutOfCredits: false },
    ],
    [
      'in minutes',
      json({ error: { message: 'Rate limit reached. Please try again in 2m3.5s.' } }, 429),
      { retryAfterMs: 123_500, isOutOfCredits: false },
    ],
    [
      'in base_resp',
      json({ base_resp: { status_code: 2013, status_msg: 'invalid params' } }),
      { message: 'invalid params' },
    ],
    [
      'in base_resp, of the balance',
      json({ base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }),
      { isOutOfCredits: true, outcomeUnknown: false },
    ],
    [
      'in base_resp, of the rate',
      json({ base_resp: { status_code: 1002, status_msg: 'rate limit' } }),
      { statusCode: 429, isOutOfCredits: false },
    ],
    [
      'in detail',
      json(
        {
          detail: [
            { loc: ['body', 'n'], msg: 'Too many.' },
            { loc: ['body', 'size'], msg: 'Unknown.' },
          ],
        },
        422,
      ),
      { message: 'n: Too many. size: Unknown.' },
    ],
    [
      'in message.detail',
      json(
        {
          object: 'error',
          message: { detail: [{ loc: ['body', 'n'], msg: 'Too many.' }] },
          type: 'invalid_request_error',
        },
        422,
      ),
      { message: 'Too many.', param: 'n' },
    ],
    [
      'of the top level',
      json({ message: 'No.', type: 'x_error', param: null, code: 'wrong_api_key' }, 401),
      { message: 'No.', errorCode: 'wrong_api_key' },
    ],
    [
      'as a code in a good reply',
      json({ code: 1102, message: 'No such model.', data: null }),
      { message: 'No such model.', errorCode: '1102' },
    ],
  ])('is read %s', async (_name, script, told) => {
    server.script(script);
    expect(await failureOf(ask())).toMatchObject(told);
  });
});

describe('what a reply tells of itself', () => {
  const reply = (more: object) =>
    json({ choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop', ...more }], ...more });
  it.each<[string, object, object]>([
    [
      'ticks of a dollar',
      { usage: { prompt_tokens: 1, completion_tokens: 1, cost_in_usd_ticks: 12_345_678 } },
      { amount: 0.0012345678, currency: 'USD' },
    ],
    [
      'a total of the cost',
      { usage: { prompt_tokens: 1, completion_tokens: 1, cost: { total_cost: 0.006 } } },
      { amount: 0.006 },
    ],
  ])('is its cost, as %s', async (_name, more, cost) => {
    server.script(reply(more));
    expect((await client().chat.completions.create(question)).meta.reportedCost).toMatchObject(cost);
  });

  it.each<[string, object, object]>([
    [
      'OpenAI',
      { prompt_tokens_details: { cached_tokens: 4 }, completion_tokens_details: { reasoning_tokens: 3 } },
      { cachedTokens: 4, reasoningTokens: 3 },
    ],
    ['DeepSeek', { prompt_cache_hit_tokens: 4 }, { cachedTokens: 4 }],
    ['Anthropic', { cache_read_input_tokens: 4 }, { cachedTokens: 4 }],
    ['Moonshot', { cached_tokens: 4 }, { cachedTokens: 4 }],
    ['Perplexity', { reasoning_tokens: 3 }, { reasoningTokens: 3 }],
  ])('is its tokens in the words of %s', async (_name, more, told) => {
    server.script(reply({ usage: { prompt_tokens: 9, completion_tokens: 5, ...more } }));
    const { usage } = await client().chat.completions.create(question);
    expect(usage).toEqual({ promptTokens: 9, completionTokens: 5, ...told });
  });

  it('is its usage in a choice of a stream', async () => {
    const choice = {
      index: 0,
      delta: { content: 'Hi' },
      finish_reason: 'stop',
      usage: { prompt_tokens: 9, completion_tokens: 1 },
    };
    server.script(events(event({ choices: [choice] }), event('[DONE]')));
    const stream = await client().chat.completions.create({ ...question, stream: true });
    await readStream(stream);
    expect(stream.result().usage).toEqual({ promptTokens: 9, completionTokens: 1 });
  });

  it('is its sources, each once', async () => {
    const sources = {
      citations: ['https://a.example', 'https://b.example'],
      search_results: [{ title: 'A', url: 'https://a.example' }],
    };
    server.script(
      events(
        event({ choices: [{ index: 0, delta: { content: 'Hi' } }], ...sources }),
        event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], ...sources }),
        event('[DONE]'),
      ),
    );
    const stream = await client().chat.completions.create({ ...question, stream: true });
    await readStream(stream);
    const cited = stream.result().choices[0]?.parts.map((part) => part.type === 'citation' && part.raw);
    expect(cited).toEqual([{ title: 'A', url: 'https://a.example' }, { url: 'https://b.example' }]);
  });
});

describe('a list of models', () => {
  it.each<[string, readonly Script[], readonly string[]]>([
    ['by name', [json({ models: [{ name: 'a', endpoints: ['chat'] }] })], ['a']],
    ['bare and by name', [json([{ name: 'a', output_modalities: ['text'] }])], ['a']],
    [
      'in pages by id',
      [
        json({ data: [{ id: 'a' }], has_more: true, last_id: 'a' }),
        json({ data: [{ id: 'b' }], has_more: false }),
      ],
      ['a', 'b'],
    ],
    [
      'in pages by token',
      [json({ models: [{ name: 'a' }], next_page_token: 't' }), json({ models: [{ name: 'b' }] })],
      ['a', 'b'],
    ],
    [
      'that says for ever that there is more',
      [
        json({ data: [{ id: 'a' }], has_more: true }),
        json({ data: [{ id: 'a' }], has_more: true }),
        json({ data: [{ id: 'a' }], has_more: true }),
      ],
      ['a'],
    ],
    [
      'whose next page fails',
      [
        json({ data: [{ id: 'a' }], has_more: true }),
        json({ error: 'No.' }, 400),
        json({ error: 'No.' }, 400),
      ],
      ['a'],
    ],
  ])('is read %s', async (name, scripts, ids) => {
    server.script(...scripts);
    const { models, unread } = await client().models.list();
    expect(models.map(({ id }) => id)).toEqual(ids);
    expect(server.requests).toHaveLength(scripts.length);
    expect(unread?.statusCode).toBe(name === 'whose next page fails' ? 400 : undefined);
  });

  it.each<[string, Script]>([
    ['is no list', json({ ok: true })],
    ['is a web page', { body: ['<html>Sign in</html>'] }],
  ])('says that it is incomplete where its next page %s', async (_name, next) => {
    server.script(json({ data: [{ id: 'a' }], next_page_token: 't' }), next);
    const { models, unread } = await client().models.list();
    expect(models).toHaveLength(1);
    expect(unread).toMatchObject({ errorCode: 'malformed_response', outcomeUnknown: false });
  });

  it('says that it is incomplete beyond a hundred pages', async () => {
    const page = (at: number) => json({ data: [{ id: `m${at}` }], next_page_token: `t${at}` });
    server.script(...Array.from({ length: 101 }, (_, at) => page(at)));
    const { models, unread } = await client().models.list();
    expect([models.length, server.requests.length]).toEqual([100, 100]);
    expect(unread?.message).toContain('more than 100 pages');
  });
});

describe('a key', () => {
  it.each([
    ['alone', 'plain', 'k-12345678', 'Bearer k-12345678'],
    ['of fal', 'fal', 'k-12345678', 'Key k-12345678'],
    ['with its scheme', 'plain', 'Token k-12345678', 'Token k-12345678'],
  ] as const)('%s is sent as the gateway reads it', async (_name, gateway, key, sent) => {
    server.script(json({ data: [], echo: 'k-12345678' }));
    const { models } = await client({ apiKey: key, gateway }).models.list();
    expect(models).toEqual([]);
    expect(server.requests[0]?.headers.authorization).toBe(sent);
  });

  it('with a scheme is removed from what the gateway echoes, also without it', async () => {
    server.script(json({ error: { message: 'No such key: k-12345678' } }, 401));
    const { message } = await failureOf(client({ apiKey: 'Token k-12345678' }).models.list());
    expect(message).not.toContain('k-12345678');
  });

  it('goes to a base URL with a query', async () => {
    server.script(json({ data: [] }));
    await connect({ baseUrl: `${server.baseUrl}?api-version=2` }).client.models.list();
    expect(server.requests[0]?.url).toBe('/api/v1/models?api-version=2');
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });
});
