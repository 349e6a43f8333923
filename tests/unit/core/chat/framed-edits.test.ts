/** Messages that were written as JSON and are then edited by hand: what is sent is what is shown. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { MessageRole } from '../../../../shared/chat/parts';
import type { CommandInput } from '../../../../shared/contract';
import { paidApp } from '../../../support/paid-app';

const held = paidApp();

type Parts = NonNullable<CommandInput<'chat.editMessage'>['parts']>;

const call = (id: string) => ({ id, type: 'function', function: { name: 'weather', arguments: '{}' } });
const round = [
  { role: 'user', name: 'ana', content: 'How warm is it?' },
  { role: 'assistant', content: null, tool_calls: [call('c1'), call('c2')], x_trace: 7 },
  { role: 'tool', tool_call_id: 'c1', content: '4 °C' },
  { role: 'tool', tool_call_id: 'c2', content: '5 °C' },
  { role: 'assistant', content: 'Four.', reasoning_content: 'Two places.' },
  { role: 'user', name: 'ana', content: 'And tomorrow?' },
];

async function opened() {
  const text = JSON.stringify({ model: 'm', messages: round });
  const { conversationId } = await held.app.tell('body.open', { newId: randomUUID(), text });
  const { messages } = await held.app.tell('messages.page', { conversationId, beforeId: null, limit: 50 });
  return { conversationId, messages };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** The parts of a message of the branch, of which some are changed. */
const partsOf = ({ messages }: Opened, at: number): Parts =>
  (messages[at]?.parts ?? []).map(({ id }) => ({ kept: id }));

async function edit(chat: Opened, at: number, to: { role?: MessageRole; parts?: Parts }) {
  const messageId = chat.messages[at]?.id ?? '';
  await held.app.tell('chat.editMessage', { editId: randomUUID(), messageId, ...to });
  const { text } = await held.app.tell('body.get', { conversationId: chat.conversationId });
  return (JSON.parse(text) as { messages: unknown[] }).messages;
}

test('results under another role are a text', async () => {
  const sent = await edit(await opened(), 2, { role: 'user' });
  expect(sent.slice(2, 4)).toEqual([{ role: 'user', content: '4 °C\n\n5 °C' }, round[4]]);
});

test('a question under the role of tools is the result of a call', async () => {
  const chat = await opened();
  const raw = { tool_call_id: 'c9', name: 'weather', content: '6 °C' };
  const kept = partsOf(chat, 4).slice(1);
  const sent = await edit(chat, 4, { role: 'tool', parts: [{ type: 'toolResult', raw }, ...kept] });
  expect(sent.at(-1)).toEqual({ role: 'tool', tool_call_id: 'c9', content: '6 °C' });
});

test('a text beside calls leaves the calls and other fields', async () => {
  const chat = await opened();
  const parts = [{ type: 'text', text: 'I look.' } as const, ...partsOf(chat, 1)];
  expect((await edit(chat, 1, { parts }))[1]).toEqual({ ...round[1], content: 'I look.' });
});

test('thinking that is left stays under its name', async () => {
  const chat = await opened();
  const parts = [...partsOf(chat, 3), { type: 'text', text: 'Or five.' } as const];
  expect((await edit(chat, 3, { parts }))[4]).toEqual({ ...round[4], content: 'Four.\n\nOr five.' });
});

test('a round without one of its results is said, and nothing is sent', async () => {
  const chat = await opened();
  const sent = await edit(chat, 2, { parts: partsOf(chat, 2).filter((_, at) => at !== 1) });
  expect(sent.slice(2, 4)).toEqual([round[2], round[4]]);
  const { messages } = await held.app.tell('messages.page', {
    ...{ conversationId: chat.conversationId, beforeId: null, limit: 50 },
  });
  const run = { messageId: messages.at(-1)?.id ?? '', replyId: randomUUID() };
  await expect(held.app.tell('chat.run', run)).rejects.toThrow('“weather” has no result');
  expect(held.gateway.requests).toEqual([]);
});

test('a call without a result stays where the text beside it is changed as JSON', async () => {
  const { app } = held;
  const text = JSON.stringify({ model: 'm', messages: [round[0], { role: 'assistant', content: 'Look.' }] });
  const { conversationId } = await app.tell('body.open', { newId: randomUUID(), text });
  const page = () => app.tell('messages.page', { conversationId, beforeId: null, limit: 50 });
  const before = (await page()).messages[1];
  const parts: Parts = [
    { type: 'reasoning', text: 'Which?' },
    ...(before?.parts ?? []).map(({ id }) => ({ kept: id })),
    { type: 'toolCall', raw: call('c1') },
  ];
  await app.tell('chat.editMessage', { editId: randomUUID(), messageId: before?.id ?? '', parts });
  const messageId = (await page()).messages[1]?.id ?? '';
  const changed = JSON.stringify({ role: 'assistant', content: 'I look.' });
  await app.tell('body.applyMessage', { editId: randomUUID(), messageId, text: changed });
  expect((await page()).messages[1]?.parts).toMatchObject([
    { type: 'reasoning', text: 'Which?' },
    { type: 'text', text: 'I look.' },
    { type: 'toolCall', raw: call('c1') },
  ]);
});

test('a signature goes with the thinking that is rewritten', async () => {
  const { app } = held;
  const signed = { reasoning_details: [{ type: 'reasoning.encrypted', data: 'c2ln' }] };
  const { conversationId } = await opened();
  const page = async () =>
    (await app.tell('messages.page', { conversationId, beforeId: null, limit: 50 })).messages;
  const first = (await page())[0]?.id ?? '';
  const written = (parts: Parts) => ({
    ...{ editId: randomUUID(), nextTo: first, place: 'before' as const },
    messages: [{ role: 'assistant' as const, parts }],
  });
  const thought = { type: 'reasoning' as const, text: 'Old' };
  const said = { type: 'text' as const, text: 'Hello' };
  await app.tell('chat.insertMessages', {
    conversationId,
    ...written([thought, { type: 'thinking', raw: signed }, said]),
  });
  const [message] = await page();
  const kept = (message?.parts ?? []).map(({ id }) => ({ kept: id }));
  await app.tell('chat.editMessage', { editId: randomUUID(), messageId: message?.id ?? '', parts: kept });
  expect((await page())[0]?.parts.map(({ type }) => type)).toEqual(['reasoning', 'thinking', 'text']);
  const messageId = (await page())[0]?.id ?? '';
  const rest = ((await page())[0]?.parts ?? []).slice(1).map(({ id }) => ({ kept: id }));
  await app.tell('chat.editMessage', {
    ...{ editId: randomUUID(), messageId, parts: [{ ...thought, text: 'New' }, ...rest] },
  });
  expect((await page())[0]?.parts.map(({ type }) => type)).toEqual(['reasoning', 'text']);
});
