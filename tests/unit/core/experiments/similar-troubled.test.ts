/** `similar` over kills, with two windows, and on another computer: each likeness is paid once, and by nobody's own accord. */
import { expect, onTestFinished, test } from 'vitest';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import {
  aCase,
  anExperiment,
  aVariant,
  cellsOf,
  untilCompleted,
  untilExperiment,
} from '../../../support/experiments';
import { gatedSandbox } from '../../../support/gated-sandbox';
import { liveAndDie } from '../../../support/killed-process';
import { programOf } from '../../../support/programs';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { soakTimes } from '../../../support/soak';
import { tempFolder } from '../../../support/temp-folder';

const similar = { type: 'similar', value: 'Say {{word}}', threshold: 0.95, model: 'sandbox/embeddings' };

const measured = (cases: number) =>
  anExperiment({
    variants: [aVariant({ settings: { maxTokens: 20 } })],
    cases: Array.from({ length: cases }, (_, at) => aCase(String(at))),
    assertions: [similar],
  });

async function open(sandbox: TestSandbox, home = tempFolder()): Promise<TestCore> {
  const app = await openTestCore({ home, sandbox });
  onTestFinished(() => app.core.close());
  return app;
}

async function aSandbox(): Promise<TestSandbox> {
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** The same gateway, which answers no request for vectors. */
const silentAboutVectors = (sandbox: TestSandbox): Promise<TestSandbox> =>
  gatedSandbox(sandbox, async ({ path }) => !path.endsWith('/embeddings'));

test('a likeness is paid once, however often the app is killed', async () => {
  const home = tempFolder();
  const sandbox = await aSandbox();
  const input = measured(16);
  const first = await openTestCore({ home, sandbox });
  await first.tell('models.refresh', {});
  await first.tell('experiments.create', input);
  await first.core.close();
  const env = {
    ...{ HOME_FOLDER: home, BASE_URL: sandbox.baseUrl, API_KEY: sandbox.apiKey },
    COMMANDS: JSON.stringify([['experiments.start', { id: input.id, isConfirmed: true }]]),
  };
  for (let kill = 0; kill < soakTimes(3, 20); kill += 1)
    await liveAndDie(
      await programOf('run-commands'),
      env,
      50 + Math.random() * 350,
      kill % 2 ? 'asked' : 'open',
    );
  const app = await open(sandbox, home);
  await app.tell('experiments.start', { id: input.id, isConfirmed: true });
  await untilCompleted(app, input.id);
  const { judgements } = await app.tell('experiments.judgements', { id: input.id, after: 0, limit: 100 });
  const cells = await cellsOf(app, input.id);
  const unknown = [...cells, ...judgements]
    .filter(({ state }) => state === 'interrupted')
    .map(({ id }) => id);
  // What may have been accepted was never asked again by itself; the person asks, under the same keys.
  if (unknown.length > 0)
    await app.tell('experiments.retryCells', { id: input.id, cells: unknown, isConfirmed: true });
  await untilExperiment(
    app,
    input.id,
    ({ state, counts, judgements: own }) =>
      state === 'completed' && counts.done === 16 && own.interrupted === 0,
  );
  // The gateway answers a key that was used before with what it had stored: a kill may have cut that off, also to nothing.
  const texts = (await cellsOf(app, input.id)).filter(({ answer }) => answer?.trim());
  const whole = texts.filter(
    ({ answer, caseId }) => answer === `Say ${input.cases[caseId - 1]?.variables.word}`,
  );
  // Verdicts are counted a moment after their likeness has come.
  const { verdicts, ...ended } = await untilExperiment(
    app,
    input.id,
    ({ verdicts: { passed, failed } }) => passed + failed === texts.length,
  );
  expect(ended).toMatchObject({ state: 'completed', judgements: { done: texts.length } });
  expect(whole.length).toBeGreaterThan(0);
  expect(verdicts.passed).toBeGreaterThanOrEqual(whole.length);
  const { charges } = await sandbox.account();
  expect(charges.filter(({ operation }) => operation === 'embeddings')).toHaveLength(texts.length);
  expect(new Set(charges.map((charge) => charge.idempotency_key)).size).toBe(charges.length);
}, 240_000);

test('two windows that have the same answers measured pay for each once', async () => {
  const sandbox = await aSandbox();
  const app = await open(sandbox);
  await app.tell('models.refresh', {});
  const { assertions, ...input } = measured(4);
  const { id } = input;
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id, isConfirmed: true });
  await untilCompleted(app, id);
  await app.tell('experiments.edit', { id, assertions });
  const press = () => app.ask('experiments.judge', { id, isConfirmed: true });
  await Promise.all([press(), press(), app.ask('experiments.start', { id, isConfirmed: true })]);
  await press();
  await untilExperiment(app, id, ({ state, judgements }) => state === 'completed' && judgements.done === 4);
  await press();
  expect((await sandbox.account()).chargeCount).toBe(8);
});

test('one that the end of the app cuts off is what it was in the ledger, and is not sent by another computer', async () => {
  const sandbox = await aSandbox();
  const home = tempFolder();
  const here = await openTestCore({ home, sandbox: await silentAboutVectors(sandbox) });
  await here.tell('models.refresh', {});
  const input = measured(2);
  const { id } = input;
  await here.tell('experiments.create', input);
  await here.tell('experiments.start', { id, isConfirmed: true });
  await untilExperiment(here, id, ({ judgements }) => judgements.running === 2);
  const archive = await exportAll(here);
  await here.core.close();

  const there = await open(sandbox);
  await importAll(there, archive);
  const imported = await there.tell('experiments.get', { id });
  expect(imported).toMatchObject({
    state: 'stopped',
    judgements: { interrupted: 2, running: 0, waiting: 0 },
  });
  expect((await sandbox.account()).requests['POST /api/v1/embeddings']).toBeUndefined();
  // What may have been paid is asked for again only where a person does so.
  await there.tell('experiments.start', { id, isConfirmed: true });
  expect((await there.tell('experiments.forecast', { id, judging: {} })).total.calls).toBe(0);
  expect((await sandbox.account()).requests['POST /api/v1/embeddings']).toBeUndefined();
});

test('one that a kill cuts off is noted as what it was', async () => {
  const sandbox = await aSandbox();
  const home = tempFolder();
  const input = measured(1);
  const silent = await silentAboutVectors(sandbox);
  const env = {
    ...{ HOME_FOLDER: home, BASE_URL: silent.baseUrl, API_KEY: sandbox.apiKey },
    COMMANDS: JSON.stringify([
      ['experiments.create', input],
      ['experiments.start', { id: input.id, isConfirmed: true }],
    ]),
  };
  await liveAndDie(await programOf('run-commands'), env, 3_000, 'asked');
  const app = await open(sandbox, home);
  expect(await app.tell('experiments.get', { id: input.id })).toMatchObject({
    judgements: { interrupted: 1 },
  });
  const { rows } = await app.tell('ledger.page', { filter: {}, cursor: null, limit: 10 });
  expect(rows.map(({ operation, outcome }) => [operation, outcome])).toContainEqual([
    'embeddings.create',
    'unknown',
  ]);
}, 60_000);
