/** A reply keeps its parts in the order in which they came, names them in its deltas, and sends back what it may. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Part } from '../../../../shared/chat/parts';
import { openTestCore, type TestCore } from '../../../support/core';
import {
  events,
  type HostileServer,
  json,
  type Script,
  startHostileServer,
} from '../../../support/hostile-server';

let server: HostileServer;
let app: TestCore;

beforeEach(async () => {
  server = await startHostileServer();
  const { baseUrl, close } = server;
  const account = () => Promise.reject(new Error('This gateway keeps no account.'));
  app = await openTestCore({ sandbox: { baseUrl, apiKey: 'key-of-parts', dataDir: '', account, close } });
});
afterEach(async () => {
  await app.close();
  await server.close();
});

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');
const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } };
const widget = { type: 'widget', id: 7, deep: { a: [1] } };
const call = { id: 't', type: 'function', function: { name: 'look', arguments: '{}' } };
const cited = { type: 'url_citation', url_citation: { url: 'https://gates.example/' } };
const deltas: readonly object[] = [
  { reasoning_content: 'First I think.' },
  { content: 'One' },
  { content: [image] },
  { content: ' two' },
  { reasoning: 'And again.' },
  { content: [{ type: 'text', text: ' three' }, widget], annotations: [cited] },
  { tool_calls: [{ index: 0, ...call }] },
];
const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const streamed = () =>
  events(...deltas.map((delta) => chunk(delta)), chunk({}, 'tool_calls'), 'data: [DONE]\n\n');
const wholeMessage = {
  reasoning_content: 'First I think.',
  content: [
    { type: 'text', text: 'One' },
    image,
    { type: 'text', text: ' two' },
    widget,
    { type: 'text', text: ' three' },
  ],
  tool_calls: [call],
};

const shown = (part: Part) => ('text' in part ? `${part.type}: ${part.text}` : part.type);
const answerWith = (...answers: readonly Script[]) => {
  const models = json({ object: 'list', data: [] });
  const left = [...answers];
  const next = ({ url }: { readonly url: string }): Script =>
    url.endsWith('/models') ? models : (left.shift() ?? { status: 599 });
  server.script(...Array.from({ length: 20 }, () => next));
};

test('a streamed reply keeps its order, and its text goes on through what came between', async () => {
  answerWith(streamed());
  const { reply } = await app.chat('Hi', { model: 'm' });
  expect(reply.parts.map(shown)).toEqual([
    'reasoning: First I think.',
    'text: One',
    'image',
    'text:  two',
    'reasoning: And again.',
    'text:  three',
    'unknown',
    'toolCall',
    'citation',
  ]);
  expect(reply.text).toBe('One two three');
  expect(reply.parts.find(({ type }) => type === 'unknown')).toMatchObject({ raw: widget });
  const ids = reply.parts.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const named = app.events.flatMap((event) => (event.type === 'message.delta' ? [event.partId] : []));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
});

test('a whole reply keeps its order', async () => {
  answerWith(json({ choices: [{ index: 0, message: wholeMessage, finish_reason: 'tool_calls' }] }));
  const { reply } = await app.chat('Hi', { model: 'm', stream: false });
  expect(reply.parts.map(shown)).toEqual([
    'reasoning: First I think.',
    'text: One',
    'image',
    'text:  two',
    'unknown',
    'text:  three',
    'toolCall',
  ]);
});

test('content that is not read is sent back as it came; reasoning, results and tool calls are not', async () => {
  answerWith(streamed(), streamed());
  const { conversationId } = await app.chat('Hi', { model: 'm' });
  await app.chat('Go on', { model: 'm', conversationId });
  const sent = server.requests.filter(({ method }) => method === 'POST').at(-1);
  expect(JSON.parse(sent?.body ?? '{}').messages).toEqual([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [{ type: 'text', text: 'One two three' }, widget] },
    { role: 'user', content: 'Go on' },
  ]);
});

test('a chat file brings all parts but results back', async () => {
  answerWith(streamed());
  const { conversationId } = await app.chat('Hi', { model: 'm' });
  const { text: file } = await app.tell('conversations.export', { id: conversationId, format: 'json' });
  const imported = await app.tell('conversations.import', { json: file });
  const input = { conversationId: imported.conversationId, beforeId: null, limit: 5 };
  const { messages } = await app.tell('messages.page', input);
  expect(messages.at(-1)?.text).toBe('One two three');
  const types = messages.at(-1)?.parts.map(({ type }) => type);
  expect(types).toEqual(['reasoning', 'text', 'reasoning', 'text', 'unknown', 'toolCall', 'citation']);
});

test('a gateway that switches between thinking and text with each word makes a bounded number of parts', async () => {
  const words = Array.from({ length: 400 }, (_, at) => at);
  const switching = words.flatMap((at) => [chunk({ reasoning: `r${at} ` }), chunk({ content: `t${at} ` })]);
  answerWith(events(...switching, chunk({}, 'stop'), 'data: [DONE]\n\n'));
  const { reply } = await app.chat(randomUUID(), { model: 'm' });
  expect(reply.parts.length).toBeLessThanOrEqual(200);
  expect(reply.text).toBe(words.map((at) => `t${at} `).join(''));
});
