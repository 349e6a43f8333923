/** `similar`: answers are compared with what is expected by vectors, which a model of the Sandbox makes over HTTP. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Storage } from '../../../../electron/core/ports/storage';
import { snippet } from '../../../../shared/code/snippet';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { anExperiment, cellsOf, untilCompleted } from '../../../support/experiments';
import { expectedIn, paidIn } from '../../../support/money';
import { runSnippet } from '../../../support/run-snippet';

let app: TestCore;
let isForgotten = false;

/** The same storage, in which experiments may know nothing of a reply any more. */
function forgetful(storage: Storage): Storage {
  const { units } = storage.experiments;
  const placeOfReply = (id: string) => (isForgotten ? undefined : units.placeOfReply(id));
  return { ...storage, experiments: { ...storage.experiments, units: { ...units, placeOfReply } } };
}

beforeEach(async () => {
  isForgotten = false;
  app = await openTestCore({ wrapStorage: forgetful });
  await untilListed(app);
});
afterEach(() => app.close());

const model = 'sandbox/embeddings';
const similar = { type: 'similar', value: 'Say {{word}}', threshold: 0.95, model };

async function run(input: ReturnType<typeof anExperiment>) {
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id: input.id });
  return untilCompleted(app, input.id);
}

const checksOf = async (id: string, cellId = 1) =>
  (await app.tell('experiments.cell', { id, cellId })).checks.map(({ state, score, why }) => ({
    state,
    score: score === null ? null : Number(score.toFixed(3)),
    why,
  }));

test('each answer is measured once, for the price that was foreseen, and the ledger says how', async () => {
  const { id, ...plan } = anExperiment({ assertions: [similar] });
  const foreseen = await app.tell('experiments.forecast', { plan });
  expect([foreseen.total.calls, foreseen.judging.calls]).toEqual([12, 6]);
  const experiment = await run({ id, ...plan });
  expect(experiment).toMatchObject({
    judgements: { done: 6 },
    verdicts: { passed: 3, failed: 3, unclear: 0 },
  });
  expect((await cellsOf(app, id)).map(({ verdict }) => verdict).slice(0, 2)).toEqual(['passed', 'failed']);
  expect(await checksOf(id)).toEqual([
    { state: 'passed', score: 1, why: 'The likeness is 1, with 0.95 as the least.' },
  ]);
  const account = await app.sandbox.account();
  expect(account.chargeCount).toBe(12);
  expect(paidIn(experiment)).toBe(Math.round(account.charged * 1e6));
  expect(account.charged).toBeLessThanOrEqual(expectedIn(foreseen.total)?.most ?? 0);
  const { rows } = await app.tell('ledger.page', { filter: {}, cursor: null, limit: 100 });
  const measured = rows.filter(({ operation }) => operation === 'embeddings.create');
  expect(measured).toHaveLength(6);
  expect(new Set(measured.map((row) => row.model))).toEqual(new Set([model]));
});

test('the code of a likeness is the request that was sent, and the same where that is not kept', async () => {
  const { id } = await run(anExperiment({ assertions: [similar] }));
  const { judgements } = await app.tell('experiments.cell', { id, cellId: 1 });
  const { messages } = await app.tell('messages.page', {
    conversationId: judgements[0]?.conversationId ?? '',
    beforeId: null,
    limit: 10,
  });
  const code = () => app.tell('code.request', { of: 'message', messageId: messages.at(-1)?.id ?? '' });
  const sent = await code();
  expect(sent).toMatchObject({ operation: 'embeddings', origin: 'sent', bodies: [{ model }] });
  expect(sent.bodies[0]?.input).toHaveLength(2);
  expect(sent.connection.url).toMatch(/\/v1\/embeddings$/);
  await app.tell('inspector.clear', {});
  const rebuilt = await code();
  expect(rebuilt).toEqual({ ...sent, origin: 'rebuilt' });
  const [body = {}] = rebuilt.bodies;
  isForgotten = true;
  expect(await code(), 'also where no experiment knows the reply any more').toEqual(rebuilt);
  const language = 'typescript';
  await runSnippet(language, snippet({ ...rebuilt, language, body }), app.sandbox.apiKey, ({ stdout }) => {
    expect(JSON.parse(stdout).data).toHaveLength(2);
  });
});

test('the nearest of several values counts, and what is not to be like it', async () => {
  const any = { ...similar, value: ['Nothing of it', 'Say {{word}}'] };
  const input = anExperiment({ assertions: [any, { ...similar, type: 'not-similar', weight: 0 }] });
  await run(input);
  expect((await checksOf(input.id)).map(({ state }) => state)).toEqual(['passed', 'passed']);
  expect((await checksOf(input.id, 2)).map(({ state }) => state)).toEqual(['failed', 'passed']);
});

test('by the dot product and by the distance it is judged as promptfoo does', async () => {
  const dot = { ...similar, type: 'similar:dot' };
  const near = { ...similar, type: 'similar:euclidean', threshold: 0.1 };
  const input = anExperiment({ assertions: [dot, near, { ...near, type: 'not-similar:euclidean' }] });
  await run(input);
  expect(await checksOf(input.id)).toMatchObject([
    { state: 'passed', score: 1, why: 'The dot product is 1, with 0.95 as the least.' },
    { state: 'passed', score: 1, why: 'The distance is 0, with 0.1 as the most.' },
    { state: 'failed', score: 0 },
  ]);
  const other = await checksOf(input.id, 2);
  expect(other.map(({ state }) => state)).toEqual(['failed', 'failed', 'passed']);
  const [, far] = other;
  const distance = Number(/is ([\d.]+),/.exec(far?.why ?? '')?.[1]);
  expect(distance).toBeGreaterThan(0.1);
  expect(far?.score).toBeCloseTo(1 / (1 + distance), 2);
});

test('without a model for vectors, or with one that writes, it is unclear and says what to do', async () => {
  const judge = { profileId: 'sandbox', model: 'sandbox/judge' };
  const { model: _, ...nameless } = similar;
  const assertions = [nameless, { ...similar, model: 'sandbox/echo' }];
  const input = anExperiment({ assertions, judge });
  expect((await run(input)).verdicts).toEqual({ passed: 0, failed: 0, unclear: 6 });
  const [first, second] = await checksOf(input.id);
  expect(first?.why).toContain('needs a model that turns texts into vectors');
  expect(second?.why).toContain('The judge did not answer.');
});
