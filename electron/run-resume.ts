/** `gatehouse run --resume`: the last run of the same file goes on, so that nothing of it is paid twice. */
import { createHash, randomUUID } from 'node:crypto';
import type { CellPage, ExperimentPage, ExperimentPlan, ExperimentSummary } from '../shared/lab/experiment';
import { isPaid } from '../shared/money/cost';
import type { CostForecast } from '../shared/money/estimate';
import type { Money } from '../shared/money/money';
import type { Ask } from './command-line';
import { priceText } from './run-price';

/** Runs of one plan, whatever its budget, have ids that begin alike: so one that has not ended is found again. */
function beginningOf({ budget: _budget, ...plan }: ExperimentPlan): string {
  const hash = createHash('sha256').update(JSON.stringify(plan)).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(12, 15)}`;
}

export const idOfRun = (plan: ExperimentPlan): string => `${beginningOf(plan)}${randomUUID().slice(18)}`;

export interface UnfinishedRun {
  readonly experiment: ExperimentSummary;
  /** Cells that failed and cost nothing, or were stopped: they are asked again. */
  readonly failed: readonly number[];
  /** What these may cost. */
  readonly again: readonly CostForecast[];
}

/** The newest run of a plan, where it has not ended or some of it has no answer; `null` where there is none. */
export async function findUnfinished(ask: Ask, plan: ExperimentPlan): Promise<UnfinishedRun | null> {
  const experiment = await newestOf(ask, beginningOf(plan));
  if (experiment === null || isWhole(experiment)) return null;
  const { id } = experiment;
  const failed = await failedIn(ask, id);
  if (failed.length === 0) return { experiment, failed, again: [] };
  return {
    experiment,
    failed,
    again: [(await ask('experiments.forecast', { id, cells: [...failed] })).total],
  };
}

/** The same, taken over from a process that was killed while it ran: what that one sent is known then. */
export async function takeUnfinished(ask: Ask, plan: ExperimentPlan): Promise<UnfinishedRun | null> {
  const found = await findUnfinished(ask, plan);
  if (found?.experiment.state !== 'running') return found;
  await ask('experiments.pause', { id: found.experiment.id });
  return await findUnfinished(ask, plan);
}

async function newestOf(ask: Ask, beginning: string): Promise<ExperimentSummary | null> {
  for (let cursor: string | null = null; ; ) {
    const page: ExperimentPage = await ask('experiments.list', { modality: null, cursor, limit: 200 });
    const found = page.experiments.find(({ id }) => id.startsWith(beginning));
    cursor = page.nextCursor;
    if (found !== undefined || cursor === null) return found ?? null;
  }
}

const sumOf = (counts: ExperimentSummary['counts']): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const isWhole = ({ counts, judgements }: ExperimentSummary): boolean =>
  counts.done + judgements.done === sumOf(counts) + sumOf(judgements);

async function failedIn(ask: Ask, id: string): Promise<readonly number[]> {
  const failed: number[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: CellPage = await ask('experiments.cells', { id, after, limit: 1_000 });
    for (const { id: cell, state, cost } of page.cells)
      if (state === 'stopped' || (state === 'failed' && !isPaid(cost ?? []))) failed.push(cell);
    after = page.nextAfter;
  }
  return failed;
}

/** `The run of 2026-11-30 00:10 goes on: 28 of 40 requests are left`. */
export function leftOf({ experiment: { createdAt, counts }, failed, again }: UnfinishedRun): string {
  const date = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ');
  const repeated =
    failed.length === 0
      ? ''
      : `, ${failed.length} that failed are asked again (${again.map(priceText).join('')})`;
  const cut = counts.interrupted;
  const lost = cut === 0 ? '' : `, ${cut} that may have been charged are not sent again`;
  return `The run of ${date} (UTC) goes on${repeated}${lost}, ${counts.waiting} of ${sumOf(counts)} requests are left`;
}

/** Sends what was not sent yet, and again what failed for nothing. The budget is that of both runs together. */
export async function resumeRun(
  ask: Ask,
  { experiment: { id }, failed }: UnfinishedRun,
  { budget, isConfirmed }: { readonly budget: Money | null; readonly isConfirmed: boolean },
): Promise<void> {
  if (budget !== null) await ask('experiments.edit', { id, budget });
  if (failed.length > 0) await ask('experiments.retryCells', { id, cells: [...failed], isConfirmed });
  await ask('experiments.start', { id, isConfirmed });
}
