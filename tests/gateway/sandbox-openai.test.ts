/** The embedded gateway through an independent client: the unmodified `openai` package. */
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';

let sandbox: TestSandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  client = new OpenAI({ baseURL: sandbox.baseUrl, apiKey: sandbox.apiKey, maxRetries: 0 });
});
afterAll(() => sandbox.close());

type Params = OpenAI.ChatCompletionCreateParamsNonStreaming;
type Chunk = OpenAI.ChatCompletionChunk & { gatehouse?: { credits_used: number; credits_remaining: number } };

const ask = (content: string, more: Partial<Params> & Record<string, unknown> = {}) =>
  client.chat.completions.create({
    model: 'sandbox/echo',
    messages: [{ role: 'user', content }],
    ...more,
  } as Params);

async function stream(content: string, more: Record<string, unknown> = {}): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  const events = await client.chat.completions.create({
    model: 'sandbox/echo',
    messages: [{ role: 'user', content }],
    stream: true,
    ...{ tokens_per_second: 0 },
    ...more,
  });
  for await (const chunk of events) chunks.push(chunk);
  return chunks;
}

const textOf = (chunks: readonly Chunk[], index = 0): string =>
  chunks
    .flatMap((chunk) => chunk.choices)
    .filter((choice) => choice.index === index)
    .map((choice) => choice.delta.content ?? '')
    .join('');

const failure = async (promise: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> => {
  const error = await promise.then(
    () => new Error('nothing was thrown'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof OpenAI.APIError) return error;
  throw error;
};

describe('chat.completions.create', () => {
  it('returns OpenAI’s shape, the usage and the metadata object', async () => {
    const { data, response } = await ask('Hello, gatehouse!').withResponse();
    expect(data).toMatchObject({
      object: 'chat.completion',
      model: 'sandbox/echo',
      system_fingerprint: 'fp_sandbox_1',
      choices: [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello, gatehouse!' } },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
      gatehouse: { credits_used: 0.0011, credits_remaining: expect.any(Number) },
    });
    expect(data.id).toMatch(/^chatcmpl-/);
    expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
    expect(response.headers.get('x-ratelimit-limit')).toBe('100000');
  });

  it('accepts content parts and every role', async () => {
    const { choices } = await client.chat.completions.create({
      model: 'sandbox/echo',
      messages: [
        { role: 'system', content: 'a' },
        { role: 'developer', content: 'b' },
        { role: 'user', content: 'c' },
        { role: 'assistant', content: null, tool_calls: [] },
        { role: 'tool', content: 'd', tool_call_id: 'x' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'one' },
            { type: 'text', text: 'two' },
          ],
        },
      ],
    });
    expect(choices[0]?.message.content).toBe('one\ntwo');
  });

  it('accepts a history with refusals and with results of functions', async () => {
    const { choices } = await client.chat.completions.create({
      model: 'sandbox/echo',
      messages: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
        { role: 'user', content: 'b' },
        { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
        { role: 'function', name: 'f', content: '3' },
        { role: 'user', content: 'c' },
      ],
    });
    expect(choices[0]?.message.content).toBe('c');
  });

  it('says that files are not uploaded, and takes one without a name', async () => {
    const file = (given: OpenAI.ChatCompletionContentPart.File.File) =>
      ask('', {
        model: 'sandbox/files',
        messages: [{ role: 'user', content: [{ type: 'file', file: given }] }],
      });
    const uploaded = await failure(file({ file_id: 'file-1' }));
    expect(uploaded).toMatchObject({ status: 400, param: 'messages[0].content[0].file.file_data' });
    expect(uploaded.message).toContain('files are not uploaded here');
    const data = `data:application/pdf;base64,${Buffer.from('%PDF-1.4').toString('base64')}`;
    expect((await file({ file_data: data })).choices[0]?.message.content).toContain('application/pdf');
  });

  it('returns up to four replies', async () => {
    const { choices, usage } = await ask('again', { n: 4 });
    expect(choices.map((choice) => [choice.index, choice.message.content])).toEqual(
      [0, 1, 2, 3].map((index) => [index, 'again']),
    );
    expect(usage?.completion_tokens).toBe(4);
  });

  it('stops after max_tokens with the reason length, and at a natural end with stop', async () => {
    const cut = await ask('one two three four five', { max_tokens: 3 });
    expect(cut.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'one two three' } });
    expect(cut.usage?.completion_tokens).toBe(3);
    const whole = await ask('one two three', { max_completion_tokens: 3 });
    expect(whole.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'one two three' } });
  });

  it('stops before a stop sequence, wherever the text is split', async () => {
    const one = await ask('alpha beta gamma delta', { stop: ' gam' });
    expect(one.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'alpha beta' } });
    const several = await ask('alpha beta gamma delta', { stop: ['delta', 'beta gamma'] });
    expect(several.choices[0]?.message.content).toBe('alpha ');
    expect(textOf(await stream('alpha beta gamma delta', { stop: ['zzz', 'gamma d'] }))).toBe('alpha beta ');
    expect(textOf(await stream('alpha beta gam', { stop: ['gamma'] }))).toBe('alpha beta gam');
  });

  it('answers with JSON when asked to', async () => {
    const { choices } = await ask('say "hi"\n🌊', { response_format: { type: 'json_object' } });
    expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({ reply: 'say "hi"\n🌊' });
  });

  it('ignores unknown parameters, and treats null as absent', async () => {
    const reply = await ask('x', {
      tools: [],
      made_up: { deep: [1] },
      seed: null,
      stop: null,
      max_tokens: null,
    });
    expect(reply.choices[0]?.message.content).toBe('x');
  });
});

