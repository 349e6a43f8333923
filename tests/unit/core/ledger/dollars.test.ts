import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../../../../electron/core/ports/storage';
import { systemClock } from '../../../../electron/system-clock';
import { defaultConnection } from '../../../../shared/profiles/defaults';
import { exportAll, importAll } from '../../../support/archives';
import { aBatch, rowsOf, untilBatch } from '../../../support/batches';
import { openTestCore, type TestCore } from '../../../support/core';
import { type DollarGateway, startDollarGateway } from '../../../support/dollar-gateway';
import { memoryKeychain } from '../../../support/memory-keychain';
import { expectedIn, microsOf, paidInDollars } from '../../../support/money';
import { tempFolder } from '../../../support/temp-folder';

const keychain = memoryKeychain();
const { entries } = keychain;

/** By how much the app's clock is ahead, in milliseconds. */
let ahead = 0;

/** A clock whose long waits pass at once, and move it on. */
function quickClock(): typeof systemClock {
  ahead = 0;
  return {
    ...systemClock,
    now: () => Date.now() + ahead,
    setTimer: (milliseconds, run) =>
      systemClock.setTimer(milliseconds < 2_000 ? milliseconds : 1, () => {
        if (milliseconds >= 2_000) ahead += milliseconds;
        run();
      }),
  };
}

