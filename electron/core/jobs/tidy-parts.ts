/** At the start: frees the disk of what earlier runs kept for jobs that are over. */
import type { Job } from '../../../shared/media/jobs';
import { isDialogue } from '../../../shared/run/dialogue';
import type { NeededParts } from '../ports/media-files';
import type { Ports } from '../ports/ports';
import { isOfEdit } from './edits';
import { isOver } from './job-end';

/** A result that was paid for is dropped only once it is in the library; a download, once nothing can go on with it. */
export const tidyParts = ({ files, storage }: Pick<Ports, 'files' | 'storage'>): Promise<void> =>
  files.tidyParts((jobId) => neededBy(storage, jobId));

/** Lines of a dialogue are kept as long as its sound, so that one of them can be spoken again. */
const isSpeakable = ({ parameters, media }: Job): boolean => isDialogue(parameters) && media.length > 0;

function neededBy({ jobs }: Ports['storage'], jobId: string): NeededParts {
  // Its window is gone, and only that has the rest of it.
  if (isOfEdit(jobId)) return 'none';
  const job = jobs.get(jobId);
  // Its row may be in a backup: only what came for free is dropped.
  if (job === undefined) return 'results';
  if (job.status === 'completed') return isSpeakable(job) ? 'results' : 'none';
  return isOver(job) ? 'results' : 'all';
}
