/** A reply that asks for tools gets its results, and the chat goes on: nothing is run, and each request is one call. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Message } from '../../../../shared/chat/chat';
import { rawOf } from '../../../../shared/chat/raw-parts';
import { toolCallsOf } from '../../../../shared/chat/tool-calls';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { type Answer, type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';

const CHATS = '/chat/completions';

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  app = await openTestCore({ sandbox: gateway.sandbox });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const says = (message: Record<string, unknown>): Answer => ({
  charge: 1,
  body: { choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }] },
});
/** `extra_content` is Google's, which wants it back. */
const signed = { google: { thought_signature: 'c2lnbmVk' } };
const calls = [
  {
    id: 'a',
    type: 'function',
    function: { name: 'weather', arguments: '{"city":"Oslo"}' },
    extra_content: signed,
  },
  { id: 'b', type: 'function', function: { name: 'clock', arguments: '{"zone": "C' } },
];

async function ended(replyId: string): Promise<Message> {
  return await app.until(() => {
    const reply = app.message(replyId);
    return reply && reply.status !== 'streaming' && reply;
  });
}

async function ask(): Promise<Message> {
  const sent = await app.tell('chat.send', {
    ...{ conversationId: null, messageId: randomUUID(), text: 'How is Oslo?', attachments: [] },
    ...{ model: 'paid/painter', settings: { stream: false } },
  });
  return await ended(sent.replyId);
}

const results: { callId: string; content: string }[] = [
  { callId: 'b', content: 'That is no JSON.' },
  { callId: 'a', content: '{"degrees":3}' },
];

test('results go out behind the calls, in their order, with all that the gateway sent with a call', async () => {
  gateway.on(CHATS, ({ before }) =>
    before === 0 ? says({ content: 'Let me look.', tool_calls: calls }) : says({ content: 'Three degrees.' }),
  );
  const asked = await ask();
  expect(toolCallsOf(asked.parts).map(({ name, argumentsText }) => [name, argumentsText])).toEqual([
    ['weather', '{"city":"Oslo"}'],
    ['clock', '{"zone": "C'],
  ]);
  const input = { messageId: asked.id, toolMessageId: randomUUID(), results };
  const { replyId } = await app.tell('chat.answerTools', input);
  expect(await ended(replyId)).toMatchObject({ status: 'complete', text: 'Three degrees.' });
  expect(await app.tell('chat.answerTools', input)).toEqual({ replyId });
  const [, second, ...others] = gateway.requests.filter(({ path }) => path.endsWith(CHATS));
  expect(others).toEqual([]);
  expect(second?.body.messages).toEqual([
    { role: 'user', content: 'How is Oslo?' },
    { role: 'assistant', content: 'Let me look.', tool_calls: calls },
    { role: 'tool', tool_call_id: 'a', content: '{"degrees":3}' },
    { role: 'tool', tool_call_id: 'b', content: 'That is no JSON.' },
  ]);
  expect(gateway.charges).toHaveLength(2);
  const tool = app.message(input.toolMessageId);
  expect(tool).toMatchObject({ role: 'tool', parentId: asked.id });
  expect(rawOf(tool?.parts ?? [], 'toolResult')).toHaveLength(2);
});

test.each([null, '\n\n'])(
  'a call without an id gets one, a reply of calls alone (%j) has no text, and an unanswered round is left out',
  async (blank) => {
    const { id: _none, ...bare } = calls[1] ?? {};
    gateway.on(CHATS, ({ before }) =>
      before === 0 ? says({ content: blank, tool_calls: [bare] }) : says({ content: 'Well.' }),
    );
    const asked = await ask();
    const input = { messageId: asked.id, toolMessageId: randomUUID() };
    await ended(
      (await app.tell('chat.answerTools', { ...input, results: [{ callId: 'call_1', content: 'noon' }] }))
        .replyId,
    );
    const messages = () => gateway.requests.filter(({ path }) => path.endsWith(CHATS)).at(-1)?.body.messages;
    expect(messages()).toEqual([
      { role: 'user', content: 'How is Oslo?' },
      { role: 'assistant', content: null, tool_calls: [{ ...bare, id: 'call_1' }] },
      { role: 'tool', tool_call_id: 'call_1', content: 'noon' },
    ]);
    const aside = { conversationId: asked.conversationId, parentId: asked.id, messageId: randomUUID() };
    const next = { ...aside, text: 'Never mind.', model: 'paid/painter', settings: { stream: false } };
    await ended((await app.tell('chat.send', next)).replyId);
    expect(messages()).toEqual([{ role: 'user', content: 'How is Oslo?\n\nNever mind.' }]);
  },
);

test('tools go with each request, with what is chosen of them and without what only the person sees', async () => {
  gateway.on(CHATS, () => says({ content: 'Fine.' }));
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  const tool = { name: 'weather', description: 'How it is.', parameters, strict: true };
  const bodyOf = async (tools: object) => {
    const sent = await app.tell('chat.send', {
      ...{
        conversationId: null,
        messageId: randomUUID(),
        text: 'Hi',
        attachments: [],
        model: 'paid/painter',
      },
      settings: { stream: false, tools: tools as { tools: (typeof tool)[] } },
    });
    await ended(sent.replyId);
    return gateway.requests.filter(({ path }) => path.endsWith(CHATS)).at(-1)?.body;
  };
  const sent = { type: 'function', function: tool };
  const tools = [{ ...tool, answer: '{}' }];
  expect(await bodyOf({ tools, choice: { name: 'weather' }, parallel: false })).toMatchObject({
    tools: [sent],
    tool_choice: { type: 'function', function: { name: 'weather' } },
    parallel_tool_calls: false,
  });
  const plain = await bodyOf({ tools: [], choice: 'required' });
  for (const field of ['tools', 'tool_choice', 'parallel_tool_calls'])
    expect(plain).not.toHaveProperty(field);
});

