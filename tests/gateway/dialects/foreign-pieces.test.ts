/** Calls of tools, pictures and odd pieces of chats, as people quote them in issues and documentation. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chunk, done, event } from '../../support/gateway-client';
import {
  cut,
  events,
  type HostileServer,
  json,
  type Script,
  startHostileServer,
} from '../../support/hostile-server';
import { playChat, sse } from '../../support/played-chat';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const counted = { promptTokens: 5, completionTokens: 3 };
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const png = [{ kind: 'bytes', contentType: 'image/png' }];
const f = (id: string) => [id, 'f', '{"x":1}'];

const whole = (message: object) => ({ choices: [{ index: 0, message, finish_reason: 'stop' }] });

describe('calls of tools', () => {
  const call = (more: object) =>
    event({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...more }] } }] });
  const end = event({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] });
  it.each<[string, Script, readonly unknown[]]>([
    [
      'of Workers AI, which has no text then',
      json({ result: { response: null, tool_calls: [{ name: 'f', arguments: { x: 1 } }] }, success: true }),
      f('call_1'),
    ],
    [
      'whose name comes after the first arguments',
      events(
        call({ id: 'c', type: 'function', function: { arguments: '{"x":' } }),
        call({ function: { name: 'f', arguments: '1}' } }),
        end,
        done,
      ),
      f('c'),
    ],
    [
      'whose name is in every piece, with null for what is known',
      events(
        call({ id: 'c', type: 'function', function: { name: 'f', arguments: '' } }),
        call({ id: null, type: null, function: { name: null, arguments: '{"x":1}' } }),
        call({ id: '', function: { name: '', arguments: null } }),
        end,
        done,
      ),
      f('c'),
    ],
    [
      'whose name comes in pieces',
      events(
        call({ id: 'c', type: 'function', function: { name: 'f', arguments: '' } }),
        call({ function: { name: '_two' } }),
        call({ function: { arguments: '{"x":1}' } }),
        end,
        done,
      ),
      ['c', 'f_two', '{"x":1}'],
    ],
    [
      'whose name grows',
      events(
        call({ id: 'c', function: { name: 'get', arguments: '' } }),
        call({ id: 'c', function: { name: 'get_it', arguments: '{"x":1}' } }),
        end,
        done,
      ),
      ['c', 'get_it', '{"x":1}'],
    ],
    [
      'that is one object and no list',
      events(
        event({
          choices: [
            {
              index: 0,
              delta: { tool_calls: { id: 'c', function: { name: 'f', arguments: '{"x":1}' } } },
              finish_reason: 'tool_calls',
            },
          ],
        }),
        done,
      ),
      f('c'),
    ],
    [
      'with parameters',
      json(
        whole({ content: null, tool_calls: [{ id: 'c', function: { name: 'f', parameters: { x: 1 } } }] }),
      ),
      f('c'),
    ],
    [
      'of a Responses stream that sends no pieces',
      sse({
        type: 'response.completed',
        response: {
          status: 'completed',
          output: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: '{"x":1}' }],
        },
      }),
      f('c'),
    ],
    [
      'of Oracle',
      json({
        chatResponse: {
          choices: [
            {
              message: {
                role: 'ASSISTANT',
                toolCalls: [{ id: 'c', type: 'FUNCTION', name: 'f', arguments: '{"x":1}' }],
              },
              finishReason: 'tool_calls',
            },
          ],
        },
      }),
      f('c'),
    ],
  ])('%s', async (_name, script, expected) => {
    expect(await playChat(server, script)).toMatchObject({ calls: [expected], error: undefined });
  });
});

describe('Responses', () => {
  const message = { type: 'message', content: [{ type: 'output_text', text: 'Hey' }] };
  const thinking = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] };
  it.each<[string, Script, object]>([
    [
      'with its thinking',
      json({
        object: 'response',
        status: 'completed',
        output: [thinking, message],
        usage: { input_tokens: 5, output_tokens: 3 },
      }),
      { reasoning: 'hm', usage: counted },
    ],
    [
      'in the last event alone',
      sse(
        { type: 'response.created', response: { id: 'r', status: 'in_progress', output: [] } },
        {
          type: 'response.completed',
          response: {
            status: 'completed',
            output: [thinking, message],
            usage: { input_tokens: 5, output_tokens: 3 },
          },
        },
      ),
      { reasoning: 'hm', usage: counted },
    ],
    [
      'in pieces and once more in the last event',
      sse(
        { type: 'response.output_text.delta', output_index: 0, delta: 'He' },
        { type: 'response.output_text.delta', output_index: 0, delta: 'y' },
        { type: 'response.output_text.done', output_index: 0, text: 'Hey' },
        { type: 'response.completed', response: { status: 'completed', output: [message] } },
      ),
      { finish: 'stop' },
    ],
    [
      'that a filter ended',
      sse(
        { type: 'response.output_text.delta', delta: 'Hey' },
        {
          type: 'response.incomplete',
          response: { status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [] },
        },
      ),
      { finish: 'content_filter' },
    ],
  ])('%s', async (_name, script, expected) => {
    expect(await playChat(server, script)).toMatchObject({ text: 'Hey', error: undefined, ...expected });
  });
});

describe('a picture in the reply of', () => {
  const made = { type: 'image_generation_call', status: 'completed', result: picture };
  it.each<[string, Script]>([
    ['Responses', json({ object: 'response', status: 'completed', output: [made] })],
    [
      'Responses, with a last event without output',
      sse(
        { type: 'response.output_item.done', output_index: 0, item: made },
        { type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } },
      ),
    ],
    [
      'Responses, twice',
      sse(
        { type: 'response.output_item.done', item: made },
        { type: 'response.completed', response: { status: 'completed', output: [made] } },
      ),
    ],
    [
      'Gemini',
      json({
        candidates: [
          {
            content: { parts: [{ text: 'Here' }, { inlineData: { mimeType: 'image/png', data: picture } }] },
            finishReason: 'STOP',
          },
        ],
      }),
    ],
    [
      'Bedrock’s Converse',
      json({
        output: {
          message: { role: 'assistant', content: [{ image: { format: 'png', source: { bytes: picture } } }] },
        },
        stopReason: 'end_turn',
      }),
    ],
    [
      'Ollama',
      json({
        model: 'm',
        message: { role: 'assistant', content: '', images: [picture] },
        done: true,
        done_reason: 'stop',
      }),
    ],
  ])('%s is kept', async (_name, script) => {
    const { media, error } = await playChat(server, script);
    expect(media).toMatchObject(png);
    expect(error).toBeUndefined();
  });
});

it.each<[string, Script]>([
  [
    'a line of Ollama',
    {
      headers: { 'content-type': 'application/x-ndjson' },
      body: ['{"message":{"content":"He"},"done":false}\n', '{"message":{"content":"y"},"done":false}', cut],
    },
  ],
  [
    'an event of Responses',
    events(
      ...(sse({ type: 'response.output_text.delta', delta: 'He' }).body ?? []),
      'data: {"type":"response.output_text.delta","delta":"y"}',
      cut,
    ),
  ],
  ['a chunk', events(chunk('He'), 'data: {"choices":[{"index":0,"delta":{"content":"y"}}]}', cut)],
])('%s that came whole before a cut is kept', async (_name, script) => {
  expect(await playChat(server, script)).toMatchObject({ text: 'Hey', error: expect.any(String) });
});
