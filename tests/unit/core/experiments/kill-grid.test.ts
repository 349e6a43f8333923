/** A process that is killed inside a grid with assertions, judges and a budget that ends before the grid does. */
import { randomInt } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Experiment } from '../../../../shared/lab/experiment';
import { openTestCore, type TestCore } from '../../../support/core';
import { aCase, anExperiment, aVariant, cellsOf, untilExperiment } from '../../../support/experiments';
import { liveAndDie } from '../../../support/killed-process';
import { micros, paidIn } from '../../../support/money';
import { programOf } from '../../../support/programs';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { soakTimes } from '../../../support/soak';
import { tempFolder } from '../../../support/temp-folder';

const CASES = soakTimes(6, 200);
const CELLS = CASES * 2;
const KILLS = soakTimes(2, 20);
const LONGEST_LIFE_MS = soakTimes(300, 4_000);
/** Each answer is graded, and the two of every fourth case are compared in both orders. */
const isCompared = (at: number) => at % 4 === 0;
const JUDGED = CELLS + Math.ceil(CASES / 4) * 2;
/** A judgement costs about 0.026 credits, and up to 1.2: the first one ends inside the grid. */
const BUDGETS = [soakTimes(1.5, 6), 120].map(
  (credits) => ({ unit: 'credits', amount: micros(credits * 1e6) }) as const,
);

/** Each case is asked with two of three variants. */
const grid = () => {
  const settings = { maxTokens: 8 };
  return anExperiment({
    variants: ['Say', 'Shout', 'Whisper'].map((verb) => aVariant({ settings, template: `${verb} {{word}}` })),
    cases: Array.from({ length: CASES }, (_, at) =>
      aCase(String(at), {
        variants: [
          [1, 2],
          [2, 3],
          [1, 3],
        ][at % 3],
        assertions: isCompared(at) ? [{ type: 'select-best', value: 'has “{{word}}”', weight: 0 }] : [],
      }),
    ),
    assertions: [
      { type: 'word-count', value: { min: 1 } },
      { type: 'contains', value: '{{word}}' },
      { type: 'llm-rubric', value: 'has “{{word}}”' },
    ],
    judge: { profileId: 'sandbox', model: 'sandbox/judge' },
    budget: BUDGETS[0],
  });
};

const namesOf = (cells: Awaited<ReturnType<typeof cellsOf>>) =>
  cells.map(({ caseId, variantId }) => `${caseId} ${variantId}`).sort();

const expectedCells = ({ cases = [] }: ReturnType<typeof grid>) =>
  cases.flatMap(({ variants = [] }, at) => variants.map((variant) => `${at + 1} ${variant}`)).sort();

const judgementsOf = async (app: TestCore, id: string) =>
  (await app.tell('experiments.judgements', { id, after: 0, limit: 2_000 })).judgements;

const isQuiet = ({ counts, judgements }: Experiment) => counts.running + judgements.running === 0;

/** The person asks again, and under the same keys, for what may have been accepted before the process was killed. */
async function askAgain(app: TestCore, id: string): Promise<number> {
  await app.tell('experiments.pause', { id });
  await untilExperiment(app, id, isQuiet);
  const all = async () => [...(await cellsOf(app, id)), ...(await judgementsOf(app, id))];
  const unknown = (await all()).filter(({ state }) => state === 'interrupted').map((one) => one.id);
  if (unknown.length === 0) return 0;
  await app.tell('experiments.retryCells', { id, cells: unknown, isConfirmed: true });
  await untilExperiment(app, id, isQuiet);
  return unknown.length;
}

interface Lives {
  readonly home: string;
  readonly sandbox: TestSandbox;
  readonly id: string;
}

const opened = async <Result>({ home, sandbox }: Lives, use: (app: TestCore) => Promise<Result>) => {
  const app = await openTestCore({ home, sandbox });
  try {
    return await use(app);
  } finally {
    await app.core.close();
  }
};

async function liveOnce({ home, sandbox, id }: Lives, kill: number): Promise<void> {
  const env = {
    HOME_FOLDER: home,
    BASE_URL: sandbox.baseUrl,
    API_KEY: sandbox.apiKey,
    COMMANDS: JSON.stringify([['experiments.start', { id, isConfirmed: true }]]),
  };
  const lifeMs = randomInt(20, LONGEST_LIFE_MS);
  await liveAndDie(await programOf('run-commands'), env, lifeMs, kill % 2 ? 'open' : 'asked');
}

test(`${CELLS} judged cells survive ${KILLS} kills: nothing is paid twice, nothing lost, and no budget passed`, async () => {
  const home = tempFolder();
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  const input = grid();
  const lives = { home, sandbox, id: input.id };
  await opened(lives, async (app) => {
    await app.tell('models.refresh', {});
    await app.tell('experiments.create', input);
  });
  let again = 0;
  for (const [round, budget] of BUDGETS.entries()) {
    await opened(lives, (app) => app.tell('experiments.edit', { id: input.id, budget }));
    for (let kill = 0; kill < KILLS / 2; kill += 1) {
      await liveOnce(lives, round + kill);
      expect((await sandbox.account()).charged * 1e6).toBeLessThanOrEqual(budget.amount);
      if (kill % 3 === 2) again += await opened(lives, (app) => askAgain(app, input.id));
    }
    await opened(lives, async (app) => {
      again += await askAgain(app, input.id);
      await app.tell('experiments.start', { id: input.id, isConfirmed: true });
      const ended = await untilExperiment(app, input.id, ({ state }) => state !== 'running');
      expect([ended.state, ended.error?.code]).toEqual(
        round === 0 ? ['paused', 'over_budget'] : ['completed', undefined],
      );
    });
    expect((await sandbox.account()).charged * 1e6).toBeLessThanOrEqual(budget.amount);
  }

  await opened(lives, async (app) => {
    const { id } = input;
    again += await askAgain(app, id);
    const cells = await cellsOf(app, id);
    expect(namesOf(cells)).toEqual(expectedCells(input));
    expect(cells.every(({ state }) => state === 'done')).toBe(true);
    const judgements = await judgementsOf(app, id);
    expect(judgements.filter(({ state }) => state === 'done')).toHaveLength(JUDGED);
    expect((await app.tell('experiments.forecast', { id })).total.calls).toBe(0);
    await app.tell('models.refresh', {});
    const { charges, charged, chargeCount, requests } = await sandbox.account();
    // What may have been accepted was never sent again by itself.
    expect(requests['POST /api/v1/chat/completions']).toBeLessThanOrEqual(CELLS + JUDGED + again);
    // Asked again, the gateway gives what it had written when the process was killed.
    const cut = charges.filter(({ state }) => state === 'aborted');
    expect(cells.filter(({ verdict }) => verdict !== 'passed').length).toBeLessThanOrEqual(cut.length);
    expect(chargeCount).toBe(CELLS + JUDGED);
    expect(new Set(charges.map((charge) => charge.idempotency_key)).size).toBe(charges.length);
    expect(paidIn(await app.tell('ledger.page', { filter: {}, cursor: null, limit: 1 }))).toBe(
      Math.round(charged * 1e6),
    );
    expect(paidIn(await app.tell('experiments.get', { id }))).toBe(Math.round(charged * 1e6));
  });
}, 240_000);
