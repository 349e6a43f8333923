/** Tools that are answered without a person: only where that was allowed, up to its limits, and each call paid once. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRunFunction } from '../../../../electron/functions/run-function';
import type { ToolSettings } from '../../../../shared/run/tools';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { type Answer, type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';
import { programOf } from '../../../support/programs';

const CHATS = '/chat/completions';
const parameters = { type: 'object', properties: { n: { type: 'number' } } };

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  const pricing = { currency: 'credits', unit: 'token', input: 0.1, output: 0.2 };
  const capabilities = {
    modalities: { input: ['text'], output: ['text'] },
    context_window: 4_000,
    max_output: 1_000,
  };
  const model = { id: 'paid/painter', object: 'model', meta: { pricing, capabilities } };
  gateway.on('/models', () => ({ body: { object: 'list', data: [model] } }));
  const entry = await programOf('function');
  app = await openTestCore({ sandbox: gateway.sandbox, runFunction: createRunFunction(entry) });
  await untilListed(app);
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const calls = (id: number, name = 'count', given = `{"n":${id}}`): Answer => ({
  charge: 1,
  body: {
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: `call_${id}`, type: 'function', function: { name, arguments: given } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
  },
});

const toolsOf = (more: Partial<ToolSettings> = {}): ToolSettings => ({
  tools: [{ name: 'count', parameters, automatic: [{ kind: 'result', content: 'n is {{n}}' }] }],
  loop: { rounds: 8, most: { unit: 'credits', amount: 20 } },
  ...more,
});

const message = (tools: ToolSettings) => ({
  ...{ conversationId: null, messageId: randomUUID(), text: 'Count', attachments: [] },
  ...{ model: 'paid/painter', settings: { stream: false, tools } },
});

async function send(tools: ToolSettings) {
  return (await app.tell('chat.send', message(tools))).conversationId;
}

/** The last message of the last request. */
function lastSent() {
  const asked = gateway.requests.findLast(({ path }) => path.endsWith(CHATS));
  return (asked?.body.messages as { content: string }[] | undefined)?.at(-1);
}

/** Why the chat waits for a person, and the reply that it waits at. */
const waits = () =>
  app.until(() => {
    const event = app.events.findLast((one) => one.type === 'toolRound.changed');
    return event?.type === 'toolRound.changed' && event.round.ended !== null && event;
  });

test('a model that never stops is answered as often as was allowed, and then waits for a person', async () => {
  gateway.on(CHATS, ({ before }) => calls(before));
  await send(toolsOf());
  const { messageId, round } = await waits();
  expect(round).toEqual({ isAnswering: false, ended: { reason: 'rounds' } });
  expect(await app.tell('chat.toolRound', { messageId })).toEqual(round);
  expect(gateway.charges).toHaveLength(9);
  expect(new Set(gateway.charges.map(({ key }) => key)).size).toBe(9);
  expect(lastSent()).toEqual({
    ...{ role: 'tool', tool_call_id: 'call_7', content: 'n is 7' },
  });
  // A round by hand is one call: nothing follows it by itself, since all rounds are used.
  const results = [{ callId: 'call_8', content: '9' }];
  await app.tell('chat.answerTools', { messageId, toolMessageId: randomUUID(), results });
  await app.until(() => gateway.charges.length === 10);
  await app.until(() => {
    const event = app.events.findLast((one) => one.type === 'toolRound.changed');
    return event?.type === 'toolRound.changed' && event.messageId !== messageId && event.round.ended;
  });
  expect(gateway.charges).toHaveLength(10);
});

test('the limit of credits is counted before each call, and foreseen with the message', async () => {
  gateway.on(CHATS, ({ before }) => calls(before));
  const tools = toolsOf({ loop: { rounds: 50, most: { unit: 'credits', amount: 3 } } });
  const { messageId: _id, ...intent } = message(tools);
  const forecast = await app.tell('credits.forecast', { intent: { kind: 'message', ...intent } });
  expect(forecast).toMatchObject({ rounds: 50, calls: 1 });
  await send(tools);
  expect((await waits()).round.ended).toEqual({ reason: 'cost limit' });
  expect(gateway.charges.length).toBeLessThanOrEqual(3);
  expect(gateway.charges.length).toBeGreaterThan(1);
});

