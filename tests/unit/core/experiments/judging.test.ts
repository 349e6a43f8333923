import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toAmount } from '../../../../shared/money/money';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import {
  aCase,
  anExperiment,
  aVariant,
  cellsOf,
  untilCompleted,
  untilExperiment,
} from '../../../support/experiments';
import { expectedIn, paidIn } from '../../../support/money';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterEach(() => app.close());

const honest = { profileId: 'sandbox', model: 'sandbox/judge' };
const rubric = { type: 'llm-rubric', value: 'Says “shout”' };

async function run(input: ReturnType<typeof anExperiment>) {
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id: input.id });
  return untilCompleted(app, input.id);
}

const judgementsOf = async (id: string) =>
  (await app.tell('experiments.judgements', { id, after: 0, limit: 1_000 })).judgements;

describe('an experiment that a model judges', () => {
  test('asks it once about each answer, for the price that was foreseen, and says why', async () => {
    const { id, ...plan } = anExperiment({ assertions: [rubric], judge: honest });
    const foreseen = await app.tell('experiments.forecast', { plan });
    expect(foreseen.total.calls).toBe(12);
    expect(foreseen.judging.calls).toBe(6);
    await app.tell('experiments.create', { id, ...plan });
    expect(await app.tell('experiments.forecast', { id })).toEqual(foreseen);
    await app.tell('experiments.start', { id });
    const experiment = await untilCompleted(app, id);
    expect(experiment).toMatchObject({
      judge: honest,
      counts: { done: 6, waiting: 0 },
      judgements: { done: 6, waiting: 0 },
      verdicts: { passed: 3, failed: 3, unclear: 0 },
      score: 0.5,
    });
    const account = await app.sandbox.account();
    expect(account.chargeCount).toBe(12);
    expect(paidIn(experiment)).toBe(Math.round(account.charged * 1e6));
    expect(account.charged).toBeLessThanOrEqual(expectedIn(foreseen.total)?.most ?? 0);
    expect(await cellsOf(app, id)).toHaveLength(6);
    const quiet = await app.tell('experiments.cell', { id, cellId: 1 });
    expect(quiet.checks).toEqual([
      { name: 'llm-rubric', state: 'failed', score: 0, why: 'It has 0 of 1: nothing.' },
    ]);
    expect(quiet.judgements).toMatchObject([{ type: 'llm-rubric', cells: [1], state: 'done' }]);
    const loud = await app.tell('experiments.cell', { id, cellId: 2 });
    expect(loud.checks).toEqual([
      { name: 'llm-rubric', state: 'passed', score: 1, why: 'It has 1 of 1: shout.' },
    ]);
    // The judge’s chats are in no list either.
    expect((await app.tell('conversations.list', { cursor: null, limit: 50 })).conversations).toEqual([]);
    // A second start finds nothing to send.
    await app.tell('experiments.start', { id });
    expect((await app.sandbox.account()).chargeCount).toBe(12);
  });

  test('compares facts, and closed questions, as promptfoo names them', async () => {
    const assertions = [
      { type: 'factuality', value: 'Say {{word}}' },
      { type: 'model-graded-closedqa', value: 'has “{{word}}”', model: 'sandbox/judge' },
      { type: 'not-llm-rubric', value: 'has “nothing of it”' },
    ];
    const input = anExperiment({ variants: [aVariant()], cases: [aCase('one')], assertions, judge: honest });
    await run(input);
    const { checks, verdict } = await app.tell('experiments.cell', { id: input.id, cellId: 1 });
    expect(verdict).toBe('passed');
    expect(checks.map(({ name, state }) => [name, state])).toEqual([
      ['factuality', 'passed'],
      ['model-graded-closedqa', 'passed'],
      ['not-llm-rubric', 'passed'],
    ]);
  });

  test('without a model to judge, or with one that answers rubbish, everything is unclear and nothing passes', async () => {
    const without = anExperiment({ assertions: [rubric] });
    expect((await run(without)).verdicts).toEqual({ passed: 0, failed: 0, unclear: 6 });
    expect((await app.sandbox.account()).chargeCount).toBe(6);
    const judge = { ...honest, model: 'sandbox/judge-rubbish' };
    const input = anExperiment({ assertions: [rubric, { type: 'select-best', value: 'x' }], judge });
    expect((await run(input)).verdicts).toEqual({ passed: 0, failed: 0, unclear: 6 });
    const { checks } = await app.tell('experiments.cell', { id: input.id, cellId: 1 });
    expect(checks.map(({ why }) => why)).toEqual([
      'The judge’s answer can’t be read, so it counts as unclear.',
      'The judge’s answer can’t be read, so it counts as unclear.',
    ]);
  });

  test('selects the best in both orders, and compares in pairs; the scores are of the cells', async () => {
    const assertions = [
      { type: 'select-best', value: 'has “shout” and “two”', metric: 'best' },
      { type: 'pairwise', value: 'has “shout”' },
    ];
    const input = anExperiment({ cases: [aCase('two')], assertions, judge: honest });
    const { total } = await app.tell('experiments.forecast', {
      plan: { title: 'x', variants: input.variants, cases: input.cases, assertions, judge: honest },
    });
    expect(total.calls).toBe(2 + 2 + 2);
    expect((await run(input)).judgements.done).toBe(4);
    const [quiet, loud] = await cellsOf(app, input.id);
    expect([quiet?.verdict, quiet?.score, loud?.verdict, loud?.score]).toEqual(['failed', 0, 'passed', 1]);
    const { checks } = await app.tell('experiments.cell', { id: input.id, cellId: 2 });
    expect(checks.map(({ name, metric }) => [name, metric])).toEqual([
      ['select-best', 'best'],
      ['pairwise', undefined],
    ]);
    const judgements = await judgementsOf(input.id);
    expect(judgements.map(({ type, cells, prefers }) => [type, cells, prefers])).toEqual([
      ['select-best', [1, 2], 2],
      ['select-best', [2, 1], 2],
      ['pairwise', [1, 2], 2],
      ['pairwise', [2, 1], 2],
    ]);
  });

  test('a judge that prefers the first position is unsure about everything it compares: no answer wins', async () => {
    const assertions = [
      { type: 'select-best', value: 'x' },
      { type: 'pairwise', value: 'x' },
    ];
    const judge = { ...honest, model: 'sandbox/judge-first' };
    const input = anExperiment({ assertions, judge });
    expect((await run(input)).verdicts).toEqual({ passed: 0, failed: 0, unclear: 6 });
    const { checks } = await app.tell('experiments.cell', { id: input.id, cellId: 2 });
    expect(checks.every(({ why }) => why.includes('unsure'))).toBe(true);
  });

  test('an answer that is asked for again is judged again, and what was said of the old one counts no longer', async () => {
    const input = anExperiment({ assertions: [{ type: 'pairwise', value: '“shout”' }], judge: honest });
    await run(input);
    const again = await app.tell('experiments.forecast', { id: input.id, cells: [1] });
    expect(again.total.calls).toBe(3);
    await app.tell('experiments.retryCells', { id: input.id, cells: [1] });
    await untilExperiment(
      app,
      input.id,
      ({ state, judgements }) => state === 'completed' && judgements.done === 8,
    );
    expect((await app.sandbox.account()).chargeCount).toBe(6 + 6 + 3);
    const outdated = (await judgementsOf(input.id)).filter(({ isOutdated }) => isOutdated);
    expect(outdated.map(({ cells }) => cells)).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect((await app.tell('experiments.get', { id: input.id })).verdicts.unclear).toBe(0);
  });

  test('what judges are asked can’t change while it runs; changed later it costs nothing before the next start', async () => {
    const input = anExperiment();
    await run(input);
    await app.tell('experiments.edit', { id: input.id, assertions: [rubric], judge: honest });
    expect((await app.tell('experiments.get', { id: input.id })).verdicts.unclear).toBe(6);
    expect((await app.sandbox.account()).chargeCount).toBe(6);
    expect((await app.tell('experiments.forecast', { id: input.id })).judging.calls).toBe(6);
    await app.tell('experiments.start', { id: input.id });
    await expect(
      app.tell('experiments.edit', { id: input.id, assertions: [{ ...rubric, value: 'other' }] }),
    ).rejects.toThrow('invalid_input A model judges this');
    await app.tell('experiments.edit', {
      id: input.id,
      assertions: [rubric, { type: 'word-count', value: 2 }],
    });
    const ended = await untilCompleted(app, input.id);
    expect(ended.verdicts).toEqual({ passed: 3, failed: 3, unclear: 0 });
    expect((await app.sandbox.account()).chargeCount).toBe(12);
  });

  test('judging counts in the budget: it stops before a judgement that could pass it', async () => {
    const variants = [aVariant({ settings: { maxTokens: 20 } })];
    const input = anExperiment({ variants, assertions: [rubric], judge: honest });
    const { judging } = await app.tell('experiments.forecast', {
      plan: { title: 'x', variants, cases: input.cases, assertions: [rubric], judge: honest },
    });
    const most = ((expectedIn(judging)?.most ?? 0) / judging.calls) * 0.9;
    const budget = { unit: 'credits', amount: toAmount(most, 'credits') ?? 0 } as const;
    await app.tell('experiments.create', { ...input, budget });
    await app.tell('experiments.start', { id: input.id });
    await untilExperiment(app, input.id, ({ state }) => state === 'paused');
    const paused = await untilExperiment(app, input.id, ({ counts }) => counts.running === 0);
    expect(paused).toMatchObject({
      state: 'paused',
      error: { code: 'over_budget' },
      judgements: { done: 0 },
    });
    expect(paused.judgements.waiting).toBe(paused.counts.done);
    expect((await app.sandbox.account()).chargeCount).toBe(paused.counts.done);
    await app.tell('experiments.edit', { id: input.id, budget: null });
    await app.tell('experiments.start', { id: input.id });
    expect((await untilCompleted(app, input.id)).judgements.done).toBe(3);
    expect((await app.sandbox.account()).chargeCount).toBe(6);
  });

  test('a model that sees images judges them, and reads the text that is in them', async () => {
    const assertions = [
      { type: 'llm-rubric', value: 'Is a “PNG”' },
      { type: 'text-in-image', value: 'png  1024×1024' },
      { type: 'text-in-image', value: 'another text', weight: 0 },
    ];
    const variants = [aVariant({ modality: 'image', model: 'sandbox/isometric', template: '{{word}}' })];
    const input = anExperiment({ variants, cases: [aCase('A lighthouse')], assertions, judge: honest });
    const ended = await run(input);
    const { checks } = await app.tell('experiments.cell', { id: input.id, cellId: 1 });
    expect(checks.map(({ name, state, why }) => [name, state, why])).toEqual([
      ['llm-rubric', 'passed', 'It has 1 of 1: PNG.'],
      ['text-in-image', 'passed', expect.stringContaining('The judge reads “PNG 1024×1024')],
      ['text-in-image', 'passed', expect.stringContaining('The judge reads “PNG 1024×1024')],
    ]);
    expect(ended.verdicts.passed).toBe(1);
  });

  test('a closed app forgets no judgement', async () => {
    const input = anExperiment({ assertions: [rubric], judge: honest });
    await run(input);
    const before = await app.tell('experiments.cell', { id: input.id, cellId: 2 });
    const { home, sandbox } = app;
    await app.core.close();
    app = await openTestCore({ home, sandbox });
    expect(await app.tell('experiments.cell', { id: input.id, cellId: 2 })).toEqual(before);
    expect((await app.tell('experiments.forecast', { id: input.id })).total.calls).toBe(0);
  });
});

