/** Results of cases that are asked with some variants alone, and their named scores, as files have them. */
import { expect, onTestFinished, test } from 'vitest';
import { asker } from '../../../../electron/command-line';
import { allResults, summaryLines, writerOf } from '../../../../electron/run-report';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { aCase, anExperiment, aVariant, cellsOf, untilCompleted } from '../../../support/experiments';
import { startTestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

const opened = async (options: Parameters<typeof openTestCore>[0] = {}): Promise<TestCore> => {
  const app = await openTestCore(options);
  onTestFinished(() => app.close());
  await untilListed(app);
  return app;
};

const chosen = () =>
  anExperiment({
    variants: [aVariant({ label: 'first' }), aVariant({ label: 'second', template: 'Shout {{word}}' })],
    cases: [aCase('one', { variants: [2] }), aCase('two'), aCase('three', { variants: [1] })],
    assertions: [
      { type: 'icontains', value: 'shout', metric: 'loud' },
      { type: 'icontains', value: '{{word}}', metric: 'said', weight: 0 },
    ],
    repeats: 2,
  });

const run = async (app: TestCore, input: ReturnType<typeof anExperiment>) => {
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id: input.id, isConfirmed: true });
  await untilCompleted(app, input.id);
  return allResults(asker(app.core), input.id);
};

test('variants are in their order, whichever the first case is asked with; no cell is made up', async () => {
  const app = await opened();
  const { id, ...input } = chosen();
  const results = await run(app, { id, ...input });
  expect(results).toHaveLength(8);
  const textOf = (name: string) => writerOf(name)?.('Chosen', 'today', results) ?? '';
  const page = textOf('results.html');
  expect([...page.matchAll(/<bdi>(first|second)<\/bdi>/g)].map(([, label]) => label)).toEqual([
    // Against whom, then the rows of the summary, then the columns.
    ...['first', 'first', 'second', 'first', 'second'],
  ]);
  expect(page.match(/Not asked/g)).toHaveLength(2);
  const suites = [...textOf('results.xml').matchAll(/<testsuite name="(\w+)" tests="(\d)"/g)];
  expect(suites.map(([, label, tests]) => [label, tests])).toEqual([
    ['first', '4'],
    ['second', '4'],
  ]);
  expect(textOf('results.csv').trim().split('\n')).toHaveLength(9);
  expect(textOf('results.jsonl').trim().split('\n')).toHaveLength(8);
});

test('named scores are in each line, in the summary and on the page, with their n', async () => {
  const app = await opened();
  const { id, ...input } = chosen();
  const results = await run(app, { id, ...input });
  const lines = (writerOf('a.jsonl')?.('', '', results) ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(
    lines.map(({ variant, namedScores }) => [variant, namedScores.loud, namedScores.said]),
  ).toContainEqual([...['second', 1, 1]]);
  const experiment = await app.tell('experiments.get', { id });
  const [summary = ''] = summaryLines(experiment, results, 'json', 1);
  expect(JSON.parse(summary).variants.map((one: { namedScores: unknown }) => one.namedScores)).toMatchObject([
    { loud: { value: 0, n: 2 }, said: { value: 1, n: 2 } },
    { loud: { value: 1, n: 2 }, said: { value: 1, n: 2 } },
  ]);
  expect(writerOf('a.html')?.('', '', results)).toMatch(/<bdi>loud<\/bdi> 0\.00 .*n = 2/);
});

test('which variants a case is asked with comes along to another computer, and counts for what is added there', async () => {
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  const here = await opened({ home: tempFolder(), sandbox });
  const input = chosen();
  await here.tell('experiments.create', input);
  const there = await opened({ home: tempFolder(), sandbox });
  await importAll(there, await exportAll(here));
  const { id } = input;
  const read = async (app: TestCore) => ({
    cases: await app.tell('experiments.cases', { id, after: 0, limit: 9 }),
    cells: await cellsOf(app, id),
  });
  expect(await read(there)).toEqual(await read(here));
  await there.tell('experiments.addVariant', { id, variant: aVariant({ label: 'third' }) });
  await there.tell('experiments.start', { id, isConfirmed: true });
  const { counts } = await untilCompleted(there, id);
  expect(counts).toMatchObject({ done: 10, waiting: 0 });
  const third = (await cellsOf(there, id)).filter(({ variantId }) => variantId === 3);
  expect(third.map(({ caseId }) => caseId)).toEqual([2, 2]);
});