describe('a stream', () => {
  it('joins to the reply and ends with usage and metadata in a chunk that still has its choice', async () => {
    const chunks = await stream('Stream me, 🌊 please: naïve 你好.');
    expect(textOf(chunks)).toBe('Stream me, 🌊 please: naïve 你好.');
    expect(chunks[0]?.choices[0]?.delta).toMatchObject({ role: 'assistant', content: '' });
    expect(chunks.every((chunk) => chunk.choices.length === 1)).toBe(true);
    const last = chunks.at(-1);
    expect(last?.choices[0]?.finish_reason).toBe('stop');
    expect(last?.usage).toMatchObject({ prompt_tokens: expect.any(Number) });
    expect(last?.gatehouse?.credits_remaining).toBe((await sandbox.account()).balance);
    expect(chunks.slice(0, -1).some((chunk) => chunk.usage || chunk.gatehouse)).toBe(false);
  });

  it('ends with a separate chunk for the usage when include_usage is set', async () => {
    const chunks = await stream('Hello', { stream_options: { include_usage: true } });
    const last = chunks.at(-1);
    expect(last?.choices).toEqual([]);
    expect(last?.usage?.total_tokens).toBeGreaterThan(0);
    expect(last?.gatehouse?.credits_used).toBeGreaterThan(0);
    expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
  });

  it('carries several replies at once', async () => {
    const chunks = await stream('one two three', { n: 2, model: 'sandbox/firehose', tokens: 40, seed: 3 });
    expect(textOf(chunks, 0)).not.toBe(textOf(chunks, 1));
    expect(chunks.filter((chunk) => chunk.choices[0]?.finish_reason === 'stop')).toHaveLength(2);
    expect(chunks.filter((chunk) => chunk.usage)).toHaveLength(1);
    expect(chunks.at(-1)?.usage?.completion_tokens).toBe(80);
  });

  it('is no faster than requested', async () => {
    const startedAt = performance.now();
    await stream('x', { model: 'sandbox/firehose', tokens: 60, tokens_per_second: 100 });
    expect(performance.now() - startedAt).toBeGreaterThan(560);
  });

  it('works with the stream helper of the package', async () => {
    const runner = client.chat.completions.stream({
      model: 'sandbox/eliza',
      messages: [{ role: 'user', content: 'I need a holiday' }],
    });
    const completion = await runner.finalChatCompletion();
    expect(completion.choices[0]?.message.content).toContain('holiday');
    expect(await runner.totalUsage()).toMatchObject({ completion_tokens: expect.any(Number) });
  });

  it('stops and charges what was sent when the client leaves', async () => {
    const before = await sandbox.account();
    const events = await client.chat.completions.create({
      model: 'sandbox/firehose',
      messages: [{ role: 'user', content: 'leave early' }],
      stream: true,
      ...{ tokens: 10_000, tokens_per_second: 200 },
    });
    let seen = 0;
    for await (const _ of events) {
      seen += 1;
      if (seen === 20) break;
    }
    await expect.poll(async () => (await sandbox.account()).chargeCount).toBe(before.chargeCount + 1);
    const { charges, balance } = await sandbox.account();
    expect(charges[0]).toMatchObject({ state: 'aborted', model: 'sandbox/firehose' });
    expect(charges[0]?.completion_tokens).toBeGreaterThanOrEqual(19);
    expect(charges[0]?.completion_tokens).toBeLessThan(200);
    expect(balance).toBeCloseTo(before.balance - (charges[0]?.credits ?? 0), 6);
  });
});

