import type { MediaModality } from '../../../shared/modalities/modalities';
import { isFinished } from '../../media/jobs/job-text';
import { useCoreState } from '../../state/core/core-state';
import { isOfMessage } from '../../state/core/selectors';

/** The number of running jobs of a modality. It describes the link and is not part of its name. */
export function JobsBadge({ modality }: { modality: MediaModality }) {
  const count = useCoreState(
    ({ jobs }) =>
      Object.values(jobs).filter((job) => job.modality === modality && !isFinished(job) && !isOfMessage(job))
        .length,
  );
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      title={`${count} running`}
      className="absolute top-0 right-0 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 font-semibold text-[10px] text-on-accent leading-none"
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
