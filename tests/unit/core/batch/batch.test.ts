import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aBatch, batchOf, rowsOf, untilBatch, untilDone } from '../../../support/batches';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { paidIn } from '../../../support/money';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterEach(() => app.close());

const CHATS = 'POST /api/v1/chat/completions';
const requests = async () => (await app.sandbox.account()).requests;

async function reopen(): Promise<void> {
  const { home, sandbox } = app;
  await app.core.close();
  app = await openTestCore({ home, sandbox });
}

describe('a batch of chats', () => {
  test('sends one request for each row, stores each as a separate conversation, and sums their costs', async () => {
    const input = aBatch();
    await app.tell('batches.create', input);
    const batch = await untilDone(app, input.id);
    const rows = await rowsOf(app, input.id);
    expect(rows.map(({ status, answer }) => [status, answer])).toEqual(
      input.rows.map(([word, count]) => ['done', expect.stringContaining(`Say ${word} ${count} times`)]),
    );
    const account = await app.sandbox.account();
    expect(account.chargeCount).toBe(5);
    expect(batch).toMatchObject({ counts: { done: 5, waiting: 0 }, hasUnknownCost: false });
    expect(paidIn(batch)).toBe(Math.round(account.charged * 1e6));
    expect(rows.reduce((sum, one) => sum + (paidIn(one) ?? 0), 0)).toBe(paidIn(batch));
    const conversation = await app.tell('conversations.get', { id: rows[0]?.conversationId ?? '' });
    expect(conversation.owner).toEqual({ kind: 'batch', id: input.id });
    expect((await app.tell('conversations.list', { cursor: null, limit: 50 })).conversations).toEqual([]);
  });

  test('submitted twice with one id runs once', async () => {
    const input = aBatch();
    await Promise.all([app.tell('batches.create', input), app.tell('batches.create', input)]);
    await untilDone(app, input.id);
    await app.tell('batches.create', input);
    expect((await app.sandbox.account()).chargeCount).toBe(5);
  });

  test('runs at most three rows at once', async () => {
    const extra = { tokens: 200, tokens_per_second: 400 };
    const input = aBatch({ model: 'sandbox/firehose', settings: { extra } });
    await app.tell('batches.create', input);
    await untilDone(app, input.id);
    let running = 0;
    let most = 0;
    for (const event of app.events) {
      if (event.type !== 'batch.row.changed') continue;
      if (event.row.status === 'running') running += 1;
      if (event.row.status === 'done') running -= 1;
      most = Math.max(most, running);
    }
    expect(most).toBe(3);
  });

  test('when paused starts no further rows, and continues where it was', async () => {
    const extra = { tokens: 60, tokens_per_second: 200 };
    const input = aBatch({ model: 'sandbox/firehose', settings: { extra } });
    await app.tell('batches.create', input);
    await app.tell('batches.pause', { id: input.id });
    const paused = await untilBatch(app, input.id, ({ counts }) => counts.running === 0);
    expect(paused).toMatchObject({ status: 'paused', error: null, counts: { waiting: 2, done: 3 } });
    await app.tell('batches.resume', { id: input.id });
    expect(await untilDone(app, input.id)).toMatchObject({ counts: { done: 5 } });
    expect((await app.sandbox.account()).chargeCount).toBe(5);
  });

  test('when stopped aborts running rows and starts no others; a single row can still be run', async () => {
    const extra = { tokens: 4_000, tokens_per_second: 50 };
    const input = aBatch({ model: 'sandbox/firehose', settings: { extra } });
    await app.tell('batches.create', input);
    await app.until(() => app.events.filter(({ type }) => type === 'message.delta').length > 3);
    await app.tell('batches.stop', { id: input.id });
    await untilBatch(app, input.id, ({ counts }) => counts.stopped === 5);
    expect((await batchOf(app, input.id)).status).toBe('stopped');
    expect((await requests())[CHATS]).toBe(3);
    await app.tell('batches.retryRow', { id: input.id, position: 4 });
    await untilBatch(app, input.id, ({ counts }) => counts.running === 1);
    expect((await requests())[CHATS]).toBeLessThanOrEqual(4);
  });

  test('continues when one row fails, which can be retried', async () => {
    const input = aBatch({
      model: 'sandbox/flaky',
      template: '{{what}}',
      columns: ['what'],
      rows: [['a'], ['b'], ['c']],
      settings: { extra: { fail: 'status', fail_status: 500, fail_id: 'once', fail_times: 1 } },
    });
    await app.tell('batches.create', input);
    const batch = await untilDone(app, input.id);
    expect(batch.counts).toMatchObject({ done: 2, failed: 1 });
    const failed = (await rowsOf(app, input.id)).find(({ status }) => status === 'failed');
    expect(failed?.error).toMatchObject({ statusCode: 500 });
    await app.tell('batches.retryFailed', { id: input.id });
    expect((await untilDone(app, input.id)).counts).toMatchObject({ done: 3, failed: 0 });
    const again = (await rowsOf(app, input.id))[failed?.position ?? 0];
    expect(again).toMatchObject({ conversationId: failed?.conversationId, replyId: failed?.replyId });
  });

  test('waits at a rate limit, and says until when', async () => {
    const input = aBatch({
      model: 'sandbox/flaky',
      template: '{{what}}',
      columns: ['what'],
      rows: [['a'], ['b']],
      settings: {
        extra: { fail: 'status', fail_status: 429, fail_retry_after: 0, fail_id: 'busy', fail_times: 7 },
      },
    });
    await app.tell('batches.create', input);
    expect(await untilDone(app, input.id)).toMatchObject({ counts: { done: 2, failed: 0 } });
    const waits = app.events.flatMap((event) =>
      event.type === 'batch.changed' ? [event.batch.waitsUntil] : [],
    );
    expect(waits.some((until) => until !== null)).toBe(true);
    expect(waits.at(-1)).toBeNull();
    expect((await app.sandbox.account()).chargeCount).toBe(2);
  });

  test('pauses at a refusal that every row would get, and loses no row', async () => {
    const input = aBatch({ model: 'sandbox/no-such-model' });
    await app.tell('batches.create', input);
    const paused = await untilBatch(
      app,
      input.id,
      ({ status, counts }) => status === 'paused' && counts.running === 0,
    );
    expect(paused).toMatchObject({ error: { code: 'model_not_found' }, counts: { waiting: 5, failed: 0 } });
    expect((await requests())[CHATS]).toBeLessThanOrEqual(3);
  });

  test('with an unknown outcome is not retried automatically, nor with the failed rows', async () => {
    const input = aBatch({
      model: 'sandbox/flaky',
      template: '{{what}}',
      columns: ['what'],
      rows: [['a'], ['b']],
      settings: { extra: { fail: 'cut', fail_after_tokens: 2, fail_id: 'cut', fail_times: 1 } },
    });
    await app.tell('batches.create', input);
    const batch = await untilDone(app, input.id);
    expect(batch.counts).toMatchObject({ done: 1, interrupted: 1 });
    await app.tell('batches.retryFailed', { id: input.id });
    expect((await batchOf(app, input.id)).counts).toMatchObject({ interrupted: 1 });
    const row = (await rowsOf(app, input.id)).find(({ status }) => status === 'interrupted');
    await app.tell('batches.retryRow', { id: input.id, position: row?.position ?? -1 });
    await untilDone(app, input.id);
    const keys = (await app.sandbox.account()).charges.map((charge) => charge.idempotency_key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('before anything is sent', () => {
  test.each([
    ['a variable without a column', { columns: ['other', 'count'] }, 'The table has no column “what”'],
    [
      'an empty cell',
      {
        rows: [
          ['a', '1'],
          [' ', '1'],
        ],
      },
      'Row 2: “what” is missing.',
    ],
    [
      'a cell that is not a number',
      { rows: [['a', 'many']] },
      'Row 1: “count” must be a number; “many” is not one.',
    ],
    ['a repeated column', { columns: ['what', 'what'] }, 'The column “what” is in the table twice'],
    [
      'a malformed variable',
      { template: '{{what}}\n{{count:color}}' },
      'Line 2, column 1: “color” is not a type',
    ],
    [
      'a text too long for its model',
      { modality: 'image' as const, model: 'sandbox/isometric', rows: [['x'.repeat(33_000), '1']] },
      'Row 1: Prompt is longer than 32000 characters',
    ],
  ])('%s is refused with the reason', async (_what, more, message) => {
    const refused = await app.refusal('batches.create', aBatch(more));
    expect(refused.code).toBe('invalid_input');
    expect(refused.message).toContain(message);
    expect((await app.tell('batches.page', { modality: null, cursor: null, limit: 10 })).batches).toEqual([]);
    expect(await requests()).not.toHaveProperty(CHATS);
  });

  test('a hard limit applies to the whole table, and nothing is stored or sent', async () => {
    const input = aBatch({ model: 'sandbox/markdown-tour', settings: { maxTokens: 1_000 } });
    await app.tell('settings.update', { patch: { budgets: { sandbox: { hardPerDay: 3 } } } });
    const refused = await app.refusal('batches.create', { ...input, isConfirmed: true });
    expect(refused).toMatchObject({ code: 'over_budget', details: { calls: 5 } });
    expect((await app.tell('batches.page', { modality: null, cursor: null, limit: 10 })).batches).toEqual([]);
    expect(await requests()).not.toHaveProperty(CHATS);
  });

  test('a total above the confirmation threshold is confirmed once', async () => {
    await app.tell('settings.update', { patch: { budgets: { sandbox: { askAbove: 0.001 } } } });
    const input = aBatch({ model: 'sandbox/markdown-tour', settings: { maxTokens: 10 } });
    const refused = await app.refusal('batches.create', input);
    expect(refused).toMatchObject({ code: 'needs_confirmation', details: { calls: 5 } });
    await app.tell('batches.create', { ...input, isConfirmed: true });
    expect((await untilDone(app, input.id)).counts.done).toBe(5);
  });
});

describe('a batch of media', () => {
  const images = () =>
    aBatch({
      modality: 'image',
      model: 'sandbox/isometric',
      template: 'a {{what}}',
      columns: ['what'],
      rows: [['house'], ['tree']],
      parameters: { size: '512x512' },
    });

  test('creates a real job for each row, with its file and cost', async () => {
    const input = images();
    await app.tell('batches.create', input);
    const batch = await untilDone(app, input.id);
    const rows = await rowsOf(app, input.id);
    expect(rows.map(({ status, media }) => [status, media?.kind, media?.origin.prompt])).toEqual([
      ['done', 'image', 'a house'],
      ['done', 'image', 'a tree'],
    ]);
    const { jobs } = await app.tell('jobs.page', { modality: 'image', cursor: null, limit: 10 });
    expect(new Set(jobs.map(({ id }) => id))).toEqual(new Set(rows.map(({ jobId }) => jobId)));
    expect(paidIn(batch)).toBe(Math.round((await app.sandbox.account()).charged * 1e6));
  });

  test('an invalid parameter is refused before anything is stored', async () => {
    const refused = await app.refusal(
      'batches.create',
      aBatch({ ...images(), parameters: { size: 'huge' } }),
    );
    expect(refused).toMatchObject({ code: 'invalid_input', field: 'parameters.size' });
  });
});

describe('stored batches', () => {
  test('a batch is exported with complete answers, quoted for a spreadsheet', async () => {
    const input = aBatch({
      template: '{{what}}',
      columns: ['what', 'note'],
      rows: [['=1+1, "quoted"\nline', 'plain']],
    });
    await app.tell('batches.create', input);
    await untilDone(app, input.id);
    const csv = await app.tell('batches.export', { id: input.id, format: 'csv' });
    expect(csv.text.split('\r\n')[0]).toBe('row,what,note,state,answer,file,credits,ms,error,dollars');
    expect(csv.text).toContain(`1,"'=1+1, ""quoted""\nline",plain,done,`);
    const json = JSON.parse((await app.tell('batches.export', { id: input.id, format: 'json' })).text);
    expect(json.rows).toMatchObject([{ row: 1, values: { note: 'plain' }, state: 'done' }]);
    expect(json.rows[0].answer).toContain('quoted');
  });

  test('a deleted batch can be restored until the app is closed; then its chats are deleted, and their cost stays', async () => {
    const input = aBatch();
    await app.tell('batches.create', input);
    await untilDone(app, input.id);
    const [row] = await rowsOf(app, input.id);
    await app.tell('batches.remove', { id: input.id });
    expect((await app.refusal('batches.get', { id: input.id })).code).toBe('not_found');
    await app.tell('batches.restore', { id: input.id });
    expect((await rowsOf(app, input.id))[0]?.answer).toContain('Say one');
    await app.tell('batches.remove', { id: input.id });
    await reopen();
    expect((await app.refusal('conversations.get', { id: row?.conversationId ?? '' })).code).toBe(
      'not_found',
    );
    const spent = await app.tell('ledger.page', { filter: {}, cursor: null, limit: 1 });
    expect(paidIn(spent)).toBe(Math.round((await app.sandbox.account()).charged * 1e6));
  });

  test('a batch that ran when the app closed continues at the next start; completed rows are not sent again', async () => {
    const extra = { tokens: 40, tokens_per_second: 100 };
    const input = aBatch({ model: 'sandbox/firehose', settings: { extra } });
    await app.tell('batches.create', input);
    await untilBatch(app, input.id, ({ counts }) => counts.done >= 2);
    // What is on its way as the app closes may not arrive.
    await expect.poll(async () => (await requests())[CHATS]).toBe(5);
    await reopen();
    const { counts } = await untilDone(app, input.id);
    expect(counts.done + counts.interrupted).toBe(5);
    expect((await requests())[CHATS]).toBe(5);
  });

  test('batches are listed in pages, newest first, by modality', async () => {
    for (const name of ['first', 'second', 'third']) await app.tell('batches.create', aBatch({ name }));
    const page = await app.tell('batches.page', { modality: 'chat', cursor: null, limit: 2 });
    expect(page.batches.map(({ name }) => name)).toEqual(['third', 'second']);
    const rest = await app.tell('batches.page', { modality: 'chat', cursor: page.nextCursor, limit: 2 });
    expect(rest).toMatchObject({ batches: [{ name: 'first' }], nextCursor: null });
    expect((await app.tell('batches.page', { modality: 'video', cursor: null, limit: 2 })).batches).toEqual(
      [],
    );
  });
});

test('a row belongs to one batch only', async () => {
  expect((await app.refusal('batches.retryRow', { id: randomUUID(), position: 0 })).code).toBe('not_found');
});
