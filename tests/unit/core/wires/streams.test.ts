/**
 * Streams in the forms of other gateways, through the whole core: the message that a person gets where they end well, and
 * where they are cut, end early or stall in the middle. Nothing is sent twice, and no charge is invented.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolCallsOf } from '../../../../shared/chat/tool-calls';
import { done, event } from '../../../support/gateway-client';
import { cut, events, hang, type Script } from '../../../support/hostile-server';
import { type OtherWires, openOtherWires } from '../../../support/other-wires';

let wires: OtherWires;
beforeAll(async () => {
  wires = await openOtherWires(400);
});
afterAll(() => wires.close());

const lines = (...records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`);
const sse = (...records: readonly object[]) => records.map(event);
const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
const choice = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const gemini = (parts: readonly object[], more: object = {}) => ({
  candidates: [{ content: { parts }, ...more }],
});
const block = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta });

interface Form {
  /** Two pieces: “Once ” and “upon”. */
  readonly begin: readonly string[];
  /** What follows when it ends well. */
  readonly rest: readonly string[];
  readonly type?: string;
  /** What is in the whole reply beside the text. */
  readonly call?: true;
  readonly usage?: false;
}

const forms: Readonly<Record<string, Form>> = {
  'OpenAI’s chat': {
    begin: sse(choice({ role: 'assistant', content: 'Once ' }), choice({ content: 'upon' })),
    rest: [
      ...sse(choice({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{"x":1}' } }] })),
      ...sse(choice({}, 'tool_calls'), { choices: [], usage }),
      done,
    ],
    call: true,
  },
  'Ollama’s own chat': {
    begin: lines(
      { model: 'm', message: { role: 'assistant', content: 'Once ' }, done: false },
      { model: 'm', message: { role: 'assistant', content: 'upon' }, done: false },
    ),
    rest: lines(
      {
        message: { content: '', tool_calls: [{ function: { name: 'f', arguments: { x: 1 } } }] },
        done: false,
      },
      { message: { content: '' }, done: true, done_reason: 'stop', prompt_eval_count: 5, eval_count: 3 },
    ),
    type: 'application/x-ndjson',
    call: true,
  },
  'Workers AI': {
    begin: sse({ response: 'Once ', p: 'ab' }, { response: 'upon' }),
    rest: [...sse({ response: '', usage }), done],
  },
  Responses: {
    begin: sse(
      { type: 'response.created', response: { id: 'r', status: 'in_progress' } },
      { type: 'response.output_text.delta', output_index: 0, delta: 'Once ' },
      { type: 'response.output_text.delta', output_index: 0, delta: 'upon' },
    ),
    rest: sse(
      {
        type: 'response.output_item.added',
        output_index: 1,
        item: { type: 'function_call', call_id: 'c', name: 'f', arguments: '' },
      },
      { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"x":1}' },
      {
        type: 'response.completed',
        response: { status: 'completed', usage: { input_tokens: 5, output_tokens: 3 } },
      },
    ),
    call: true,
  },
  'Anthropic’s messages': {
    begin: sse(
      {
        type: 'message_start',
        message: { role: 'assistant', content: [], usage: { input_tokens: 5, output_tokens: 1 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      block(0, { type: 'text_delta', text: 'Once ' }),
      block(0, { type: 'text_delta', text: 'upon' }),
    ),
    rest: sse(
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 'c', name: 'f', input: {} },
      },
      block(1, { type: 'input_json_delta', partial_json: '{"x":' }),
      block(1, { type: 'input_json_delta', partial_json: '1}' }),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } },
      { type: 'message_stop' },
    ),
    call: true,
  },
  Gemini: {
    begin: sse(gemini([{ text: 'Once ' }]), gemini([{ text: 'upon' }])),
    rest: sse({
      ...gemini([{ functionCall: { name: 'f', args: { x: 1 } } }], { finishReason: 'STOP' }),
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 3, totalTokenCount: 8 },
    }),
    call: true,
  },
  'Gemini’s list': {
    begin: [
      `[${JSON.stringify(gemini([{ text: 'Once ' }]))}\n`,
      `,\r\n${JSON.stringify(gemini([{ text: 'upon' }]))}\n`,
    ],
    rest: [
      `,\r\n${JSON.stringify({
        ...gemini([{ functionCall: { name: 'f', args: { x: 1 } } }], { finishReason: 'STOP' }),
        usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 3, totalTokenCount: 8 },
      })}\n]`,
    ],
    type: 'application/json',
    call: true,
  },
  'Bedrock’s Converse': {
    begin: sse(
      { messageStart: { role: 'assistant' } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'Once ' } } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'upon' } } },
    ),
    rest: sse(
      {
        contentBlockStart: { contentBlockIndex: 1, start: { toolUse: { toolUseId: 'c', name: 'f' } } },
      },
      { contentBlockDelta: { contentBlockIndex: 1, delta: { toolUse: { input: '{"x":1}' } } } },
      { contentBlockStop: { contentBlockIndex: 1 } },
      { messageStop: { stopReason: 'tool_use' } },
      { metadata: { usage: { inputTokens: 5, outputTokens: 3, totalTokens: 8 }, metrics: { latencyMs: 9 } } },
    ),
    call: true,
  },
  'Cohere’s own chat': {
    begin: sse(
      { type: 'message-start', delta: { message: { role: 'assistant', content: [] } } },
      { type: 'content-delta', index: 0, delta: { message: { content: { text: 'Once ' } } } },
      { type: 'content-delta', index: 0, delta: { message: { content: { text: 'upon' } } } },
    ),
    rest: sse(
      {
        type: 'tool-call-start',
        index: 0,
        delta: {
          message: { tool_calls: { id: 'c', type: 'function', function: { name: 'f', arguments: '' } } },
        },
      },
      {
        type: 'tool-call-delta',
        index: 0,
        delta: { message: { tool_calls: { function: { arguments: '{"x":1}' } } } },
      },
      { type: 'tool-call-end', index: 0 },
      {
        type: 'message-end',
        delta: { finish_reason: 'TOOL_CALL', usage: { tokens: { input_tokens: 5, output_tokens: 3 } } },
      },
    ),
    call: true,
  },
  'Hunyuan’s own': {
    begin: sse(
      { Choices: [{ Delta: { Role: 'assistant', Content: 'Once ' }, FinishReason: '' }] },
      { Choices: [{ Delta: { Content: 'upon' }, FinishReason: '' }] },
    ),
    rest: sse({
      Choices: [{ Delta: { Content: '' }, FinishReason: 'stop' }],
      Usage: { PromptTokens: 5, CompletionTokens: 3, TotalTokens: 8 },
    }),
  },
  'Qianfan’s older': {
    begin: sse({ result: 'Once ', is_end: false }, { result: 'upon', is_end: false }),
    rest: sse({ result: '', is_end: true, usage }),
  },
  'DashScope’s own': {
    begin: sse(
      { output: { choices: [{ message: { role: 'assistant', content: 'Once ' }, finish_reason: 'null' }] } },
      {
        output: {
          choices: [{ message: { role: 'assistant', content: 'Once upon' }, finish_reason: 'null' }],
        },
      },
    ),
    rest: sse({
      output: { choices: [{ message: { role: 'assistant', content: 'Once upon' }, finish_reason: 'stop' }] },
      usage: { input_tokens: 5, output_tokens: 3, total_tokens: 8 },
    }),
  },
};
const names = Object.keys(forms);

