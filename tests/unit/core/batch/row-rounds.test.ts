/** Rows that answer calls of tools by themselves: foreseen, within limits, and no paid call twice, whenever they are cut off. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ToolSettings } from '../../../../shared/run/tools';
import { aBatch, rowsOf, untilBatch, untilDone } from '../../../support/batches';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { liveAndDie } from '../../../support/killed-process';
import { type Answer, type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';
import { programOf } from '../../../support/programs';
import { soakTimes } from '../../../support/soak';

const CHATS = '/chat/completions';
let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  const pricing = { currency: 'credits', unit: 'token', input: 0.1, output: 0.2 };
  const text = { input: ['text'], output: ['text'] };
  const capabilities = { modalities: text, context_window: 4_000, max_output: 1_000 };
  const data = [{ id: 'paid/painter', object: 'model', meta: { pricing, capabilities } }];
  gateway.on('/models', () => ({ body: { object: 'list', data } }));
  app = await openTestCore({ sandbox: gateway.sandbox });
  await untilListed(app);
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

interface Sent {
  readonly role: string;
  readonly content: unknown;
}
const messagesOf = (body: Record<string, unknown>) => body.messages as readonly Sent[];
const roundsIn = (body: Record<string, unknown>) =>
  messagesOf(body).filter(({ role }) => role === 'tool').length;

const calls = (round: number, name = 'count', given = `{"n":${round}}`): Answer => {
  const call = { id: `call_${round}`, type: 'function', function: { name, arguments: given } };
  const message = { role: 'assistant', content: null, tool_calls: [call] };
  return { charge: 1, body: { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] } };
};
const done: Answer = {
  charge: 1,
  body: { choices: [{ index: 0, message: { content: 'Done.' }, finish_reason: 'stop' }] },
};
/** Calls a tool in so many rounds, and then says that it is done. */
const inRounds = (rounds: number) =>
  gateway.on(CHATS, ({ body }) => (roundsIn(body) < rounds ? calls(roundsIn(body)) : done));

const toolsOf = (loop: ToolSettings['loop'] = { rounds: 8 }, delayMs = 0): ToolSettings => ({
  tools: [
    {
      name: 'count',
      parameters: { type: 'object' },
      automatic: [{ kind: 'result', content: 'n is {{n}}', ...(delayMs > 0 && { delayMs }) }],
    },
  ],
  loop,
});
const aLoop = (tools: ToolSettings, cities = ['Oslo', 'Bern']) =>
  aBatch({
    model: 'paid/painter',
    template: 'In {{city}}?',
    columns: ['city'],
    rows: cities.map((city) => [city]),
    settings: { stream: false, tools },
  });
const keys = () => gateway.charges.map(({ key }) => key);
/** Requests that say the same are the same paid call. */
const bodies = () =>
  gateway.requests.filter(({ path }) => path === CHATS).map(({ body }) => JSON.stringify(body.messages));

test('each row goes through eight rounds to its last reply, all of it foreseen and in the sum of the batch', async () => {
  inRounds(8);
  const batch = aLoop(toolsOf());
  const { id: _id, ...asked } = batch;
  const forecast = (settings: object) =>
    app.tell('credits.forecast', { intent: { kind: 'batch', ...asked, settings } as never });
  const single = await forecast({ stream: false });
  const foreseen = await forecast(batch.modality === 'chat' ? batch.settings : {});
  expect(foreseen).toMatchObject({ calls: 2, rounds: 16 });
  expect(foreseen.costs[0]?.estimate.to).toBeGreaterThan(8 * (single.costs[0]?.estimate.to ?? 0));
  await app.tell('batches.create', batch);
  const { cost, counts } = await untilDone(app, batch.id);
  expect(counts.done).toBe(2);
  expect(cost[0]).toEqual({ unit: 'credits', amount: 18_000_000 });
  expect(gateway.charges).toHaveLength(18);
  expect(new Set(keys()).size).toBe(18);
  expect(new Set(bodies()).size).toBe(18);
  for (const row of await rowsOf(app, batch.id)) {
    expect(row).toMatchObject({ status: 'done', answer: 'Done.', rounds: 8 });
    expect(row.cost?.[0]).toEqual({ unit: 'credits', amount: 9_000_000 });
    expect(row.calledTools).toBeUndefined();
  }
  const { text } = await app.tell('batches.export', { id: batch.id, format: 'csv' });
  expect(text.split('\r\n')[0]?.endsWith(',rounds')).toBe(true);
});

