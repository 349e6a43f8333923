/** The cells of a run as they end. */
import { AppError, type AppErrorData } from '../shared/errors';
import type { Cell, ExperimentSummary } from '../shared/lab/experiment';
import { type Result, resultFields } from '../shared/lab/files/results';
import { jsonLine } from '../shared/text/json-line';
import { type DiskWorld, isOfDisk, watchDisk } from './command-disk';
import type { Interruption, Interrupts } from './command-interrupts';
import type { Ask } from './command-line';
import type { Core } from './core/core';
import type { RunOptions } from './run-options';
import { lineOf, progressText, resultOf } from './run-report';

export interface FollowWorld extends Omit<DiskWorld, 'isAttended'> {
  readonly core: Pick<Core, 'subscribe'>;
  /** `null` where nobody is there who could answer. */
  readonly confirm: unknown;
  readonly print: (line: string) => void;
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
 * end it; with why it was given up, where its disk takes nothing
 */
export function follow(
  world: FollowWorld,
  ask: Ask,
  id: string,
  printCell: (result: Result) => void,
  isJudged: boolean,
): () => Promise<AppErrorData | null> {
  const disk = watchDisk({ ...world, isAttended: world.confirm !== null });
  const seen = new Set<number>();
  let printing: Promise<void> = Promise.resolve();
  let onEnd: (() => void) | null = null;
  const printEnded = (cells: readonly Cell[]) => {
    for (const { id: cellId, state, verdict } of cells) {
      if (state === 'waiting' || state === 'running' || seen.has(cellId)) continue;
      if (isJudged && verdict === 'unclear') continue;
      seen.add(cellId);
      disk.noteSaved();
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
    const ended = new Promise<null>((resolve) => {
      onEnd = () => resolve(null);
    });
    const second = world.interrupts.second.then(() => null);
    // It may have ended before anybody waited for that.
    const trouble = hasEnded(await ask('experiments.get', { id }))
      ? null
      : await Promise.race([ended, refusedPause(world, ask, id), second, disk.isGivenUp]);
    stop();
    disk.stop();
    await printing;
    return trouble;
  };
}

/** Resolves where a disk that takes nothing can't note the pause that was asked for. */
function refusedPause(world: FollowWorld, ask: Ask, id: string): Promise<AppErrorData> {
  return new Promise((resolve, reject) => {
    pauseWhereAsked(world, ask, id).catch((error: unknown) => {
      if (error instanceof AppError && isOfDisk(error.data)) resolve(error.data);
      else reject(error);
    });
  });
}

const pauseTexts: Readonly<Record<Interruption, string>> = {
  signal: 'Pausing: running requests are completed. Interrupt again to end at once.',
  unread: 'The output is no longer read: nothing more is sent, and running requests are completed.',
  unwritten: 'The output can’t be written: nothing more is sent, and running requests are completed.',
};

async function pauseWhereAsked({ interrupts, tell }: FollowWorld, ask: Ask, id: string): Promise<void> {
  tell(pauseTexts[await interrupts.first]);
  await ask('experiments.pause', { id });
}
