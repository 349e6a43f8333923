/** Retrying rows of a paused batch sends these rows and no others. */
import { expect, test } from 'vitest';
import { aBatch, batchOf, rowsOf, untilBatch, untilDone } from '../../../support/batches';
import { paidApp } from '../../../support/paid-app';
import type { Answer } from '../../../support/paid-gateway';

const CHATS = '/chat/completions';
const refused: Answer = { status: 400, body: { error: { code: 'invalid_request', message: 'No.' } } };
const empty: Answer = {
  status: 402,
  body: { error: { code: 'insufficient_credits', message: 'No credits.' } },
};
const message = { role: 'assistant', content: 'Yes' };
const answered: Answer = { charge: 5, body: { choices: [{ index: 0, message, finish_reason: 'stop' }] } };

const paid = paidApp();

/** Of `rows` rows, the first fails, and the batch is paused by the person before most others are sent. */
async function pausedBatch(rows: number): Promise<string> {
  const paused = held();
  paid.gateway.on(CHATS, ({ before }) => (before === 0 ? refused : paused.answer));
  const batch = aBatch({
    ...{ model: 'paid/painter', template: 'A {{thing}}', columns: ['thing'], settings: { stream: false } },
    rows: Array.from({ length: rows }, (_, index) => [`boat ${index}`]),
  });
  await paid.app.tell('batches.create', batch);
  await untilBatch(paid.app, batch.id, ({ counts }) => counts.failed === 1);
  await paid.app.tell('batches.pause', { id: batch.id });
  paused.letGo();
  await untilBatch(paid.app, batch.id, ({ counts, status }) => status === 'paused' && counts.running === 0);
  return batch.id;
}

/** An answer that is sent once it is let go. */
function held() {
  let letGo = (): void => undefined;
  const answer = new Promise<Answer>((resolve) => {
    letGo = () => resolve(answered);
  });
  return { answer, letGo: () => letGo() };
}

const failedAt = async (id: string) =>
  (await rowsOf(paid.app, id)).find(({ status }) => status === 'failed')?.position ?? -1;

test('a retried row is sent alone, and Resume sends the others once each', async () => {
  const id = await pausedBatch(30);
  const before = paid.gateway.count(CHATS);
  const { waiting } = (await batchOf(paid.app, id)).counts;
  expect(waiting).toBeGreaterThan(0);
  await paid.app.tell('batches.retryRow', { id, position: await failedAt(id) });
  const after = await untilBatch(
    paid.app,
    id,
    ({ counts }) => counts.failed === 0 && counts.waiting === waiting,
  );
  await untilBatch(paid.app, id, ({ counts }) => counts.running === 0);
  expect(after.status).toBe('paused');
  expect(paid.gateway.count(CHATS)).toBe(before + 1);

  await paid.app.tell('batches.resume', { id });
  await untilDone(paid.app, id);
  expect(paid.gateway.charges).toHaveLength(30);
  expect(new Set(paid.gateway.charges.map(({ key }) => key)).size).toBe(30);
});

test('a retried row that no row could succeed with waits, and says why', async () => {
  const id = await pausedBatch(30);
  paid.gateway.on(CHATS, () => empty);
  const before = paid.gateway.count(CHATS);
  await paid.app.tell('batches.retryRow', { id, position: await failedAt(id) });
  const { counts } = await untilBatch(paid.app, id, ({ error }) => error !== null);
  expect(counts).toMatchObject({ failed: 0, running: 0 });
  expect((await batchOf(paid.app, id)).error).toMatchObject({ code: 'insufficient_credits' });
  expect(paid.gateway.count(CHATS)).toBe(before + 1);
});

test('a paused batch is completed by the retry of its last row', async () => {
  const last = held();
  paid.gateway.on(CHATS, ({ before }) => (before === 0 ? refused : before === 1 ? last.answer : answered));
  const rows = { template: 'A {{thing}}', columns: ['thing'], rows: [['boat'], ['ship']] };
  const batch = aBatch({ model: 'paid/painter', ...rows, settings: { stream: false } });
  await paid.app.tell('batches.create', batch);
  await untilBatch(paid.app, batch.id, ({ counts }) => counts.failed === 1 && counts.running === 1);
  await paid.app.tell('batches.pause', { id: batch.id });
  last.letGo();
  await untilBatch(paid.app, batch.id, ({ status, counts }) => status === 'paused' && counts.done === 1);
  await paid.app.tell('batches.retryFailed', { id: batch.id });
  await untilBatch(paid.app, batch.id, ({ status, counts }) => status === 'completed' && counts.done === 2);
  expect(paid.gateway.charges).toHaveLength(2);
});
