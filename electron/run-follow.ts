/** The cells of a run as they end. */
import type { Cell, ExperimentSummary } from '../shared/lab/experiment';
import { type Result, resultFields } from '../shared/lab/files/results';
import { jsonLine } from '../shared/text/json-line';
import type { Interrupts } from './command-interrupts';
import type { Ask } from './command-line';
import type { Core } from './core/core';
import type { RunOptions } from './run-options';
import { lineOf, progressText, resultOf } from './run-report';

export interface FollowWorld {
  readonly core: Pick<Core, 'subscribe'>;
  readonly print: (line: string) => void;
  readonly tell: (line: string) => void;
  /** How far it is; shown over the one before. */
  readonly progress: (line: string) => void;
  readonly interrupts: Interrupts;
}

const hasEnded = ({ state, counts, judgements }: ExperimentSummary): boolean =>
  state !== 'running' && state !== 'draft' && counts.running + judgements.running === 0;

/** Prints each cell once. */
export function cellPrinter({ print }: Pick<FollowWorld, 'print'>, { format }: RunOptions) {
  const printed = new Set<number>();
  return (result: Result) => {
    const { id, state } = result.cell;
    if (printed.has(id) || format === 'junit' || state === 'waiting' || state === 'running') return;
    printed.add(id);
    print(format === 'json' ? jsonLine({ type: 'cell', ...resultFields(result) }) : lineOf(result));
  };
}

/**
 * Prints each cell as it ends.
 * @param isJudged a model judges: what is unclear may still be judged, and is printed at the end otherwise
 * @returns once it was started: resolves when it has ended, or pauses and no cell runs, or the person has asked twice to
 * end it
 */
export function follow(
  world: FollowWorld,
  ask: Ask,
  id: string,
  printCell: (result: Result) => void,
  isJudged: boolean,
): () => Promise<void> {
  const seen = new Set<number>();
  let printing: Promise<void> = Promise.resolve();
  let onEnd: (() => void) | null = null;
  const printEnded = (cells: readonly Cell[]) => {
    for (const { id: cellId, state, verdict } of cells) {
      if (state === 'waiting' || state === 'running' || seen.has(cellId)) continue;
      if (isJudged && verdict === 'unclear') continue;
      seen.add(cellId);
      printing = printing.then(async () => printCell(await resultOf(ask, id, cellId)));
    }
  };
  const stop = world.core.subscribe((event) => {
    if (event.type === 'experiment.cells' && event.experimentId === id) printEnded(event.cells);
    if (event.type !== 'experiment.changed' || event.experiment.id !== id) return;
    world.progress(progressText(event.experiment));
    if (hasEnded(event.experiment)) onEnd?.();
  });
  return async () => {
    const pausing = new Promise<never>((_, reject) => void pauseWhereAsked(world, ask, id).catch(reject));
    const ended = new Promise<void>((resolve) => {
      onEnd = resolve;
    });
    // It may have ended before anybody waited for that.
    if (!hasEnded(await ask('experiments.get', { id })))
      await Promise.race([ended, pausing, world.interrupts.second]);
    stop();
    await printing;
  };
}

async function pauseWhereAsked({ interrupts, tell }: FollowWorld, ask: Ask, id: string): Promise<void> {
  const why = await interrupts.first;
  tell(
    why === 'unread'
      ? 'The output is no longer read: nothing more is sent, and running requests are completed.'
      : 'Pausing: running requests are completed. Interrupt again to end at once.',
  );
  await ask('experiments.pause', { id });
}
