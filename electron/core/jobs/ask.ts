import type { AppErrorData } from '../../../shared/errors';
import { liftMedia } from '../../../shared/extra/lift-extra';
import type { Job, JobPart } from '../../../shared/jobs';
import { modalities } from '../../../shared/modalities';
import type { GatewayFailure } from '../../gateway/types/call';
import type { RemoteJob } from '../../gateway/types/jobs';
import { namesCharge, staysUnknown } from '../ledger/answer-amounts';
import { UnwrittenError } from '../lib/durable-save';
import { MAX_REFUSED_WAITS, refusedWaitMs } from '../lib/refused-wait';
import { requireExtra } from '../lib/require-extra';
import { requestBody, runners } from '../modalities/modality';
import type { MediaAnswer } from '../modalities/runner';
import { callOf, chargedSubjectOf, isGatewayFailure, type JobContext, subjectOf } from './context';
import { JobFailure } from './job-failure';
import { pause } from './pause';
import { keepResults, saveResult, spoolTo, withPlace } from './results';
import { saveParts } from './save-parts';
import { waitForPace } from './wait-for-pace';

interface Asking {
  readonly job: Job;
  readonly part: JobPart;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

/**
 * Sends a job's requests, part by part. Every part is marked before it is sent and again when it is answered, so after
 * a crash in between the next start knows. No further part is sent before everything paid for is saved.
 */
export async function ask(context: JobContext, job: Job, signal: AbortSignal): Promise<void> {
  const { partKeys } = await context.internals(job.id);
  for (const part of job.parts) {
    if (part.status === 'completed') continue;
    if (part.index > 0) await saveParts(context, await context.load(job.id), signal);
    const asking = { job, part, idempotencyKey: partKeys[part.index] ?? '', signal };
    await storeAnswer(context, asking, await sendWithRetries(context, asking));
  }
}

/**
 * Sends the request. At a rate limit, waits and sends it again: it was refused, so nothing can have been charged. Other
 * jobs wait behind it, which slows all of them to the gateway's pace.
 */
async function sendWithRetries(context: JobContext, asking: Asking): Promise<MediaAnswer> {
  const { job, part, idempotencyKey, signal } = asking;
  for (let refusals = 0; ; refusals += 1) {
    await waitForPace(context, job, signal, part);
    const release = context.pace.take(job.profileId, idempotencyKey);
    try {
      await markPart(context, asking);
      const asked = await send(context, asking, refusals);
      if (asked !== null) return asked;
    } finally {
      release();
    }
  }
}

/** @returns `null` after the wait that a rate limit asked for */
async function send(context: JobContext, asking: Asking, refusals: number): Promise<MediaAnswer | null> {
  try {
    return await askPart(context, asking);
  } catch (error) {
    if (!isRateLimit(error) || refusals === MAX_REFUSED_WAITS) throw await failPart(context, asking, error);
    await waitForRate(context, asking, refusals, error);
    return null;
  }
}

function isRateLimit(error: unknown): error is GatewayFailure {
  if (!isGatewayFailure(error) || error.isOutOfCredits || namesCharge(error)) return false;
  return error.statusCode === 429 && !error.outcomeUnknown;
}

/** Puts the job back in the queue with the reason: if the app closes now, the job was not sent. */
async function waitForRate(
  context: JobContext,
  { job, part, signal }: Asking,
  refusals: number,
  error: GatewayFailure,
): Promise<void> {
  const { clock, storage, describeError } = context.ports;
  const waitMs = refusedWaitMs(refusals, error.retryAfterMs, clock.random());
  await context.store(job.id, { status: 'waiting' }, () =>
    storage.jobs.updatePart(job.id, part.index, { status: 'waiting', error: null }),
  );
  const now = clock.now();
  context.setChecks(job.id, {
    lastAt: now,
    nextAt: now + waitMs,
    failedInARow: refusals + 1,
    lastError: describeError(error),
  });
  await pause(clock, waitMs, signal);
  context.setChecks(job.id, null);
}

async function askPart(
  context: JobContext,
  { job, part, idempotencyKey, signal }: Asking,
): Promise<MediaAnswer> {
  // A job of an earlier version. Where the gateway may have it already, it is asked for again with the same body.
  if (part.status === 'waiting' || part.status === 'failed')
    requireExtra(job.modality, liftMedia(job.modality, job).extra, 'extra');
  const client = await context.profiles.client(job.profileId);
  const text = job.prompt.slice(part.start, part.end);
  const body = requestBody(job.modality, { ...job, text });
  // A body that is a result itself is the only one of its request.
  const spool = spoolTo(context, job, part.index);
  return await runners[job.modality].ask(client, body, { idempotencyKey, signal, spool });
}

/**
 * The result is stored first, then the charge with all that is needed to get the result, so no end of the app loses
 * either.
 */
async function storeAnswer(context: JobContext, asking: Asking, asked: MediaAnswer): Promise<void> {
  const { job, part, idempotencyKey } = asking;
  const { meta } = asked.kind === 'remote' ? asked.job : asked;
  const record = () => {
    const { operation } = modalities[job.modality];
    const subject = chargedSubjectOf(context, job, operation, idempotencyKey);
    context.credits.recordAnswer(subject, meta, callOf(context, job));
    context.ports.storage.jobs.updatePart(job.id, part.index, { status: 'completed', error: null });
  };
  if (asked.kind === 'remote' && job.parts.length > 1)
    throw await leaveRemotePart(context, asked.job, record);
  const patch = asked.kind === 'remote' ? remotePatch(asked.job) : await donePatch(context, asking, asked);
  try {
    await context.store(job.id, patch, record);
  } catch (error) {
    if (error instanceof UnwrittenError) throw error;
    // It was charged, but no row can be written: the outcome can only be reported as unknown.
    throw new JobFailure({ ...context.ports.describeError(error), stage: 'request', outcomeUnknown: true });
  }
  context.credits.announce(job.profileId);
}

/** A job follows one other at most: that of a part is charged, and opened by its id. */
async function leaveRemotePart(context: JobContext, { handle }: RemoteJob, record: () => void) {
  await context.persist(record);
  return new JobFailure({
    code: 'job_for_part',
    message: `The gateway answered a part of this text with a job of its own, ${handle}. Open that job by its id to get its sound, and generate shorter texts here.`,
    stage: 'request',
    details: { jobId: handle },
  });
}

/** What the job is asked for by is stored in one transaction with the charge: from here on the job survives any end of the app. */
function remotePatch(remote: RemoteJob) {
  const { rawStatus, progress, meta } = remote;
  return {
    status: remote.status === 'queued' ? ('queued' as const) : ('running' as const),
    remoteId: remote.handle,
    remoteStatus: rawStatus,
    progress,
    requestId: meta.requestId,
  };
}

async function donePatch(
  context: JobContext,
  { job, part }: Asking,
  { sources, facts = [], meta: { requestId } }: Extract<MediaAnswer, { kind: 'done' }>,
) {
  if (job.parts.length === 1) {
    const places = await keepResults(context, job, sources);
    return { status: 'saving' as const, hasResult: true, places, resultFacts: facts, requestId };
  }
  const place = await saveResult(context, job, sources[0], part.index);
  const { places } = await context.internals(job.id);
  const progress = (part.index + 1) / job.parts.length;
  return { places: withPlace(places, part.index, place), progress, requestId };
}

async function markPart(context: JobContext, { job, part, signal }: Asking): Promise<void> {
  const mark = () =>
    context.ports.storage.jobs.updatePart(job.id, part.index, { status: 'submitting', error: null });
  await context.store(job.id, { status: 'submitting' }, mark);
  // The wait for the disk may have been long: nothing is sent that was stopped meanwhile.
  signal.throwIfAborted();
}

/** Stores that a part was not answered, and why. */
async function failPart(context: JobContext, asking: Asking, error: unknown): Promise<unknown> {
  const { job, part, idempotencyKey } = asking;
  const { storage, describeError } = context.ports;
  const known = isGatewayFailure(error) ? error : null;
  const data = await context.persist((): AppErrorData => {
    const outcomeUnknown = known?.outcomeUnknown || staysUnknown(storage.ledger, idempotencyKey, known);
    const described = { ...describeError(error), ...(outcomeUnknown && { outcomeUnknown }) };
    const status = outcomeUnknown ? 'interrupted' : 'failed';
    storage.jobs.updatePart(job.id, part.index, { status, error: described });
    const subject = subjectOf(job, modalities[job.modality].operation, idempotencyKey);
    if (known) context.credits.recordFailure(subject, known, callOf(context, job));
    return described;
  });
  context.credits.announce(job.profileId);
  return new JobFailure({ ...data, stage: 'request' });
}