describe('models', () => {
  it('are listed with pricing and capabilities, free of charge', async () => {
    const before = await sandbox.account();
    const { data } = await client.models.list();
    const names = data.map((model) => model.id.replace('sandbox/', '')).sort();
    expect(names.join(' ')).toBe(
      'aurora collage cutout echo eliza embeddings extend files firehose flaky isometric itemized itemized-wrong judge ' +
        'judge-first judge-rubbish kinograph kinograph-flaky markdown-tour narrator poster relight relight-video retouch structured upscale vision',
    );
    const chatModels = data.filter(
      (model) =>
        JSON.stringify(model).includes('"unit":"token"') && !JSON.stringify(model).includes('embedding'),
    );
    expect(chatModels).toHaveLength(13);
    const takes: Record<string, readonly string[]> = {
      'sandbox/vision': ['image'],
      'sandbox/files': ['image', 'audio', 'video', 'file'],
      'sandbox/itemized': ['image', 'audio'],
      'sandbox/itemized-wrong': ['image', 'audio'],
      'sandbox/judge': ['image'],
      'sandbox/judge-first': ['image'],
      'sandbox/judge-rubbish': ['image'],
    };
    for (const model of chatModels) {
      const input = ['text', ...(takes[model.id] ?? [])];
      expect(model).toMatchObject({
        object: 'model',
        owned_by: 'sandbox',
        created: expect.any(Number),
        description: expect.any(String),
        gatehouse: {
          pricing: {
            currency: 'credits',
            unit: 'token',
            input: expect.any(Number),
            output: expect.any(Number),
          },
          capabilities: { modalities: { input, output: ['text'] }, streaming: true },
        },
      });
    }
    expect((await sandbox.account()).balance).toBe(before.balance);
  });

  it('are retrieved by ids with slashes, encoded or not', async () => {
    expect(await client.models.retrieve('sandbox/markdown-tour')).toMatchObject({
      id: 'sandbox/markdown-tour',
      gatehouse: {
        pricing: { input: 0.4, output: 1.2 },
        credits_used: 0,
        credits_remaining: expect.any(Number),
      },
    });
    const plain = await fetch(`${sandbox.baseUrl}/models/sandbox/echo`, {
      headers: { authorization: `Bearer ${sandbox.apiKey}` },
    });
    expect(await plain.json()).toMatchObject({ id: 'sandbox/echo' });
    expect(plain.headers.get('x-ratelimit-limit')).toBeNull();
  });
});

describe('errors', () => {
  it('have the package’s class for their status', async () => {
    const stranger = new OpenAI({ baseURL: sandbox.baseUrl, apiKey: 'wrong', maxRetries: 0 });
    const wrongKey = await failure(stranger.models.list());
    expect(wrongKey).toBeInstanceOf(OpenAI.AuthenticationError);
    expect(wrongKey).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'authentication_error' });

    const noModel = await failure(ask('x', { model: 'sandbox/none' }));
    expect(noModel).toBeInstanceOf(OpenAI.NotFoundError);
    expect(noModel).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' });
    expect(await failure(client.models.retrieve('a/b/c'))).toBeInstanceOf(OpenAI.NotFoundError);

    const badField = await failure(ask('x', { temperature: 3 }));
    expect(badField).toBeInstanceOf(OpenAI.BadRequestError);
    expect(badField).toMatchObject({ status: 400, code: 'invalid_request', param: 'temperature' });
    expect(badField.requestID).toMatch(/^req_/);

    const limited = await failure(
      ask('x', { model: 'sandbox/flaky', fail_status: 429, fail_retry_after: 7 }),
    );
    expect(limited).toBeInstanceOf(OpenAI.RateLimitError);
    expect(limited.headers?.get('retry-after')).toBe('7');

    const broken = await failure(ask('x', { model: 'sandbox/flaky', fail_status: 500 }));
    expect(broken).toBeInstanceOf(OpenAI.InternalServerError);
  });

  it('name the path that a model is for, where it is sent to another', async () => {
    const chat = await failure(ask('x', { model: 'sandbox/poster' }));
    expect(chat).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' });
    expect(chat.message).toContain('is for POST /images/generations');
    const image = await failure(client.images.generate({ model: 'sandbox/upscale', prompt: 'x' }));
    expect(image.message).toContain('is for POST /images/edits');
    const input = 'x';
    const vector = await failure(client.embeddings.create({ model: 'sandbox/eliza', input }));
    expect(vector.message).toContain('is for POST /chat/completions or /responses');
    const speech = await failure(
      client.audio.speech.create({ model: 'sandbox/embeddings', input, voice: 'alloy' }),
    );
    expect(speech.message).toContain('is for POST /embeddings');
  });

  it('reach the reader of a stream too', async () => {
    const error = await failure(stream('x', { model: 'sandbox/flaky', fail: 'error_event' }));
    expect(error).toMatchObject({ code: 'provider_error' });
  });

  it('are retried by the package where that helps', async () => {
    const patient = new OpenAI({ baseURL: sandbox.baseUrl, apiKey: sandbox.apiKey, maxRetries: 2 });
    const reply = await patient.chat.completions.create({
      model: 'sandbox/flaky',
      messages: [{ role: 'user', content: 'retry me' }],
      ...{ fail: 'status', fail_status: 503, fail_times: 1, fail_retry_after: 0 },
    });
    expect(reply.choices[0]?.message.content).toContain('The end.');
  });
});
