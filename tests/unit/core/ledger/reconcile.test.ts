import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestCore, type TestCore } from '../../../support/core';
import { microsOf, paidIn } from '../../../support/money';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  // The catalogue's free answer is the first balance that is known.
  await app.until(() => app.events.some((event) => event.type === 'ledger.changed'));
});
afterEach(() => app.close());

const meter = async () => (await app.tell('app.snapshot', {})).ledger;

async function stopOne(tokensPerSecond = 400): Promise<string> {
  const settings = { extra: { tokens: 4_000, tokens_per_second: tokensPerSecond } };
  const input = {
    conversationId: null,
    messageId: randomUUID(),
    text: 'x',
    model: 'sandbox/firehose',
    settings,
  };
  const { replyId } = await app.tell('chat.send', input);
  await app.until(() =>
    app.events.some((event) => event.type === 'message.delta' && event.messageId === replyId),
  );
  await app.tell('chat.stop', { messageId: replyId });
  await app.until(() => app.message(replyId)?.status === 'stopped');
  return replyId;
}

/** Until the gateway has noticed that a client left, and charged. */
const settleThere = (charges: number) =>
  app
    .until(() => true)
    .then(async () => {
      while ((await app.sandbox.account()).charges.length < charges)
        await new Promise((done) => setTimeout(done, 10));
    });

describe('an unknown charge', () => {
  test('becomes known with the next response that states the balance, and the reply shows its cost', async () => {
    await app.chat('before');
    const replyId = await stopOne();
    await settleThere(2);
    expect(paidIn(app.message(replyId))).toBeNull();
    await app.chat('after');
    const known = await app.until(() => paidIn(app.message(replyId)) !== null && app.message(replyId));
    const charge = (await app.sandbox.account()).charges.find(({ state }) => state === 'aborted');
    expect(paidIn(known)).toBe(microsOf(charge?.credits));
    expect(await meter()).toMatchObject({ unknownThisSession: 0, outsideThisSession: 0 });
    const [conversation] = (
      await app.tell('conversations.list', { cursor: null, limit: 5 })
    ).conversations.filter(({ title }) => title === 'x');
    expect(conversation).toMatchObject({ hasUnknownCost: false, cost: known.cost });
  });

  test('of several calls at once is known as a sum', async () => {
    await app.chat('before');
    await Promise.all([stopOne(), stopOne(), stopOne()]);
    await settleThere(4);
    await app.chat('after');
    const account = await app.sandbox.account();
    expect(await meter()).toMatchObject({
      unknownThisSession: 0,
      spentThisSession: microsOf(account.charged),
    });
  });
});

test('what another program spends with the same key is shown as outside', async () => {
  await app.chat('before');
  const headers = { authorization: `Bearer ${app.sandbox.apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    model: 'sandbox/echo',
    messages: [{ role: 'user', content: 'from elsewhere' }],
  });
  await fetch(`${app.sandbox.baseUrl}/chat/completions`, { method: 'POST', headers, body });
  await app.chat('after');
  const elsewhere = (await app.sandbox.account()).charges[1];
  expect(await meter()).toMatchObject({ outsideThisSession: microsOf(elsewhere?.credits) });
});
