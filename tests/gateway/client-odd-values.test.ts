/** Answers in which one value is an object that can't be made a text or a number: nothing may be taken for either unseen. */
import { expect, test } from 'vitest';
import { createGatewayClient } from '../../electron/gateway/client';
import { GatewayError } from '../../electron/gateway/parse/error';
import type { GatewayClient } from '../../electron/gateway/types/client';
import { question, readStream } from '../support/gateway-client';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** `String` and `Number` throw for it. */
const odd: Json = { toString: 1, valueOf: 1, toJSON: 1 };
const png = `data:image/png;base64,${'iVBORw0KGgo'.padEnd(40, 'A')}`;
const usage = { prompt_tokens: 3, completion_tokens: 2, credits_used: 0.5, credits_remaining: 9 };
const price = { input: '0.1', output: '0.2', currency: 'USD', unit: 'million_tokens' };

const chats: Readonly<Record<string, Json>> = {
  openai: {
    id: 'a',
    model: 'm',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: {
          role: 'assistant',
          content: [{ type: 'text', text: 'hi' }],
          reasoning_details: [{ type: 'reasoning.text', text: 'so', signature: 's' }],
          annotations: [{ type: 'url_citation', url_citation: { url: 'https://a.example', title: 't' } }],
          images: [{ type: 'image_url', image_url: { url: png } }],
          tool_calls: [{ id: 'c', index: 0, type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        logprobs: { content: [{ token: 'hi', logprob: -0.1, top_logprobs: [{ token: 'ho', logprob: -2 }] }] },
      },
    ],
    usage: { ...usage, prompt_tokens_details: { cached_tokens: 1 }, cost: 0.1 },
  },
  anthropic: {
    type: 'message',
    role: 'assistant',
    stop_reason: 'end_turn',
    content: [
      { type: 'thinking', thinking: 'so', signature: 's' },
      { type: 'text', text: 'hi' },
      { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } },
    ],
    usage: { input_tokens: 3, output_tokens: 2 },
  },
  gemini: {
    candidates: [
      { index: 0, finishReason: 'STOP', content: { role: 'model', parts: [{ text: 'hi', thought: true }] } },
    ],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2 },
  },
  responses: {
    status: 'completed',
    output: [
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi', annotations: [] }] },
    ],
    usage: { input_tokens: 3, output_tokens: 2 },
  },
  ollama: {
    model: 'm',
    message: { role: 'assistant', content: 'hi', thinking: 'so' },
    done: true,
    done_reason: 'stop',
    eval_count: 2,
  },
  delta: {
    choices: [
      {
        index: 0,
        delta: {
          content: 'hi',
          reasoning_content: 'so',
          reasoning_details: [{ type: 'reasoning.text', text: 'so', index: 0, format: 'x', signature: 's' }],
          tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{' } }],
          audio: { id: 'a', data: 'AAAA', transcript: 't' },
        },
      },
    ],
  },
  cohere: {
    id: 'a',
    finish_reason: 'COMPLETE',
    message: { role: 'assistant', content: [{ type: 'text', text: 'hi' }] },
  },
  converse: { contentBlockIndex: 0, delta: { text: 'hi', reasoningContent: { text: 'so' } } },
  bare: { type: 'error', code: 'x', message: 'no', status: 429 },
  located: { detail: [{ loc: ['body', 'n'], msg: 'no', type: 'value_error' }] },
  refused: { code: 1001, msg: 'no', base_resp: { status_code: 1004, status_msg: 'no' }, data: null },
  error: {
    error: { code: 'rate_limited', type: 'x', message: 'no', param: 'n', details: { retry_after: 1 } },
  },
};

const media: Readonly<Record<string, Json>> = {
  images: {
    created: 1,
    data: [{ b64_json: png.slice(22), revised_prompt: 'p', url: 'https://a.example/b.png' }],
    usage,
  },
  files: {
    images: [{ filename: 'a.png', subfolder: '', type: 'output', content_type: 'image/png', width: 1 }],
  },
  task: {
    code: 0,
    data: {
      task_id: 't',
      task_status: 'SUCCEEDED',
      task_result: { videos: [{ url: 'https://a.example/b', duration: '5' }] },
    },
  },
  operation: {
    name: 'operations/x',
    done: true,
    response: { generatedVideos: [{ video: { uri: 'https://a.example/b' } }] },
  },
  job: {
    job: {
      id: 'j',
      status: 'completed',
      kind: 'video',
      progress: 0.5,
      output: [{ url: 'https://a.example/b', content_type: 'video/mp4' }],
    },
    status_url: 'https://a.example/s',
    created_at: '2026-01-01T00:00:00Z',
    usage,
  },
  failed: {
    id: 'j',
    status: 'failed',
    error: { code: 'blocked', message: 'no' },
    base_resp: { status_code: 0 },
  },
};

