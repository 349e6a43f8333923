import { expect, onTestFinished, test } from 'vitest';
import type { Cell } from '../../../../shared/lab/experiment';
import { openTestCore } from '../../../support/core';
import { aCase, anExperiment, aVariant, cellsOf, untilExperiment } from '../../../support/experiments';
import { liveAndDie } from '../../../support/killed-process';
import { paidIn } from '../../../support/money';
import { programOf } from '../../../support/programs';
import { startTestSandbox } from '../../../support/sandbox';
import { soakTimes } from '../../../support/soak';
import { tempFolder } from '../../../support/temp-folder';

const CASES = soakTimes(50, 200);
const CELLS = CASES * 2;
const KILLS = soakTimes(4, 20);
const CHATS = 'POST /api/v1/chat/completions';

/** The kill came before the first word: the Sandbox answers its key with what was paid for, which is no word. */
const isCutToNothing = ({ answerOf, completionTokens }: Cell) =>
  answerOf === 'nothing' && completionTokens === 0;

test(`${CELLS} cells survive ${KILLS} kills at any moment: none lost, none paid twice, and the budget is never passed`, async () => {
  const home = tempFolder();
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  // A balance that was settled before: later ones are compared with it.
  const first = await openTestCore({ home, sandbox });
  await first.tell('models.refresh', {});
  await first.core.close();
  const settings = { maxTokens: 4 };
  const input = anExperiment({
    variants: [aVariant({ settings }), aVariant({ settings, template: 'Shout {{word}}' })],
    cases: Array.from({ length: CASES }, (_, at) => aCase(String(at))),
    budget: { unit: 'credits', amount: 200 * 1e6 },
    assertions: [{ type: 'word-count', value: { min: 1 } }],
  });
  const commands = [
    ['experiments.create', input],
    ['experiments.start', { id: input.id, isConfirmed: true }],
  ];
  const env = {
    HOME_FOLDER: home,
    BASE_URL: sandbox.baseUrl,
    API_KEY: sandbox.apiKey,
    COMMANDS: JSON.stringify(commands),
  };
  for (let kill = 0; kill < KILLS; kill += 1)
    await liveAndDie(
      await programOf('run-commands'),
      env,
      50 + Math.random() * 350,
      kill % 2 ? 'asked' : 'open',
    );

  const app = await openTestCore({ home, sandbox });
  onTestFinished(() => app.core.close());
  // However early the kills came.
  await app.tell('experiments.start', { id: input.id, isConfirmed: true });
  const over = ({ state }: { readonly state: string }) => state === 'completed' || state === 'paused';
  await untilExperiment(app, input.id, over, 100_000);
  const cells = await cellsOf(app, input.id);
  expect(cells).toHaveLength(CELLS);
  expect(new Set(cells.map(({ caseId, variantId }) => `${caseId} ${variantId}`)).size).toBe(CELLS);
  // What may have been accepted was never asked again by itself.
  expect((await sandbox.account()).requests[CHATS]).toBeLessThanOrEqual(CELLS);
  const unknown = cells.filter(({ state }) => state === 'interrupted').map(({ id }) => id);
  const done = cells.filter(({ state }) => state === 'done');
  expect(done).toHaveLength(CELLS - unknown.length);
  expect(done.filter((cell) => cell.verdict !== 'passed' && !isCutToNothing(cell))).toEqual([]);

  // The person asks again, and under the same keys.
  if (unknown.length > 0)
    await app.tell('experiments.retryCells', { id: input.id, cells: unknown, isConfirmed: true });
  await untilExperiment(app, input.id, ({ counts }) => counts.done === CELLS);
  const { charges, charged } = await sandbox.account();
  expect(charges.length).toBeLessThanOrEqual(CELLS);
  expect(new Set(charges.map((charge) => charge.idempotency_key)).size).toBe(charges.length);
  expect(charged).toBeLessThanOrEqual(200);
  // A cost whose telling was lost with a kill is found again in the balance.
  await app.tell('models.refresh', {});
  expect(paidIn(await app.tell('ledger.page', { filter: {}, cursor: null, limit: 1 }))).toBe(
    Math.round(charged * 1e6),
  );
}, 240_000);

