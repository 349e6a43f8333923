/** Tools that are answered without a person in the columns of a comparison: each with its own limits, all of it foreseen. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ToolSettings } from '../../../../shared/run/tools';
import { aRound, chatsOf, settled } from '../../../support/compare-core';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { type Answer, type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';

const CHATS = '/chat/completions';

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  const pricing = { currency: 'credits', unit: 'token', input: 0.1, output: 0.2 };
  const text = { input: ['text'], output: ['text'] };
  const capabilities = { modalities: text, context_window: 4_000, max_output: 1_000 };
  const data = ['paid/one', 'paid/two'].map((id) => ({
    id,
    object: 'model',
    meta: { pricing, capabilities },
  }));
  gateway.on('/models', () => ({ body: { object: 'list', data } }));
  app = await openTestCore({ sandbox: gateway.sandbox });
  await untilListed(app);
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const calls = (id: number, name = 'count'): Answer => {
  const call = { id: `call_${id}`, type: 'function', function: { name, arguments: `{"n":${id}}` } };
  const message = { role: 'assistant', content: null, tool_calls: [call] };
  return { charge: 1, body: { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] } };
};
const done: Answer = {
  charge: 1,
  body: { choices: [{ index: 0, message: { content: 'Done.' }, finish_reason: 'stop' }] },
};

const toolsOf = (loop: ToolSettings['loop'], delayMs = 0): ToolSettings => ({
  tools: [
    {
      name: 'count',
      parameters: { type: 'object' },
      automatic: [{ kind: 'result', content: 'n is {{n}}', ...(delayMs > 0 && { delayMs }) }],
    },
  ],
  ...(loop && { loop }),
});
const columns = (tools: ToolSettings) =>
  ['paid/one', 'paid/two'].map((model) => ({ model, settings: { stream: false, tools } }));
const ends = () =>
  app.events.flatMap((event) =>
    event.type === 'toolRound.changed' && event.round.ended ? [event.round.ended.reason] : [],
  );

test('every column goes on by itself up to its rounds, each call is paid once, and all are foreseen', async () => {
  gateway.on(CHATS, ({ before }) => calls(before));
  const round = aRound(columns(toolsOf({ rounds: 2 })));
  const { roundId: _round, ...asked } = round;
  const plain = aRound(columns(toolsOf(undefined)));
  const forecast = await app.tell('credits.forecast', { intent: { kind: 'compare', ...asked } as never });
  const single = await app.tell('credits.forecast', { intent: { kind: 'compare', ...plain } as never });
  expect(forecast).toMatchObject({ rounds: 4, calls: 2 });
  expect(single.rounds).toBeUndefined();
  // Each of the two rounds may cost what the first call does.
  expect(forecast.costs[0]?.estimate.to).toBeCloseTo(3 * (single.costs[0]?.estimate.to ?? 0));
  await app.tell('compare.send', round);
  await app.until(() => ends().length === 2);
  expect(ends()).toEqual(['rounds', 'rounds']);
  // Two columns: a first reply and two rounds each.
  expect(gateway.charges).toHaveLength(6);
  expect(new Set(gateway.charges.map(({ key }) => key)).size).toBe(6);
  const chats = await chatsOf(app, await settled(app, round.id));
  expect(chats.map((messages) => messages.map(({ role }) => role).join(' '))).toEqual(
    Array(2).fill('user assistant tool assistant tool assistant'),
  );
});

test('a column whose tool needs a person waits there, and goes on once it is answered; the other is finished', async () => {
  gateway.on(CHATS, ({ body }) => {
    const messages = body.messages as readonly { role: string }[];
    if (messages.at(-1)?.role === 'tool') return done;
    return calls(1, body.model === 'paid/one' ? 'count' : 'clock');
  });
  const round = aRound(columns(toolsOf({ rounds: 3 })));
  await app.tell('compare.send', round);
  await app.until(() => ends().length === 1 && gateway.charges.length === 3);
  expect(ends()).toEqual(['unanswered']);
  const [one, two] = await chatsOf(app, await settled(app, round.id));
  expect(two?.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(one?.at(-1)?.text ?? '').toBe('Done.');
  const results = [{ callId: 'call_1', content: 'noon' }];
  const messageId = two?.at(-1)?.id ?? '';
  await app.tell('chat.answerTools', { messageId, toolMessageId: crypto.randomUUID(), results });
  const [, after] = await chatsOf(app, await settled(app, round.id));
  expect(after?.at(-1)?.text).toBe('Done.');
  expect(gateway.charges).toHaveLength(4);
});

test('a limit that is reached in the middle holds, and a stop while results are worked out sends nothing more', async () => {
  gateway.on(CHATS, ({ before }) => calls(before));
  const limited = toolsOf({ rounds: 9, most: { unit: 'credits', amount: 2 } });
  await app.tell('compare.send', aRound(columns(limited)));
  await app.until(() => ends().length === 2);
  expect(ends()).toEqual(['cost limit', 'cost limit']);
  const paid = gateway.charges.length;
  expect(paid).toBeLessThanOrEqual(4);
  await app.tell('compare.send', aRound(columns(toolsOf({ rounds: 9 }, 30_000))));
  const answering = () =>
    app.events.flatMap((event) =>
      event.type === 'toolRound.changed' && event.round.isAnswering ? [event.messageId] : [],
    );
  await app.until(() => gateway.charges.length === paid + 2 && answering().length >= 2);
  for (const messageId of answering()) await app.tell('chat.stop', { messageId });
  await app.until(() => ends().filter((reason) => reason === 'stopped').length === 2);
  expect(gateway.charges).toHaveLength(paid + 2);
});
