/** What other programs call a chat: a body comes back whole, anything else is refused in a sentence, and stores nothing. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readRequests } from '../../../../../shared/paste/read-request';
import { paidApp } from '../../../../support/paid-app';

const held = paidApp();

async function opened(body: unknown): Promise<unknown> {
  const newId = randomUUID();
  await held.app.tell('body.open', { newId, text: JSON.stringify(body) });
  const { text } = await held.app.tell('body.get', { conversationId: newId });
  return JSON.parse(text);
}

const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"town":"Ely"}' } };
const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }];

const bodies: readonly (readonly [string, Record<string, unknown>])[] = [
  [
    'a system prompt beside the messages, as a list',
    {
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      max_tokens: 100,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    },
  ],
  [
    'names and the role of a developer',
    {
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', name: 'ada', content: 'Hello' },
        { role: 'assistant', name: 'bot', content: 'Hi' },
        { role: 'user', name: 'alan', content: 'And you?' },
      ],
    },
  ],
  [
    'a refusal and the id of a sound',
    {
      messages: [
        { role: 'user', content: 'Say it' },
        { role: 'assistant', content: null, refusal: 'I can’t.' },
        { role: 'user', content: 'Sing it' },
        { role: 'assistant', audio: { id: 'audio_1' } },
        { role: 'user', content: 'Again' },
      ],
    },
  ],
  [
    'calls of tools without content, and their results',
    {
      tools,
      messages: [
        { role: 'user', content: 'Weather?' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: 'Rain' }] },
      ],
    },
  ],
  [
    'calls of functions, as they were before tools',
    {
      functions: [{ name: 'weather', parameters: { type: 'object' } }],
      function_call: 'auto',
      messages: [
        { role: 'user', content: 'Weather?' },
        { role: 'assistant', content: null, function_call: call.function },
        { role: 'function', name: 'weather', content: 'Rain' },
      ],
    },
  ],
];

describe('what is a body', () => {
  test.each(bodies)('%s comes back whole', async (_name, body) => {
    const whole = { model: 'm', ...body };
    expect(await opened(whole)).toMatchObject(whole);
  });

  test('a line of a batch file, also as it is pasted', () => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };
    const line = { custom_id: 'one', method: 'POST', url: '/v1/chat/completions', body };
    const read = readRequests(JSON.stringify(line));
    expect(read.ok && read.found.map(({ text }) => JSON.parse(text))).toEqual([body]);
  });
});

const text = 'Hello';
const others: readonly (readonly [string, unknown, string])[] = [
  [
    'senders',
    { conversationId: '1', messages: [{ sender: 'User', text }] },
    'These messages have “sender” and no “role”, as another program writes them: a chat request needs a role for each.',
  ],
  [
    'a list of chats',
    [{ id: '1', chat: { messages: [{ role: 'user', content: text }] } }],
    'A request body is a JSON object',
  ],
  [
    'a tree',
    [{ title: 'x', mapping: { a: { message: { author: { role: 'user' }, content: { parts: [text] } } } } }],
    'A request body is a JSON object',
  ],
  ['contents', { contents: [{ role: 'user', parts: [{ text }] }] }, '“messages” is missing'],
  [
    'an input',
    { model: 'm', input: [{ role: 'user', content: [{ type: 'input_text', text }] }] },
    '“messages” is missing',
  ],
  [
    'dumps of objects',
    { messages: [{ lc: 1, type: 'constructor', id: ['HumanMessage'], kwargs: { content: text } }] },
    'These messages have “type”',
  ],
  ['types of messages', { messages: [{ type: 'human', content: text }] }, 'These messages have “type”'],
  ['a batch line', { custom_id: 'one', body: { messages: [] } }, '“messages” is missing'],
];

describe('what is none', () => {
  test.each(others)('%s', async (_name, body, sentence) => {
    const newId = randomUUID();
    const open = held.app.tell('body.open', { newId, text: JSON.stringify(body) });
    await expect(open).rejects.toThrow(sentence);
    await expect(held.app.tell('body.get', { conversationId: newId })).rejects.toThrow('no longer exists');
  });
});
