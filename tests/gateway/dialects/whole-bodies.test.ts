/** Answers that are a file, a text or several parts themselves, and results that are named in few letters. */
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { AnsweredSource } from '../../../electron/gateway/types/media';
import { connect, done, event, failureOf, question } from '../../support/gateway-client';
import {
  cut,
  events,
  type HostileServer,
  json,
  type Script,
  startHostileServer,
} from '../../support/hostile-server';
import { playChat } from '../../support/played-chat';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const pngBytes = Buffer.from(png, 'base64');
const wav = Buffer.from('RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0'.padEnd(52, '\0'), 'latin1');
const mp4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08mdat', 'latin1');
const client = () => connect(server, { maxAttempts: 1 }).client;
const body = (type: string | null, ...bytes: readonly (Uint8Array | string)[]): Script => ({
  headers: type === null ? {} : { 'content-type': type },
  body: bytes,
});

async function askWhole(script: Script) {
  server.script(script);
  const [choice] = (await client().chat.completions.create({ ...question, stream: false })).choices;
  const media = (choice?.parts ?? []).flatMap((part) => (part.type === 'media' ? [part.source] : []));
  return { text: choice?.text, media };
}

const sizes = (sources: readonly AnsweredSource[]) =>
  sources.map((source) =>
    source.kind === 'bytes' ? [source.contentType, source.bytes.length] : source.kind,
  );

describe('a chat that answers with a file', () => {
  it.each<[string, Script, readonly [string, number]]>([
    ['an image', body('image/png', pngBytes), ['image/png', pngBytes.length]],
    [
      'an image in two pieces',
      body('image/png', pngBytes.subarray(0, 5), pngBytes.subarray(5)),
      ['image/png', 70],
    ],
    ['sound as octets', body('application/octet-stream', wav), ['audio/wav', 52]],
    ['a video', body('video/mp4', mp4), ['video/mp4', mp4.length]],
    ['a file without a type', body(null, pngBytes), ['image/png', 70]],
    ['samples', body('audio/pcm;rate=16000', Buffer.alloc(4_000, 7)), ['audio/wav', 4_044]],
  ])('keeps %s', async (_name, script, expected) => {
    expect(sizes((await askWhole(script)).media)).toEqual([expected]);
    const streamed = await playChat(server, script);
    expect(sizes(streamed.media)).toEqual([expected]);
    expect(streamed.error).toBeUndefined();
  });
});

describe('a chat that answers with text alone', () => {
  it.each([
    ['text/plain; charset=utf-8', 'The capital of France is Paris.'],
    ['text/plain', 'Paris'],
    ['text/plain', '[1] Paris is the capital.'],
    ['text/markdown', '# Paris\n\nThe capital.'],
    [null, 'The capital of France is Paris.'],
    ['text/html', 'It is Paris, of course.'],
  ])('shows what came as %s: %s', async (type, text) => {
    expect(await askWhole(body(type, text))).toEqual({ text, media: [] });
    expect(await playChat(server, body(type, text))).toMatchObject({ text, error: undefined });
  });

  test('in which thoughts have a tag', async () => {
    const script = body('text/plain', '<think>Hm.</think>Paris');
    expect(await playChat(server, script)).toMatchObject({ text: 'Paris', reasoning: 'Hm.' });
  });

  test('keeps what came before a cut', async () => {
    const script = { headers: { 'content-type': 'text/plain' }, body: ['The capital of France', cut] };
    expect(await playChat(server, script)).toMatchObject({
      text: 'The capital of France',
      error: expect.any(String),
    });
  });

  it.each([
    ['text/plain', 'Error: model overloaded'],
    ['text/plain', 'upstream connect error or disconnect/reset before headers'],
    ['text/plain', 'OK'],
    ['text/plain', '<!doctype html><title>Welcome</title>'],
    ['text/html', '<h1>Welcome to this server</h1>'],
    [null, 'Gateway running'],
  ])('takes a server’s own words for no reply: %s %s', async (type, text) => {
    server.script(body(type, text));
    const failure = await failureOf(client().chat.completions.create({ ...question, stream: false }));
    expect(failure.errorCode).toBe('malformed_response');
  });
});

