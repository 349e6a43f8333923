/** A cell that is left out and counts again while its experiment runs is judged as the others are, for what was foreseen. */
import { expect, onTestFinished, test } from 'vitest';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import {
  aCase,
  anExperiment,
  aVariant,
  cellsOf,
  untilCompleted,
  untilExperiment,
} from '../../../support/experiments';
import { gatedSandbox } from '../../../support/gated-sandbox';
import { startTestSandbox } from '../../../support/sandbox';

const judge = { profileId: 'sandbox', model: 'sandbox/judge' };
const rubric = { type: 'llm-rubric', value: 'Says “shout”' };
const settings = { maxTokens: 20, stream: false };
const quiet = aVariant({ settings });
const loud = aVariant({ template: 'Shout {{word}}', label: 'loud', settings });
const soft = aVariant({ template: 'Whisper {{word}}', label: 'soft', settings });

/** An experiment that runs until `open` lets the last case of its first variant be answered. */
async function aRun(more: Parameters<typeof anExperiment>[0], words = ['one', 'last']) {
  const sandbox = await startTestSandbox();
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gated = await gatedSandbox(sandbox, async ({ body }) => {
    if (body.includes('Say last')) await opened;
    return true;
  });
  const app = await openTestCore({ sandbox: gated });
  onTestFinished(async () => {
    await app.close();
    await sandbox.close();
  });
  await untilListed(app);
  const input = anExperiment({ judge, cases: words.map((word) => aCase(word)), ...more });
  await app.tell('experiments.create', input);
  const { total } = await app.tell('experiments.forecast', { id: input.id });
  return { app, id: input.id, open, foreseen: total.calls };
}

const exclude = (app: TestCore, id: string, cells: number[], isExcluded: boolean) =>
  app.tell('experiments.exclude', { id, cells, isExcluded });
const untilEnded = (app: TestCore, id: string, count: number) =>
  untilExperiment(app, id, ({ counts }) => counts.done === count);
const paidCalls = async (app: TestCore) => (await app.sandbox.account()).chargeCount;

test('one that ended while it was left out is judged once it counts again', async () => {
  const { app, id, open, foreseen } = await aRun({ variants: [quiet], assertions: [rubric] });
  await exclude(app, id, [1], true);
  await app.tell('experiments.start', { id });
  await untilEnded(app, id, 1);
  expect((await app.tell('experiments.get', { id })).state).toBe('running');
  await exclude(app, id, [1], false);
  await untilExperiment(app, id, ({ judgements }) => judgements.done === 1);
  open();
  const ended = await untilCompleted(app, id);
  expect(ended).toMatchObject({ judgements: { done: 2, waiting: 0 }, verdicts: { failed: 2, unclear: 0 } });
  expect(await paidCalls(app)).toBe(foreseen);
});

test('comparisons with one that counts again are made, and no more of them than were foreseen', async () => {
  const pairwise = { type: 'pairwise', value: 'more words' };
  const { app, id, open, foreseen } = await aRun({
    variants: [quiet, loud, soft],
    assertions: [rubric, pairwise],
  });
  await exclude(app, id, [3], true);
  await app.tell('experiments.start', { id });
  await untilExperiment(app, id, ({ judgements }) => judgements.done === 4 + 2);
  for (const isExcluded of [false, true, false]) await exclude(app, id, [3], isExcluded);
  await untilExperiment(app, id, ({ judgements }) => judgements.done === 5 + 6);
  open();
  await untilCompleted(app, id);
  expect(await paidCalls(app)).toBe(foreseen);
});

test('the best of a case is asked for once: among other answers that was not foreseen', async () => {
  const best = { type: 'select-best', value: 'more words' };
  const { app, id, open, foreseen } = await aRun({ variants: [quiet, loud, soft], assertions: [best] });
  await exclude(app, id, [3], true);
  await app.tell('experiments.start', { id });
  await untilExperiment(app, id, ({ judgements, counts }) => judgements.done === 2 && counts.done === 5);
  await exclude(app, id, [3], false);
  open();
  const ended = await untilCompleted(app, id);
  expect(ended.judgements).toMatchObject({ done: 4, waiting: 0 });
  expect(await paidCalls(app)).toBe(foreseen);
  expect((await app.tell('experiments.forecast', { id, judging: {} })).total.calls).toBe(2);
});

test('one that was left out before the run stays unjudged until it is asked for', async () => {
  const { app, id, open } = await aRun({ variants: [quiet], judge: null }, ['one']);
  await app.tell('experiments.start', { id });
  await untilCompleted(app, id);
  await app.tell('experiments.edit', { id, assertions: [rubric], judge });
  await exclude(app, id, [1], true);
  await app.tell('experiments.addCases', { id, cases: [aCase('two'), aCase('last')] });
  const { total } = await app.tell('experiments.forecast', { id });
  expect(total.calls).toBe(4);
  await app.tell('experiments.start', { id });
  await untilEnded(app, id, 2);
  await exclude(app, id, [1], false);
  open();
  await untilCompleted(app, id);
  expect(await paidCalls(app)).toBe(1 + total.calls);
  const [first] = await cellsOf(app, id);
  expect(first?.verdict).toBe('unclear');
});
