import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Amount } from '../../../../shared/money/money';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { aCase, anExperiment, aVariant, untilCompleted, untilExperiment } from '../../../support/experiments';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterEach(() => app.close());

const judge = { profileId: 'sandbox', model: 'sandbox/judge' };
const soft = aVariant({ template: 'Whisper {{word}}', label: 'soft' });
const budget = { unit: 'credits', amount: 900_000_000 as Amount } as const;

/** Two variants, three cases, twice each; it has run. */
async function ended() {
  const assertions = [
    { type: 'llm-rubric', value: 'Says “shout”' },
    { type: 'select-best', value: 'is loud' },
  ];
  const input = anExperiment({ repeats: 2, assertions, judge, budget });
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id: input.id });
  await untilCompleted(app, input.id);
  return { id: input.id, sent: (await app.sandbox.account()).chargeCount };
}

test('the price of added cases is that of the new cells alone, and nothing is sent before the start', async () => {
  const { id, sent } = await ended();
  const cases = [aCase('four'), aCase('five')];
  const foreseen = await app.tell('experiments.forecast', { id, cases });
  expect(foreseen.variants.map(({ calls }) => calls)).toEqual([4, 4]);
  expect(foreseen.judging.calls).toBe(8 + 2 * 4);
  expect((await app.tell('experiments.get', { id })).caseCount).toBe(3);

  await app.tell('experiments.addCases', { id, cases });
  expect(await app.tell('experiments.forecast', { id })).toEqual(foreseen);
  expect(await app.tell('experiments.get', { id })).toMatchObject({
    state: 'completed',
    budget,
    counts: { done: 12, waiting: 8 },
  });
  expect((await app.sandbox.account()).chargeCount).toBe(sent);

  await app.tell('experiments.start', { id });
  await untilCompleted(app, id);
  expect((await app.sandbox.account()).chargeCount).toBe(sent + foreseen.total.calls);
});

test('the price of a variant counts its own cells, and every comparison with the answers that are there', async () => {
  const { id, sent } = await ended();
  const foreseen = await app.tell('experiments.forecast', { id, variant: soft });
  expect(foreseen.variants.map(({ calls }) => calls)).toEqual([6]);
  // Each answer alone, and the best of each case again, in both orders.
  expect(foreseen.judging.calls).toBe(6 + 2 * 6);

  await app.tell('experiments.addVariant', { id, variant: soft });
  const { total, judging } = await app.tell('experiments.forecast', { id });
  expect({ total, judging }).toEqual({ total: foreseen.total, judging: foreseen.judging });
  expect((await app.sandbox.account()).chargeCount).toBe(sent);
  await app.tell('experiments.start', { id });
  await untilCompleted(app, id);
  expect((await app.sandbox.account()).chargeCount).toBe(sent + foreseen.total.calls);
});

test('of pairs, only those with the new answer are compared and priced; those of an answer that is asked again, too', async () => {
  const assertions = [{ type: 'pairwise', value: 'is loud' }];
  const input = anExperiment({ repeats: 2, assertions, judge, budget });
  const { id } = input;
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id });
  await untilCompleted(app, id);
  const foreseen = await app.tell('experiments.forecast', { id, variant: soft });
  // With each of the two answers that are there, in both orders, for three cases that are asked twice.
  expect([foreseen.total.calls, foreseen.judging.calls]).toEqual([6 + 24, 24]);
  await app.tell('experiments.addVariant', { id, variant: soft });
  expect((await app.tell('experiments.forecast', { id })).judging.calls).toBe(24);
  const before = (await app.sandbox.account()).chargeCount;
  await app.tell('experiments.start', { id });
  await untilCompleted(app, id);
  expect((await app.sandbox.account()).chargeCount).toBe(before + foreseen.total.calls);

  const again = await app.tell('experiments.forecast', { id, cells: [1] });
  expect(again.judging.calls).toBe(4);
  await app.tell('experiments.retryCells', { id, cells: [1] });
  await untilCompleted(app, id);
  expect((await app.sandbox.account()).chargeCount).toBe(before + foreseen.total.calls + 1 + 4);
});

