/** The client against aimock, a program that imitates several services on one port. */
import { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayId } from '../../../shared/gateways/gateways';
import { connect, failureOf, question, readStream, sentPicture } from '../../support/gateway-client';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const mp3 = Buffer.from('ID3\u0004\u0000\u0000 some sound').toString('base64');
const film = Buffer.from('film bytes').toString('base64');

let mock: LLMock;
beforeEach(async () => {
  mock = new LLMock({ port: 0, host: '127.0.0.1' });
  await mock.start();
});
afterEach(() => mock.stop());

const open = (gateway: GatewayId, path = '/v1') =>
  connect({ baseUrl: `${mock.url}${path}` }, { gateway }).client;

describe('OpenAI by aimock', () => {
  it('chats, whole and streamed, with usage', async () => {
    mock.onMessage('hi', { content: 'Hello to you' });
    const whole = await open('openai').chat.completions.create(question);
    expect(whole.choices[0]?.text).toBe('Hello to you');
    expect(whole.usage).not.toBeNull();
    const asked = { ...question, stream: true, stream_options: { include_usage: true } } as const;
    const stream = await open('openai').chat.completions.create(asked);
    expect(await readStream(stream)).toMatchObject({ text: 'Hello to you', error: null });
    expect(stream.result().usage).not.toBeNull();
  });

  it('makes a picture and speech', async () => {
    mock.onImage('a boat', { image: { b64Json: png } });
    mock.onSpeech('Hello', { audio: mp3 });
    const { images } = await open('openai').images.generations.create({
      model: 'gpt-image-1',
      prompt: 'a boat',
    });
    expect(images).toMatchObject([{ source: { kind: 'bytes', contentType: 'image/png' } }]);
    const speech = await open('openai').audio.speech.create({
      model: 'tts-1',
      input: 'Hello',
      voice: 'alloy',
    });
    expect(speech.source).toMatchObject({ kind: 'bytes', contentType: 'audio/mpeg' });
  });

  it('edits pictures that are sent as a form, with a mask and a reference', async () => {
    mock.onImage('a “red” bôat', { image: { b64Json: png } });
    const inputs = (['image', 'reference', 'mask'] as const).map((role) =>
      sentPicture(role, Buffer.from(png, 'base64')),
    );
    const asked = { model: 'gpt-image-1', prompt: 'a “red” bôat' };
    const { images } = await open('openai').images.generations.create(asked, { inputs });
    expect(images).toMatchObject([{ source: { kind: 'bytes', contentType: 'image/png' } }]);
    expect(mock.getLastRequest()).toMatchObject({
      path: '/v1/images/edits',
      headers: { 'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/) },
      body: { model: 'gpt-image-1' },
    });
  });

  it('makes a video that is followed to its file', async () => {
    mock.onVideo('a boat', {
      video: { id: 'vid-1', status: 'completed', b64: film, url: 'https://cdn.example/v.mp4' },
    });
    const client = open('openai');
    const job = await client.videos.generations.createAndWait({
      model: 'sora-2',
      prompt: 'a boat',
      duration: 4,
    });
    expect(job.status).toBe('completed');
    expect(job.outputs).toHaveLength(1);
  });

  it('refuses a second time what it limits, and is waited for', async () => {
    mock.onMessage('hi', { content: 'Hello' });
    mock.nextRequestError(429, { message: 'Slow down.', type: 'rate_limit_error' });
    const reply = await open('openai').chat.completions.create(question);
    expect(reply.meta.attempts).toBe(2);
  });

  it('is asked once where the quota is spent', async () => {
    mock.nextRequestError(429, { message: 'No.', type: 'insufficient_quota', code: 'insufficient_quota' });
    expect(await failureOf(open('openai').chat.completions.create(question))).toMatchObject({
      ...{ isOutOfCredits: true, attempts: 1 },
    });
  });

  it.each([
    ['drops the request', { dropRate: 1 }],
    ['answers with broken JSON', { malformedRate: 1 }],
    ['cuts the connection', { disconnectRate: 1 }],
  ])('ends in an error of unknown outcome where it %s, whole or streamed', async (_name, chaos) => {
    mock.onMessage('hi', { content: 'Hello' });
    mock.setChaos(chaos);
    const client = open('openai');
    expect(await failureOf(client.chat.completions.create(question))).toMatchObject({ outcomeUnknown: true });
    const outcome = await client.chat.completions
      .create({ ...question, stream: true })
      .then(readStream, (error: unknown) => ({ error }));
    expect(outcome.error).toMatchObject({ outcomeUnknown: true });
  });
});

describe('OpenRouter by aimock', () => {
  it('tells what a chat cost in dollars, whole and streamed', async () => {
    mock.on(
      { userMessage: 'hi' },
      { content: 'Hello', usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4, cost: 0.0021 } },
      { openRouterProcessing: true },
    );
    const cost = { amount: 0.0021, currency: 'USD', from: 'usage.cost' };
    const client = open('openrouter', '/api/v1');
    expect((await client.chat.completions.create(question)).meta.reportedCost).toEqual(cost);
    const stream = await client.chat.completions.create({ ...question, stream: true });
    expect(await readStream(stream)).toMatchObject({ text: 'Hello', error: null });
    expect(stream.result().meta).toMatchObject({
      reportedCost: cost,
      credits: { used: null, remaining: null },
    });
  });

  it('lists models, and tells the balance', async () => {
    mock.on({ userMessage: 'hi', model: 'a/chat' }, { content: 'Hello' });
    const client = open('openrouter', '/api/v1');
    expect((await client.models.list()).models.map(({ id }) => id)).toContain('a/chat');
    expect(await client.balance()).toMatchObject({ currency: 'USD' });
  });

  it('makes a video whose cost and file are found', async () => {
    mock.onVideo('a boat', { video: { id: 'vid-1', status: 'completed', b64: film, cost: 0.5 } });
    const client = open('openrouter', '/api/v1');
    const job = await client.videos.generations.createAndWait({
      model: 'a/film',
      prompt: 'a boat',
      duration: 4,
    });
    expect(job).toMatchObject({
      status: 'completed',
      meta: { reportedCost: { amount: 0.5, currency: 'USD' } },
    });
    const [output] = job.outputs;
    if (output?.kind !== 'url') throw new Error('no address');
    const pieces: Uint8Array[] = [];
    for await (const piece of (await client.download(output.url)).pieces) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe('film bytes');
  });

  it('ends a failed video as failed', async () => {
    mock.onVideo('a boat', { video: { id: 'vid-1', status: 'failed', error: 'No.' } });
    const client = open('openrouter', '/api/v1');
    const job = await client.videos.generations.createAndWait({ model: 'a/film', prompt: 'a boat' });
    expect(job).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('No.') } });
  });
});

describe('others by aimock', () => {
  it('xAI makes a video that is asked for by request_id', async () => {
    mock.onVideo('a boat', {
      video: { id: 'req-1', status: 'completed', url: 'https://cdn.example/v.mp4', duration: 4 },
    });
    const job = await open('xai').videos.generations.createAndWait({
      model: 'grok-imagine-video',
      prompt: 'a boat',
    });
    expect(job).toMatchObject({
      status: 'completed',
      outputs: [{ kind: 'url', url: 'https://cdn.example/v.mp4' }],
    });
    expect(job.id).not.toBe('');
  });

  it('Ollama chats at its OpenAI path without a key', async () => {
    mock.onMessage('hi', { content: 'Hello' });
    const { client } = connect({ baseUrl: `${mock.url}/v1` }, { gateway: 'ollama', apiKey: '' });
    const stream = await client.chat.completions.create({ ...question, stream: true });
    expect(await readStream(stream)).toMatchObject({ text: 'Hello', error: null });
  });
});
