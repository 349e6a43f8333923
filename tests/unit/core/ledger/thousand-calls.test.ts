/** The ledger beside the gateway's own account, after everything that can happen to a call. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { finishedStatuses } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { microsOf } from '../../../support/money';
import { soakTimes } from '../../../support/soak';

let app: TestCore;
beforeEach(async () => {
  // Short enough to be passed on purpose, long enough for every call that is not meant to.
  app = await openTestCore({ timeouts: { headersMs: 3_000, idleMs: 1_500 } });
  // The catalogue's free answer is the first balance that is known.
  await app.until(() => app.events.some((event) => event.type === 'ledger.changed'));
});
afterEach(() => app.close());

const meter = async () => (await app.tell('app.snapshot', {})).ledger;

/** Rows of the ledger, as the database holds them. */
function readLedger() {
  const database = openDatabase(join(app.home, 'gatehouse.db'), { readonly: true });
  try {
    return database.all<{ used: number | null; outcome: string; messageId: string | null }>(
      'SELECT used, outcome, message_id AS messageId FROM ledger',
    );
  } finally {
    database.close();
  }
}

async function stopOne(): Promise<void> {
  const settings = { extra: { tokens: 4_000, tokens_per_second: 2_000 } };
  const { replyId } = await app.tell('chat.send', {
    conversationId: null,
    messageId: randomUUID(),
    text: 'x',
    model: 'sandbox/firehose',
    settings,
  });
  await app.until(() =>
    app.events.some((event) => event.type === 'message.delta' && event.messageId === replyId),
  );
  await app.tell('chat.stop', { messageId: replyId });
  await app.until(() => app.message(replyId)?.status === 'stopped');
}

const flaky = async (extra: Record<string, unknown>, stream = true) =>
  void (await app.chat('x', { model: 'sandbox/flaky', extra: { tokens_per_second: 0, ...extra }, stream }));

/** Until the gateway has noticed who left, and charged what it held for them or let it go. */
async function nothingHeld(): Promise<void> {
  while ((await app.sandbox.account()).held > 0) await new Promise((done) => setTimeout(done, 20));
}

async function make(
  modality: 'image' | 'speech',
  model: string,
  parameters: Record<string, string | number>,
) {
  const id = randomUUID();
  await app.tell('jobs.create', { id, modality, model, prompt: 'A quiet harbour.', parameters, extra: {} });
  await app.until(() =>
    app.events.some(
      (event) =>
        event.type === 'job.changed' && event.job.id === id && finishedStatuses.includes(event.job.status),
    ),
  );
}

/** What can become of a call; each is met again and again. */
const fates: readonly (() => Promise<unknown>)[] = [
  stopOne,
  () => app.chat('x', { model: 'sandbox/missing' }),
  () => flaky({ fail: 'status', fail_status: 400 }),
  () => flaky({ fail: 'status', fail_status: 500 }),
  () =>
    flaky({ fail: 'status', fail_status: 429, fail_retry_after: 0, fail_times: 1, fail_id: randomUUID() }),
  () => flaky({ fail: 'cut', fail_after_tokens: 5 }),
  () => flaky({ fail: 'cut', fail_after_tokens: 5 }, false),
  () => flaky({ fail: 'malformed', fail_after_tokens: 3 }),
  () => flaky({ fail: 'error_event', fail_after_tokens: 2 }),
  () => make('speech', 'sandbox/narrator', { format: 'wav' }),
];
/** They take the time of the limits they pass, so they come less often. */
const slowFates: readonly (() => Promise<unknown>)[] = [
  () => flaky({ fail: 'silence', fail_after_tokens: 4 }),
  () => flaky({ fail: 'slow_headers', fail_delay_ms: 60_000 }),
  () => make('image', 'sandbox/aurora', { size: '512x512', format: 'png', seed: 1 }),
];

const calls = soakTimes(300, 1_000);
const atOnce = 20;

function fateOf(index: number): () => Promise<unknown> {
  if (index % 200 < slowFates.length) return slowFates[index % 200] as () => Promise<unknown>;
  const fate = index % 3 === 0 ? fates[Math.floor(index / 3) % fates.length] : undefined;
  const extra = { tokens: 5 + (index % 40), tokens_per_second: 0, seed: index };
  return fate ?? (() => app.chat('x', { model: 'sandbox/firehose', extra, stream: index % 2 === 0 }));
}

test(`after ${calls} mixed calls with stops, time-outs, 4xx, 5xx and cut streams the ledger equals the gateway’s account, and no call is unknown`, async () => {
  for (let index = 0; index < calls; index += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, (_, offset) => fateOf(index + offset)()));
  }
  const flagged = (await meter()).unknownThisSession;
  expect(flagged, 'calls whose cost is not known are said to be so').toBeGreaterThan(calls / 10);
  await nothingHeld();
  await app.chat('settle');
  const account = await app.sandbox.account();
  expect(account.chargeCount).toBeGreaterThan(calls * 0.7);
  expect(account.charges.filter(({ state }) => state === 'aborted').length).toBeGreaterThan(calls * 0.03);
  const rows = readLedger();
  expect(rows.reduce((sum, { used }) => sum + (used ?? 0), 0)).toBe(microsOf(account.charged));
  expect(await meter()).toMatchObject({
    remaining: microsOf(account.balance),
    unknownThisSession: 0,
    outsideThisSession: 0,
  });
  expect(rows.some(({ outcome }) => outcome === 'reconciled')).toBe(true);
}, 240_000);

const hiding: Record<string, () => Promise<unknown>> = {
  'was stopped': stopOne,
  'was cut': () => flaky({ fail: 'cut', fail_after_tokens: 5 }),
  'was cut before its answer': () => flaky({ fail: 'cut', fail_after_tokens: 5 }, false),
  'became unreadable': () => flaky({ fail: 'malformed', fail_after_tokens: 3 }),
  'fell silent': () => flaky({ fail: 'silence', fail_after_tokens: 4 }),
  'was not answered in time': () => flaky({ fail: 'slow_headers', fail_delay_ms: 60_000 }),
};

for (const [name, fate] of Object.entries(hiding)) {
  test(`a call that ${name} is marked as unknown, and settled by the next response if it was charged`, async () => {
    await app.chat('before');
    await fate();
    expect(await meter()).toMatchObject({ unknownThisSession: 1 });
    await nothingHeld();
    const charged = (await app.sandbox.account()).chargeCount > 1;
    await app.chat('after');
    const unknownThisSession = charged ? 0 : 1;
    expect(await meter()).toMatchObject({ unknownThisSession, outsideThisSession: 0 });
  });
}