const models: Readonly<Record<string, Json>> = {
  list: {
    object: 'list',
    data: [
      {
        id: 'm',
        created: 1,
        owned_by: 'o',
        type: 'chat',
        context_length: 9,
        pricing: { prompt: '0.1', completion: '0.2', ...price },
        architecture: { input_modalities: ['text'], output_modalities: ['text'], modality: 'text->text' },
        supported_parameters: ['tools'],
        model_spec: {
          pricing: { input: { usd: 0.1 }, output: { usd: 0.2 } },
          capabilities: { supportsVision: true },
        },
      },
    ],
  },
  other: {
    models: [
      {
        name: 'models/m',
        displayName: 'M',
        inputTokenLimit: 9,
        supportedGenerationMethods: ['generateContent'],
        price,
      },
    ],
  },
};

/** The value once for each place in it, with `odd` there. */
function* withOdd(value: Json): Generator<Json> {
  yield odd;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value))
    for (const changed of withOdd(inner as Json))
      yield Array.isArray(value)
        ? value.map((one: Json, at) => (String(at) === name ? changed : one))
        : { ...value, [name]: changed };
}

function clientFor(body: string, contentType: string): GatewayClient {
  const fetch = async () => new Response(body, { headers: { 'content-type': contentType } });
  return createGatewayClient({ apiKey: 'k', baseUrl: 'https://a.example/v1', fetch, maxAttempts: 1 });
}

const askers: Readonly<Record<string, (body: Json) => Promise<unknown>>> = {
  chat: (body) =>
    clientFor(JSON.stringify(body), 'application/json').chat.completions.create({ ...question }),
  stream: async (body) => {
    const whole = JSON.stringify(chats.delta);
    const client = clientFor(
      `data: ${whole}\n\ndata: ${JSON.stringify(body)}\n\ndata: [DONE]\n\n`,
      'text/event-stream',
    );
    const { error } = await readStream(await client.chat.completions.create({ ...question, stream: true }));
    if (error !== null) throw error;
  },
  images: (body) =>
    clientFor(JSON.stringify(body), 'application/json').images.generations.create({
      model: 'm',
      prompt: 'p',
    }),
  speech: (body) =>
    clientFor(JSON.stringify(body), 'application/json').audio.speech.create({ model: 'm', input: 'i' }),
  events: (body) =>
    clientFor(`data: ${JSON.stringify(body)}\n\n`, 'text/event-stream').audio.speech.create({
      model: 'm',
      input: 'i',
    }),
  videos: (body) =>
    clientFor(JSON.stringify(body), 'application/json').videos.generations.create({ prompt: 'p' }),
  job: (body) => clientFor(JSON.stringify(body), 'application/json').jobs.retrieve('j'),
  jobs: (body) => clientFor(JSON.stringify(body), 'application/json').jobs.list(),
  models: (body) => clientFor(JSON.stringify(body), 'application/json').models.list(),
};

test.each([
  ['chat', chats],
  ['stream', chats],
  ['images', { ...media, openai: chats.openai as Json }],
  ['speech', media],
  ['events', media],
  ['videos', media],
  ['job', media],
  ['jobs', media],
  ['models', { ...models, located: chats.located as Json, bare: chats.bare as Json }],
])(
  '%s: a value that can’t be made a text, at any place of an answer, is a result or a GatewayError',
  async (name, bodies) => {
    const wrong: string[] = [];
    for (const body of Object.values(bodies).flatMap((one) => [...withOdd(one)])) {
      const error: unknown = await askers[name]?.(body).then(
        () => null,
        (reason: unknown) => reason,
      );
      if (error !== null && !(error instanceof GatewayError)) wrong.push(`${error} ${JSON.stringify(body)}`);
      // What the client did not expect is called so.
      if (error instanceof GatewayError && error.cause instanceof TypeError)
        wrong.push(`${error.cause} ${JSON.stringify(body)}`);
    }
    expect(wrong).toEqual([]);
  },
);