test('a function answers by its arguments alone, within bounds, and what fails is said to the model', async () => {
  const run = (source: string, argumentsText = '{"n":1}') => app.tell('tools.run', { source, argumentsText });
  const clock = 'return [typeof Date, typeof Math.random, typeof performance, typeof fetch].join()';
  const cases: [string, unknown, string?][] = [
    ['return { sum: args.n + 1 }', { content: '{"sum":2}' }],
    [clock, { content: 'undefined,undefined,undefined,undefined' }],
    ['for (;;) {}', { error: 'It takes too many steps.' }],
    ['return 1})(1); (function (args) {', { error: expect.stringContaining('Unexpected token') }],
    ['return args', { error: expect.stringContaining('JSON') }, '{"n": '],
    // What it returns is a text, whatever it does to what notes it.
    [
      'end = { text: [1] }; return Promise.resolve().then(() => { end = { text: [1] }; return 2 })',
      { error: expect.any(String) },
    ],
    ['return Promise.resolve().then(() => { end = null; return 2 })', { error: expect.any(String) }],
    ['const add = async (n) => n + 1; return add(args.n).then((sum) => ({ sum }))', { content: '{"sum":2}' }],
    ['return Promise.reject(new Error("no plant"))', { error: 'Error: no plant' }],
    ['return new Promise(() => {})', { error: 'It waits for something that never comes.' }],
    ['const again = () => Promise.resolve().then(again); return again()', { error: expect.any(String) }],
    ['return (async () => { for (;;) {} })()', { error: 'It takes too many steps.' }],
    ['const all = []; for (;;) all.push(new ArrayBuffer(1000000))', { error: 'It needs too much memory.' }],
    [
      'const all = []; for (;;) all.push("x".repeat(100000) + all.length)',
      { error: 'It needs too much memory.' },
    ],
    ['throw { code: 7 }', { error: '{"code":7}' }],
    ['throw null', { error: 'null' }],
    ['throw Object.create(null)', { error: '{}' }],
    ['return Promise.reject({ code: 7 })', { error: '{"code":7}' }],
    ['throw { toJSON() { throw 1 } }', { error: 'It failed with a value that has no words.' }],
    ['return { toJSON() { throw { code: 7 } } }', { error: expect.any(String) }],
    ['return "x".repeat(2000000)', { error: 'It returned too much text.' }],
    ['const go = (n) => go(n + 1) + 1; return go(0)', { error: 'It calls itself too deeply.' }],
  ];
  for (const [source, ended, given] of cases) expect(await run(source, given)).toEqual(ended);
  const automatic = [{ kind: 'function' as const, content: 'throw new Error("no " + args.n)' }];
  gateway.on(CHATS, ({ before }) => calls(before));
  await send(toolsOf({ tools: [{ name: 'count', parameters, automatic }], loop: { rounds: 1 } }));
  await waits();
  expect(lastSent()?.content).toBe('{"error":"no 0"}');
});

test.each([
  ['an unknown tool', 'clock', '{}'],
  ['arguments that are no JSON', 'count', '{"n": '],
])(
  '%s waits for a person, and what is sent by hand lets the chat go on by itself',
  async (_what, name, given) => {
    gateway.on(CHATS, ({ before }) =>
      before < 3
        ? calls(before, before === 1 ? name : 'count', before === 1 ? given : '{"n":0}')
        : { charge: 1, body: { choices: [{ message: { content: 'Done.' }, finish_reason: 'stop' }] } },
    );
    await send(toolsOf());
    const { messageId, round } = await waits();
    expect(round.ended).toEqual({ reason: 'unanswered' });
    expect(gateway.charges).toHaveLength(2);
    const results = [{ callId: 'call_1', content: 'no' }];
    await app.tell('chat.answerTools', { messageId, toolMessageId: randomUUID(), results });
    await app.until(() => gateway.charges.length === 4);
  },
);

