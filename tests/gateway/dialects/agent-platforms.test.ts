/**
 * Platforms that people build agents and workflows with, as their sources write to the wire: what a workflow makes is often
 * in its last event alone, and what a reply used comes after its end.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatReply, chunk, connect, done, event, question } from '../../support/gateway-client';
import {
  cut,
  events,
  type HostileServer,
  hang,
  json,
  type Script,
  startHostileServer,
} from '../../support/hostile-server';
import { lines, named, playChat, sse } from '../../support/played-chat';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const counted = { promptTokens: 5, completionTokens: 3 };
const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };

/** Events as Flowise writes them, each behind a line that names no field. */
const flowise = (...all: readonly object[]) =>
  events(...all.map((one) => `message:\ndata:${JSON.stringify(one)}\n\n`));
/** Records as Langflow writes them, with empty lines between. */
const langflow = (...all: readonly object[]) => events(...all.map((one) => `${JSON.stringify(one)}\n\n`));
const flow = (text: string) => ({
  session_id: 's',
  outputs: [
    {
      inputs: { input_value: 'hi' },
      outputs: [
        {
          results: { message: { text_key: 'text', data: { text, sender: 'Machine' }, text } },
          artifacts: { message: text, type: 'object' },
          outputs: { message: { message: text, type: 'text' } },
          messages: [{ message: text, sender: 'Machine', type: 'text' }],
        },
      ],
    },
  ],
});
const anything = (more: object) => ({ uuid: 'u', sources: [], close: false, error: false, ...more });
const run = (outputs: object | null, more: object = {}) => ({
  id: 'r',
  workflow_id: 'w',
  status: 'succeeded',
  outputs,
  error: null,
  elapsed_time: 0.5,
  total_tokens: 8,
  total_steps: 3,
  ...more,
});
const dify = (name: string, data: object) => ({ event: name, task_id: 't', workflow_run_id: 'r', data });

