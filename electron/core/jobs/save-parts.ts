import type { Job, JobPart } from '../../../shared/media/jobs';
import type { JobContext } from './context';
import { dropRefused } from './downloads';
import { JobFailure, resultError } from './job-failure';
import { LOST, open, type Result, resultsOf, savedAt, savePart, withPlace } from './results';

/**
 * Stores the results of a job's parts that a file server or a full disk held up earlier. They are paid for, so no part
 * is requested again because of that.
 * @throws JobFailure
 */
export async function saveParts(context: JobContext, job: Job, signal: AbortSignal): Promise<void> {
  const results = await resultsOf(context, job);
  for (const part of job.parts) {
    const result = results[part.index];
    if (part.status !== 'completed' || result === undefined || result.kind === 'kept') continue;
    if (result.kind === 'lost') await giveUp(context, job, part, LOST);
    if (result.kind === 'unusable') await giveUp(context, job, part, result.reason);
    await keepPart(context, job, part, { result, signal });
  }
}

async function keepPart(
  context: JobContext,
  job: Job,
  { index }: JobPart,
  { result, signal }: { result: Result; signal: AbortSignal },
): Promise<void> {
  const { ports } = context;
  try {
    await savePart(
      context,
      job,
      index,
      await open(context, job, { result, position: index }, signal),
      signal,
    );
  } catch (error) {
    await dropRefused(context, job, index, error);
    if (signal.aborted) throw signal.reason;
    throw new JobFailure(resultError(ports, error));
  }
  const { places } = await context.internals(job.id);
  await context.store(job.id, { places: withPlace(places, index, savedAt(index)) });
}

/** A lost part is requested again only with your confirmation: it may be charged a second time. */
async function giveUp(context: JobContext, job: Job, { index }: JobPart, reason: string): Promise<never> {
  const message = `Part ${index + 1} was charged, but can’t be used. ${reason} Generating it again may be charged again.`;
  const error = { code: 'malformed_response', message, stage: 'download' } as const;
  await context.store(job.id, { hasResult: false }, () =>
    context.ports.storage.jobs.updatePart(job.id, index, { status: 'failed', error }),
  );
  throw new JobFailure(error);
}
