import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseDialect, dialects, recognizeDialect } from '../../../electron/gateway/dialects/dialects';
import { probeConnection } from '../../../electron/gateway/operations/probe';
import { toModel } from '../../../electron/gateway/parse/catalogue';
import type { CallMeta } from '../../../electron/gateway/types/call';
import type { AnsweredSource } from '../../../electron/gateway/types/media';
import { gatewayIds, knownGateways } from '../../../shared/gateways/gateways';
import { apiKey, connect, event, failureOf, question, readStream } from '../../support/gateway-client';
import {
  type HostileServer,
  json,
  type RecordedRequest,
  type Script,
  startHostileServer,
} from '../../support/hostile-server';
import type { Answered, DialectShapes } from './shapes/shape';
import { shapes } from './shapes/shapes';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

/** Answers each path with its shapes in turn; what has none is not found. */
function serve({ routes }: DialectShapes): void {
  const asked = new Map<string, number>();
  const answer = ({ method, url }: RecordedRequest): Script => {
    const route = `${method} ${url}`;
    const found = Object.entries(routes).find(([name]) => name === route)?.[1];
    if (found === undefined) return json({ error: { message: `Nothing at ${route}.` } }, 404);
    const answers = [found].flat();
    const turn = asked.get(route) ?? 0;
    asked.set(route, turn + 1);
    return toScript(answers[Math.min(turn, answers.length - 1)] as Answered);
  };
  server.script(...Array.from({ length: 20 }, () => answer));
}

function toScript({ status = 200, headers = {}, body }: Answered): Script {
  if (typeof body === 'string') return { status, headers, body: [body] };
  const isStream = Array.isArray(body) && body.at(-1) === '[DONE]';
  if (!isStream) return json(body, status, headers);
  const raw = (one: unknown) => (typeof one === 'string' && one !== '[DONE]' ? one : event(one));
  return { status, headers: { 'content-type': 'text/event-stream', ...headers }, body: body.map(raw) };
}

const open = ({ id, base }: DialectShapes) =>
  connect({ baseUrl: `${server.origin}${base}` }, { gateway: id }).client;

const costs = (meta: CallMeta) => {
  expect(meta.credits).toEqual({ used: null, remaining: null });
  return meta.reportedCost;
};

