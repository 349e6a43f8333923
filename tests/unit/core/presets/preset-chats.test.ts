/** Presets with messages: a stretch of a chat that new chats begin with. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Storage } from '../../../../electron/core/ports/storage';
import type { MessageRole } from '../../../../shared/chat/parts';
import type { CommandInput } from '../../../../shared/contract';
import { presetLimits } from '../../../../shared/run/presets';
import { exportAll, importAll, unzipped, withRow } from '../../../support/archives';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { picture } from '../../../support/media-files';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let app: TestCore;
let sandbox: TestSandbox;
let home: string;
beforeEach(async () => {
  home = tempFolder();
  sandbox = await startTestSandbox();
  app = await openTestCore({ home, sandbox });
});
afterEach(async () => {
  await app.close();
  await sandbox.close();
});

const content = { modality: 'chat', model: 'sandbox/echo', settings: { temperature: 0.2 } } as const;
type Given = CommandInput<'chat.insertMessages'>['messages'][number];
const text = (said: string): Given['parts'][number] => ({ type: 'text', text: said });
const call = { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } };

/** A chat with these messages, written by hand: nothing is sent. @returns their ids */
async function chatOf(...messages: readonly Given[]) {
  const newId = randomUUID();
  const { conversationId } = await app.tell('body.open', { newId, text: '{"messages":[]}' });
  await app.tell('chat.insertMessages', {
    ...{ editId: randomUUID(), conversationId, nextTo: null, place: 'after', messages: [...messages] },
  });
  const { messages: made } = await pageOf(conversationId);
  return made.map(({ id }) => id);
}

const pageOf = (conversationId: string, of = app) =>
  of.tell('messages.page', { conversationId, beforeId: null, limit: 200 });

/** What a request of the chat has as its messages. */
async function sentOf(conversationId: string, of = app): Promise<unknown> {
  return JSON.parse((await of.tell('body.get', { conversationId })).text).messages;
}

const unasked = (id: string, more: object) => app.tell('presets.open', { id, newId: randomUUID(), ...more });

const open = async (id: string, of = app) =>
  (await of.tell('presets.open', { id, newId: randomUUID() })).conversationId;

const keep = async (fromId: string | null, toId = '', name = 'Examples') => {
  const id = randomUUID();
  await app.tell('presets.createWithMessages', { id, name, content, fromId, toId });
  return id;
};

const presetOf = async (id: string, of = app) =>
  (await of.tell('app.snapshot', {})).presets.find((one) => one.id === id);

test('a stretch of a chat begins a new one, with roles, tool calls, model and settings, and sends nothing', async () => {
  const ids = await chatOf(
    { role: 'user', parts: [text('Left out')] },
    { role: 'assistant', parts: [text('Left out too')] },
    { role: 'developer', parts: [text('Be brief.')] },
    { role: 'user', parts: [text('How is Oslo?')] },
    { role: 'assistant', parts: [{ type: 'toolCall', raw: call }] },
    {
      role: 'tool',
      parts: [{ type: 'toolResult', raw: { role: 'tool', tool_call_id: 'c1', content: '3' } }],
    },
    { role: 'assistant', parts: [text('Three degrees.')] },
    { role: 'user', parts: [text('After it')] },
  );
  const id = await keep(ids[2] ?? null, ids[6]);
  expect(await presetOf(id)).toMatchObject({ name: 'Examples', content, messages: 5 });
  await app.close();
  app = await openTestCore({ home, sandbox });
  const conversationId = await open(id);
  expect(await sentOf(conversationId)).toEqual([
    { role: 'developer', content: 'Be brief.' },
    { role: 'user', content: 'How is Oslo?' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: '3' },
    { role: 'assistant', content: 'Three degrees.' },
  ]);
  const chat = await app.tell('conversations.get', { id: conversationId });
  expect(chat).toMatchObject({ title: 'Examples', model: content.model, settings: content.settings });
  expect((await pageOf(conversationId)).messages.map(({ usage, status }) => [usage, status])).toEqual(
    Array.from({ length: 5 }, () => [null, 'complete']),
  );
});

test('files go along as they are sent, and the chat they came from is no longer needed', async () => {
  const file = await app.tell('attachments.add', {
    name: 'boat.png',
    base64: Buffer.from(await picture('png')).toString('base64'),
  });
  const [toId] = await chatOf({
    role: 'user',
    parts: [text('What is it?'), { type: 'image', file: { id: file.id, name: 'boat.png' } }],
  });
  const id = await keep(null, toId);
  expect(JSON.stringify(await sentOf(await open(id)))).toContain('data:image/png;base64,');
});