test('retrying a cell of one that ended sends none of the cells that were added since', async () => {
  const input = anExperiment();
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id: input.id });
  await untilCompleted(app, input.id);
  await app.tell('experiments.addCases', { id: input.id, cases: [aCase('four')] });
  await app.tell('experiments.retryCells', { id: input.id, cells: [1] });
  const rest = await untilExperiment(
    app,
    input.id,
    ({ counts }) => counts.done === 6 && counts.running === 0,
  );
  expect(rest).toMatchObject({ state: 'paused', error: null, counts: { waiting: 2 } });
  expect((await app.sandbox.account()).chargeCount).toBe(7);
  await app.tell('experiments.resume', { id: input.id });
  expect(await untilCompleted(app, input.id)).toMatchObject({ counts: { done: 8 } });
  expect((await app.sandbox.account()).chargeCount).toBe(8 + 1);
});

test('the same intent a second time adds nothing, and answers what the first did', async () => {
  const input = anExperiment();
  await app.tell('experiments.create', input);
  const { id } = input;
  const cases = { id, cases: [aCase('four'), aCase('five')], additionId: randomUUID() };
  const first = await app.tell('experiments.addCases', cases);
  expect(first).toEqual({ caseIds: [4, 5] });
  const variant = { id, variant: soft, additionId: randomUUID() };
  expect(await app.tell('experiments.addVariant', variant)).toEqual({ variantId: 3 });
  const { revision } = await app.tell('experiments.get', { id });
  expect(await app.tell('experiments.addCases', cases)).toEqual(first);
  expect(await app.tell('experiments.addVariant', variant)).toEqual({ variantId: 3 });
  expect(await app.tell('experiments.get', { id })).toMatchObject({
    ...{ caseCount: 5, variantCount: 3, revision },
    counts: { waiting: 15 },
  });
  await app.tell('experiments.addCases', { ...cases, additionId: randomUUID() });
  expect((await app.tell('experiments.get', { id })).caseCount).toBe(7);
});

test('what was seen as waiting is refused where another window resumed the experiment, and nothing of it is sent', async () => {
  const input = anExperiment({ variants: [aVariant({ model: 'sandbox/slow' })] });
  await app.tell('experiments.create', input);
  const { id } = input;
  await app.tell('experiments.start', { id });
  const only = { id, onlyWhileItWaits: true };
  expect(await app.refusal('experiments.addCases', { ...only, cases: [aCase('four')] })).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('Pause it'),
  });
  expect(await app.refusal('experiments.addVariant', { ...only, variant: soft })).toMatchObject({
    message: expect.stringContaining('Pause it'),
  });
  await app.tell('experiments.pause', { id });
  await app.tell('experiments.addCases', { ...only, cases: [aCase('four')] });
  expect(await app.tell('experiments.get', { id })).toMatchObject({ state: 'paused', caseCount: 4 });
});

test('what is added to one that is gone has no price', async () => {
  expect(await app.refusal('experiments.forecast', { id: 'none', variant: soft })).toMatchObject({
    code: 'not_found',
  });
});

test('variants of one name get a number each, also those that are added', async () => {
  const same = aVariant({ label: 'same' });
  const input = anExperiment({
    variants: [same, aVariant({ label: 'same (2)' }), same, aVariant({ label: '' })],
  });
  await app.tell('experiments.create', input);
  await app.tell('experiments.addVariant', { id: input.id, variant: same });
  await app.tell('experiments.addVariant', { id: input.id, variant: aVariant({ label: '' }) });
  const { variants } = await app.tell('experiments.get', { id: input.id });
  const [model = ''] = variants.map((one) => one.model);
  expect(variants.map(({ label }) => label)).toEqual([
    ...['same', 'same (2)', 'same (3)', model, 'same (4)', `${model} (2)`],
  ]);
});
