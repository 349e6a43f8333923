/** A gateway may refuse a call and charge for it all the same: what it names as charged is never sent again by itself. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { finishedStatuses } from '../../../shared/media/jobs';
import { aBatch, untilBatch } from '../../support/batches';
import { inMicros } from '../../support/money';
import { paidApp } from '../../support/paid-app';
import { type Answer, IMAGES } from '../../support/paid-gateway';

const paid = paidApp();

const soon = { 'Retry-After': '0' };
const refusals: Readonly<Record<string, Answer>> = {
  'status 429': { status: 429, charge: 10, headers: soon, body: { error: { code: 'rate_limited' } } },
  'status 503': { status: 503, charge: 10, headers: soon, body: { error: { code: 'overloaded' } } },
  'an error inside an answer': {
    charge: 10,
    headers: soon,
    body: { error: { code: 429, message: 'Slow.' } },
  },
};

/** One charge that the ledger knows, and nothing left to find out. */
async function expectOneCharge(): Promise<void> {
  expect(paid.gateway.charges).toHaveLength(1);
  const { ledger } = await paid.app.tell('app.snapshot', {});
  expect(ledger).toMatchObject({ unknownThisSession: 0, remaining: 990_000_000 });
}

describe.each(Object.keys(refusals))('%s that names a charge', (name) => {
  beforeEach(() => paid.gateway.on(IMAGES, () => refusals[name] ?? {}));

  test('ends a job, and its cost is known', async () => {
    const id = randomUUID();
    const request = {
      modality: 'image',
      model: 'paid/painter',
      prompt: 'x',
      parameters: {},
      extra: {},
    } as const;
    await paid.app.tell('jobs.create', { id, ...request });
    const ended = await paid.app.until(() => {
      const told = paid.app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
      const job = told?.type === 'job.changed' ? told.job : null;
      return job !== null && finishedStatuses.includes(job.status) && job;
    });
    expect(ended).toMatchObject({ status: 'failed', cost: inMicros(10_000_000) });
    await expectOneCharge();
  });

  test('ends a row of a batch', async () => {
    const rows = { template: 'A {{thing}}', columns: ['thing'], rows: [['boat']] };
    const batch = aBatch({ modality: 'image', model: 'paid/painter', ...rows });
    await paid.app.tell('batches.create', batch);
    const ended = await untilBatch(paid.app, batch.id, ({ status }) => status !== 'running');
    expect(ended).toMatchObject({ status: 'completed', counts: { failed: 1 } });
    await expectOneCharge();
  });
});

const sse = (events: readonly unknown[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

test.each([
  { status: 429, code: 'rate_limited', ends: 'completed' },
  { status: 503, code: 'overloaded', ends: 'completed' },
  { status: 402, code: 'insufficient_credits', ends: 'paused' },
  { status: 401, code: 'invalid_api_key', ends: 'paused' },
] as const)(
  'a chat row whose reply breaks off with $status and a charge is not sent again, also by Resume',
  async ({ status, code, ends }) => {
    const text = { id: 'c', choices: [{ index: 0, delta: { content: 'Paid words ' } }] };
    const meta = { credits_used: 10, credits_remaining: 990 };
    paid.gateway.on('/chat/completions', () => ({
      charge: 10,
      headers: { 'Content-Type': 'text/event-stream' },
      body: sse([text, { error: { code, status, message: 'No.' }, gatehouse: meta }]),
    }));
    const batch = aBatch({
      model: 'paid/painter',
      template: 'A {{thing}}',
      columns: ['thing'],
      rows: [['boat']],
    });
    await paid.app.tell('batches.create', batch);
    const ended = await untilBatch(paid.app, batch.id, (one) => one.status !== 'running');
    expect(ended).toMatchObject({ status: ends, counts: { failed: 1 } });
    await paid.app.tell('batches.resume', { id: batch.id });
    await untilBatch(paid.app, batch.id, (one) => one.status !== 'running');
    await expectOneCharge();
  },
);