it.each<[string, Script, object]>([
  [
    'Dify’s workflow in pieces',
    sse(
      dify('workflow_started', { id: 'r', inputs: { query: 'hi' } }),
      dify('node_started', { id: 'n', node_type: 'llm', title: 'LLM' }),
      dify('reasoning_chunk', { reasoning: 'hm', is_final: false }),
      dify('text_chunk', { text: 'He', from_variable_selector: ['llm', 'text'] }),
      dify('text_chunk', { text: 'y' }),
      dify('node_finished', { id: 'n', status: 'succeeded', outputs: { text: 'Other' } }),
      dify('workflow_finished', run({ text: 'Hey' })),
    ),
    { reasoning: 'hm', finish: 'stop' },
  ],
  [
    'Dify’s workflow whose text is in its last event alone',
    sse(dify('workflow_started', { id: 'r' }), dify('workflow_finished', run({ result: 'Hey', note: null }))),
    { finish: 'stop' },
  ],
  [
    'Dify’s workflow with several outputs, the text of which came in pieces',
    sse(dify('text_chunk', { text: 'Hey' }), dify('workflow_finished', run({ text: 'Hey', score: 7 }))),
    { finish: 'stop' },
  ],
  [
    'Dify’s workflow as a whole',
    json({ task_id: 't', workflow_run_id: 'r', data: run({ text: 'Hey' }) }),
    { finish: 'stop' },
  ],
  [
    'Flowise',
    flowise(
      { event: 'start', data: '' },
      { event: 'token', data: 'He' },
      { event: 'token', data: 'y' },
      { event: 'usageMetadata', data: { input_tokens: 5, output_tokens: 3, total_tokens: 8 } },
      { event: 'metadata', data: { chatId: 'c', question: 'hi' } },
      { event: 'end', data: '[DONE]' },
    ),
    { finish: 'stop', usage: counted },
  ],
  ['Flowise as a whole', json({ text: 'Hey', question: 'hi', chatId: 'c', sessionId: 's' }), {}],
  [
    'Langflow',
    langflow(
      { event: 'add_message', data: { sender: 'User', text: 'hi', id: '1' } },
      { event: 'token', data: { chunk: 'He', id: '2' } },
      { event: 'token', data: { chunk: 'y', id: '2' } },
      { event: 'end', data: { result: flow('Hey') } },
    ),
    { finish: 'stop' },
  ],
  [
    'Langflow without tokens',
    langflow(
      { event: 'add_message', data: { sender: 'User', text: 'hi', id: '1' } },
      { event: 'end', data: { result: flow('Hey') } },
    ),
    { finish: 'stop' },
  ],
  ['Langflow as a whole', json(flow('Hey')), { finish: 'stop' }],
  [
    'n8n',
    lines(
      { type: 'begin', metadata: { nodeId: 'n', nodeName: 'AI Agent' } },
      { type: 'item', content: 'He', metadata: { nodeId: 'n' } },
      { type: 'item', content: 'y', metadata: { nodeId: 'n' } },
      { type: 'end', metadata: { nodeId: 'n' } },
    ),
    { finish: 'stop' },
  ],
  ['n8n as a whole', json([{ output: 'Hey' }]), {}],
  [
    'AnythingLLM',
    sse(
      anything({ type: 'textResponseChunk', textResponse: 'He' }),
      anything({ type: 'textResponseChunk', textResponse: 'y' }),
      anything({ type: 'textResponseChunk', textResponse: '', close: true }),
      anything({ type: 'finalizeResponseStream', close: true, metrics: { ...usage, outputTps: 9 } }),
    ),
    { finish: 'stop', usage: counted },
  ],
  [
    'AnythingLLM as a whole',
    json({ id: 'u', type: 'textResponse', textResponse: 'Hey', close: true, error: null, metrics: usage }),
    { finish: 'stop', usage: counted },
  ],
  [
    'AnythingLLM’s OpenAI endpoint',
    sse(
      ...['He', 'y'].map((content) => ({
        object: 'chat.completion',
        choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }],
        usage: {},
      })),
      { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: 'stop' }], usage },
    ),
    { finish: 'stop', usage: counted },
  ],
  [
    'Coze’s workflow',
    events(
      named('Message', { content: 'He', node_title: 'End', node_seq_id: '0', node_is_finish: false }),
      named('Message', { content: 'y', node_title: 'End', node_seq_id: '1', node_is_finish: true }),
      named('Done', { debug_url: 'https://d.example' }),
    ),
    {},
  ],
  [
    'Coze’s workflow as a whole',
    json({ code: 0, msg: 'Success', data: '{"output":"Hey"}', debug_url: 'https://d.example', token: 8 }),
    { finish: 'stop' },
  ],
  [
    'FastGPT with its details',
    events(
      named('flowNodeStatus', { status: 'running', name: 'AI' }),
      named('answer', { id: '', choices: [{ delta: { content: 'He' }, index: 0, finish_reason: null }] }),
      named('answer', { id: '', choices: [{ delta: { content: 'y' }, index: 0, finish_reason: null }] }),
      named('answer', { id: '', choices: [{ delta: {}, index: 0, finish_reason: 'stop' }] }),
      'event: answer\ndata: [DONE]\n\n',
      named('flowResponses', [{ moduleName: 'AI', runningTime: 1.8 }]),
    ),
    { finish: 'stop' },
  ],
  [
    'AI SDK’s data stream',
    {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-vercel-ai-data-stream': 'v1' },
      body: [
        'f:{"messageId":"m"}\ng:"h',
        'm"\n0:"He"\n',
        '0:"y"\ne:{"finishReason":"stop","usage":{"promptTokens":5,"completionTokens":3}}\n',
        'd:{"finishReason":"stop","usage":{"promptTokens":5,"completionTokens":3}}\n',
      ],
    },
    { reasoning: 'hm', finish: 'stop', usage: counted },
  ],
  ['texts alone', events(event('"He"'), event('"y"'), done), {}],
  ['one text alone', events(event('"Hey"'), done), {}],
  ['texts behind a greeting', sse({ type: 'connected' }, { sources: [] }), { text: '' }],
  ['a greeting before chunks', events(event('"connected"'), chunk('Hey', 'stop'), done), { finish: 'stop' }],
  ['a text as a whole', { headers: { 'content-type': 'application/json' }, body: ['"Hey"'] }, {}],
  ['a text in an envelope', json({ code: 0, msg: 'ok', data: 'Hey' }), { finish: 'stop' }],
])('reads what it says: %s', async (name, script, expected) => {
  const played = await playChat(server, script);
  const isNothing = 'text' in expected;
  expect(played, name).toMatchObject({ text: 'Hey', ...(!isNothing && { error: undefined }), ...expected });
});

it.each<[string, Script]>([
  ['Dify’s workflow', json({ task_id: 't', workflow_run_id: 'r', data: run({ text: 'Hey' }) })],
  ['Langflow', json(flow('Hey'))],
  ['a text', { headers: { 'content-type': 'application/json' }, body: ['"Hey"'] }],
  ['a list of n8n', json([{ output: 'Hey' }])],
  ['AI SDK’s data stream', { body: ['0:"Hey"\nd:{"finishReason":"stop"}\n'] }],
])('reads it too where no stream was asked for: %s', async (_name, script) => {
  server.script(script);
  const { choices } = await connect(server).client.chat.completions.create(question);
  expect(choices.map(({ text }) => text)).toEqual(['Hey']);
});

it('shows several outputs of a workflow as JSON, and its files as files', async () => {
  const image = {
    type: 'image',
    mime_type: 'image/png',
    url: 'https://files.example/a.png',
    filename: 'a.png',
  };
  const outputs = { title: 'Hey', words: ['a', 'b'] };
  const both = await playChat(server, sse(dify('workflow_finished', run(outputs))));
  expect(JSON.parse(both.text)).toEqual(outputs);
  const drawn = await playChat(server, sse(dify('workflow_finished', run({ text: 'Hey', files: [image] }))));
  expect([drawn.text, drawn.media]).toEqual(['Hey', [expect.objectContaining({ url: image.url })]]);
});