async function bytesOf(client: ReturnType<typeof open>, source: AnsweredSource | undefined): Promise<string> {
  if (source?.kind !== 'url') throw new Error('no address');
  const pieces: Uint8Array[] = [];
  for await (const piece of (await client.download(source.url)).pieces) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const having = (part: keyof DialectShapes) =>
  shapes.filter((shape) => shape[part] !== undefined).map((shape) => [shape.id, shape] as const);

describe('the list of dialects', () => {
  it('has one of each gateway a person can choose, and shapes of each', () => {
    expect(dialects.map(({ id }) => id).sort()).toEqual([...gatewayIds].sort());
    expect(knownGateways.map(({ id }) => id).sort()).toEqual([...gatewayIds].sort());
    expect(['plain', ...shapes.map(({ id }) => id)].sort()).toEqual([...gatewayIds].sort());
  });

  it.each([
    ['https://openrouter.ai/api/v1', 'openrouter'],
    ['https://my-team.openai.azure.com/openai/v1', 'azure'],
    ['https://api.openai.com/v1', 'openai'],
    ['https://openrouter.ai.evil.example/api/v1', 'plain'],
    ['http://127.0.0.1:11434/v1', 'plain'],
  ])('chooses for %s: %s', (baseUrl, id) => {
    expect(chooseDialect(baseUrl).id).toBe(id);
  });

  it('lets a person choose another one', () => {
    expect(chooseDialect('https://openrouter.ai/api/v1', 'plain').id).toBe('plain');
  });

  it.each([
    ['litellm', { 'x-litellm-version': '1' }, { data: [] }],
    ['newapi', { 'x-oneapi-request-id': 'r' }, { data: [] }],
    ['ollama', {}, { data: [{ id: 'a', owned_by: 'library' }] }],
    ['llamacpp', {}, { data: [{ id: 'a', owned_by: 'llamacpp' }] }],
    ['vllm', {}, { data: [{ id: 'a', owned_by: 'vllm' }] }],
    [null, {}, { data: [{ id: 'a', owned_by: 'openai' }] }],
    [null, {}, 'nothing of the kind'],
  ])('recognizes %s by its list of models', (id, headers, body) => {
    expect(recognizeDialect(new Headers(headers), body)).toBe(id);
  });
});

describe('models', () => {
  it.each(having('models'))('of %s are read with what they can do', async (_id, shape) => {
    serve(shape);
    const { models } = await open(shape).models.list();
    expect(models.map(toModel)).toMatchObject(shape.models ?? []);
    expect(models).toHaveLength(shape.models?.length ?? 0);
  });

  it.each(['litellm', 'ollama', 'lmstudio'])(
    'of %s are listed where the second list is refused',
    async (id) => {
      server.script(json({ data: [{ id: 'a' }] }), json({ error: 'Not for you.' }, 403));
      const { models } = await connect(server, { gateway: id as 'litellm' }).client.models.list();
      expect(models.map((model) => model.id)).toEqual(['a']);
      expect(server.requests).toHaveLength(2);
    },
  );
});

describe('a chat', () => {
  it.each(having('chat'))('with %s has its text and its cost, whole and streamed', async (_id, shape) => {
    serve(shape);
    const whole = await open(shape).chat.completions.create(question);
    expect(whole.choices[0]?.text).toBe(shape.chat?.text);
    expect(costs(whole.meta)).toEqual(shape.chat?.cost);
    const stream = await open(shape).chat.completions.create({ ...question, stream: true });
    const { text, error } = await readStream(stream);
    expect({ text, error }).toEqual({ text: shape.stream?.text, error: null });
    expect(costs(stream.result().meta)).toEqual(shape.stream?.cost);
  });
});

describe('an image', () => {
  it.each(having('image'))('from %s is asked for in its words', async (id, shape) => {
    serve(shape);
    const client = open(shape);
    // Vercel's chat path has replies for text before the one with a picture.
    if (id === 'vercel') for (const _ of [1, 2]) await client.chat.completions.create(question);
    const { images, meta } = await client.images.generations.create({
      model: 'm',
      prompt: 'p',
      size: '1024x1024',
    });
    expect(images).toHaveLength(1);
    expect(costs(meta)).toEqual(shape.image?.cost);
    expect(JSON.parse(server.requests.at(-1)?.body ?? '')).toEqual(shape.image?.sent);
  });
});

describe('a video', () => {
  it.each(having('video'))('from %s is followed to its file', async (_id, shape) => {
    serve(shape);
    const client = open(shape);
    const asked = { model: 'm', prompt: 'p', duration: 4, resolution: '720p' };
    let job = await client.videos.generations.create(asked);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(shape.video?.sent);
    for (let polls = 0; job.status !== 'completed' && polls < 5; polls++) {
      expect(job).toMatchObject({ id: shape.video?.id, isUnknownStatus: false });
      expect(job.progress === null || job.progress < 0.5).toBe(true);
      job = await client.jobs.retrieve(job.id);
    }
    expect(job).toMatchObject({ status: 'completed', id: shape.video?.id });
    expect(costs(job.meta)).toEqual(shape.video?.cost);
    const url = new URL(shape.video?.file ?? '', server.origin).href;
    expect(job.outputs).toMatchObject([{ kind: 'url', url }]);
    if (url.startsWith(server.origin)) expect(await bytesOf(client, job.outputs[0])).toBe('film');
  });
});

describe('an account', () => {
  it.each(having('balance'))('with %s tells its balance, which tests the key', async (id, shape) => {
    serve(shape);
    expect(await open(shape).balance()).toEqual(shape.balance);
    const { steps, error } = await probeConnection({
      ...{ baseUrl: `${server.origin}${shape.base}`, apiKey, gateway: id, fetch },
    });
    expect(error).toBeNull();
    expect(steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      ...['address ok', 'tls skipped', 'key ok', 'models ok', 'balance ok'],
    ]);
    expect(steps.at(-1)?.detail).toBe(`$${shape.balance?.remaining} left.`);
  });

  it.each(having('isOutOfCredits'))('with %s that is empty is asked once', async (_id, shape) => {
    const answer = shape.isOutOfCredits as Answered;
    server.script(...Array.from({ length: 3 }, () => toScript(answer)));
    expect(await failureOf(open(shape).chat.completions.create(question))).toMatchObject({
      isOutOfCredits: true,
      outcomeUnknown: false,
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('one gateway alone', () => {
  it('OpenRouter refuses a wrong key where its list of models asks for none', async () => {
    server.script(json({ data: [] }), json({ error: { code: 401, message: 'No such key.' } }, 401));
    const { steps } = await probeConnection({
      baseUrl: server.baseUrl,
      apiKey,
      gateway: 'openrouter',
      fetch,
    });
    expect(steps.find(({ state }) => state === 'failed')).toMatchObject({ name: 'key' });
  });

  it('OpenRouter’s speech is asked for as MP3, unless a person asks otherwise', async () => {
    const mp3 = { body: ['ID3 and so on'], headers: { 'content-type': 'audio/mpeg' } };
    server.script(mp3, mp3);
    const { client } = connect(server, { gateway: 'openrouter' });
    await client.audio.speech.create({ model: 'm', input: 'Hello' });
    await client.audio.speech.create({ model: 'm', input: 'Hello', response_format: 'pcm' });
    expect(server.requests.map(({ body }) => JSON.parse(body).response_format)).toEqual(['mp3', 'pcm']);
  });

  it.each([
    [
      'minimax',
      'POST /t2a_v2',
      {
        model: 'm',
        text: 'Hi',
        stream: false,
        output_format: 'hex',
        voice_setting: { voice_id: 'v', speed: 1.5 },
        audio_setting: { format: 'mp3' },
      },
    ],
    ['fal', 'POST /m', { text: 'Hi', voice: 'v', speed: 1.5, response_format: 'mp3' }],
    [
      'replicate',
      'POST /models/m/predictions',
      { input: { text: 'Hi', voice: 'v', speed: 1.5, response_format: 'mp3' } },
    ],
  ] as const)('speech is asked for in the words of %s', async (gateway, route, sent) => {
    server.script(json({ data: { audio: Buffer.from('ID3'.padEnd(64, '\0')).toString('hex') } }));
    const params = { model: 'm', input: 'Hi', voice: 'v', speed: 1.5, response_format: 'mp3' };
    const { source } = await connect(server, { gateway }).client.audio.speech.create(params);
    expect(source).toMatchObject({ kind: 'bytes', contentType: 'audio/mpeg' });
    const [asked] = server.requests;
    expect(`${asked?.method} ${asked?.url.replace('/api/v1', '')}`).toBe(route);
    expect(JSON.parse(asked?.body ?? '')).toEqual(sent);
  });

  it.each([
    ['dashscope', { model: 'm', input: { prompt: 'p' }, parameters: { size: '1024*1024', n: 2, seed: 7 } }],
    ['fal', { prompt: 'p', image_size: { width: 1_024, height: 1_024 }, num_images: 2, seed: 7 }],
    ['replicate', { input: { prompt: 'p', aspect_ratio: '1:1', num_outputs: 2, seed: 7 } }],
  ] as const)('images are asked for in the words of %s, and followed', async (gateway, sent) => {
    server.script(json({ request_id: 'r1', output: { task_id: 't1', task_status: 'PENDING' } }));
    const params = { model: 'm', prompt: 'p', size: '1024x1024', n: 2, seed: 7 };
    const { job } = await connect(server, { gateway }).client.images.generations.create(params);
    expect(job).toMatchObject({ id: 't1', status: 'queued' });
    const [asked] = server.requests;
    expect(JSON.parse(asked?.body ?? '')).toEqual(sent);
    expect(asked?.headers['x-dashscope-async']).toBe(gateway === 'dashscope' ? 'enable' : undefined);
  });

  it('Anthropic’s list of models gets the key in the header that it reads', async () => {
    server.script(json({ data: [] }));
    await connect(server, { gateway: 'anthropic' }).client.models.list();
    expect(server.requests[0]?.headers).toMatchObject({
      'x-api-key': apiKey,
      'anthropic-version': '2023-06-01',
    });
  });

  it('a path that names the model needs one', async () => {
    const failure = await failureOf(
      connect(server, { gateway: 'fal' }).client.videos.generations.create({ prompt: 'p' }),
    );
    expect(failure).toMatchObject({ errorCode: 'invalid_request', param: 'model' });
    expect(server.requests).toEqual([]);
  });

  it('Cloudflare passes the test of a connection without a list of models', async () => {
    const shape = shapes.find(({ id }) => id === 'cloudflare') as DialectShapes;
    serve(shape);
    const { steps, error } = await probeConnection({
      ...{ baseUrl: `${server.origin}${shape.base}`, apiKey, gateway: shape.id, fetch },
    });
    expect(error).toBeNull();
    expect(steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      ...['address ok', 'tls skipped', 'key skipped', 'models skipped'],
    ]);
    expect(steps.at(-1)?.detail).toMatch(/type the id/);
  });

  it('LM Studio’s answer to an unknown path is no unknown outcome', async () => {
    server.script(json({ error: 'Unexpected endpoint or method. (POST /v1/videos)' }));
    const { client } = connect(server, { gateway: 'lmstudio' });
    expect(await failureOf(client.videos.generations.create({ prompt: 'p' }))).toMatchObject({
      ...{ errorCode: 'not_found', statusCode: 404, outcomeUnknown: false },
    });
  });

  it('Helicone’s rate limit is still waited for', async () => {
    const limited = json({ error: { type: 'rate_limited', code: 429, message: 'Slow down.' } }, 429);
    server.script(limited, limited, limited);
    const { client } = connect(server, { gateway: 'helicone' });
    expect(await failureOf(client.chat.completions.create(question))).toMatchObject({
      isOutOfCredits: false,
    });
    expect(server.requests).toHaveLength(3);
  });
});
