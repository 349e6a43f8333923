/** `gatehouse run`: an experiment from a file, without a window. Prints a line for each cell, and a summary last. */

import { randomUUID } from 'node:crypto';
import { cellsOfPlan } from '../shared/lab/asked-with';
import type { Cell, ExperimentPlan, ExperimentSummary } from '../shared/lab/experiment';
import { type Result, resultFields } from '../shared/lab/files/results';
import { type CostForecast, formatEstimate } from '../shared/money/estimate';
import { toAmount, withUnit } from '../shared/money/money';
import { firstUnit } from '../shared/money/money-units';
import { type Ask, asker, type CommandWorld, openProfile, readModels } from './command-line';
import type { Core } from './core/core';
import { type RunOptions, runExitCodes } from './run-options';
import { type PlanWorld, readPlan } from './run-plan';
import { allResults, lineOf, progressText, resultOf, summaryLines, writerOf } from './run-report';

export interface RunWorld extends CommandWorld, PlanWorld {
  readonly core: Pick<Core, 'call' | 'subscribe' | 'locate'>;
  readonly write: (name: string, text: string) => void;
  /** `null` where the file is gone. */
  readonly readBytes: (path: string) => Buffer | null;
  /** Asks the person; `null` where no terminal can answer. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
  /** How far it is; shown over the one before. */
  readonly progress: (line: string) => void;
  /** Resolves once the person wants to stop. */
  readonly interrupted: Promise<void>;
  readonly now: () => Date;
}

/**
 * Runs an experiment to its end, or until its budget or the person ends it.
 * @returns the exit code
 * @throws AppError, UsageError, ExperimentFileError
 */