describe('answers that are there', () => {
  const budget = { unit: 'credits', amount: toAmount(900, 'credits') ?? (0 as never) } as const;
  const judgedBy = (model: string) => ({
    assertions: [rubric],
    judge: { ...honest, model },
  });

  test('are judged by a judge that is chosen later, for the price that was foreseen, and no cell is sent again', async () => {
    const input = anExperiment({ budget });
    await run(input);
    const { id } = input;
    const foreseen = await app.tell('experiments.forecast', { id, judging: judgedBy(honest.model) });
    expect([foreseen.total.calls, foreseen.judging.calls]).toEqual([6, 6]);
    expect(await app.tell('experiments.forecast', { id, judging: {} })).toMatchObject({
      total: { calls: 0 },
    });
    await app.tell('experiments.edit', { id, ...judgedBy(honest.model) });
    expect((await app.sandbox.account()).chargeCount).toBe(6);
    expect((await app.tell('experiments.get', { id })).verdicts).toEqual({
      passed: 0,
      failed: 0,
      unclear: 6,
    });
    await app.tell('experiments.judge', { id });
    const judged = await untilExperiment(
      app,
      id,
      ({ state, judgements }) => state === 'completed' && judgements.done === 6,
    );
    expect(judged.verdicts).toEqual({ passed: 3, failed: 3, unclear: 0 });
    expect((await app.sandbox.account()).chargeCount).toBe(12);
    await app.tell('experiments.judge', { id });
    expect((await app.sandbox.account()).chargeCount).toBe(12);
    // Another judge is asked about the same answers.
    await app.tell('experiments.edit', { id, ...judgedBy('sandbox/judge-first') });
    expect((await app.tell('experiments.forecast', { id, judging: {} })).total.calls).toBe(6);
  });

  test('are judged alone where cells wait: those stay', async () => {
    const input = anExperiment({ assertions: [] });
    await run(input);
    const { id } = input;
    await app.tell('experiments.addCases', { id, cases: [aCase('four')] });
    await app.tell('experiments.edit', { id, ...judgedBy(honest.model) });
    await app.tell('experiments.judge', { id });
    const rest = await untilExperiment(app, id, ({ judgements }) => judgements.done === 6);
    expect(rest).toMatchObject({ state: 'paused', counts: { done: 6, waiting: 2 } });
    expect((await app.sandbox.account()).chargeCount).toBe(12);
  });

  test('are not judged beyond a limit, and nothing is stored of what was refused', async () => {
    const input = anExperiment();
    await run(input);
    const { id } = input;
    await app.tell('settings.update', { patch: { budgets: { sandbox: { hardPerDay: 0.000001 } } } });
    await app.tell('experiments.edit', { id, ...judgedBy(honest.model) });
    expect(await app.refusal('experiments.judge', { id, isConfirmed: true })).toMatchObject({
      code: 'over_budget',
      details: { calls: 6 },
    });
    expect(await app.tell('experiments.get', { id })).toMatchObject({
      state: 'completed',
      judgements: { waiting: 0 },
    });
  });

  test('what waits for a judge that is replaced is never asked', async () => {
    const input = anExperiment(judgedBy(honest.model));
    await app.tell('experiments.create', input);
    await app.tell('experiments.start', { id: input.id });
    await untilExperiment(app, input.id, ({ judgements }) => judgements.waiting + judgements.done > 0);
    await app.tell('experiments.pause', { id: input.id });
    const paused = await untilExperiment(
      app,
      input.id,
      ({ state, counts, judgements }) => state === 'paused' && counts.running + judgements.running === 0,
    );
    await app.tell('experiments.edit', { id: input.id, judge: null });
    const { judgements } = await app.tell('experiments.get', { id: input.id });
    expect(judgements).toMatchObject({ waiting: 0, done: paused.judgements.done });
  });

  test('nor what waits since its gateway could not be reached', async () => {
    const input = anExperiment();
    const { id } = input;
    await run(input);
    const profile = {
      name: 'Away',
      baseUrl: 'http://127.0.0.1:1/v1',
      keep: 'session' as const,
      key: 'sk-away-0000000',
    };
    const away = { profileId: (await app.tell('profiles.create', profile)).id, model: 'away' };
    await app.tell('experiments.edit', { id, assertions: [rubric], judge: away });
    await app.tell('experiments.judge', { id, isConfirmed: true });
    const failed = await untilExperiment(
      app,
      id,
      ({ state, judgements }) => state === 'paused' && judgements.running === 0,
    );
    expect(failed).toMatchObject({ error: { code: 'network_error' }, judgements: { waiting: 6 } });
    await app.tell('experiments.edit', { id, judge: honest });
    await app.tell('experiments.judge', { id });
    expect(await untilCompleted(app, id)).toMatchObject({ judgements: { done: 6, waiting: 0 } });
    expect((await judgementsOf(id)).every(({ model }) => model === honest.model)).toBe(true);
  });
});