test('the cost of an earlier round that becomes known after the row has ended is in the sums of both', async () => {
  // The first round says nothing, and the balance after the second doesn’t count the first yet.
  const late = { credits_used: 1, credits_remaining: 999 };
  gateway.on(CHATS, ({ body }) => {
    if (messagesOf(body)[0]?.content === 'after') return done;
    return roundsIn(body) === 0 ? { ...calls(0), meta: {} } : { ...done, meta: late };
  });
  const batch = aLoop(toolsOf(), ['Oslo']);
  await app.tell('batches.create', batch);
  expect((await untilDone(app, batch.id)).cost[0]).toEqual({ unit: 'credits', amount: 1_000_000 });
  // Its balance says what the first round cost.
  await app.chat('after', { model: 'paid/painter', stream: false });
  await untilBatch(app, batch.id, ({ cost }) => cost[0]?.amount === 2_000_000);
  expect((await rowsOf(app, batch.id))[0]?.cost?.[0]).toEqual({ unit: 'credits', amount: 2_000_000 });
});

test.each<[string, ToolSettings['loop'], Answer, object, number]>([
  ['bad JSON', { rounds: 8 }, calls(1, 'count', '{"n": '), { roundsEnded: 'unanswered', rounds: 1 }, 2],
  ['an unknown tool', { rounds: 8 }, calls(1, 'clock'), { roundsEnded: 'unanswered', rounds: 1 }, 2],
  ['the limit of rounds', { rounds: 1 }, calls(1), { roundsEnded: 'rounds', rounds: 1 }, 2],
  [
    'the limit of cost',
    { rounds: 9, most: { unit: 'credits', amount: 1 } },
    calls(1),
    { roundsEnded: 'cost limit' },
    1,
  ],
])('%s ends a row with what it has, and says so', async (_what, loop, second, row, paid) => {
  gateway.on(CHATS, ({ body }) => (roundsIn(body) === 0 ? calls(0) : second));
  const batch = aLoop(toolsOf(loop), ['Oslo']);
  await app.tell('batches.create', batch);
  await untilDone(app, batch.id);
  expect((await rowsOf(app, batch.id))[0]).toMatchObject({ status: 'done', ...row });
  expect((await rowsOf(app, batch.id))[0]?.calledTools).toHaveLength(1);
  expect(gateway.charges).toHaveLength(paid);
});

test('a row whose round fails asks for that round alone when it is sent again', async () => {
  const fault = { status: 400, body: { error: { message: 'No.' } } };
  const state = { isBroken: true };
  gateway.on(CHATS, ({ body }) => {
    const rounds = roundsIn(body);
    if (rounds === 2 && state.isBroken) return fault;
    return rounds < 3 ? calls(rounds) : done;
  });
  const batch = aLoop(toolsOf({ rounds: 3 }), ['Oslo']);
  await app.tell('batches.create', batch);
  await untilDone(app, batch.id);
  expect((await rowsOf(app, batch.id))[0]).toMatchObject({ status: 'failed', rounds: 2 });
  state.isBroken = false;
  const intent = { kind: 'retryRow' as const, id: batch.id, position: 0 };
  // What is left is the third reply and one round.
  expect(await app.tell('credits.forecast', { intent })).toMatchObject({ calls: 1, rounds: 1 });
  await app.tell('batches.retryRow', { id: batch.id, position: 0 });
  await untilBatch(app, batch.id, ({ counts, status }) => counts.done === 1 && status === 'completed');
  expect((await rowsOf(app, batch.id))[0]).toMatchObject({ answer: 'Done.', rounds: 3 });
  expect(gateway.charges).toHaveLength(4);
});

