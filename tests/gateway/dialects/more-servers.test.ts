/** Servers that people run themselves, and platforms in front of models, as their sources write to the wire. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatReply, chunk, connect, done, event, question } from '../../support/gateway-client';
import {
  events,
  type HostileServer,
  json,
  type Script,
  startHostileServer,
} from '../../support/hostile-server';
import { named, playChat, sse } from '../../support/played-chat';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const counted = { promptTokens: 5, completionTokens: 3 };
const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
const adk = (text: string, partial: boolean, more: object = {}) => ({
  content: { parts: [{ text }], role: 'model' },
  partial,
  author: 'agent',
  invocationId: 'i',
  ...more,
});
const ragflow = (answer: string) => ({ code: 0, message: '', data: { answer, reference: {}, id: 'i' } });

it.each<[string, Script, object]>([
  [
    'Triton, in pieces',
    sse(
      { model_name: 'm', model_version: '1', text_output: 'He' },
      { model_name: 'm', model_version: '1', text_output: 'y' },
    ),
    { error: expect.stringContaining('ended before') },
  ],
  ['Triton', json({ model_name: 'm', model_version: '1', text_output: 'Hey' }), {}],
  [
    'the Agent Development Kit',
    sse(
      adk('He', true),
      adk('y', true),
      adk('Hey', false, {
        usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 3, totalTokenCount: 8 },
      }),
    ),
    { finish: 'stop', usage: counted },
  ],
  ['the Agent Development Kit, whole', json([adk('Hey', false)]), { finish: 'stop' }],
  [
    'OpenAI’s assistants',
    events(
      named('thread.run.created', { id: 'r', object: 'thread.run', status: 'queued' }),
      ...['He', 'y'].map((value, at) =>
        named('thread.message.delta', {
          id: 'm',
          object: 'thread.message.delta',
          delta: {
            content: [{ index: 0, type: 'text', text: { value, ...(at === 0 && { annotations: [] }) } }],
          },
        }),
      ),
      named('thread.run.completed', { id: 'r', object: 'thread.run', status: 'completed', usage }),
      'event: done\ndata: [DONE]\n\n',
    ),
    { finish: 'stop', usage: counted },
  ],
  [
    'RAGFlow, with all of the answer in each event',
    sse(ragflow('Hey'), ragflow('Hey you'), ragflow('Hey you there'), { code: 0, data: true }),
    { text: 'Hey you there', finish: 'stop' },
  ],
  [
    'LangGraph’s messages',
    events(
      named('metadata', { run_id: 'r', attempt: 1 }),
      named('messages', [{ content: 'He', type: 'AIMessageChunk', id: 'a' }, { langgraph_node: 'agent' }]),
      named('messages', [{ content: 'y', type: 'AIMessageChunk', id: 'a' }, { langgraph_node: 'agent' }]),
      'event: end\ndata: null\n\n',
    ),
    {},
  ],
  [
    'vLLM on RunPod',
    json({
      id: 'r',
      status: 'COMPLETED',
      delayTime: 1,
      output: [{ choices: [{ tokens: ['He', 'y'] }], usage: { input: 5, output: 3 } }],
    }),
    { finish: 'stop', usage: counted },
  ],
  [
    'Perplexica, in pieces',
    sse(
      { type: 'init', data: 'Stream connected' },
      { type: 'response', data: 'He' },
      { type: 'response', data: 'y' },
      { type: 'done' },
    ),
    { finish: 'stop' },
  ],
  ['Perplexica', json({ message: 'Hey', sources: [] }), {}],
  [
    'MaxKB',
    sse({ content: 'He', is_end: false }, { content: 'y', is_end: false }, { content: '', is_end: true }),
    { finish: 'stop' },
  ],
  [
    'TabbyAPI with usage beside the last choice',
    events(
      chunk('He'),
      chunk('y', 'stop', { usage: { ...usage, total_time: 0.2, completion_tokens_per_sec: 9 } }),
      done,
    ),
    { finish: 'stop', usage: counted },
  ],
  [
    'llama-swap, which says in the thinking that it loads the model',
    events(
      event({ choices: [{ index: 0, delta: { reasoning_content: 'loading' } }] }),
      chunk('Hey', 'stop'),
      done,
    ),
    { reasoning: 'loading', finish: 'stop' },
  ],
  [
    'mlx-lm with signs of life',
    events(': keepalive 1/2\n\n', chunk('Hey', 'stop'), ': keepalive 2/2\n\n', done),
    { finish: 'stop' },
  ],
  [
    'Bedrock Access Gateway, which thinks within the text',
    events(chunk('<think>hm'), chunk('</think>Hey'), chunk('', 'stop'), event({ choices: [], usage }), done),
    { finish: 'stop', usage: counted },
  ],
])('says what it says: %s', async (_name, script, expected) => {
  expect(await playChat(server, script)).toMatchObject({ error: undefined, text: 'Hey', ...expected });
});

const chunks = [{ id: 'c', content: 'Words.', document_name: 'notes.txt' }];
const source = {
  object: 'context.chunk',
  score: 0.9,
  text: 'Words.',
  document: { doc_metadata: { file_name: 'n.txt' } },
};
it.each<[string, Script, object]>([
  [
    'RAGFlow',
    sse({ code: 0, data: { answer: 'Hey', reference: { chunks } } }, { code: 0, data: true }),
    chunks[0] ?? {},
  ],
  [
    'RAGFlow’s OpenAI endpoint',
    events(
      chunk('Hey'),
      event({
        choices: [{ index: 0, delta: { content: null, reference: { c: chunks[0] } }, finish_reason: 'stop' }],
      }),
      done,
    ),
    chunks[0] ?? {},
  ],
  [
    'PrivateGPT',
    json({
      ...chatReply('Hey'),
      choices: [{ index: 0, message: { content: 'Hey' }, sources: [source], finish_reason: 'stop' }],
    }),
    source,
  ],
  [
    'Perplexica',
    json({ message: 'Hey', sources: [{ pageContent: 'Words.', metadata: { url: 'https://a.example' } }] }),
    {
      pageContent: 'Words.',
      metadata: { url: 'https://a.example' },
    },
  ],
])('sources of %s are kept', async (_name, script, expected) => {
  server.script(script);
  const stream = await connect(server).client.chat.completions.create({ ...question, stream: true });
  for await (const _ of stream);
  const parts = stream.result().choices[0]?.parts ?? [];
  expect(parts.flatMap((part) => (part.type === 'citation' ? [part.raw] : []))).toEqual([expected]);
});

describe('a refusal in the words of', () => {
  it.each<[string, object, number, string]>([
    ['stable-diffusion.cpp', { error: 'server_error', message: 'It broke.' }, 500, 'It broke.'],
    ['SD.Next', { error: 'OutOfMemoryError', detail: '', body: '', errors: 'It broke.' }, 500, 'It broke.'],
    [
      'Kokoro',
      { detail: { error: 'validation_error', message: 'It broke.', type: 'invalid_request_error' } },
      400,
      'It broke.',
    ],
    ['Xinference', { detail: '[address=0.0.0.0:1, pid=2] It broke.' }, 400, 'It broke.'],
    ['TabbyAPI', { detail: { error: { message: 'It broke.', trace: null } } }, 400, 'It broke.'],
    ['APISIX', { error_msg: 'It broke.' }, 404, 'It broke.'],
    ['Kong', { error: { message: 'It broke.' } }, 400, 'It broke.'],
    ['Jan', { error: { message: 'It broke.', type: 'invalid_request_error', code: null } }, 400, 'It broke.'],
    ['Bedrock Access Gateway', { detail: 'It broke.' }, 429, 'It broke.'],
    ['KServe', { error: 'It broke.' }, 400, 'It broke.'],
    ['BentoML', { error: 'ValueError', message: 'It broke.' }, 400, 'It broke.'],
    [
      'Ray Serve',
      { error: { object: 'error', message: 'It broke.', internal_message: 'x', type: 'E', code: 400 } },
      400,
      'It broke.',
    ],
  ])('%s', async (_name, body, status, words) => {
    const { client } = connect(server, { maxAttempts: 1 });
    server.script(json(body, status));
    await expect(client.chat.completions.create(question)).rejects.toMatchObject({
      message: expect.stringContaining(words),
    });
  });
});