describe('an answer in several parts', () => {
  const parts = (kind: string, ...all: readonly (readonly [string, Uint8Array | string])[]): Script => ({
    headers: { 'content-type': `multipart/${kind}; boundary="b 1"` },
    body: [
      Buffer.concat([
        ...all.flatMap(([head, bytes]) => [
          Buffer.from(`--b 1\r\nContent-Type: ${head}\r\n\r\n`),
          typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
          Buffer.from('\r\n'),
        ]),
        Buffer.from('--b 1--\r\n'),
      ]),
    ],
  });
  const paint = async () => (await client().images.generations.create({ model: 'm', prompt: 'p' })).images;

  it.each(['mixed', 'form-data', 'related'])('is read as JSON and a file (%s)', async (kind) => {
    const facts = '{"seed":7,"revised_prompt":"a fox"}';
    server.script(parts(kind, ['application/json', facts], ['image/png', pngBytes]));
    const images = await paint();
    expect(sizes(images.map(({ source }) => source))).toEqual([['image/png', 70]]);
    expect(images[0]).toMatchObject({ seed: 7, revisedPrompt: 'a fox' });
  });

  test('has several files', async () => {
    const twice = Buffer.concat([pngBytes, pngBytes]);
    server.script(parts('mixed', ['image/png', pngBytes], ['image/png', twice]));
    expect(sizes((await paint()).map(({ source }) => source))).toEqual([
      ['image/png', 70],
      ['image/png', 140],
    ]);
  });

  test('has a file in base64', async () => {
    server.script(parts('mixed', ['image/png\r\nContent-Transfer-Encoding: base64', png]));
    expect(sizes((await paint()).map(({ source }) => source))).toEqual([['image/png', 70]]);
  });

  test('has samples with their rate', async () => {
    server.script(parts('mixed', ['audio/L16;rate=16000', Buffer.alloc(400, 255)]));
    const { sources } = await client().audio.speech.create({ model: 'm', input: 'p', voice: 'v' });
    expect(sizes(sources)).toEqual([['audio/wav', 444]]);
  });

  test('says why there is none', async () => {
    server.script(parts('mixed', ['application/json', '{"error":{"message":"No GPU","code":"busy"}}']));
    expect(await failureOf(paint())).toMatchObject({ errorCode: 'busy', message: 'No GPU' });
  });

  test('has a file beside an error', async () => {
    const error = '{"error":{"message":"No GPU","code":"busy"}}';
    server.script(parts('mixed', ['application/json', error], ['image/png', pngBytes]));
    const { job } = await client().images.generations.create({ model: 'm', prompt: 'p' });
    expect(job).toMatchObject({ status: 'failed', error: { message: 'No GPU' } });
    expect(sizes(job?.outputs ?? [])).toEqual([['image/png', 70]]);
  });

  test('is a chat’s reply with its file', async () => {
    const said = JSON.stringify({ choices: [{ message: { content: 'Here' }, finish_reason: 'stop' }] });
    const script = parts('mixed', ['application/json', said], ['image/png', pngBytes]);
    const whole = await askWhole(script);
    const streamed = await playChat(server, script);
    expect([whole.text, streamed.text]).toEqual(['Here', 'Here']);
    expect([sizes(whole.media), sizes(streamed.media)]).toEqual([[['image/png', 70]], [['image/png', 70]]]);
  });
});

describe('chunks of a chat in place of a result', () => {
  const delta = (one: object) => event({ choices: [{ index: 0, delta: one }] });
  const url = 'https://cdn.example/a?x=1';

  it.each<[string, readonly string[], unknown]>([
    ['an address', ['Here: ![img](https://cdn', `.example/a?x=1)`], 'url'],
    [
      'a data URL',
      [`![img](data:image/png;base64,${png.slice(0, 50)}`, `${png.slice(50)})`],
      ['image/png', 70],
    ],
  ])('have an image in Markdown by %s', async (_name, pieces, expected) => {
    server.script(events(...pieces.map((content) => delta({ content })), done));
    const { images } = await client().images.generations.create({ model: 'm', prompt: 'p' });
    expect(sizes(images.map(({ source }) => source))).toEqual([expected]);
  });

  test('have an address without an end of a file, in a whole reply', async () => {
    server.script(
      json({ choices: [{ message: { content: `Done: ![img](${url}), see https://help.example` } }] }),
    );
    const { images } = await client().images.generations.create({ model: 'm', prompt: 'p' });
    expect(images.map(({ source }) => source)).toEqual([{ kind: 'url', url }]);
  });

  it.each(['image', 'video'] as const)('say why no %s came', async (kind) => {
    server.script(events(delta({ content: 'I can’t ' }), delta({ content: 'make that.' }), done));
    const { images, videos } = client();
    const params = { model: 'm', prompt: 'p' };
    const asked = kind === 'image' ? images.generations.create(params) : videos.generations.create(params);
    expect(await failureOf(asked)).toMatchObject({
      errorCode: 'no_result',
      message: 'The model answered in words: “I can’t make that.”',
    });
  });

  const samples = (of: number) => Buffer.alloc(480, of).toString('base64');
  const ofZhipu = { role: 'assistant', return_sample_rate: 24_000, return_format: 'pcm' };
  it.each<[string, (of: number) => object]>([
    ['Zhipu', (of) => ({ ...ofZhipu, content: samples(of) })],
    ['OpenAI', (of) => ({ audio: { data: samples(of) } })],
  ])('have sound as %s sends it', async (_name, piece) => {
    server.script(events(delta(piece(3)), delta(piece(5)), delta({ content: '' }), done));
    const { sources } = await client().audio.speech.create({ model: 'm', input: 'p', voice: 'v' });
    expect(sizes(sources)).toEqual([['audio/wav', 44 + 960]]);
  });
});

