/** Streams of programs in front of a model, as people quote them, and how streams of other interfaces end. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../support/gateway-client';
import { events, type HostileServer, type Script, startHostileServer } from '../../support/hostile-server';
import { named, playChat, sse, token } from '../../support/played-chat';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const counted = { promptTokens: 5, completionTokens: 3 };
const coze = (content: string, more: object = {}) => ({
  id: '1',
  role: 'assistant',
  type: 'answer',
  content,
  content_type: 'text',
  ...more,
});
const coz = (status: string, more: object = {}) => ({
  id: '2',
  status,
  last_error: { code: 0, msg: '' },
  usage: { token_count: 0, output_count: 0, input_count: 0 },
  ...more,
});

it.each<[string, Script, object]>([
  [
    'Dify',
    sse(
      { event: 'workflow_started', task_id: 't', conversation_id: 'c' },
      { event: 'message', task_id: 't', message_id: 'm', answer: 'He' },
      { event: 'message', task_id: 't', message_id: 'm', answer: 'y' },
      {
        event: 'message_end',
        task_id: 't',
        metadata: {
          usage: {
            prompt_tokens: 5,
            completion_tokens: 3,
            total_tokens: 8,
            total_price: '0.0013030',
            currency: 'USD',
          },
        },
      },
    ),
    { finish: 'stop', usage: counted, cost: 0.001303 },
  ],
  [
    'Coze',
    events(
      named('conversation.chat.created', coz('created')),
      named('conversation.message.delta', coze('', { reasoning_content: 'hm' })),
      named('conversation.message.delta', coze('He')),
      named('conversation.message.delta', coze('y')),
      named('conversation.message.completed', coze('Hey', { reasoning_content: 'hm' })),
      named('conversation.message.completed', coze('What else?', { type: 'follow_up' })),
      named(
        'conversation.chat.completed',
        coz('completed', { usage: { token_count: 8, output_count: 3, input_count: 5 } }),
      ),
      'event:done\ndata:"[DONE]"\n\n',
    ),
    { reasoning: 'hm', finish: 'stop', usage: counted },
  ],
  [
    'LM Studio’s own chat',
    events(
      ...[
        { type: 'chat.start', model_instance_id: 'm' },
        { type: 'prompt_processing.progress', progress: 0.5 },
        { type: 'reasoning.start' },
        { type: 'reasoning.delta', content: 'hm' },
        { type: 'reasoning.end' },
        { type: 'message.start' },
        { type: 'message.delta', content: 'He' },
        { type: 'message.delta', content: 'y' },
        { type: 'message.end' },
        {
          type: 'chat.end',
          result: {
            model_instance_id: 'm',
            output: [
              { type: 'reasoning', content: 'hm' },
              { type: 'message', content: 'Hey' },
            ],
            stats: { input_tokens: 5, total_output_tokens: 3, reasoning_output_tokens: 1 },
          },
        },
      ].map((one) => named(one.type, one)),
    ),
    { reasoning: 'hm', finish: 'stop', usage: { ...counted, reasoningTokens: 1 } },
  ],
  [
    'AI SDK’s message stream',
    events(
      ...(sse(
        { type: 'start', messageId: 'm' },
        { type: 'start-step' },
        { type: 'reasoning-start', id: '0' },
        { type: 'reasoning-delta', id: '0', delta: 'hm' },
        { type: 'reasoning-end', id: '0' },
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'He' },
        { type: 'text-delta', id: '1', delta: 'y' },
        { type: 'text-end', id: '1' },
        { type: 'finish-step' },
        { type: 'finish', finishReason: 'stop' },
      ).body ?? []),
      done,
    ),
    { reasoning: 'hm', finish: 'stop' },
  ],
  [
    'AG-UI',
    sse(
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
      { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'He' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'y' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    ),
    { finish: 'stop' },
  ],
])('%s', async (_name, script, expected) => {
  expect(await playChat(server, script)).toMatchObject({ text: 'Hey', error: undefined, ...expected });
});

it.each<[string, Script, object]>([
  [
    'Replicate',
    events(
      'event: output\nid: 1\ndata: He\n\n',
      'event: output\nid: 2\ndata: y\n\n',
      'event: done\ndata: {}\n\n',
    ),
    { finish: 'stop' },
  ],
  [
    'LangServe',
    events(
      'event: metadata\ndata: {"run_id": "r"}\n\n',
      'event: data\ndata: {"content":"He","type":"AIMessageChunk"}\n\n',
      'event: data\ndata: {"content":"y","type":"AIMessageChunk"}\n\n',
      'event: end\n\n',
    ),
    { finish: 'stop' },
  ],
  [
    'a choice that ends in camel case',
    sse({ choices: [{ index: 0, delta: { content: 'Hey' }, finishReason: 'stop' }] }),
    { finish: 'stop' },
  ],
  [
    'a choice that ends in an object',
    sse({ choices: [{ index: 0, delta: { content: 'Hey' }, finish_reason: { type: 'stop' } }] }),
    { finish: 'stop' },
  ],
  [
    'a stream with a title and a state beside it',
    sse(
      { object: 'conversation.title', content: 'A chat' },
      { type: 'status', content: 'Searching…' },
      { choices: [{ index: 0, delta: { content: 'Hey' }, finish_reason: 'stop' }] },
    ),
    { finish: 'stop' },
  ],
  [
    'Gemini, all of whose tokens were thinking',
    sse({
      candidates: [{ content: { parts: [{ text: 'Hey' }] }, finishReason: 'MAX_TOKENS', index: 0 }],
      usageMetadata: { promptTokenCount: 5, thoughtsTokenCount: 9, totalTokenCount: 14 },
    }),
    { usage: { promptTokens: 5, completionTokens: 9, reasoningTokens: 9 } },
  ],
])('%s, which ends in its own way', async (_name, script, expected) => {
  expect(await playChat(server, script)).toMatchObject({ text: 'Hey', error: undefined, ...expected });
});

describe('an error in the middle, in the words of', () => {
  it.each<[string, Script]>([
    [
      'Coze',
      events(
        named('conversation.message.delta', coze('He')),
        named('conversation.chat.failed', coz('failed', { last_error: { code: 5000, msg: 'It broke.' } })),
      ),
    ],
    ['AI SDK', sse({ type: 'text-delta', id: '1', delta: 'He' }, { type: 'error', errorText: 'It broke.' })],
    [
      'AG-UI',
      sse({ type: 'TEXT_MESSAGE_CONTENT', delta: 'He' }, { type: 'RUN_ERROR', message: 'It broke.' }),
    ],
    [
      'Dify',
      sse(
        { event: 'message', answer: 'He' },
        { event: 'error', task_id: 't', status: 400, code: 'provider_not_initialize', message: 'It broke.' },
      ),
    ],
    [
      'LM Studio',
      events(
        named('message.delta', { type: 'message.delta', content: 'He' }),
        named('error', { type: 'error', error: { type: 'internal_error', message: 'It broke.' } }),
      ),
    ],
    ['Text Generation Inference', sse(token('He'), { error: 'It broke.', error_type: 'generation' })],
    ['Bedrock', sse({ outputText: 'He' }, { modelStreamErrorException: { message: 'It broke.' } })],
    ['a program of someone’s own', sse({ token: 'He' }, { error: 'It broke.' })],
  ])('%s', async (_name, script) => {
    expect(await playChat(server, script)).toMatchObject({ text: 'He', error: 'It broke.' });
  });
});

it.each<[string, Script]>([
  ['LM Studio', events(named('message.delta', { type: 'message.delta', content: 'He' }))],
  ['Text Generation Inference', sse(token('He'))],
  ['Coze', events(named('conversation.message.delta', coze('He')))],
  ['Dify', sse({ event: 'message', answer: 'He' })],
])('%s that ends before it is done says so', async (_name, script) => {
  expect(await playChat(server, script)).toMatchObject({
    text: 'He',
    error: expect.stringContaining('ended before'),
  });
});

it.each<[string, Script]>([
  ['progress alone', sse({ type: 'chat.start' }, { type: 'model_load.progress', progress: 0.5, content: 7 })],
  ['a state alone', sse({ status: 'queued', message: 'Please wait.' }, { status: 'running' })],
  ['a title alone', sse({ type: 'title', title: 'A chat' }, { done: true })],
])('is no reply: %s', async (_name, script) => {
  const { text, error } = await playChat(server, script);
  expect([text, typeof error]).toEqual(['', 'string']);
});