test('files that its model doesn’t take are asked about before anything is opened, and can be left out', async () => {
  await untilListed(app);
  const file = await app.tell('attachments.add', {
    name: 'boat.png',
    base64: Buffer.from(await picture('png')).toString('base64'),
  });
  const image = { type: 'image' as const, file: { id: file.id, name: 'boat.png' } };
  const [toId] = await chatOf({ role: 'user', parts: [text('What is it?'), image] });
  const id = await keep(null, toId);
  const chosen = async (model: string) => app.tell('presets.update', { id, content: { ...content, model } });
  await chosen('sandbox/eliza');
  const asked = await unasked(id, { asksFiles: true });
  expect(asked.notTaken).toEqual({ model: 'sandbox/eliza', kinds: ['image'] });
  const { conversationId } = asked;
  expect(await app.refusal('conversations.get', { id: conversationId })).toMatchObject({ code: 'not_found' });
  // The same intent goes on with what the person chose.
  const without = { id, newId: conversationId, asksFiles: true, leaveOut: ['image' as const] };
  expect(await app.tell('presets.open', without)).toEqual({ conversationId });
  const lines = JSON.stringify(await sentOf(conversationId));
  expect(lines).toContain('[An image was here');
  expect(lines).not.toContain('base64');
  const kept = await unasked(id, {});
  expect(JSON.stringify(await sentOf(kept.conversationId))).toContain('data:image/png;base64,');
  await chosen('sandbox/itemized');
  expect((await unasked(id, { asksFiles: true })).notTaken).toBeUndefined();
});

test('a preset with messages can be renamed and updated, and keeps them; it is no default', async () => {
  const [toId] = await chatOf({ role: 'user', parts: [text('An example')] });
  const id = await keep(null, toId);
  await app.tell('presets.createWithMessages', {
    id,
    name: 'Twice',
    content,
    fromId: null,
    toId: toId ?? '',
  });
  await app.tell('presets.rename', { id, name: 'Renamed' });
  await app.tell('presets.update', { id, content: { ...content, model: 'sandbox/eliza' } });
  await app.tell('presets.remove', { id });
  await app.tell('presets.restore', { id });
  expect(await presetOf(id)).toMatchObject({ name: 'Renamed', messages: 1 });
  const refusal = await app.refusal('presets.setDefault', { tab: 'chat', id });
  expect(refusal.message).toContain('opens a new chat');
  const newId = randomUUID();
  for (const _twice of [1, 2]) await app.tell('presets.open', { id, newId });
  expect((await pageOf(newId)).messages).toHaveLength(1);
});

test('what a preset can’t hold is refused with the reason', async () => {
  const [first, second] = await chatOf(
    { role: 'user', parts: [text('x')] },
    { role: 'tool', parts: [{ type: 'toolResult', raw: { tool_call_id: 'none', content: '' } }] },
  );
  const refused = async (fromId: string | null, toId = '') =>
    (
      await app.refusal('presets.createWithMessages', {
        id: randomUUID(),
        name: 'Bad',
        content,
        fromId,
        toId,
      })
    ).message;
  expect(await refused(second ?? null, second)).toContain('Nothing is sent');
  expect(await refused(second ?? null, first)).toContain('no longer part');
  expect(await refused(null, 'gone')).toContain('no longer part');
  const long = 'x'.repeat(presetLimits.messagesCharacters / 4);
  const [many] = (
    await chatOf(
      ...Array.from({ length: 5 }, (_, at) => {
        const role: MessageRole = at % 2 === 0 ? 'user' : 'assistant';
        return { role, parts: [text(long)] };
      }),
    )
  ).slice(-1);
  expect(await refused(null, many)).toContain('too large');
  await app.tell('presets.create', { id: randomUUID(), name: 'Examples', content });
  const taken = { id: randomUUID(), name: 'Examples', content, fromId: null, toId: first ?? '' };
  expect((await app.refusal('presets.createWithMessages', taken)).message).toContain('Choose another name');
});

test('messages go along in an archive; rows that are none are refused', async () => {
  const [toId] = await chatOf({ role: 'user', parts: [text('An example')] });
  const id = await keep(null, toId);
  const archive = await exportAll(app);
  const there = await openTestCore();
  onTestFinished(() => there.close());
  await importAll(there, archive);
  expect((await presetOf(id, there))?.messages).toBe(1);
  expect(await sentOf(await open(id, there), there)).toEqual([{ role: 'user', content: 'An example' }]);
  const bad = withRow(unzipped(archive), 'presets', (row) => ({ ...row, messages: '["evil"]' }));
  const fresh = await openTestCore();
  onTestFinished(() => fresh.close());
  expect((await importAll(fresh, bad)).error?.code).toBe('invalid_input');
  // One of an earlier version.
  const old = withRow(unzipped(archive), 'presets', ({ messages: _messages, ...row }) => row);
  await importAll(fresh, old);
  expect(await presetOf(id, fresh)).not.toHaveProperty('messages');
});

test.each(['{', '[]', '[1]', '{"role":"user"}', 'null'])(
  'damaged messages (%s) are refused in plain words, and no chat is made of them',
  async (damaged) => {
    await app.close();
    const wrapStorage = (storage: Storage): Storage => ({
      ...storage,
      presets: { ...storage.presets, messagesOf: () => damaged },
    });
    app = await openTestCore({ home, sandbox, wrapStorage });
    const [asked] = await chatOf({ role: 'user', parts: [text('An example')] });
    const id = await keep(null, asked);
    const refusal = await app.refusal('presets.open', { id, newId: randomUUID() });
    expect(refusal).toMatchObject({ code: 'invalid_input' });
    expect(refusal.message).toContain('damaged');
    const { conversations } = await app.tell('conversations.list', { cursor: null, limit: 10 });
    expect(conversations).toHaveLength(1);
  },
);
