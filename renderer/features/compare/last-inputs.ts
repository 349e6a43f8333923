/** What the newest round of a comparison was made from. */
import type { Comparison } from '../../../shared/lab/compare';
import type { Job } from '../../../shared/media/jobs';
import { toFormInputs } from '../../media/job-actions';
import type { FormInput } from '../../state/ui/form';

/** Those of the column that got most of them: a model that takes fewer was sent fewer. */
export function inputsOfLastRound(
  comparison: Pick<Comparison, 'columns'> | undefined,
  jobs: Readonly<Record<string, Pick<Job, 'createdAt' | 'inputs'>>>,
): readonly FormInput[] | undefined {
  const runs = (comparison?.columns ?? []).flatMap((column) =>
    column.runs.flatMap(({ roundId, jobId }) => {
      const job = jobs[jobId];
      return job === undefined ? [] : [{ ...job, roundId }];
    }),
  );
  const newest = runs.reduce<(typeof runs)[number] | undefined>(
    (best, run) => (best === undefined || run.createdAt > best.createdAt ? run : best),
    undefined,
  );
  const [fullest] = runs
    .filter(({ roundId }) => roundId === newest?.roundId)
    .sort((one, other) => (other.inputs?.length ?? 0) - (one.inputs?.length ?? 0));
  return toFormInputs(fullest?.inputs);
}