test('results that don’t fit the calls are refused in words, and nothing is stored or sent', async () => {
  gateway.on(CHATS, () => says({ content: '', tool_calls: calls }));
  const asked = await ask();
  const wrong: [typeof results, string][] = [
    [results.slice(1), 'Give a result for “clock” too: each call needs one.'],
    [[...results, { callId: 'c', content: '' }], 'A result names a call that this reply doesn’t have.'],
  ];
  for (const [given, message] of wrong) {
    const input = { messageId: asked.id, toolMessageId: randomUUID(), results: given };
    expect(await app.refusal('chat.answerTools', input)).toMatchObject({ code: 'invalid_input', message });
    expect(app.message(input.toolMessageId)).toBeUndefined();
  }
  expect(gateway.charges).toHaveLength(1);
});

test('what results send is foreseen as one call', async () => {
  gateway.on(CHATS, () => says({ content: '', tool_calls: calls.slice(0, 1) }));
  const asked = await ask();
  const sized = async (content: string) => {
    const intent = { kind: 'answerTools' as const, messageId: asked.id, results: [{ callId: 'a', content }] };
    return (await app.tell('credits.forecast', { intent })).calls;
  };
  expect(await sized('short')).toBe(1);
});

test('a round of tools is whole in an archive', async () => {
  gateway.on(CHATS, ({ before }) =>
    before === 0 ? says({ tool_calls: calls }) : says({ content: 'Done.' }),
  );
  const asked = await ask();
  const { replyId } = await app.tell('chat.answerTools', {
    ...{ messageId: asked.id, toolMessageId: randomUUID(), results },
  });
  await ended(replyId);
  const archive = await exportAll(app);
  const other = await openTestCore({ sandbox: gateway.sandbox });
  await importAll(other, archive);
  const page = { conversationId: asked.conversationId, beforeId: null, limit: 50 };
  const { messages } = await other.tell('messages.page', page);
  expect(messages.map(({ role, parts }) => [role, parts.map(({ type }) => type)])).toEqual([
    ['user', ['text']],
    ['assistant', ['toolCall', 'toolCall']],
    ['tool', ['toolResult', 'toolResult']],
    ['assistant', ['text']],
  ]);
  await other.close();
});

test('a queued message waits for the results of calls that nobody knew of as it was typed, and goes after them', async () => {
  let answerNow: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  gateway.on(CHATS, async ({ body }) => {
    const { messages } = body as { messages: { role: string; content: string }[] };
    const last = messages.at(-1);
    if (last?.content === 'How is Oslo?') await opened;
    return last?.content === 'How is Oslo?'
      ? says({ content: null, tool_calls: calls })
      : says({ content: 'Fine.' });
  });
  const message = { attachments: [], model: 'paid/painter', settings: { stream: false } };
  const { conversationId, replyId } = await app.tell('chat.send', {
    ...{ ...message, conversationId: null, messageId: randomUUID(), text: 'How is Oslo?' },
  });
  const queued = { ...message, conversationId, messageId: randomUUID(), text: 'And Bergen?' };
  await app.tell('chat.enqueue', queued);
  answerNow();
  await ended(replyId);
  const notice = await app.until(() =>
    app.events.flatMap((one) => (one.type === 'notices.changed' ? one.notices : [])).at(-1),
  );
  expect(notice.title).toBe('A queued message waits for tool results');
  const askedFor = () => gateway.requests.filter(({ path }) => path.endsWith(CHATS));
  expect(askedFor()).toHaveLength(1);
  await app.tell('chat.answerTools', { messageId: replyId, toolMessageId: randomUUID(), results });
  await app.until(() => askedFor().length === 3);
  const last = askedFor().at(-1)?.body.messages as { role: string }[] | undefined;
  const roles = last?.map(({ role }) => role);
  expect(roles).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant', 'user']);
});

test('two calls of one id get their own results, in their order, and an empty result is one', async () => {
  const named = (name: string) => ({ id: 'a', type: 'function', function: { name, arguments: '{}' } });
  gateway.on(CHATS, ({ before }) =>
    before === 0 ? says({ tool_calls: [named('one'), named('two')] }) : says({ content: 'Done.' }),
  );
  const asked = await ask();
  const input = { messageId: asked.id, toolMessageId: randomUUID() };
  const first = { callId: 'a', content: 'first' };
  expect(await app.refusal('chat.answerTools', { ...input, results: [first] })).toMatchObject({
    message: expect.stringContaining('“two” too'),
  });
  const { replyId } = await app.tell('chat.answerTools', {
    ...input,
    results: [first, { callId: 'a', content: '' }],
  });
  expect(await ended(replyId)).toMatchObject({ status: 'complete', text: 'Done.' });
  const sent = gateway.requests.filter(({ path }) => path.endsWith(CHATS)).at(-1)?.body.messages;
  expect(sent).toEqual([
    { role: 'user', content: 'How is Oslo?' },
    { role: 'assistant', content: null, tool_calls: [named('one'), named('two')] },
    { role: 'tool', tool_call_id: 'a', content: 'first' },
    { role: 'tool', tool_call_id: 'a', content: '' },
  ]);
});
