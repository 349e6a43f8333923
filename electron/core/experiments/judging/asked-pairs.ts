import type { Ports } from '../../ports/ports';
import type { AskedBefore } from './planned-judgements';
import { wantedOfCase } from './wanted-judgements';

/**
 * How many comparisons of two answers were asked for already: they stay as they are where another answer comes.
 * @param again numbers of the cells that are asked again, whose answers are compared again
 */
export const askedPairs =
  (
    { storage: { experiments } }: Pick<Ports, 'storage'>,
    id: string,
    again: readonly number[] = [],
  ): AskedBefore =>
  (task, caseId, repeat) => {
    if (task.type !== 'pairwise') return 0;
    const done = experiments
      .cellsOfCase(id, caseId, repeat)
      .filter(
        ({ status, isExcluded, position }) => status === 'done' && !isExcluded && !again.includes(position),
      );
    return wantedOfCase(task, done).filter(
      ({ subject }) => experiments.judgementOf(id, subject) !== undefined,
    ).length;
  };
