/** Replies in forms that have no reader of their own: what is paid for is shown, and a refusal stays one. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, failureOf, question } from '../../support/gateway-client';
import { events, type HostileServer, json, startHostileServer } from '../../support/hostile-server';
import { playChat, sse } from '../../support/played-chat';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const usual = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'A boat.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 3 },
};
const said = async (body: object) => {
  server.script(json(body));
  const reply = await connect(server, { maxAttempts: 1 }).client.chat.completions.create({ ...question });
  const [choice] = reply.choices;
  return { text: choice?.text, reasoning: choice?.reasoning, tokens: reply.usage?.completionTokens };
};

describe('a whole reply', () => {
  it.each<[string, object]>([
    ['in SAP’s orchestration', { request_id: 'r', intermediate_results: {}, final_result: usual }],
    ['as the body of a function', { statusCode: 200, headers: {}, body: JSON.stringify(usual) }],
    ['two levels deep', { ok: true, payload: { reply: usual } }],
    ['with one choice and no list', { ...usual, choices: usual.choices[0] }],
  ])('%s is read with its tokens', async (_, body) => {
    expect(await said(body)).toEqual({ text: 'A boat.', reasoning: '', tokens: 3 });
  });

  it('of OpenAI’s Responses inside of Cloudflare’s answer is read with its thinking', async () => {
    const output = [
      { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'Water.' }] },
      { type: 'message', content: [{ type: 'output_text', text: 'A boat.' }] },
    ];
    const result = { object: 'response', output, usage: { input_tokens: 5, output_tokens: 3 } };
    expect(await said({ success: true, errors: [], result })).toMatchObject({
      text: 'A boat.',
      reasoning: 'Water.',
    });
  });

  it.each<[string, object]>([
    ['PaLM', { predictions: [{ candidates: [{ author: '1', content: 'A boat.' }] }] }],
    ['Vertex', { predictions: ['A boat.'], deployedModelId: '7' }],
    [
      'OpenVINO',
      { outputs: [{ name: 'text_output', datatype: 'BYTES', shape: [1], data: ['A ', 'boat.'] }] },
    ],
    [
      'LangGraph',
      {
        messages: [
          { type: 'ai', content: 'Old.' },
          { type: 'human', content: 'hi' },
          { type: 'ai', content: 'A boat.' },
        ],
      },
    ],
    [
      'an agent’s task',
      {
        jsonrpc: '2.0',
        result: {
          kind: 'task',
          status: { state: 'completed' },
          artifacts: [{ parts: [{ kind: 'text', text: 'A boat.' }] }],
        },
      },
    ],
    [
      'a thread',
      {
        object: 'thread.message',
        role: 'assistant',
        content: [{ type: 'text', text: { value: 'A boat.' } }],
      },
    ],
    ['a bot', { responses: [{ type: 'text', text: 'A boat.' }] }],
    [
      'MiniMax of before',
      { choices: [{ finish_reason: 'stop', messages: [{ sender_type: 'BOT', text: 'A boat.' }] }] },
    ],
    [
      'Gemini’s parts in a message',
      { choices: [{ message: { role: 'assistant', content: { parts: ['A boat.'] } } }] },
    ],
    ['a list of texts', { choices: ['A boat.'] }],
  ])('of %s is shown', async (_, body) => {
    expect(await said(body)).toMatchObject({ text: 'A boat.' });
  });

  it.each<[string, object]>([
    ['that failed', { success: false, result: { text: 'No such model.' } }],
    ['with a failing state', { status: 'FAILED', output: { parts: [{ text: 'No such model.' }] } }],
    ['of questions alone', { messages: [{ role: 'user', content: 'hi' }] }],
    ['that lists models', { data: [{ id: 'm', object: 'model', name: 'M' }], has_more: false }],
    ['that names a job', { id: 'job-1', status: 'queued', created: 1 }],
  ])('is not made of an answer %s', async (_, body) => {
    expect(await failureOf(said(body))).toMatchObject({ statusCode: 200 });
  });
});

describe('a stream', () => {
  const deep = (delta: object, more: object = {}) => ({
    request_id: 'r',
    final_result: { choices: [{ index: 0, delta, ...more }] },
  });
  const agent = (result: object) => ({ jsonrpc: '2.0', id: 1, result });
  const part = (text: string) =>
    agent({ kind: 'artifact-update', artifact: { parts: [{ kind: 'text', text }] } });

  it.each<[string, readonly object[]]>([
    ['SAP’s orchestration', [deep({ content: 'A ' }), deep({ content: 'boat.' }, { finish_reason: 'stop' })]],
    [
      'an agent’s task',
      [
        agent({ kind: 'task', status: { state: 'submitted' } }),
        part('A '),
        part('boat.'),
        agent({ kind: 'status-update', final: true }),
      ],
    ],
    [
      'Mistral’s agents',
      [
        { type: 'message.output.delta', content: 'A ' },
        { type: 'message.output.delta', content: { type: 'text', text: 'boat.' } },
        { type: 'conversation.response.done' },
      ],
    ],
  ])('of %s is read', async (_, pieces) => {
    expect(await playChat(server, sse(...pieces))).toMatchObject({ text: 'A boat.', error: undefined });
  });

  const words = (...all: readonly string[]) => events(...all.map((one) => `data: ${one}\n\n`));

  it('of words that are no JSON is their text, without the signs of life', async () => {
    const script = words('connected', 'A boat', ' drifts', 'ping', '.', '[DONE]');
    expect(await playChat(server, script)).toMatchObject({ text: 'A boat drifts.', error: undefined });
  });

  it.each<[string, readonly string[]]>([
    ['one word alone', ['Unavailable', '[DONE]']],
    ['an error', ['Error: no such model', 'at line 3', '[DONE]']],
    ['signs of life', ['ping', '2026-11-29T20:00:00Z', 'keep-alive', 'true', '[DONE]']],
  ])('of %s is no reply', async (_, all) => {
    expect(await playChat(server, words(...all))).toMatchObject({
      text: '',
      error: 'An event of the stream is not a JSON object.',
    });
  });
});
