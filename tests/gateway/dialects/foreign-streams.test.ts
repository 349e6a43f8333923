/**
 * Streams of servers whose interface is their own, as people quote them in issues and documentation: a base URL or a path
 * of a profile may lead to any of them, and what came was paid for.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { done } from '../../support/gateway-client';
import { events, type HostileServer, type Script, startHostileServer } from '../../support/hostile-server';
import { lines, named, playChat, sse, token } from '../../support/played-chat';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const counted = { promptTokens: 5, completionTokens: 3 };
const watsonx = (text: string, made: number, read: number, reason = 'not_finished') => ({
  model_id: 'm',
  results: [
    { generated_text: text, generated_token_count: made, input_token_count: read, stop_reason: reason },
  ],
});

it.each<[string, Script, object]>([
  [
    'Text Generation Inference',
    sse(
      token('He'),
      token('y', {
        generated_text: 'Hey',
        details: { finish_reason: 'eos_token', generated_tokens: 3, input_length: 5, seed: null },
      }),
    ),
    { finish: 'eos_token', usage: counted },
  ],
  [
    'Text Generation Inference with a last special token',
    events(
      ...[token('He'), token('y')].map((one) => `data:${JSON.stringify(one)}\n\n`),
      `data:${JSON.stringify({
        token: { id: 2, text: '<|eot_id|>', special: true },
        generated_text: 'Hey',
        details: null,
      })}\n\n`,
    ),
    { finish: 'stop' },
  ],
  [
    'KoboldCpp',
    events(
      ...['He', 'y'].map((one) => named('message', { token: one, finish_reason: null })),
      named('message', { token: '', finish_reason: 'stop' }),
    ),
    { finish: 'stop' },
  ],
  [
    'llama.cpp’s own completion',
    sse(
      {
        index: 0,
        content: 'He',
        tokens: [1],
        stop: false,
        id_slot: -1,
        tokens_predicted: 1,
        tokens_evaluated: 5,
      },
      {
        index: 0,
        content: 'y',
        tokens: [2],
        stop: false,
        id_slot: -1,
        tokens_predicted: 2,
        tokens_evaluated: 5,
      },
      { content: '', stop: true, stop_type: 'limit', tokens_predicted: 3, tokens_evaluated: 5 },
    ),
    { finish: 'limit', usage: counted },
  ],
  [
    'SGLang’s own, which sends all of the text each time',
    events(
      ...[' Hey', ' Hey there, this is all', ' Hey there, this is all of it'].map(
        (text, at) =>
          `data: ${JSON.stringify({
            text,
            meta_info: {
              id: 'r',
              finish_reason: at === 2 ? { type: 'length', length: 3 } : null,
              prompt_tokens: 5,
              completion_tokens: at + 1,
              cached_tokens: 0,
            },
          })}\n\n`,
      ),
      done,
    ),
    {
      text: ' Hey there, this is all of it',
      finish: 'length',
      usage: { promptTokens: 5, completionTokens: 3 },
    },
  ],
  [
    'watsonx.ai',
    events(
      'id: 1\nevent: message\ndata: {}\n\n',
      ...[watsonx('', 0, 5), watsonx('He', 2, 0), watsonx('y', 3, 0, 'eos_token')].map(
        (one, at) => `id: ${at + 2}\nevent: message\ndata: ${JSON.stringify(one)}\n\n`,
      ),
    ),
    { finish: 'eos_token', usage: counted },
  ],
  [
    'Cohere’s first chat, in lines',
    lines(
      { is_finished: false, event_type: 'stream-start', generation_id: 'g' },
      { is_finished: false, event_type: 'text-generation', text: 'He' },
      { is_finished: false, event_type: 'text-generation', text: 'y' },
      {
        is_finished: true,
        event_type: 'stream-end',
        finish_reason: 'COMPLETE',
        response: {
          text: 'Hey',
          generation_id: 'g',
          meta: { tokens: { input_tokens: 5, output_tokens: 3 } },
        },
      },
    ),
    { finish: 'COMPLETE', usage: counted },
  ],
  [
    'DashScope’s text',
    events(
      ...[
        { text: 'Hey', finish_reason: 'null' },
        { text: 'Hey there, this is all', finish_reason: 'null' },
        { text: 'Hey there, this is all of it', finish_reason: 'stop' },
      ].map(
        (output, at) =>
          `id:${at}\nevent:result\n:HTTP_STATUS/200\ndata:${JSON.stringify({
            output,
            usage: { total_tokens: 6 + at, input_tokens: 5, output_tokens: at + 1 },
            request_id: 'r',
          })}\n\n`,
      ),
    ),
    { text: 'Hey there, this is all of it', finish: 'stop', usage: counted },
  ],
  [
    'a program of someone’s own, with a token in each event',
    sse({ token: 'He' }, { token: 'y' }, { done: true }),
    { finish: 'stop' },
  ],
  [
    'another one, with a state in each event',
    sse({ token: 'He', done: false }, { token: 'y', done: false }, { token: '', done: true, context: {} }),
    { finish: 'stop' },
  ],
  [
    'Oracle’s generic chat',
    sse(
      { index: 0, message: { role: 'ASSISTANT', content: [{ type: 'TEXT', text: 'He' }] }, pad: 'aa' },
      { index: 0, message: { role: 'ASSISTANT', content: [{ type: 'TEXT', text: 'y' }] }, pad: 'aaa' },
      { message: { role: 'ASSISTANT' }, finishReason: 'stop', pad: 'a' },
    ),
    { finish: 'stop' },
  ],
  [
    'Titan on Bedrock',
    sse(
      {
        outputText: 'He',
        index: 0,
        totalOutputTextTokenCount: null,
        completionReason: null,
        inputTextTokenCount: 5,
      },
      {
        outputText: 'y',
        index: 0,
        totalOutputTextTokenCount: 3,
        completionReason: 'FINISH',
        inputTextTokenCount: null,
      },
    ),
    { finish: 'FINISH', usage: counted },
  ],
  [
    'Llama on Bedrock',
    sse(
      { generation: 'He', prompt_token_count: 5, generation_token_count: 1, stop_reason: null },
      { generation: 'y', prompt_token_count: null, generation_token_count: 3, stop_reason: 'stop' },
    ),
    { finish: 'stop', usage: counted },
  ],
  [
    'Mistral on Bedrock',
    sse({ outputs: [{ text: 'He', stop_reason: null }] }, { outputs: [{ text: 'y', stop_reason: 'stop' }] }),
    { finish: 'stop' },
  ],
])('%s', async (_name, script, expected) => {
  expect(await playChat(server, script)).toMatchObject({ text: 'Hey', error: undefined, ...expected });
});
