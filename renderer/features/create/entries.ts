import type { Job } from '../../../shared/jobs';
import type { MediaItem } from '../../../shared/media';
import { isFinished } from '../../media/jobs/job-text';
import type { Entry } from '../../media/stage/entry';

/** Each file is an entry. A job is one while it runs and, if it failed, until it is dismissed. */
export function fileEntries(
  jobs: readonly Job[],
  media: Readonly<Record<string, MediaItem>>,
): readonly Entry[] {
  return jobs.flatMap((job) => {
    const files = job.media
      .filter(({ id }) => media[id] !== undefined)
      .map(({ id }) => ({ key: id, jobId: job.id, mediaId: id }));
    // A job that is saving is replaced by its files one by one, and is not shown beside them.
    const isTurning = job.status === 'saving' && files.length > 0;
    return isShown(job) && !isTurning ? [jobEntry(job), ...files] : files;
  });
}

/** One place for each job: a long text is spoken in parts that belong together. */
export function takeEntries(
  jobs: readonly Job[],
  media: Readonly<Record<string, MediaItem>>,
): readonly Entry[] {
  return jobs
    .filter((job) => isShown(job) || job.media.some(({ id }) => media[id] !== undefined))
    .map(jobEntry);
}

const jobEntry = ({ id }: Job): Entry => ({ key: id, jobId: id, mediaId: null });
const isShown = (job: Job) => !isFinished(job) || (job.status !== 'completed' && !job.isDismissed);

export const sameEntries = (one: readonly Entry[], other: readonly Entry[]): boolean =>
  one.length === other.length && one.every(({ key }, index) => other[index]?.key === key);
