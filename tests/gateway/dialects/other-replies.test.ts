/** Replies in the forms of other interfaces than OpenAI's, as gateways leak them: what was paid for is read. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Part } from '../../../shared/chat/parts';
import { toolCallsOf } from '../../../shared/chat/tool-calls';
import { connect, done, event, failureOf, question, readStream } from '../../support/gateway-client';
import {
  events,
  type HostileServer,
  json,
  type Script,
  startHostileServer,
} from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

async function play(script: Script) {
  server.script(script);
  const stream = await connect(server, { maxAttempts: 1 }).client.chat.completions.create({
    ...question,
    stream: true,
  });
  const { text, reasoning, error } = await readStream(stream);
  const { choices, usage } = stream.result();
  const parts = (choices[0]?.parts ?? []).map((part) => ({ ...part, id: '' })) as Part[];
  const calls = toolCallsOf(parts).map(({ id, name, argumentsText }) => [id, name, argumentsText]);
  return { text, reasoning, calls, finish: choices[0]?.finishReason, usage, error: error?.message };
}

const lines = (...records: object[]): Script => ({
  headers: { 'content-type': 'application/x-ndjson' },
  body: records.map((record) => `${JSON.stringify(record)}\n`),
});
const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
const counted = { promptTokens: 5, completionTokens: 3 };
const said = (content: string) => ({ role: 'assistant', content });
const f = (id: string) => [id, 'f', '{"x":1}'];

describe('streams', () => {
  it.each<[string, Script, object]>([
    [
      'Ollama’s own chat',
      lines(
        { model: 'm', message: { ...said(''), thinking: 'hm' }, done: false },
        { model: 'm', message: said('He'), done: false },
        {
          message: { ...said('y'), tool_calls: [{ function: { name: 'f', arguments: { x: 1 } } }] },
          done: false,
        },
        { message: said(''), done: true, done_reason: 'length', prompt_eval_count: 5, eval_count: 3 },
      ),
      { reasoning: 'hm', finish: 'length', usage: counted, calls: [f('call_1')] },
    ],
    [
      'Ollama’s generate',
      lines(
        { response: 'He', done: false },
        { response: 'y', done: true, prompt_eval_count: 5, eval_count: 3 },
      ),
      { finish: 'stop', usage: counted },
    ],
    [
      'Workers AI',
      events(
        event({ response: 'He', p: 'ab' }),
        event({ response: 'y' }),
        event({ response: '', usage }),
        done,
      ),
      { usage: counted },
    ],
    [
      'Responses',
      events(
        event({ type: 'response.created', response: { id: 'r', status: 'in_progress' } }),
        event({ type: 'response.reasoning_summary_text.delta', delta: 'why' }),
        event({ type: 'response.output_text.delta', output_index: 0, delta: 'He' }),
        event({ type: 'response.output_text.delta', output_index: 0, delta: 'y' }),
        event({
          type: 'response.output_item.added',
          output_index: 1,
          item: { type: 'function_call', call_id: 'c', name: 'f', arguments: '' },
        }),
        event({ type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"x":1}' }),
        event({
          type: 'response.completed',
          response: { status: 'completed', usage: { input_tokens: 5, output_tokens: 3 } },
        }),
      ),
      { reasoning: 'why', finish: 'stop', usage: counted, calls: [f('c')] },
    ],
    [
      'Anthropic’s messages',
      events(
        event({
          type: 'message_start',
          message: { role: 'assistant', content: [], usage: { input_tokens: 5, output_tokens: 1 } },
        }),
        event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } }),
        event({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hey' } }),
        event({
          type: 'content_block_start',
          index: 2,
          content_block: { type: 'tool_use', id: 'c', name: 'f', input: {} },
        }),
        event({
          type: 'content_block_delta',
          index: 2,
          delta: { type: 'input_json_delta', partial_json: '{"x":1}' },
        }),
        event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } }),
        event({ type: 'message_stop' }),
      ),
      { reasoning: 'hm', finish: 'end_turn', usage: counted, calls: [f('c')] },
    ],
    [
      'Gemini',
      events(
        event({
          candidates: [
            {
              content: { parts: [{ text: 'hm', thought: true }, { text: 'Hey' }] },
              finishReason: 'STOP',
            },
          ],
          usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 3, totalTokenCount: 8 },
        }),
      ),
      { reasoning: 'hm', finish: 'STOP', usage: counted },
    ],
    [
      'Hunyuan’s own',
      events(
        event({ Choices: [{ Delta: { Role: 'assistant', Content: 'He' }, FinishReason: '' }] }),
        event({
          Choices: [{ Delta: { Content: 'y' }, FinishReason: 'stop' }],
          Usage: { PromptTokens: 5, CompletionTokens: 3, TotalTokens: 8 },
        }),
      ),
      { finish: 'stop', usage: counted },
    ],
    [
      'Qianfan’s older',
      events(event({ result: 'He', is_end: false }), event({ result: 'y', is_end: true, usage })),
      { finish: 'stop', usage: counted },
    ],
  ])('%s', async (_, script, expected) => {
    expect(await play(script)).toMatchObject({ text: 'Hey', error: undefined, ...expected });
  });
});

describe('whole replies', () => {
  const inputs = { usage: { input_tokens: 5, output_tokens: 3 } };
  it.each<[string, object, object]>([
    ['Reka', { responses: [{ message: said('Hey'), finish_reason: 'stop' }], ...inputs }, { usage: counted }],
    ['Workers AI', { result: { response: 'Hey', usage }, success: true, errors: [] }, { usage: counted }],
    [
      'Bedrock’s Converse',
      {
        output: {
          message: {
            content: [{ text: 'Hey' }, { toolUse: { toolUseId: 'c', name: 'f', input: { x: 1 } } }],
          },
        },
        stopReason: 'tool_use',
        usage: { inputTokens: 5, outputTokens: 3, totalTokens: 8 },
      },
      { usage: counted, calls: [f('c')] },
    ],
    [
      'Anthropic’s messages',
      {
        type: 'message',
        content: [
          { type: 'text', text: 'Hey' },
          { type: 'tool_use', id: 'c', name: 'f', input: { x: 1 } },
        ],
        stop_reason: 'tool_use',
        ...inputs,
      },
      { usage: counted, calls: [f('c')] },
    ],
    [
      'Responses',
      {
        object: 'response',
        status: 'incomplete',
        output: [
          { type: 'message', content: [{ type: 'output_text', text: 'Hey' }] },
          { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"x":1}' },
        ],
        ...inputs,
      },
      { finish: 'length', usage: counted, calls: [f('c')] },
    ],
    [
      'Hunyuan’s own',
      {
        Response: {
          Choices: [{ Message: { Content: 'Hey' }, FinishReason: 'stop' }],
          Usage: { PromptTokens: 5, CompletionTokens: 3 },
        },
      },
      { usage: counted },
    ],
  ])('%s', async (_, body, expected) => {
    expect(await play(json(body))).toMatchObject({ text: 'Hey', error: undefined, ...expected });
  });
});

describe('what is no reply', () => {
  it.each<[string, Script]>([
    ['an end mark alone', events(event({ done: true }))],
    ['words beside an error', json({ error: 'no such model', response: 'see the docs' }, 200)],
    ['a job that has no result', json({ result: {}, success: true })],
  ])('stays an error: %s', async (_, script) => {
    const { error, text } = await play(script);
    expect([typeof error, text]).toEqual(['string', '']);
  });

  it('an error of Hunyuan’s own after the first piece is said in its words', async () => {
    const piece = event({ choices: [{ index: 0, delta: { content: 'He' } }] });
    const failed = events(piece, event({ ErrorMsg: { Msg: 'request model timeout', Code: 4001 } }));
    expect(await play(failed)).toMatchObject({ text: 'He', error: 'request model timeout' });
  });

  it('Novita’s empty balance is an empty account, not a missing permission', async () => {
    const refused = { code: 403, reason: 'NOT_ENOUGH_BALANCE', message: 'not enough balance', metadata: {} };
    server.script(json(refused, 403));
    const create = connect(server, { maxAttempts: 1 }).client.chat.completions.create;
    expect((await failureOf(create(question))).isOutOfCredits).toBe(true);
  });

  it('a text that is cut is kept, and says so', async () => {
    const cut = lines({ message: said('He'), done: false }, { message: said('y'), done: false });
    expect(await play(cut)).toMatchObject({ text: 'Hey', error: expect.stringContaining('ended before') });
  });
});

describe('beside chats', () => {
  const client = () => connect(server, { maxAttempts: 1 }).client;
  const url = 'https://cdn.example/a.png';

  it('every image of a stream that sends each once it is finished is kept (Ark), and no preview', async () => {
    const piece = (at: number) =>
      event({ type: 'image_generation.partial_succeeded', image_index: at, url: `${url}?${at}` });
    const failed = event({ type: 'image_generation.partial_failed', image_index: 2, error: { code: 'x' } });
    const end = event({ type: 'image_generation.completed', usage: { generated_images: 2 } });
    server.script(events(piece(0), piece(1), failed, end, done));
    const { images } = await client().images.generations.create({ model: 'm', prompt: 'p' });
    expect(images.map(({ source }) => source)).toMatchObject([{ url: `${url}?0` }, { url: `${url}?1` }]);
  });

  it('a preview before the image is none of its results (OpenAI)', async () => {
    const preview = event({ type: 'image_generation.partial_image', url: `${url}?0` });
    server.script(events(preview, event({ type: 'image_generation.completed', url })));
    const { images } = await client().images.generations.create({ model: 'm', prompt: 'p' });
    expect(images.map(({ source }) => source)).toMatchObject([{ url }]);
  });

  it('models of Workers AI are called by their name, not by their number', async () => {
    const model = { id: 'f8703a00-ed54-4f98-bdc3-cd9a813286f3', name: '@cf/meta/llama', properties: [] };
    server.script(json({ success: true, result: [model], errors: [] }));
    expect((await client().models.list()).models.map(({ id }) => id)).toEqual(['@cf/meta/llama']);
  });

  it('why Bedrock’s job failed is said', async () => {
    server.script(json({ invocationArn: 'arn', status: 'Failed', failureMessage: 'Too violent.' }));
    const { status, error } = await client().jobs.retrieve('j1');
    expect([status, error?.message]).toEqual(['failed', 'Too violent.']);
  });
});
