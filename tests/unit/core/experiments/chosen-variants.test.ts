/** Cases that are asked with some variants alone: no other cell exists, is sent, priced, judged or exported. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { aCase, anExperiment, aVariant, cellsOf, untilCompleted } from '../../../support/experiments';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterEach(() => app.close());

const chosen = (more: Parameters<typeof anExperiment>[0] = {}) =>
  anExperiment({
    cases: [aCase('one', { variants: [2] }), aCase('two'), aCase('three', { variants: [1] })],
    ...more,
  });

const placesOf = async (id: string) =>
  (await cellsOf(app, id)).map(({ caseId, variantId, repeat }) => `${caseId}.${variantId}.${repeat}`);

test('only the cells that are asked are made, foreseen, sent and charged', async () => {
  const { id, ...plan } = chosen({ repeats: 2 });
  const foreseen = await app.tell('experiments.forecast', { plan });
  expect([foreseen.total.calls, ...foreseen.variants.map(({ calls }) => calls)]).toEqual([8, 4, 4]);
  await app.tell('experiments.create', { id, ...plan });
  expect(await app.tell('experiments.forecast', { id })).toEqual(foreseen);
  await app.tell('experiments.start', { id });
  expect((await untilCompleted(app, id)).counts).toMatchObject({ done: 8, waiting: 0 });
  expect(await placesOf(id)).toEqual([
    '1.2.1',
    '2.1.1',
    '2.2.1',
    '3.1.1',
    '1.2.2',
    '2.1.2',
    '2.2.2',
    '3.1.2',
  ]);
  expect((await app.sandbox.account()).chargeCount).toBe(8);
  expect(
    (await app.tell('experiments.cases', { id, after: 0, limit: 10 })).map((one) => one.variants),
  ).toEqual([[2], undefined, [1]]);
});

test('judges compare the answers that there are, and no more is foreseen', async () => {
  const { activeProfileId } = await app.tell('app.snapshot', {});
  const judge = { profileId: activeProfileId, model: 'sandbox/echo' };
  const assertions = [{ type: 'select-best', value: 'short' }];
  const { id: _id, ...plan } = chosen({ assertions, judge });
  expect((await app.tell('experiments.forecast', { plan })).judging.calls).toBe(2);
});

test('a variant that is added later is asked with the other cases alone; cases may name it from then on', async () => {
  const { id, ...plan } = chosen();
  await app.tell('experiments.create', { id, ...plan });
  const variant = aVariant({ label: 'third' });
  expect((await app.tell('experiments.forecast', { id, variant })).total.calls).toBe(1);
  await app.tell('experiments.addVariant', { id, variant });
  const cases = [aCase('four', { variants: [3] })];
  expect((await app.tell('experiments.forecast', { id, cases })).total.calls).toBe(1);
  await app.tell('experiments.addCases', { id, cases });
  expect(await placesOf(id)).toEqual(['1.2.1', '2.1.1', '2.2.1', '3.1.1', '2.3.1', '4.3.1']);
});

test('a number that no variant has is refused, also where it is given twice', async () => {
  const wrong = (variants: number[]) =>
    app.core.call('experiments.create', anExperiment({ cases: [aCase('a', { variants })] }));
  expect(await wrong([3])).toMatchObject({
    error: { message: 'Case 1 names variant 3, and the experiment has 2.' },
  });
  for (const variants of [[1, 1], [], [0]]) expect(await wrong(variants)).toMatchObject({ ok: false });
});

test('labels that begin alike, or end with a star, mean one variant each in a file of promptfoo', async () => {
  const input = chosen({
    variants: ['Say', 'Say: loud', 'S*'].map((label) => aVariant({ label })),
    cases: [1, 2, 3].map((number) => aCase(String(number), { variants: [number] })),
  });
  await app.tell('experiments.create', input);
  const { name, text } = await app.tell('experiments.toFile', { id: input.id, format: 'promptfoo' });
  const files = [{ name, base64: Buffer.from(text).toString('base64') }];
  const { plan } = await app.tell('experiments.readFile', { files, models: [], prompt: null });
  expect(plan.cases.map(({ variants }) => variants)).toEqual([[1], [2], [3]]);
});

test('goes out and in as a file of its own, and through an archive of the data', async () => {
  const input = chosen();
  await app.tell('experiments.create', input);
  for (const format of ['gatehouse', 'promptfoo'] as const) {
    const { name, text } = await app.tell('experiments.toFile', { id: input.id, format });
    const base64 = Buffer.from(text).toString('base64');
    const { plan } = await app.tell('experiments.readFile', {
      files: [{ name, base64 }],
      models: [],
      prompt: null,
    });
    expect(plan.cases.map(({ variants }) => variants)).toEqual([[2], undefined, [1]]);
  }
});
