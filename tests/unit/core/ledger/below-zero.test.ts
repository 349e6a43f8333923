import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { type Answer, type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';

const CHAT = '/chat/completions';

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  gateway.on('/models', () => models());
  gateway.on(CHAT, () => reply(1));
  app = await openTestCore({ sandbox: gateway.sandbox });
  await untilListed(app);
  await app.tell('settings.update', { patch: { budgets: { sandbox: { hardPerDay: 2 } } } });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

/** A thousand tokens of reply, which is what is expected of one, cost a credit. */
function models(more: Partial<Answer> = {}): Answer {
  const pricing = { currency: 'credits', unit: 'token', input: 0, output: 0.9 };
  const capabilities = { modalities: { input: ['text'], output: ['text'] } };
  return {
    ...more,
    body: { object: 'list', data: [{ id: 'paid/talker', object: 'model', meta: { pricing, capabilities } }] },
  };
}

/** @param used what it says that it charged; it charges one credit */
function reply(used: number | string): Answer {
  const message = { role: 'assistant', content: 'Hi' };
  return {
    charge: 1,
    ...(used !== 1 && { meta: { credits_used: used as number, credits_remaining: 900 } }),
    body: {
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: -9_000, completion_tokens: 1 },
    },
  };
}

/** Asks until the limit refuses, six times at most; how many calls the gateway got. */
async function callsUntilRefused(): Promise<number> {
  for (let call = 0; call < 6; call += 1) {
    const settings = { stream: false };
    const text = {
      conversationId: null,
      messageId: randomUUID(),
      text: 'hi',
      model: 'paid/talker',
      settings,
    };
    const answer = await app.ask('chat.send', text);
    if (!answer.ok) break;
    await app.until(() => app.message(answer.value.replyId)?.status === 'complete');
  }
  return gateway.count(CHAT);
}

const spent = async () => (await app.tell('ledger.sums', { filter: {} })).spent;

describe('a limit for two calls', () => {
  test('lets two through where every charge is stated', async () => {
    expect(await callsUntilRefused()).toBe(2);
  });

  test.each([-500, '-5', -1e300, '-1e400'])('lets two through where one answer states %s', async (used) => {
    gateway.on(CHAT, ({ before }) => reply(before === 0 ? used : 1));
    expect(await callsUntilRefused()).toBe(2);
    expect(await spent()).toBe(1_000_000);
  });

  test('lets two through where every answer states less than nothing', async () => {
    gateway.on(CHAT, () => reply(-500));
    expect(await callsUntilRefused()).toBe(2);
    const [call] = (await app.tell('ledger.page', { filter: { kind: 'chat' }, cursor: null, limit: 1 })).rows;
    expect(call).toMatchObject({ amount: null, outcome: 'answered' });
  });

  test('is not lifted by the list of models', async () => {
    gateway.on('/models', () => models({ meta: { credits_used: -500, credits_remaining: 1_000 } }));
    await app.tell('models.refresh', {});
    expect(await callsUntilRefused()).toBe(2);
    expect(await spent()).toBe(2_000_000);
  });
});

test('the inspector says what the app did not take as it was stated', async () => {
  gateway.on(CHAT, () => reply(-500));
  await callsUntilRefused();
  const { calls } = await app.tell('inspector.list', { query: 'completions', cursor: null, limit: 1 });
  expect(calls[0]).toMatchObject({
    cost: null,
    note: 'The answer states −9000 prompt tokens, −500 credits used; an amount below zero is treated as unknown.',
  });
});

test('tokens below zero are unknown, so that no prompt gets smaller by them', async () => {
  await callsUntilRefused();
  const replies = app.events.flatMap((event) =>
    event.type === 'message.changed' && event.message.status === 'complete' ? [event.message] : [],
  );
  expect(replies.at(-1)).toMatchObject({ text: 'Hi', usage: null });
});
