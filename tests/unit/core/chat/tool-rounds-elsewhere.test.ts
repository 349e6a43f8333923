/** Rounds of tools that follow by themselves go where their message went, whatever is chosen in the meantime. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ToolLoop } from '../../../../shared/run/tools';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { type Answer, type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';

const CHATS = '/chat/completions';
const [cheap, dear] = ['paid/cheap', 'paid/dear'];

let first: PaidGateway;
let second: PaidGateway;
let app: TestCore;
/** Lets the gateway answer the first message. */
let answer: () => void;

const callOfTool = (id: number): Answer => ({
  charge: 1,
  body: {
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: `call_${id}`, type: 'function', function: { name: 'count', arguments: '{}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
  },
});

beforeEach(async () => {
  [first, second] = [await startPaidGateway(), await startPaidGateway()];
  const priced = (id: string, price: number) => ({
    ...{ id, object: 'model' },
    meta: {
      pricing: { currency: 'credits', unit: 'token', input: price, output: price },
      capabilities: {
        modalities: { input: ['text'], output: ['text'] },
        context_window: 1_000,
        max_output: 500,
      },
    },
  });
  const models = { body: { object: 'list', data: [priced(cheap, 0.1), priced(dear, 100)] } };
  const opened = new Promise<void>((resolve) => {
    answer = resolve;
  });
  for (const gateway of [first, second]) gateway.on('/models', () => models);
  first.on(CHATS, async ({ before }) => {
    await opened;
    return callOfTool(before);
  });
  second.on(CHATS, ({ before }) => callOfTool(before));
  app = await openTestCore({ sandbox: first.sandbox });
  await untilListed(app);
});
afterEach(async () => {
  await app.close();
  await first.close();
  await second.close();
});

const settingsWith = (loop: ToolLoop, more: object = {}) => ({
  ...{ stream: false, maxTokens: 20, ...more },
  tools: {
    tools: [
      {
        name: 'count',
        parameters: { type: 'object', properties: {} },
        automatic: [{ kind: 'result' as const, content: '1' }],
      },
    ],
    loop,
  },
});

/** A message whose reply is on its way, and whose rounds were confirmed. */
async function sent(loop: ToolLoop): Promise<string> {
  const message = { conversationId: null, messageId: randomUUID(), text: 'Count', model: cheap };
  const asked = await app.tell('chat.send', { ...message, settings: settingsWith(loop), isConfirmed: true });
  await app.until(() => first.count(CHATS) === 1);
  return asked.conversationId;
}

const ended = () =>
  app.until(() => {
    const event = app.events.findLast((one) => one.type === 'toolRound.changed');
    return event?.type === 'toolRound.changed' && event.round.ended;
  });
const bodies = () => first.requests.filter(({ path }) => path === CHATS).map(({ body }) => body);

test('no round goes to a profile that is switched to while the model is asked', async () => {
  await sent({ rounds: 3 });
  const made = {
    name: 'Second',
    baseUrl: second.baseUrl,
    key: 'key-of-the-second',
    keep: 'session',
  } as const;
  await app.tell('profiles.activate', await app.tell('profiles.create', made));
  answer();
  expect(await ended()).toEqual({ reason: 'rounds' });
  expect(second.count(CHATS)).toBe(0);
  expect(first.charges).toHaveLength(4);
});

test('a model and settings that are chosen meanwhile are for the next message, and not covered by what was confirmed', async () => {
  const id = await sent({ rounds: 3, most: { unit: 'credits', amount: 200 } });
  await app.tell('settings.update', { patch: { budgets: { sandbox: { askAbove: 300 } } } });
  const settings = settingsWith({ rounds: 3, most: { unit: 'credits', amount: 200 } }, { choices: 4 });
  await app.tell('conversations.configure', { id, model: dear, settings });
  answer();
  expect(await ended()).toEqual({ reason: 'rounds' });
  expect(bodies().map(({ model, n }) => [model, n])).toEqual(Array(4).fill([cheap, undefined]));
  expect((await app.tell('conversations.get', { id })).model).toBe(dear);
});

test('limits that are lowered meanwhile hold at once, and those that are raised are for the next message', async () => {
  const id = await sent({ rounds: 5 });
  await app.tell('conversations.configure', { id, model: cheap, settings: settingsWith({ rounds: 1 }) });
  answer();
  expect(await ended()).toEqual({ reason: 'rounds' });
  expect(first.charges).toHaveLength(2);
  app.events.length = 0;
  const more = { conversationId: id, messageId: randomUUID(), text: 'Again', model: cheap };
  await app.tell('chat.send', { ...more, settings: settingsWith({ rounds: 1 }) });
  await app.tell('conversations.configure', { id, model: cheap, settings: settingsWith({ rounds: 9 }) });
  expect(await ended()).toEqual({ reason: 'rounds' });
  expect(first.charges).toHaveLength(4);
});
