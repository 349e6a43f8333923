import type { Job, JobPart } from '../../../shared/jobs';
import type { JobContext } from './context';

/**
 * Waits, with nothing sent, while the gateway's headers say that it would refuse the request. The job is back in the
 * queue meanwhile: if the app closes now, it was not sent.
 *
 * @param part the part that is sent next, where the job has begun to send
 */
export async function waitForPace(
  context: JobContext,
  { id, profileId }: Job,
  signal: AbortSignal,
  part?: JobPart,
): Promise<void> {
  const { pace, ports } = context;
  if (pace.waitMs(profileId) === 0) return;
  await context.store(id, { status: 'waiting' }, () => {
    if (part) ports.storage.jobs.updatePart(id, part.index, { status: 'waiting', error: null });
  });
  try {
    for (let waitMs = pace.waitMs(profileId); waitMs > 0; waitMs = pace.waitMs(profileId)) {
      const nextAt = ports.clock.now() + waitMs;
      context.setChecks(id, { lastAt: null, nextAt, failedInARow: 0, lastError: null, isPaced: true });
      await pace.untilFree(profileId, signal);
    }
  } finally {
    context.setChecks(id, null);
  }
}