describe('a result’s address', () => {
  it.each<[string, (origin: string) => readonly string[]]>([
    ['//cdn.example/a.png', () => ['https://cdn.example/a.png', 'http://cdn.example/a.png']],
    ['cdn.example/a.png', (origin) => ['https://cdn.example/a.png', `${origin}/api/v1/cdn.example/a.png`]],
    ['cdn.example:8443/a.png?x=1', () => ['https://cdn.example:8443/a.png?x=1']],
    ['/files/a.png', (origin) => [`${origin}/files/a.png`]],
    ['files/a.png', (origin) => [`${origin}/api/v1/files/a.png`]],
    ['<https://cdn.example/a.png>', () => ['https://cdn.example/a.png']],
  ])('is read from %s', async (text, expected) => {
    const answers = [{ output: text }, { output: [text] }, { video_url: text }, { gizmo: { found: text } }];
    for (const answer of answers) {
      server.script(json({ id: 'j1', status: 'completed', ...answer }));
      const { outputs } = await client().jobs.retrieve('j1');
      const all = outputs.flatMap((one) =>
        one.kind === 'url' ? [one.url, ...(one.alternatives ?? [])] : [],
      );
      expect(all, JSON.stringify(answer)).toEqual(expected(server.origin));
    }
  });

  it.each(['file:///etc/passwd.png', 's3://bucket/a.png', 'stabilityai/sd-turbo', 'image/png'])(
    'is not %s',
    async (text) => {
      server.script(json({ id: 'j1', status: 'completed', output: text }));
      expect((await client().jobs.retrieve('j1')).outputs).toEqual([]);
    },
  );
});

describe('jobs', () => {
  it.each(['invocationArn', 'jobArn'])('are named by %s', async (name) => {
    const arn = 'arn:aws:bedrock:us-east-1:123456789012:async-invoke/s7eefyd5qd3i';
    server.script(json({ [name]: arn }), json({ [name]: arn, status: 'InProgress' }));
    const job = await client().videos.generations.create({ model: 'm', prompt: 'p' });
    expect(job).toMatchObject({ id: arn, status: 'running' });
    expect(await client().jobs.retrieve(job.handle)).toMatchObject({ id: arn, rawStatus: 'InProgress' });
    expect(server.requests.at(-1)?.url).toContain(encodeURIComponent(arn));
  });

  it.each([
    ...['partially_succeeded', 'PARTIAL_SUCCESS', 'JOB_STATE_PARTIALLY_SUCCEEDED', 'partiallyCompleted'],
    ...['completed_with_errors', 'Completed with warnings', 'finished_partially'],
  ])('have ended that are %s, with what is there or without', async (status) => {
    const url = 'https://cdn.example/a.png';
    server.script(json({ id: 'j1', status, output: [url] }), json({ id: 'j1', status, output: [] }));
    expect(await client().jobs.retrieve('j1')).toMatchObject({ status: 'completed', outputs: [{ url }] });
    expect(await client().jobs.retrieve('j1')).toMatchObject({ status: 'completed', outputs: [] });
  });

  it.each(['crashed', 'stopped', 'interrupted', 'OUT_OF_MEMORY'])(
    'have failed that are %s',
    async (status) => {
      server.script(json({ id: 'j1', status }));
      expect(await client().jobs.retrieve('j1')).toMatchObject({ status: 'failed', outputs: [] });
    },
  );

  test('go on while only the first result is there', async () => {
    server.script(json({ id: 'j1', status: 'FIRST_SUCCESS', output: ['https://cdn.example/a.mp3'] }));
    expect(await client().jobs.retrieve('j1')).toMatchObject({ status: 'running' });
  });
});