test('stopped before its results are sent, or closed, nothing is sent; nor after the next start', async () => {
  gateway.on(CHATS, ({ before }) => calls(before));
  const slow = { kind: 'result' as const, content: 'late', delayMs: 60_000 };
  const tools = toolsOf({ tools: [{ name: 'count', parameters, automatic: [slow] }] });
  const isAnswering = () =>
    app.until(() => {
      const event = app.events.findLast((one) => one.type === 'toolRound.changed');
      return event?.type === 'toolRound.changed' && event.round.isAnswering && event.messageId;
    });
  await send(tools);
  await app.tell('chat.stop', { messageId: await isAnswering() });
  expect((await waits()).round.ended).toEqual({ reason: 'stopped' });
  await send(tools);
  const waiting = await app.until(() => {
    const event = app.events.findLast((one) => one.type === 'toolRound.changed');
    return event?.type === 'toolRound.changed' && event.round.isAnswering && event.messageId;
  });
  const { home } = app;
  await app.core.close();
  app = await openTestCore({ home, sandbox: gateway.sandbox });
  expect(await app.tell('chat.toolRound', { messageId: waiting })).toEqual({
    isAnswering: false,
    ended: null,
  });
  expect(gateway.charges).toHaveLength(2);
});

test('a message that is queued while results are worked out waits for the end of the loop', async () => {
  gateway.on(CHATS, ({ before }) => {
    const text = { charge: 1, body: { choices: [{ message: { role: 'assistant', content: 'Done' } }] } };
    return before < 2 ? calls(before) : text;
  });
  const automatic = [{ kind: 'result' as const, content: 'late', delayMs: 400 }];
  const conversationId = await send(toolsOf({ tools: [{ name: 'count', parameters, automatic }] }));
  await app.until(() =>
    app.events.some((event) => event.type === 'toolRound.changed' && event.round.isAnswering),
  );
  const { settings, model } = message(toolsOf());
  const queued = { conversationId, model, settings, text: 'And then?', attachments: [] };
  const messageId = randomUUID();
  const early = await app.refusal('chat.send', { ...queued, messageId });
  expect(early).toMatchObject({ code: 'busy', message: expect.stringContaining('Stop them first') });
  await app.tell('chat.enqueue', { ...queued, messageId });
  await app.until(() => gateway.charges.length === 4);
  const asked = gateway.requests.filter(({ path }) => path.endsWith(CHATS));
  const lastRoles = asked.map(({ body }) => (body.messages as { role: string }[]).at(-1)?.role);
  expect(lastRoles).toEqual(['user', 'tool', 'tool', 'user']);
});

test('a threshold asks once for all rounds', async () => {
  gateway.on(CHATS, ({ before }) => calls(before));
  await app.tell('settings.update', { patch: { budgets: { sandbox: { askAbove: 5 } } } });
  expect(await app.refusal('chat.send', message(toolsOf()))).toMatchObject({ code: 'needs_confirmation' });
  expect(gateway.charges).toHaveLength(0);
  await app.tell('chat.send', { ...message(toolsOf()), isConfirmed: true });
  expect((await waits()).round.ended).toEqual({ reason: 'rounds' });
  expect(gateway.charges).toHaveLength(9);
});

test('nothing that comes in with an archive answers tools by itself', async () => {
  gateway.on(CHATS, ({ before }) => calls(before));
  const conversationId = await send(toolsOf({ loop: { rounds: 1 } }));
  await waits();
  const content = { modality: 'chat' as const, model: 'paid/painter', settings: { tools: toolsOf() } };
  await app.tell('presets.create', { id: randomUUID(), name: 'Counts', content });
  const archive = await exportAll(app);
  const other = await openTestCore({ sandbox: gateway.sandbox });
  await importAll(other, archive);
  const imported = await other.tell('conversations.get', { id: conversationId });
  expect(imported.settings.tools?.tools).toEqual(toolsOf().tools);
  expect(JSON.stringify([imported.settings, (await other.tell('app.snapshot', {})).presets])).not.toContain(
    'loop',
  );
  await other.close();
});