describe('an error in the words of', () => {
  it.each<[string, Script]>([
    ['Dify’s workflow', sse(dify('workflow_finished', run(null, { status: 'failed', error: 'It broke.' })))],
    [
      'Dify’s workflow as a whole',
      json({ task_id: 't', workflow_run_id: 'r', data: run(null, { status: 'failed', error: 'It broke.' }) }),
    ],
    ['Flowise', flowise({ event: 'token', data: 'He' }, { event: 'error', data: 'It broke.' })],
    ['Langflow', langflow({ event: 'error', data: { text: 'It broke.', error: true, sender: 'Machine' } })],
    ['n8n', lines({ type: 'begin', metadata: {} }, { type: 'error', content: 'It broke.' })],
    ['AnythingLLM', sse(anything({ type: 'abort', textResponse: null, close: true, error: 'It broke.' }))],
    ['Coze’s workflow', events(named('Error', { error_code: 4000, error_message: 'It broke.' }))],
    ['AI SDK’s data stream', { body: ['f:{"messageId":"m"}\n3:"It broke."\n'] }],
  ])('%s', async (_name, script) => {
    expect((await playChat(server, script)).error).toContain('It broke.');
  });

  it('a node of Dify, which the workflow goes on without, is none', async () => {
    const failed = dify('node_finished', { id: 'n', status: 'failed', error: 'It broke.' });
    const { text, error } = await playChat(
      server,
      sse(failed, dify('workflow_finished', run({ text: 'Hey' }))),
    );
    expect([text, error]).toEqual(['Hey', undefined]);
  });
});

describe('what comes after the end of a reply', () => {
  const late = event({ id: 'c', choices: [], usage: { ...usage, cost: 0.25 } });
  it.each<[string, Script]>([
    ['at once', events(chunk('Hey', 'stop'), `${done}${late}`)],
    ['in a packet of its own', events(chunk('Hey', 'stop'), done, late)],
    ['without a last line end', events(chunk('Hey', 'stop'), done, late.trimEnd())],
    ['behind the name of an event', events(chunk('Hey', 'stop'), 'event: done\ndata: {}\n\n', late)],
  ])('is read: %s', async (_name, script) => {
    expect(await playChat(server, script)).toMatchObject({ text: 'Hey', usage: counted, cost: 0.25 });
  });

  it.each<[string, Script]>([
    ['a connection that stays open', events(chunk('Hey', 'stop'), done, hang)],
    ['a cut', events(chunk('Hey', 'stop'), done, late.slice(0, 20), cut)],
    ['an error', events(chunk('Hey', 'stop'), done, event({ error: { message: 'It broke.' } }))],
    ['more words', events(chunk('Hey', 'stop'), done, chunk(' again'))],
    ['nonsense', events(chunk('Hey', 'stop'), done, 'data: {"a":\n\n')],
  ])('takes nothing away: %s', async (_name, script) => {
    expect(await playChat(server, script)).toMatchObject({ text: 'Hey', finish: 'stop', error: undefined });
  });
});

describe('sources of', () => {
  const citationsOf = async (script: Script) => {
    server.script(script);
    const stream = await connect(server).client.chat.completions.create({ ...question, stream: true });
    for await (const _ of stream);
    const parts = stream.result().choices[0]?.parts ?? [];
    return parts.flatMap((part) => (part.type === 'citation' ? [part.raw] : []));
  };
  const webui = { source: { id: 'f', name: 'notes.txt' }, document: ['Words.'], metadata: [{ page: 1 }] };
  const dified = { position: 1, document_name: 'notes.txt', content: 'Words.', score: 0.9 };
  const flowised = { pageContent: 'Words.', metadata: { source: 'notes.txt' } };
  const quoted = { id: 'q', q: 'Words.', a: '', sourceName: 'notes.txt' };
  it.each<[string, Script, object]>([
    ['Open WebUI', events(event({ sources: [webui] }), chunk('Hey', 'stop'), done), webui],
    ['Open WebUI as a whole', json({ ...chatReply('Hey'), sources: [webui] }), webui],
    [
      'Dify',
      sse(
        { event: 'message', answer: 'Hey' },
        { event: 'message_end', metadata: { retriever_resources: [dified] } },
      ),
      dified,
    ],
    [
      'Flowise',
      flowise(
        { event: 'token', data: 'Hey' },
        { event: 'sourceDocuments', data: [flowised] },
        { event: 'end', data: '[DONE]' },
      ),
      flowised,
    ],
    [
      'FastGPT',
      events(chunk('Hey', 'stop'), done, named('flowResponses', [{ moduleName: 'AI', quoteList: [quoted] }])),
      quoted,
    ],
  ])('%s are kept', async (_name, script, expected) => {
    expect(await citationsOf(script)).toEqual([expected]);
  });
});

it('a price in another currency than dollars is no cost', async () => {
  const end = (currency: string) => ({
    event: 'message_end',
    metadata: { usage: { ...usage, total_price: '0.5', currency } },
  });
  const costOf = async (currency: string) =>
    (await playChat(server, sse({ event: 'message', answer: 'Hey' }, end(currency)))).cost;
  expect([await costOf('USD'), await costOf('RMB')]).toEqual([0.5, null]);
});