test('a stop while results are worked out ends the row with its reply, and nothing more is sent', async () => {
  inRounds(8);
  const batch = aLoop(toolsOf({ rounds: 8 }, 50_000), ['Oslo']);
  await app.tell('batches.create', batch);
  await app.until(() => gateway.charges.length === 1);
  await untilBatch(app, batch.id, ({ cost }) => (cost[0]?.amount ?? 0) > 0);
  await app.tell('batches.stop', { id: batch.id });
  await untilBatch(app, batch.id, ({ counts }) => counts.done === 1);
  expect((await rowsOf(app, batch.id))[0]).toMatchObject({ status: 'done', calledTools: ['count'] });
  expect(gateway.charges).toHaveLength(1);
});

test('a pause ends the loop at the next call, and resuming goes on from there', async () => {
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  gateway.on(CHATS, async ({ body }) => {
    if (roundsIn(body) === 2) await held;
    return roundsIn(body) < 4 ? calls(roundsIn(body)) : done;
  });
  const batch = aLoop(toolsOf(), ['Oslo']);
  await app.tell('batches.create', batch);
  await app.until(() => gateway.count(CHATS) === 3);
  await app.tell('batches.pause', { id: batch.id });
  go();
  await untilBatch(app, batch.id, ({ counts, status }) => status === 'paused' && counts.waiting === 1);
  expect((await rowsOf(app, batch.id))[0]).toMatchObject({ status: 'waiting', rounds: 3 });
  expect(gateway.charges).toHaveLength(3);
  const forecast = await app.tell('credits.forecast', { intent: { kind: 'resumeBatch', id: batch.id } });
  expect(forecast).toMatchObject({ calls: 1, rounds: 5 });
  await app.tell('batches.resume', { id: batch.id });
  await untilDone(app, batch.id);
  expect((await rowsOf(app, batch.id))[0]).toMatchObject({ status: 'done', answer: 'Done.', rounds: 4 });
  expect(new Set(bodies()).size).toBe(5);
  expect(gateway.charges).toHaveLength(5);
});

test('kills at any moment repeat no paid call: each row ends with its last reply', async () => {
  const batch = aLoop(toolsOf({ rounds: 8 }, 10), ['Oslo', 'Bern', 'Rome', 'Kyiv']);
  gateway.on(CHATS, async ({ body }) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return roundsIn(body) < 8 ? calls(roundsIn(body)) : done;
  });
  const { home } = app;
  await app.core.close();
  const { baseUrl, apiKey } = gateway.sandbox;
  const env = { HOME_FOLDER: home, BASE_URL: baseUrl, API_KEY: apiKey, BATCH: JSON.stringify(batch) };
  for (let kill = 0; kill < soakTimes(5, 20); kill += 1)
    await liveAndDie(
      await programOf('run-batch'),
      env,
      30 + Math.random() * 300,
      kill % 2 ? 'asked' : 'open',
    );
  app = await openTestCore({ home, sandbox: gateway.sandbox });
  await untilDone(app, batch.id);
  // What may have been accepted was not asked again by itself.
  expect(new Set(bodies()).size).toBe(bodies().length);
  for (;;) {
    const cut = (await rowsOf(app, batch.id)).filter(({ status }) => status === 'interrupted');
    if (cut.length === 0) break;
    for (const { position } of cut) await app.tell('batches.retryRow', { id: batch.id, position });
    await untilDone(app, batch.id);
  }
  const rows = await rowsOf(app, batch.id);
  expect(rows.map(({ answer, rounds }) => [answer, rounds])).toEqual(Array(4).fill(['Done.', 8]));
  // Four rows of nine calls, each under one key.
  expect(new Set(bodies()).size).toBe(36);
  expect(new Set(keys()).size).toBe(36);
}, 240_000);
