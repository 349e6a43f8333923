/**
 * Streams as well-known gateways and servers send them, each from its documentation or a report of its users: nothing
 * of them may be lost, run together or taken for a success that it is not.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Part } from '../../../shared/chat/parts';
import { toolCallsOf } from '../../../shared/chat/tool-calls';
import { connect, done, event, question, readStream } from '../../support/gateway-client';
import { events, type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer();
});
afterAll(() => server.close());

const step = (delta: object, finish: string | null = null, more: object = {}) =>
  event({ id: 'x', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }], ...more });
const asks = (...calls: object[]) => step({ tool_calls: calls });
const fn = (name: string | null, text: unknown) => ({ function: { name, arguments: text } });

async function play(...body: string[]) {
  server.script(events(...body));
  const stream = await connect(server).client.chat.completions.create({ ...question, stream: true });
  const read = await readStream(stream);
  const result = stream.result();
  const parts = result.choices[0]?.parts ?? [];
  const calls = toolCallsOf(parts.map((part) => ({ ...part, id: '' })) as Part[]);
  return { ...read, result, parts, calls: calls.map((call) => [call.id, call.name, call.argumentsText]) };
}

const two = [
  ['a', 'f', '{"x":1}'],
  ['b', 'f', '{"x":2}'],
];

describe('calls of tools', () => {
  it.each<[string, string[], unknown[]]>([
    [
      'with the place 0 for each, as Gemini’s compatible interface sends them',
      [
        asks({ index: 0, id: 'a', ...fn('f', '{"x":1}') }),
        asks({ index: 0, id: 'b', ...fn('f', '{"x":2}') }),
      ],
      two,
    ],
    [
      'with the place 0 and without ids',
      [asks({ index: 0, id: '', ...fn('f', '{"x":1}') }), asks({ index: 0, id: '', ...fn('g', '{"x":2}') })],
      [
        ['call_1', 'f', '{"x":1}'],
        ['call_2', 'g', '{"x":2}'],
      ],
    ],
    [
      'without places, each whole',
      [asks({ id: 'a', ...fn('f', '{"x":1}') }), asks({ id: 'b', ...fn('f', '{"x":2}') })],
      two,
    ],
    [
      'without places, several in one event, as Ollama sent them',
      [asks({ id: 'a', ...fn('f', '{"x":1}') }, { id: 'b', ...fn('f', '{"x":2}') })],
      two,
    ],
    [
      'without places, in pieces',
      [
        asks({ id: 'a', ...fn('f', '') }),
        asks(fn(null, '{"x":')),
        asks(fn(null, '1}')),
        asks({ id: 'b', ...fn('f', '') }),
        asks(fn(null, '{"x":2}')),
      ],
      two,
    ],
    [
      'with the place 0 for each, in pieces that repeat their id, as older SGLang and LMDeploy send them',
      [
        asks({ index: 0, id: 'a', ...fn('f', '') }),
        asks({ index: 0, id: 'a', ...fn(null, '{"x":1}') }),
        asks({ index: 0, id: 'b', ...fn('f', '') }),
        asks({ index: 0, id: 'b', ...fn(null, '{"x":2}') }),
      ],
      two,
    ],
    [
      'with an id of its own for each piece of one call, as vLLM sent named calls',
      [
        asks({ index: 0, id: 'a', ...fn('f', '{"x') }),
        asks({ index: 0, id: 'p', ...fn('f', '":1') }),
        asks({ index: 0, id: 'q', ...fn('f', '}') }),
        asks({ index: 0, id: 'r', ...fn('f', '') }),
      ],
      [['a', 'f', '{"x":1}']],
    ],
    [
      'with the id "null" in later pieces, as Mistral’s clients pass on',
      [asks({ index: 0, id: 'a', ...fn('f', '{"x"') }), asks({ index: 0, id: 'null', ...fn('', ':1}') })],
      [['a', 'f', '{"x":1}']],
    ],
    [
      'that come once more as a whole',
      [
        asks({ index: 0, id: 'a', ...fn('f', '{"x":') }),
        asks({ index: 0, ...fn(null, '1}') }),
        asks({ index: 0, id: 'a', ...fn('f', '{"x":1}') }),
      ],
      [['a', 'f', '{"x":1}']],
    ],
    [
      'with an object for their arguments',
      [asks({ index: 0, id: 'a', ...fn('f', { text: 'hi', n: 1 }) })],
      [['a', 'f', '{"text":"hi","n":1}']],
    ],
    [
      'of custom tools, whose input is a text in pieces',
      [
        asks({ index: 0, id: 'a', type: 'custom', custom: { name: 'sql', input: '' } }),
        asks({ index: 0, custom: { input: 'SELECT ' } }),
        asks({ index: 0, custom: { input: '1' } }),
      ],
      [['a', 'sql', 'SELECT 1']],
    ],
    [
      'in the older form',
      [
        step({ function_call: { name: 'f', arguments: '' } }),
        step({ function_call: { arguments: '{"x"' } }),
        step({ function_call: { arguments: ':1}' } }),
      ],
      [['call_1', 'f', '{"x":1}']],
    ],
    [
      'in both forms, once',
      [
        step({
          function_call: { name: 'f', arguments: '{"x":1}' },
          tool_calls: [{ index: 0, id: 'a', ...fn('f', '{"x":1}') }],
        }),
      ],
      [['a', 'f', '{"x":1}']],
    ],
    [
      'as parts of the content',
      [
        step({ content: [{ type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } }] }),
        step({ content: [{ type: 'tool_use', id: 'b', name: 'f', input: { x: 2 } }] }),
      ],
      two,
    ],
  ])('are separate and whole: %s', async (_name, pieces, expected) => {
    const { calls, error } = await play(...pieces, step({}, 'tool_calls'), done);
    expect(error).toBeNull();
    expect(calls).toEqual(expected);
  });

  it('keep Gemini’s thought signature, to be sent back', async () => {
    const extra_content = { google: { thought_signature: 'SIG' } };
    const { parts } = await play(
      asks({ index: 0, id: 'a', extra_content, ...fn('f', '{}') }),
      step({}, 'tool_calls'),
      done,
    );
    expect(parts).toMatchObject([{ type: 'toolCall', raw: { extra_content } }]);
  });

  it('with the same id are still two where they come whole', async () => {
    const tool_calls = [
      { id: 'a', ...fn('f', '{"x":1}') },
      { id: 'a', ...fn('f', '{"x":2}') },
    ];
    server.script(
      json({ choices: [{ index: 0, message: { content: null, tool_calls }, finish_reason: 'stop' }] }),
    );
    const { choices } = await connect(server).client.chat.completions.create(question);
    expect(choices[0]?.parts.map(({ type }) => type)).toEqual(['toolCall', 'toolCall']);
  });
});

describe('the end of a stream', () => {
  it('isn’t said by the word "null", as DashScope writes it', async () => {
    const cut = await play(step({ content: 'Hel' }, 'null'), step({ content: 'lo' }, 'null'));
    expect(cut).toMatchObject({ text: 'Hello', error: { errorCode: 'stream_cut' } });
    const whole = await play(step({ content: 'Hel' }, 'null'), step({ content: 'lo' }, 'stop'));
    expect(whole).toMatchObject({ text: 'Hello', error: null });
  });

  it.each<[string, object, object]>([
    [
      'Cerebras, without a field `error`',
      { message: 'It broke.', type: 'server_error', param: '', code: '', status_code: 500 },
      { errorCode: 'server_error', message: 'It broke.', statusCode: 500 },
    ],
    ['a server in Python', { detail: 'It broke.' }, { message: 'It broke.' }],
    [
      'TGI',
      { error: 'It broke.', error_type: 'overloaded' },
      { errorCode: 'overloaded', message: 'It broke.' },
    ],
    [
      'Cerebras with the status beside the error',
      { error: { message: 'Busy.', code: 'queue_exceeded' }, status_code: 429 },
      { errorCode: 'queue_exceeded', statusCode: 429 },
    ],
    [
      'Qwen',
      { error: { code: 'data_inspection_failed', message: 'It broke.', param: null }, request_id: 'r' },
      { errorCode: 'data_inspection_failed' },
    ],
    [
      'MiniMax',
      { choices: null, base_resp: { status_code: 1027, status_msg: 'It broke.' } },
      { errorCode: '1027' },
    ],
    [
      'a relay of Anthropic',
      { type: 'error', error: { type: 'overloaded_error', message: 'It broke.' } },
      { errorCode: 'overloaded_error' },
    ],
  ])('is the error that comes in its midst: %s', async (_name, body, error) => {
    expect(await play(step({ content: 'Hel' }), event(body), done)).toMatchObject({ text: 'Hel', error });
  });

  it('names what Groq’s model wrote in place of a call', async () => {
    const failed = {
      message: 'Failed to call a function.',
      code: 'tool_use_failed',
      failed_generation: '<f>',
    };
    const { error } = await play(`event: error\n${event({ error: failed })}`, done);
    expect(error).toMatchObject({ errorCode: 'tool_use_failed', details: { failed_generation: '<f>' } });
  });

  it('is read where a relay writes events of events', async () => {
    const wrapped = [step({ content: 'Hi' }), step({}, 'stop')].map((text) => `data: ${text}`);
    expect(await play(...wrapped, done)).toMatchObject({ text: 'Hi', error: null });
  });
});

describe('what is beside the text', () => {
  it('is kept once where MiniMax sends all thinking so far in each piece', async () => {
    const block = (text: string) => ({
      reasoning_details: [{ type: 'reasoning.text', id: 'r', index: 0, text }],
    });
    const { reasoning, parts } = await play(
      ...['Let me', 'Let me think about', 'Let me think about it'].map((text) => step(block(text))),
      step({ content: 'Yes' }, 'stop'),
      done,
    );
    expect(reasoning).toBe('Let me think about it');
    expect(parts).toMatchObject([{ type: 'thinking', raw: block('Let me think about it') }]);
  });

  const source = { title: 'T', url: 'https://a.example/1', content: 'c' };
  it.each<[string, object, object]>([
    ['Azure On Your Data', { context: { citations: [source], intent: '["q"]' } }, {}],
    ['Groq’s own tools', { executed_tools: [{ type: 'search', search_results: { results: [source] } }] }, {}],
    ['Venice', {}, { venice_parameters: { web_search_citations: [source] } }],
    ['xAI', {}, { citations: [source.url], search_results: [source] }],
  ])('names the sources of %s', async (_name, fields, more) => {
    const { parts } = await play(step({ content: 'X', ...fields }, 'stop', more), done);
    expect(parts).toEqual([{ type: 'citation', place: 0, raw: source }]);
  });

  it('counts llama.cpp’s tokens where only its timings tell them', async () => {
    const timings = { prompt_n: 3, cache_n: 2, predicted_n: 5, predicted_per_second: 10 };
    const { result } = await play(step({ content: 'Hi' }), step({}, 'stop', { timings }), done);
    expect(result.usage).toEqual({ promptTokens: 5, completionTokens: 5, cachedTokens: 2 });
  });

  it('is read past Azure’s first and last events, which hold no choice', async () => {
    const filter = { content_filter_results: { hate: { filtered: false } }, finish_reason: null, index: 0 };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const { text, error, result } = await play(
      event({ choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] }),
      step({ role: 'assistant', content: '' }),
      step({ content: 'Hi' }),
      event({ choices: [filter] }),
      step({}, 'stop'),
      event({ choices: [], usage }),
      done,
    );
    expect({ text, error }).toEqual({ text: 'Hi', error: null });
    expect(result.usage).toEqual({ promptTokens: 1, completionTokens: 1 });
  });
});
