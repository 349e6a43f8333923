import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../electron/storage/driver';
import { toMicrocredits } from '../../shared/credits';
import { openTestCore, type TestCore } from '../support/core';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  // The catalogue's free answer is the first balance that is known.
  await app.until(() => app.events.some((event) => event.type === 'credits.changed'));
});
afterEach(() => app.close());

const meter = async () => (await app.tell('app.snapshot', {})).credits;

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

/** What every row of the ledger adds up to. */
function ledgerSum(home: string): number {
  const database = openDatabase(join(home, 'gatehouse.db'), { readonly: true });
  const sum = database.get<{ sum: number }>('SELECT coalesce(sum(used), 0) AS sum FROM ledger')?.sum ?? 0;
  database.close();
  return sum;
}

describe('an unknown charge', () => {
  test('becomes known with the next answer that shows the balance, and the reply says what it cost', async () => {
    await app.chat('before');
    const replyId = await stopOne();
    await settleThere(2);
    expect(app.message(replyId)?.creditsUsed).toBeNull();
    await app.chat('after');
    const known = await app.until(() => app.message(replyId)?.creditsUsed !== null && app.message(replyId));
    const charge = (await app.sandbox.account()).charges.find(({ state }) => state === 'aborted');
    expect(known.creditsUsed).toBe(toMicrocredits(charge?.credits));
    expect(await meter()).toMatchObject({ unknownThisSession: 0, outsideThisSession: 0 });
    const [conversation] = (
      await app.tell('conversations.list', { cursor: null, limit: 5 })
    ).conversations.filter(({ title }) => title === 'x');
    expect(conversation).toMatchObject({ hasUnknownCost: false, creditsUsed: known.creditsUsed });
  });

  test('of several calls at once is known as a sum', async () => {
    await app.chat('before');
    await Promise.all([stopOne(), stopOne(), stopOne()]);
    await settleThere(4);
    await app.chat('after');
    const account = await app.sandbox.account();
    expect(await meter()).toMatchObject({
      unknownThisSession: 0,
      spentThisSession: toMicrocredits(account.charged),
    });
  });
});

test('what another program spends with the same key is shown as spent outside this app', async () => {
  await app.chat('before');
  const headers = { authorization: `Bearer ${app.sandbox.apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    model: 'sandbox/echo',
    messages: [{ role: 'user', content: 'from elsewhere' }],
  });
  await fetch(`${app.sandbox.baseUrl}/chat/completions`, { method: 'POST', headers, body });
  await app.chat('after');
  const elsewhere = (await app.sandbox.account()).charges[1];
  expect(await meter()).toMatchObject({ outsideThisSession: toMicrocredits(elsewhere?.credits) });
});

test('after 1,000 mixed calls with stops, refusals, failures and cut streams the ledger equals the gateway’s account', async () => {
  const failures = [
    { fail: 'status', fail_status: 500 },
    { fail: 'status', fail_status: 400 },
    { fail: 'cut', fail_after_tokens: 5 },
    { fail: 'malformed', fail_after_tokens: 3 },
    { fail: 'error_event', fail_after_tokens: 2 },
  ];
  const call = async (index: number) => {
    const kind = index % 10;
    if (kind === 0) return void (await stopOne(2_000));
    if (kind === 1) return void (await app.chat('x', { model: 'sandbox/missing' }));
    if (kind === 2) {
      const extra = { ...failures[Math.floor(index / 10) % failures.length], tokens_per_second: 0 };
      return void (await app.chat('x', { model: 'sandbox/flaky', extra }));
    }
    const extra = { tokens: 5 + (index % 40), tokens_per_second: 0, seed: index };
    await app.chat('x', { model: 'sandbox/firehose', extra, stream: kind % 2 === 0 });
  };
  for (let index = 0; index < 1_000; index += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, offset) => call(index + offset)));
  }
  // Two answers with nothing beside them: the first may still meet a charge that is only just being made.
  await app.chat('settle');
  await new Promise((done) => setTimeout(done, 300));
  await app.chat('settle again');
  const account = await app.sandbox.account();
  expect(account.chargeCount).toBeGreaterThan(700);
  expect((await meter()).remaining).toBe(toMicrocredits(account.balance));
  expect(ledgerSum(app.home)).toBe(toMicrocredits(account.charged));
}, 120_000);
