import { liftMedia } from '../../../shared/extra/lift-extra';
import type { Job, JobPart } from '../../../shared/media/jobs';
import { modalities } from '../../../shared/modalities/modalities';
import { parametersOfPart } from '../../../shared/run/dialogue';
import type { CallOptions } from '../../gateway/types/call';
import type { RemoteJob } from '../../gateway/types/jobs';
import { type PaidCall, type Turn, writeFailure } from '../calls/paid-call';
import { sendCall } from '../calls/send-call';
import { UnwrittenError } from '../lib/durable-save';
import { requireExtra } from '../lib/require-extra';
import { requestBody, runners } from '../modalities/modality';
import type { MediaAnswer } from '../modalities/runner';
import { callOf, chargedSubjectOf, type JobContext, patienceOf, showWaitOf, subjectOf } from './context';
import { endFailed, hasPaidResults } from './failed-job';
import { keptInputsOf } from './fit-inputs';
import { JobFailure, refusedByGateway } from './job-failure';
import { sentInputs } from './job-inputs';
import { keepAnswer } from './raw-answer';
import { keepResults, saveResult, spoolTo, withPlace } from './results';
import { saveParts } from './save-parts';

interface Asking {
  readonly job: Job;
  readonly part: JobPart;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly turn: Turn;
}

/**
 * Sends a job's requests, part by part. Every part is marked before it is sent and again when it is answered, so after
 * a crash in between the next start knows. No further part is sent before everything paid for is saved.
 */
export async function ask(context: JobContext, job: Job, signal: AbortSignal, turn: Turn): Promise<void> {
  const { partKeys } = await context.internals(job.id);
  for (const part of job.parts) {
    if (part.status === 'completed') continue;
    if (part.index > 0) await saveParts(context, await context.load(job.id), signal);
    const asking = { job, part, idempotencyKey: partKeys[part.index] ?? '', signal, turn };
    await storeAnswer(context, asking, await askOnce(context, asking));
  }
}

/** The call of one part, which keeps its state in the job and in the part. */
function callOfPart(context: JobContext, { job, part, idempotencyKey, signal, turn }: Asking): PaidCall {
  const { jobs } = context.ports.storage;
  const { operation } = modalities[job.modality];
  return {
    subject: { ...subjectOf(job, operation), idempotencyKey },
    open: callOf(context, job),
    owner: {
      mark: (state) => {
        const status = state === 'sent' ? 'submitting' : 'waiting';
        return context.store(job.id, { status }, () =>
          jobs.updatePart(job.id, part.index, { status, error: null }),
        );
      },
      showWait: showWaitOf(context, job),
    },
    patience: patienceOf(job),
    signal,
    sendings: { count: 0 },
    turn,
  };
}

async function askOnce(context: JobContext, asking: Asking): Promise<MediaAnswer> {
  const call = callOfPart(context, asking);
  const sent = await sendCall(context, call, (options) => askPart(context, asking, options));
  if ('answer' in sent) return sent.answer;
  throw await failPart(context, asking, call, sent.failure);
}

async function askPart(
  context: JobContext,
  { job, part }: Asking,
  options: CallOptions,
): Promise<MediaAnswer> {
  // A job of an earlier version. Where the gateway may have it already, it is asked for again with the same body.
  if (part.status === 'waiting' || part.status === 'failed')
    requireExtra(job.modality, liftMedia(job.modality, job).extra, 'extra');
  const client = await context.profiles.client(job.profileId);
  const text = job.prompt.slice(part.start, part.end);
  const body = requestBody(job.modality, { ...job, parameters: parametersOfPart(job, part), text });
  // A body that is a result itself is the only one of its request.
  const spool = spoolTo(context, job, part.index);
  const inputs = await sentInputs(context.ports, await keptInputsOf(context, job));
  return await runners[job.modality].ask(client, body, { ...options, spool, inputs });
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
    context.ledger.recordAnswer(subject, meta, callOf(context, job));
    context.ports.storage.jobs.updatePart(job.id, part.index, { status: 'completed', error: null });
  };
  if (asked.kind === 'remote' && asked.job.status !== 'failed' && job.parts.length > 1)
    throw await leaveRemotePart(context, asked.job, record);
  const done = doneIn(job, asked);
  const patch = await patchOf(context, asking, asked, done);
  try {
    await context.store(job.id, patch, record);
  } catch (error) {
    if (error instanceof UnwrittenError) throw error;
    // It was charged, but no row can be written: the outcome can only be reported as unknown.
    throw new JobFailure({ ...context.ports.describeError(error), stage: 'request', outcomeUnknown: true });
  }
  context.ledger.announce(job.profileId);
  if (asked.kind === 'remote' && done !== null) throw keptBesideError(asked.job, part);
  // It has ended: its gateway may not know it a moment later, and then couldn't say why it failed.
  if (asked.kind === 'remote' && asked.job.status === 'failed')
    throw await endFailed(context, job, asked.job, asking.signal);
}