let gateway: DollarGateway;
let app: TestCore;
let profileId: string;
beforeEach(async () => {
  entries.clear();
  gateway = await startDollarGateway();
  app = await openTestCore({ keychain, clock: quickClock() });
  profileId = await addProfile('openrouter');
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

async function addProfile(kind: 'openrouter' | 'ollama'): Promise<string> {
  const { id } = await app.tell('profiles.create', { name: 'Dollars', baseUrl: gateway.baseUrl });
  await app.tell('profiles.saveConnection', { id, connection: { ...defaultConnection, gateway: kind } });
  await app.tell('profiles.saveKey', { id, key: 'a-key', keep: 'session' });
  await app.tell('profiles.activate', { id });
  return id;
}

const ledger = async () => (await app.tell('app.snapshot', {})).ledger;
const sums = (unit: 'credits' | 'usd') => app.tell('ledger.sums', { filter: { unit } });

async function ask(text: string, model = 'a/chat', stream = true) {
  const input = { conversationId: null, messageId: randomUUID(), text, model, settings: { stream } };
  const { replyId } = await app.tell('chat.send', input);
  return await app.until(() => {
    const known = app.message(replyId);
    return known && known.status !== 'streaming' && known;
  });
}

/** Until nothing of the account is unknown and the meter shows what the gateway would. */
const settled = async () => {
  const left = (10_000_000_000 - gateway.charged()) as number;
  for (let turn = 0; turn < 400; turn += 1) {
    const state = await ledger();
    if (state.unknownThisSession === 0 && state.remaining === left) return state;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`not settled: ${JSON.stringify(await ledger())}`);
};

describe('a profile that counts in dollars', () => {
  test('shows its balance as soon as it is opened', async () => {
    const money = await settled();
    expect(money).toMatchObject({ unit: 'usd', isFree: false, remaining: 10_000_000_000 });
    // Reading the catalogue is free, though this gateway doesn't say so.
    expect(await ledger()).toMatchObject({ spentToday: 0, lastCall: null });
  });

  test('counts a call of 0.0000004 dollars exactly, and in no other unit', async () => {
    const reply = await ask('whole 400', 'a/chat', false);
    expect(reply).toMatchObject({ status: 'complete', cost: [{ unit: 'usd', amount: 400 }] });
    expect(await sums('usd')).toMatchObject({ spent: 400, calls: 1, unknown: 0 });
    expect(await sums('credits')).toMatchObject({ spent: 0, calls: 0, unknown: 0, outside: 0 });
    const { rows } = await app.tell('ledger.page', { filter: { profileId }, cursor: null, limit: 5 });
    expect(rows[0]).toMatchObject({ unit: 'usd', amount: 400 });
    const { text } = await app.tell('ledger.export', { filter: { profileId }, format: 'csv' });
    expect(text.split('\r\n')[1]).toMatch(/,usd,0\.0000004,/);
  });

  test('shows the balance that it read less what was charged since', async () => {
    await settled();
    await ask('streamed 20000000');
    expect((await ledger()).remaining).toBe(9_980_000_000);
  });

  test('finds what another program spent, also where the balance was read too soon after a charge', async () => {
    await app.close();
    app = await openTestCore({ keychain, clock: { ...systemClock, now: () => Date.now() + ahead } });
    profileId = await addProfile('openrouter');
    await settled();
    await ask('whole 400');
    const body = JSON.stringify({ messages: [{ content: 'whole 900000' }] });
    await fetch(`${gateway.baseUrl}/chat/completions`, { method: 'POST', body });
    await app.tell('profiles.activate', { id: profileId });
    await settled();
    expect(await sums('usd')).toMatchObject({ spent: 400, outside: 0 });
    ahead += 600_000;
    await app.tell('profiles.activate', { id: profileId });
    await expect.poll(() => sums('usd')).toMatchObject({ spent: 400, outside: 900_000 });
  });

  test('learns what a stream that was cut has cost by its generation, and only that call is settled', async () => {
    await settled();
    const [cut, lost] = [await ask('cut 700'), await ask('lost 300')];
    expect([paidInDollars(cut), paidInDollars(lost)]).toEqual([null, null]);
    const known = await app.until(() => paidInDollars(app.message(cut.id)) != null && app.message(cut.id));
    expect(paidInDollars(known)).toBe(700);
    await settled();
    expect(await sums('usd')).toMatchObject({ spent: 1_000, unknown: 0, outside: 0, added: 0 });
  });

  test('asks for the cost of each open call at its own times, not with every call that follows', async () => {
    await app.close();
    // Only the first look of the rounds comes; a day would pass before the others.
    const setTimer: typeof systemClock.setTimer = (milliseconds, run) =>
      milliseconds > 2_000 ? () => {} : systemClock.setTimer(milliseconds === 2_000 ? 20 : milliseconds, run);
    app = await openTestCore({ keychain, clock: { ...systemClock, setTimer } });
    profileId = await addProfile('openrouter');
    await settled();
    const asked = (path: string) => gateway.paths.filter((one) => one === `GET /api/v1/${path}`).length;
    for (let calls = 1; calls <= 5; calls += 1) {
      const looks = asked('key');
      await ask('hidden 100');
      await expect.poll(() => asked('key')).toBeGreaterThan(looks);
    }
    expect(asked('generation')).toBe(5);
  });

  test('counts a generation once whose stored answer is cut off again', async () => {
    await settled();
    const call = { model: 'a/chat', template: '{{what}}', columns: ['what'], rows: [['cut 700']] };
    const batch = aBatch(call);
    await app.tell('batches.create', batch);
    const interrupted = async () => {
      const { conversationId, replyId } = (await rowsOf(app, batch.id))[0] ?? {};
      expect(conversationId).not.toBeNull();
      return await app.until(() => {
        const reply = app.message(replyId ?? '');
        return reply?.status === 'interrupted' && paidInDollars(reply) !== null && reply;
      });
    };
    await untilBatch(app, batch.id, ({ counts }) => counts.interrupted === 1);
    expect(await interrupted()).toMatchObject({ cost: [{ unit: 'usd', amount: 700 }] });
    const before = gateway.paths.length;
    await app.tell('batches.retryRow', { id: batch.id, position: 0 });
    await app.until(() => gateway.paths.slice(before).some((path) => path.startsWith('POST')));
    await untilBatch(app, batch.id, ({ counts }) => counts.interrupted === 1);
    expect(await interrupted()).toMatchObject({ cost: [{ unit: 'usd', amount: 700 }] });
    await settled();
    expect(gateway.charged()).toBe(700);
    expect(await sums('usd')).toMatchObject({ spent: 700, unknown: 0, outside: 0, added: 0 });
  });

  test('a database that fails for a while ends neither the app nor the watch over a call of unknown cost', async () => {
    await app.close();
    let failures = 0;
    const wrapStorage = (storage: Storage): Storage => ({
      ...storage,
      ledger: {
        ...storage.ledger,
        openUnknowns(account) {
          failures -= 1;
          if (failures >= 0) throw new Error('disk I/O error');
          return storage.ledger.openUnknowns(account);
        },
      },
    });
    app = await openTestCore({ keychain, clock: quickClock(), wrapStorage });
    profileId = await addProfile('openrouter');
    await settled();
    failures = 2;
    await ask('lost 300');
    await settled();
    expect(failures).toBeLessThan(0);
    expect(await sums('usd')).toMatchObject({ spent: 300, unknown: 0, outside: 0, added: 0 });
  });

  test('counts a video once that both its record and its generation tell the cost of', async () => {
    await settled();
    const id = randomUUID();
    const request = {
      modality: 'video',
      model: 'a/video',
      prompt: 'A 900',
      parameters: {},
      extra: {},
    } as const;
    await app.tell('jobs.create', { id, ...request });
    await settled();
    await app.until(() => gateway.paths.some((path) => path.includes('/videos/gen-')));
    await app.until(() => gateway.paths.some((path) => path.endsWith('/generation')));
    await settled();
    expect(await sums('usd')).toMatchObject({ spent: 900, unknown: 0, outside: 0, added: 0 });
  });

  test('has limits of its own: those in credits do not hold for it, which is asked about, and those in dollars do', async () => {
    const budgets = { [profileId]: { hardPerDay: 0 } };
    await app.tell('settings.update', { patch: { budgets } });
    const input = { conversationId: null, messageId: randomUUID(), text: 'x', model: 'a/chat', settings: {} };
    expect(await app.refusal('chat.send', input)).toMatchObject({ code: 'needs_confirmation' });
    await app.tell('settings.update', { patch: { dollarBudgets: { [profileId]: {} } } });
    await ask('whole 400');
    const dollarBudgets = { [profileId]: { hardPerDay: 0.0000001 } };
    await app.tell('settings.update', { patch: { dollarBudgets } });
    const error = await app.refusal('chat.send', input);
    expect(error).toMatchObject({ code: 'over_budget', details: { unit: 'usd' } });
    expect(error.message).toContain('$0.0000001 per day');
  });

  test('says before a call what it may cost, by the price in dollars, and that a free model is free', async () => {
    await app.until(() =>
      app.events.some((one) => one.type === 'models.changed' && one.catalogue.models.length === 2),
    );
    const intent = (model: string) =>
      ({
        kind: 'message',
        conversationId: null,
        text: 'x'.repeat(400),
        model,
        settings: { maxTokens: 100 },
      }) as const;
    const priced = await app.tell('credits.forecast', { intent: intent('a/chat') });
    expect(priced).toMatchObject({ costs: [{ unit: 'usd', usually: null }], unpriced: 0, hasPrice: true });
    expect(expectedIn(priced, 'usd')?.estimate.to).toBeCloseTo(0.0002, 6);
    const free = await app.tell('credits.forecast', { intent: intent('a/free') });
    expect(expectedIn(free, 'usd')?.estimate).toEqual({ from: 0, to: 0 });
  });

  test('keeps unit and generation in an archive', async () => {
    await ask('whole 400');
    const archive = await exportAll(app);
    const other = await openTestCore({ home: tempFolder(), sandbox: app.sandbox });
    await importAll(other, archive);
    const found = await other.tell('ledger.sums', { filter: { unit: 'usd' } });
    expect(found).toMatchObject({ spent: 400, calls: 1 });
    expect(await other.tell('ledger.sums', { filter: {} })).toMatchObject({ spent: 0 });
    await other.close();
  });
});

test('a server of the person’s own is free: its calls are charged nothing, and are never unknown', async () => {
  await addProfile('ollama');
  expect(await ledger()).toMatchObject({ isFree: true });
  const [reply] = [await ask('lost 0')];
  expect(reply).toMatchObject({ cost: [{ unit: 'usd', amount: 0 }] });
  expect(await ledger()).toMatchObject({ unknownThisSession: 0 });
  const intent = { kind: 'message', conversationId: null, text: 'word', model: 'x', settings: {} } as const;
  expect(expectedIn(await app.tell('credits.forecast', { intent }), 'usd')?.estimate).toEqual({
    from: 0,
    to: 0,
  });
});

test('after any mixture of calls the ledger equals both accounts, to the last digit', async () => {
  await settled();
  const way = fc.constantFrom('whole', 'streamed', 'cut', 'lost', 'refused', 'credits');
  const calls = fc.sample(fc.tuple(way, fc.integer({ min: 1, max: 3_000_000 })), { numRuns: 25, seed: 7 });
  for (const [how, cost] of calls) {
    await app.tell('profiles.activate', { id: how === 'credits' ? 'sandbox' : profileId });
    if (how === 'credits') await app.chat('hello');
    else await ask(`${how} ${cost}`, 'a/chat', how !== 'whole');
  }
  await app.tell('profiles.activate', { id: profileId });
  await settled();
  const { spent, outside, added, unknown } = await sums('usd');
  expect({ account: spent + outside - added, unknown }).toEqual({ account: gateway.charged(), unknown: 0 });
  expect((await sums('credits')).spent).toBe(microsOf((await app.sandbox.account()).charged));
});