const played = (name: string, ...ends: NonNullable<Script['body']>): Script => {
  const { begin, type = 'text/event-stream' } = forms[name] as Form;
  return { ...events(...begin, ...ends), headers: { 'content-type': type } };
};

describe.concurrent('a stream in the form of', () => {
  it.each(names)('%s is the message, its calls and its row', async (name) => {
    const { rest, call } = forms[name] as Form;
    const { reply, sent, rows } = await wires.say(played(name, ...rest));
    expect(reply).toMatchObject({ status: 'complete', text: 'Once upon', error: null, cost: null });
    const calls = toolCallsOf(reply.parts).map((one) => [one.name, one.argumentsText]);
    expect(calls).toEqual(call ? [['f', '{"x":1}']] : []);
    expect(reply.usage).toMatchObject({ promptTokens: 5, completionTokens: 3 });
    expect(sent).toHaveLength(1);
    expect(rows).toMatchObject([{ outcome: 'answered', amount: null, promptTokens: 5, completionTokens: 3 }]);
  });

  it.each([
    [
      'a filter of Gemini before it began',
      sse({ promptFeedback: { blockReason: 'SAFETY' } }),
      /blocked the prompt: SAFETY/,
    ],
    ['a filter of Hunyuan', sse({ ErrorMsg: { Msg: 'Too violent.', Code: 4001 } }), /Too violent/],
    [
      'Anthropic’s load',
      sse({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded.' } }),
      /Overloaded/,
    ],
    [
      'Responses',
      sse({
        type: 'response.failed',
        response: { status: 'failed', error: { code: 'server_error', message: 'It broke.' } },
      }),
      /It broke/,
    ],
  ])('an error: %s', async (_name, body, words) => {
    const { reply, sent, rows } = await wires.say(events(...body));
    expect(reply).toMatchObject({
      status: 'failed',
      text: '',
      error: { message: expect.stringMatching(words) },
    });
    expect(sent).toHaveLength(1);
    expect(rows.filter(({ amount }) => amount !== null && amount !== 0)).toEqual([]);
  });

  it.each(['STOP', 'SAFETY'])(
    'Gemini that ends with %s in a piece without content is whole',
    async (finishReason) => {
      const { begin } = forms.Gemini as Form;
      const { reply } = await wires.say(
        events(...begin, event({ candidates: [{ finishReason, index: 0 }] })),
      );
      expect(reply).toMatchObject({ status: 'complete', text: 'Once upon', finishReason, error: null });
    },
  );

  it.each(
    names.flatMap((name) => [
      [name, 'is cut', [cut]] as const,
      [name, 'ends early', []] as const,
      [name, 'stalls', [hang]] as const,
    ]),
  )('%s that %s keeps its text and says so', async (name, _how, end) => {
    const { reply, sent, rows } = await wires.say(played(name, ...end));
    expect(reply).toMatchObject({ status: 'interrupted', text: 'Once upon', cost: null });
    expect(reply.error?.code).toMatch(/^(stream_cut|timeout|malformed_response)$/);
    expect(reply.error?.message).toMatch(/^[A-Z].*\.$/);
    expect(sent).toHaveLength(1);
    expect(rows).toMatchObject([{ outcome: 'unknown', amount: null }]);
  });
});