test('a budget of less than the grid costs holds over kills', async () => {
  const home = tempFolder();
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  const settings = { maxTokens: 20 };
  const variants = [aVariant({ model: 'sandbox/markdown-tour', settings })];
  const cases = Array.from({ length: 50 }, (_, at) => aCase(String(at)));
  // One costs 0.028 credits, and 0.094 at most.
  const budget = { unit: 'credits', amount: 1_000_000 } as const;
  const input = anExperiment({ variants, cases, budget });
  const first = await openTestCore({ home, sandbox });
  await first.tell('models.refresh', {});
  await first.tell('experiments.create', input);
  await first.core.close();
  const env = {
    HOME_FOLDER: home,
    BASE_URL: sandbox.baseUrl,
    API_KEY: sandbox.apiKey,
    COMMANDS: JSON.stringify([['experiments.start', { id: input.id, isConfirmed: true }]]),
  };
  for (let kill = 0; kill < 2; kill += 1)
    await liveAndDie(
      await programOf('run-commands'),
      env,
      50 + Math.random() * 250,
      kill % 2 ? 'asked' : 'open',
    );
  const app = await openTestCore({ home, sandbox });
  onTestFinished(() => app.core.close());
  await app.tell('experiments.start', { id: input.id, isConfirmed: true });
  const paused = await untilExperiment(app, input.id, ({ state }) => state === 'paused');
  expect(paused.error?.code).toBe('over_budget');
  const { charged } = await sandbox.account();
  expect(charged * 1e6).toBeLessThanOrEqual(budget.amount);
  expect(charged).toBeGreaterThan(0);
}, 240_000);

test('judgements survive kills: none is paid twice, and no verdict is lost', async () => {
  const home = tempFolder();
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  const settings = { maxTokens: 8 };
  const input = anExperiment({
    variants: [aVariant({ settings }), aVariant({ settings, template: 'Shout {{word}}' })],
    cases: Array.from({ length: 8 }, (_, at) => aCase(String(at))),
    assertions: [
      { type: 'llm-rubric', value: 'has “{{word}}”' },
      { type: 'select-best', value: 'has “shout”', weight: 0 },
    ],
    judge: { profileId: 'sandbox', model: 'sandbox/judge' },
    budget: { unit: 'credits', amount: 200 * 1e6 },
  });
  const first = await openTestCore({ home, sandbox });
  await first.tell('models.refresh', {});
  await first.tell('experiments.create', input);
  await first.core.close();
  const env = {
    HOME_FOLDER: home,
    BASE_URL: sandbox.baseUrl,
    API_KEY: sandbox.apiKey,
    COMMANDS: JSON.stringify([['experiments.start', { id: input.id, isConfirmed: true }]]),
  };
  for (let kill = 0; kill < soakTimes(3, 20); kill += 1)
    await liveAndDie(
      await programOf('run-commands'),
      env,
      50 + Math.random() * 350,
      kill % 2 ? 'asked' : 'open',
    );
  const app = await openTestCore({ home, sandbox });
  onTestFinished(() => app.core.close());
  await app.tell('experiments.start', { id: input.id, isConfirmed: true });
  await untilExperiment(app, input.id, ({ state }) => state === 'completed', 100_000);
  const { judgements } = await app.tell('experiments.judgements', { id: input.id, after: 0, limit: 500 });
  const cells = await cellsOf(app, input.id);
  // What may have been accepted was never asked again by itself; the person asks, under the same keys.
  const unknown = [...cells, ...judgements]
    .filter(({ state }) => state === 'interrupted')
    .map(({ id }) => id);
  if (unknown.length > 0)
    await app.tell('experiments.retryCells', { id: input.id, cells: unknown, isConfirmed: true });
  await untilExperiment(
    app,
    input.id,
    ({ state, verdicts: { passed, failed } }) => state === 'completed' && passed + failed === 16,
  );
  const judged = await cellsOf(app, input.id);
  expect(judged.filter((cell) => cell.verdict !== 'passed' && !isCutToNothing(cell))).toEqual([]);
  const { charges } = await sandbox.account();
  expect(charges).toHaveLength(16 + 16 + 16);
  expect(new Set(charges.map((charge) => charge.idempotency_key)).size).toBe(charges.length);
  const { total } = await app.tell('experiments.forecast', { id: input.id });
  expect(total.calls).toBe(0);
}, 240_000);
