import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestCore, type TestCore } from '../../../support/core';
import { microsOf, paidIn } from '../../../support/money';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  // The free catalogue's answer is the first balance that is known; nothing else must come between.
  await app.until(() => app.events.some((event) => event.type === 'ledger.changed'));
});
afterEach(() => app.close());

const meter = async () => (await app.tell('app.snapshot', {})).ledger;

describe('the credit meter', () => {
  test('shows the balance before anything was spent, from the free catalogue', async () => {
    await app.until(() => app.events.some((event) => event.type === 'ledger.changed'));
    expect(await meter()).toMatchObject({ remaining: 1_000_000_000, spentThisSession: 0, lastCall: null });
  });

  test('agrees with the gateway’s own account to the last digit', async () => {
    await app.chat('I feel fine', { model: 'sandbox/eliza' });
    for (let seed = 0; seed < 20; seed += 1) {
      await app.chat('go', {
        model: 'sandbox/firehose',
        extra: { tokens: 33 + seed, tokens_per_second: 0, seed },
      });
    }
    await app.chat('I feel fine');
    const account = await app.sandbox.account();
    const { remaining, spentThisSession, lastCall } = await meter();
    expect(remaining).toBe(microsOf(account.balance));
    expect(spentThisSession).toBe(
      account.charges.reduce((sum, { credits }) => sum + (microsOf(credits) ?? 0), 0),
    );
    expect(lastCall).toMatchObject({ operation: 'chat.completions.create', model: 'sandbox/echo' });
  });

  test('counts a session from its start, while the balance continues', async () => {
    await app.chat('one');
    const { remaining } = await meter();
    const { home, sandbox } = app;
    await app.core.close();
    const later = await openTestCore({ home, sandbox });
    const { ledger } = await later.tell('app.snapshot', {});
    expect(ledger).toMatchObject({ remaining, spentThisSession: 0 });
    await later.core.close();
    app = await openTestCore({ sandbox });
  });

  test('counts a stopped call as unknown, and the next response’s balance includes it', async () => {
    const settings = { extra: { tokens: 4_000, tokens_per_second: 300 } };
    const input = {
      conversationId: null,
      messageId: randomUUID(),
      text: 'x',
      model: 'sandbox/firehose',
      settings,
    };
    const { replyId } = await app.tell('chat.send', input);
    await app.until(() => app.events.some((event) => event.type === 'message.delta'));
    await app.tell('chat.stop', { messageId: replyId });
    await app.until(() => app.message(replyId)?.status === 'stopped');
    expect(await meter()).toMatchObject({ unknownThisSession: 1, spentThisSession: 0 });
    // The gateway notices that a client left, and charges, a little later.
    while ((await app.sandbox.account()).charges.length < 1)
      await new Promise((done) => setTimeout(done, 10));
    const { reply } = await app.chat('after');
    const spent = 1_000_000_000 - ((await meter()).remaining ?? 0);
    expect(spent).toBeGreaterThan(paidIn(reply) ?? 0);
  });
});