export async function runCommand(world: RunWorld, options: RunOptions): Promise<number> {
  const ask = asker(world.core);
  const profileId = await openProfile(world, ask, options);
  const plan = await readPlan(world, ask, options, profileId);
  await readModels(ask, profileId).catch(() =>
    world.tell('The list of models couldn’t be read, so prices may be unknown.'),
  );
  const { total, judging } = await ask('experiments.forecast', { plan: planInput(plan) });
  const cells = cellsOfPlan(plan);
  const size = `${counted(plan.cases.length, 'case')}, ${counted(plan.variants.length, 'variant')}`;
  const judged = judging.calls > 0 ? ` and ${counted(judging.calls, 'request')} to a judge` : '';
  world.tell(`${counted(cells, 'request')} (${size})${judged}, ${priceText(total)}.`);
  const isConfirmed = await isAllowed(world, options, total);
  if (isConfirmed === null) return runExitCodes.error;
  const id = randomUUID();
  await ask('experiments.create', { ...planInput(withBudget(plan, options.budget, total)), id });
  const printCell = cellPrinter(world, options);
  const ended = follow(world, ask, id, printCell, judging.calls > 0);
  await ask('experiments.start', { id, isConfirmed });
  await ended;
  return await summarize(world, ask, id, options, printCell);
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** What the command takes is checked by the core: a file may hold anything. */
const planInput = (plan: ExperimentPlan) => plan as never as PlanInput;
type PlanInput = Extract<Parameters<Ask>[1], { plan: unknown }>['plan'] & object;

function withBudget(plan: ExperimentPlan, budget: number | null, { costs }: CostForecast): ExperimentPlan {
  const unit = costs[0]?.unit ?? firstUnit;
  const amount = toAmount(budget, unit);
  return amount === null ? plan : { ...plan, budget: { unit, amount } };
}

function priceText({ costs, unpriced, calls }: CostForecast): string {
  const known = costs.map(({ unit, estimate }) => withUnit(formatEstimate(estimate), unit)).join(' and ');
  const unknown = unpriced === 0 ? '' : `the price of ${unpriced} of ${calls} is unknown`;
  return (
    [known === '' ? '' : `about ${known}`, unknown].filter((part) => part !== '').join('; ') ||
    'nothing is charged'
  );
}

const costsNothing = ({ costs, unpriced }: CostForecast): boolean =>
  unpriced === 0 && costs.every(({ estimate, most }) => estimate.to === 0 && (most ?? 0) === 0);

/** Whether it is confirmed beyond its budget; `null` where it may not be sent. */
async function isAllowed(world: RunWorld, options: RunOptions, total: CostForecast): Promise<boolean | null> {
  if (options.budget !== null || costsNothing(total)) return options.isConfirmed;
  if (world.confirm === null) {
    world.tell('Nothing was sent: say how much may be spent with --budget N.');
    return null;
  }
  if (await world.confirm('Send these requests? [y/N] ')) return true;
  world.tell('Nothing was sent.');
  return null;
}

const hasEnded = ({ state, counts, judgements }: ExperimentSummary): boolean =>
  state !== 'running' && state !== 'draft' && counts.running + judgements.running === 0;

/** Prints each cell once. */
function cellPrinter({ print }: RunWorld, { format }: RunOptions) {
  const printed = new Set<number>();
  return (result: Result) => {
    const { id, state } = result.cell;
    if (printed.has(id) || format === 'junit' || state === 'waiting' || state === 'running') return;
    printed.add(id);
    print(format === 'json' ? JSON.stringify({ type: 'cell', ...resultFields(result) }) : lineOf(result));
  };
}

/**
 * Prints each cell as it ends; resolves once the experiment has ended, or pauses and no cell runs.
 * @param isJudged a model judges: what is unclear may still be judged, and is printed at the end otherwise
 */
function follow(
  world: RunWorld,
  ask: Ask,
  id: string,
  printCell: (result: Result) => void,
  isJudged: boolean,
): Promise<void> {
  const seen = new Set<number>();
  let printing: Promise<void> = Promise.resolve();
  const printEnded = (cells: readonly Cell[]) => {
    for (const { id: cellId, state, verdict } of cells) {
      if (state === 'waiting' || state === 'running' || seen.has(cellId)) continue;
      if (isJudged && verdict === 'unclear') continue;
      seen.add(cellId);
      printing = printing.then(async () => printCell(await resultOf(ask, id, cellId)));
    }
  };
  return new Promise((resolve, reject) => {
    const stop = world.core.subscribe((event) => {
      if (event.type === 'experiment.cells' && event.experimentId === id) printEnded(event.cells);
      if (event.type !== 'experiment.changed' || event.experiment.id !== id) return;
      world.progress(progressText(event.experiment));
      if (!hasEnded(event.experiment)) return;
      stop();
      printing.then(resolve, reject);
    });
    void world.interrupted.then(() => {
      world.tell('Pausing: running requests are completed.');
      ask('experiments.pause', { id }).catch(reject);
    });
  });
}

async function summarize(
  world: RunWorld,
  ask: Ask,
  id: string,
  options: RunOptions,
  printCell: (result: Result) => void,
): Promise<number> {
  const results = await allResults(ask, id);
  // Code may have answered after the experiment counted its verdicts.
  const of = (state: string) => results.filter(({ cell }) => cell.verdict === state).length;
  const verdicts = { passed: of('passed'), failed: of('failed'), unclear: of('unclear') };
  const experiment = { ...(await ask('experiments.get', { id })), verdicts };
  // The last ones may end together with the experiment.
  for (const result of results) printCell(result);
  const date = world.now().toISOString().slice(0, 16).replace('T', ' ');
  const thumbnails = options.outputs.some((name) => /\.html?$/i.test(name))
    ? thumbnailsOf(world, results)
    : new Map<string, string>();
  for (const name of options.outputs)
    world.write(name, writerOf(name)?.(experiment.title, date, results, thumbnails) ?? '');
  const code = exitCodeOf(experiment, results);
  for (const line of summaryLines(experiment, results, options.format, code)) world.print(line);
  return code;
}

/** An image is on the page itself where its thumbnail is not made yet and it is not larger. */
const mostImageBytes = 1_000_000;

/** Of images and videos that are stored; what has none is named on the page. */
function thumbnailsOf(
  { core, readBytes }: RunWorld,
  results: readonly Result[],
): ReadonlyMap<string, string> {
  const ids = results.flatMap(({ cell: { media } }) => (media === undefined ? [] : [media.id]));
  return new Map(
    ids.flatMap((id) => {
      for (const part of ['thumbnail', 'file'] as const) {
        const file = core.locate(id, part);
        const bytes = file?.contentType.startsWith('image/') ? readBytes(file.path) : null;
        if (file !== null && bytes !== null && bytes.length <= mostImageBytes)
          return [[id, `data:${file.contentType};base64,${bytes.toString('base64')}`] as const];
      }
      return [];
    }),
  );
}

function exitCodeOf(
  { state, error, counts, judgements }: ExperimentSummary,
  results: readonly Result[],
): number {
  if (error?.code === 'over_budget') return runExitCodes.budget;
  const failed = [counts, judgements].reduce((sum, one) => sum + one.failed + one.interrupted, 0);
  if (state !== 'completed' || failed > 0) return runExitCodes.error;
  const isFine = results.every(
    ({ cell }) => cell.verdict === undefined || cell.verdict === 'passed' || cell.isExcluded,
  );
  return isFine ? runExitCodes.passed : runExitCodes.failed;
}