type DoneAnswer = Extract<MediaAnswer, { kind: 'done' }>;

/** What came whole: also one of several parts beside an error, which is charged, and which no job brings again. */
function doneIn(job: Job, asked: MediaAnswer): DoneAnswer | null {
  if (asked.kind === 'done') return asked;
  const { outputs, facts, meta } = asked.job;
  if (job.parts.length === 1 || !hasPaidResults(job, asked.job)) return null;
  return { kind: 'done', sources: outputs, facts: outputs.map(() => facts), meta };
}

const patchOf = async (context: JobContext, asking: Asking, asked: MediaAnswer, done: DoneAnswer | null) => {
  if (done !== null) return await donePatch(context, asking, done);
  return asked.kind === 'remote' ? remotePatch(asked.job) : {};
};

/** Ends the job for now; going on with it asks for the other parts alone. */
function keptBesideError(remote: RemoteJob, { index }: JobPart): JobFailure {
  const { data } = refusedByGateway(remote);
  const message = `Part ${index + 1} is kept, though the gateway reports: ${data.message}`;
  return new JobFailure({ ...data, stage: 'generation', message });
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
    remoteId: remote.handle || null,
    remoteStatus: rawStatus,
    progress,
    requestId: meta.requestId,
  };
}

async function donePatch(
  context: JobContext,
  { job, part }: Asking,
  { sources, facts = [], meta: { requestId }, remote, answer }: DoneAnswer,
) {
  if (job.parts.length === 1) {
    const places = await keepResults(context, job, sources);
    if (answer !== undefined && places.some(({ kind }) => kind === 'url' || kind === 'unusable'))
      context.answers.set(job.id, answer);
    const known = remote && { remoteId: remote.handle, remoteStatus: remote.rawStatus };
    return { status: 'saving' as const, hasResult: true, places, resultFacts: facts, requestId, ...known };
  }
  const place = await saveResult(context, job, sources[0], part.index);
  const { places } = await context.internals(job.id);
  const progress = (part.index + 1) / job.parts.length;
  return { places: withPlace(places, part.index, place), progress, requestId };
}

/** What came with success, and is no result that can be read; `null` for every other failure. */
function unreadAnswer(failure: unknown): unknown {
  if (!(failure instanceof Error) || !('errorCode' in failure) || !('details' in failure)) return null;
  return failure.errorCode === 'malformed_response' || failure.errorCode === 'no_result'
    ? failure.details
    : null;
}

/** Stores that a part was not answered, and why. */
async function failPart(
  context: JobContext,
  { job, part }: Asking,
  call: PaidCall,
  failure: unknown,
): Promise<JobFailure> {
  const unread = unreadAnswer(failure);
  if (unread !== null) await keepAnswer(context, job.id, unread);
  const error = await context.persist(() => {
    const { error: described } = writeFailure(context, call, failure);
    const status = described.outcomeUnknown ? 'interrupted' : 'failed';
    context.ports.storage.jobs.updatePart(job.id, part.index, { status, error: described });
    return described;
  });
  context.ledger.announce(job.profileId);
  return new JobFailure({ ...error, stage: 'request' });
}
