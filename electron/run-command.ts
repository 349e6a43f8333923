/** `gatehouse run`: an experiment from a file, without a window. Prints a line for each cell, and a summary last. */

import type { AppErrorData } from '../shared/errors';
import { cellsOfPlan } from '../shared/lab/asked-with';
import type { ExperimentPlan, ExperimentSummary } from '../shared/lab/experiment';
import type { Result } from '../shared/lab/files/results';
import type { CostForecast } from '../shared/money/estimate';
import { type Ask, asker, type CommandWorld, openProfile, readModels } from './command-line';
import type { Core } from './core/core';
import { cellPrinter, type FollowWorld, follow } from './run-follow';
import { type RunOptions, runExitCodes } from './run-options';
import { type OutputWorld, requireOutputs, writeOutputs } from './run-outputs';
import { type PlanWorld, readPlan } from './run-plan';
import { budgetOf, costsNothing, nextStep, priceText, stopText } from './run-price';
import { allResults, progressText, summaryLines } from './run-report';
import { findUnfinished, idOfRun, leftOf, resumeRun, takeUnfinished, type UnfinishedRun } from './run-resume';

export interface RunWorld extends CommandWorld, PlanWorld, OutputWorld, FollowWorld {
  readonly core: Pick<Core, 'call' | 'subscribe' | 'locate'>;
  /** Asks the person; `null` where no terminal can answer. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
  readonly now: () => Date;
}

/** What is allowed to be sent: a new run, or what is left of an earlier one. */
interface Prepared {
  readonly plan: ExperimentPlan;
  readonly earlier: UnfinishedRun | null;
  readonly isJudged: boolean;
  readonly isConfirmed: boolean;
}

/**
 * Runs an experiment to its end, or until its budget or the person ends it.
 * @returns the exit code
 * @throws AppError, UsageError, ExperimentFileError
 */
export async function runCommand(world: RunWorld, options: RunOptions): Promise<number> {
  const ask = asker(world.core);
  const preparing = prepare(world, ask, options);
  // A gateway may never answer what is asked before the start.
  preparing.catch(() => undefined);
  const prepared = await Promise.race([preparing, world.interrupts.first]);
  if (typeof prepared === 'string') world.tell('Nothing was sent.');
  if (prepared === null || typeof prepared === 'string') return runExitCodes.error;
  const { earlier, isJudged } = prepared;
  const id = earlier?.experiment.id ?? idOfRun(prepared.plan);
  const printCell = cellPrinter(world, options);
  const untilEnded = follow(world, ask, id, printCell, isJudged);
  await start(ask, id, prepared);
  const trouble = await untilEnded();
  return await summarize(world, ask, id, options, { printCell, trouble });
}

/** What is known and allowed before anything is sent; `null` where it may not be. */
async function prepare(world: RunWorld, ask: Ask, options: RunOptions): Promise<Prepared | null> {
  requireOutputs(world, options.outputs);
  const profileId = await openProfile(world, ask, options);
  const read = await readPlan(world, ask, options, profileId);
  const { error } = await readModels(ask, profileId);
  if (error !== null)
    world.tell(`The list of models couldn’t be read, so prices may be unknown: ${error.message}`);
  const budget = budgetOf(options.budget, await unitOf(ask, profileId));
  const plan = budget === null ? read : { ...read, budget };
  const earlier = await earlierRun(world, ask, options, plan);
  const { total, judging } = await ask(
    'experiments.forecast',
    earlier === null ? { plan: planInput(plan) } : { id: earlier.experiment.id },
  );
  world.tell(`${earlier === null ? sizeOf(plan, judging.calls) : leftOf(earlier)}, ${priceText(total)}.`);
  const isConfirmed = await isAllowed(world, options, [total, ...(earlier?.again ?? [])]);
  if (isConfirmed === null) return null;
  const stop = stopText(budget, total);
  if (stop !== null) world.tell(stop);
  return { plan, earlier, isJudged: judging.calls > 0, isConfirmed };
}

/** The run that goes on, where that is asked for; otherwise it is only named. */
async function earlierRun(
  { tell }: RunWorld,
  ask: Ask,
  { isResumed, profile }: RunOptions,
  plan: ExperimentPlan,
): Promise<UnfinishedRun | null> {
  const find = isResumed ? takeUnfinished : findUnfinished;
  const earlier = profile === null ? null : await find(ask, plan);
  if (isResumed && earlier === null) tell('No run of this file is unfinished, so a new one is started.');
  if (isResumed || earlier === null) return earlier;
  tell(`A run of this file is unfinished (${progressText(earlier.experiment)}): --resume goes on with it.`);
  return null;
}

function sizeOf(plan: ExperimentPlan, judgements: number): string {
  const size = `${counted(plan.cases.length, 'case')}, ${counted(plan.variants.length, 'variant')}`;
  const judged = judgements > 0 ? ` and ${counted(judgements, 'request')} to a judge` : '';
  return `${counted(cellsOfPlan(plan), 'request')} (${size})${judged}`;
}

/** A new one that is refused as a whole leaves nothing behind. */
async function start(ask: Ask, id: string, { plan, earlier, isConfirmed }: Prepared): Promise<void> {
  if (earlier !== null) return await resumeRun(ask, earlier, { budget: plan.budget, isConfirmed });
  await ask('experiments.create', { ...planInput(plan), id });
  try {
    await ask('experiments.start', { id, isConfirmed });
  } catch (error) {
    await ask('experiments.remove', { id }).catch(() => undefined);
    throw error;
  }
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** What the command takes is checked by the core: a file may hold anything. */
const planInput = (plan: ExperimentPlan) => plan as never as PlanInput;
type PlanInput = Extract<Parameters<Ask>[1], { plan: unknown }>['plan'] & object;

async function unitOf(ask: Ask, profileId: string) {
  const { profiles } = await ask('app.snapshot', {});
  return profiles.find(({ id }) => id === profileId)?.money?.unit;
}

/** Whether it is confirmed beyond its budget; `null` where it may not be sent. */
async function isAllowed(
  world: RunWorld,
  options: RunOptions,
  costs: readonly CostForecast[],
): Promise<boolean | null> {
  if (options.budget !== null || costs.every(costsNothing)) return options.isConfirmed;
  if (world.confirm === null) {
    world.tell('Nothing was sent: say how much may be spent with --budget N.');
    return null;
  }
  if (await world.confirm('Send these requests? [y/N] ')) return true;
  world.tell('Nothing was sent.');
  return null;
}

interface Followed {
  readonly printCell: (result: Result) => void;
  /** Why it was given up before its end. */
  readonly trouble: AppErrorData | null;
}

async function summarize(
  world: RunWorld,
  ask: Ask,
  id: string,
  options: RunOptions,
  { printCell, trouble }: Followed,
): Promise<number> {
  const results = await allResults(ask, id);
  // Code may have answered after the experiment counted its verdicts.
  const of = (state: string) => results.filter(({ cell }) => cell.verdict === state).length;
  const verdicts = { passed: of('passed'), failed: of('failed'), unclear: of('unclear') };
  const kept = { ...(await ask('experiments.get', { id })), verdicts };
  const experiment = trouble === null ? kept : { ...kept, ...foundIn(results), error: trouble };
  // The last ones may end together with the experiment.
  for (const result of results) printCell(result);
  const date = world.now().toISOString().slice(0, 16).replace('T', ' ');
  const { title, counts } = experiment;
  const areWritten = writeOutputs(world, options.outputs, { title, date }, results);
  const code = areWritten ? exitCodeOf(experiment, results) : runExitCodes.error;
  if (!areWritten && options.profile !== null)
    world.tell(`The answers are kept: export “${title}” in the lab of Gatehouse.`);
  for (const line of summaryLines(experiment, results, options.format, code)) world.print(line);
  if (counts.running > 0)
    world.tell(`${counted(counts.running, 'request')} cut off, which may have been charged.`);
  const next = counts.waiting === 0 ? null : await nextStep(ask, experiment, options);
  if (next !== null) world.tell(next);
  return code;
}

/** A disk that takes nothing keeps the experiment from counting its last cells; what runs may still be charged. */
function foundIn(results: readonly Result[]): Pick<ExperimentSummary, 'counts' | 'hasUnknownCost'> {
  const counts = { waiting: 0, running: 0, done: 0, failed: 0, interrupted: 0, stopped: 0 };
  for (const { cell } of results) counts[cell.state] += 1;
  return { counts, hasUnknownCost: true };
}

function exitCodeOf(
  { state, error, counts, judgements }: ExperimentSummary,
  results: readonly Result[],
): number {
  if (error?.code === 'over_budget') return runExitCodes.budget;
  const failed = [counts, judgements].reduce((sum, one) => sum + one.failed + one.interrupted, 0);
  // One that is paused while its last cells run has ended with them.
  const isWhole = state === 'completed' || (error === null && counts.waiting + counts.running === 0);
  if (!isWhole || judgements.waiting + judgements.running + failed > 0) return runExitCodes.error;
  const isFine = results.every(
    ({ cell }) => cell.verdict === undefined || cell.verdict === 'passed' || cell.isExcluded,
  );
  return isFine ? runExitCodes.passed : runExitCodes.failed;
}
