import type { Job, JobPart } from '../../../shared/jobs';
import { modalities } from '../../../shared/modalities';
import type { GatewayFailure, MediaSource, RemoteJob } from '../../gateway/types';
import { type Asked, requestBody, runners } from '../modalities/modality';
import { callOf, chargedSubjectOf, isGatewayFailure, type JobContext, subjectOf } from './context';
import { pause } from './pause';
import { keepResults, open, unbroken } from './results';

/**
 * Asks the gateway for a job, part by part. Every part is marked before it is sent and again when it is answered, so
 * that a crash in between is known for what it is.
 */
export async function ask(context: JobContext, job: Job, signal: AbortSignal): Promise<void> {
  const { partKeys } = context.ports.storage.jobs.internals(job.id);
  for (const part of job.parts) {
    if (part.status === 'completed') continue;
    const idempotencyKey = partKeys[part.index] ?? '';
    const asked = await askPatiently(context, job, part, { idempotencyKey, signal });
    await keepAnswer(context, job, part, { asked, idempotencyKey, signal });
  }
}

interface Asking {
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

/** How long a gateway that is asked too often is left alone where it does not say. */
const USUAL_WAIT_MS = 5_000;
const MOST_WAITS = 60;

/**
 * Asks, and where the gateway says it is asked too often, waits and asks again: it has refused, so nothing can have
 * been charged. The others wait behind, which slows all of them down to what the gateway takes.
 */
async function askPatiently(context: JobContext, job: Job, part: JobPart, asking: Asking): Promise<Asked> {
  for (let waits = 0; ; waits += 1) {
    markPart(context, job, part, 'submitting');
    try {
      return await askPart(context, job, part, asking);
    } catch (error) {
      if (!isRateLimit(error) || waits === MOST_WAITS) {
        failPart(context, job, part, { error, idempotencyKey: asking.idempotencyKey });
        throw error;
      }
      await waitForRate(context, job, part, { error, signal: asking.signal });
    }
  }
}

function isRateLimit(error: unknown): error is GatewayFailure {
  return isGatewayFailure(error) && error.statusCode === 429;
}

/** Back in the line, with the reason on show: should the app end now, the job was not sent. */
async function waitForRate(
  context: JobContext,
  job: Job,
  part: JobPart,
  { error, signal }: { error: GatewayFailure; signal: AbortSignal },
): Promise<void> {
  const { clock, storage, describeError } = context.ports;
  const waitMs = error.retryAfterMs ?? USUAL_WAIT_MS;
  context.change(job.id, { status: 'waiting' }, () =>
    storage.jobs.updatePart(job.id, part.index, { status: 'waiting', error: null }),
  );
  const now = clock.now();
  context.setChecks(job.id, {
    lastAt: now,
    nextAt: now + waitMs,
    failedInARow: 1,
    lastError: describeError(error),
  });
  await pause(clock, waitMs * (1 + clock.random() / 2), signal);
  context.setChecks(job.id, null);
}

async function askPart(context: JobContext, job: Job, part: JobPart, asking: Asking): Promise<Asked> {
  const client = await context.profiles.client(job.profileId);
  const text = job.prompt.slice(part.start, part.end);
  const body = requestBody(job.modality, { ...job, text });
  return await runners[job.modality].ask(client, body, asking);
}

interface Answer {
  readonly asked: Asked;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

async function keepAnswer(
  context: JobContext,
  job: Job,
  part: JobPart,
  { asked, idempotencyKey, signal }: Answer,
) {
  const { meta } = asked.kind === 'remote' ? asked.job : asked;
  const record = (failure: unknown = null) => {
    const { operation } = modalities[job.modality];
    const subject = chargedSubjectOf(context, job, operation, idempotencyKey);
    context.credits.recordAnswer(subject, meta, callOf(context, job));
    const error = failure === null ? null : context.ports.describeError(failure);
    const status = failure === null ? 'completed' : 'failed';
    context.ports.storage.jobs.updatePart(job.id, part.index, { status, error });
  };
  if (asked.kind === 'remote') {
    context.change(job.id, remotePatch(asked.job), record);
  } else if (job.parts.length > 1) {
    await keepPart(context, job, part, { asked, record, signal });
  } else {
    const outputUrls = await keepResults(context, job, asked.sources);
    const { requestId } = meta;
    context.change(job.id, { status: 'saving', hasResult: true, outputUrls, requestId }, record);
  }
  context.credits.announce(job.profileId);
}

/** The remote id is kept in the same breath as the charge: from here on the job survives anything. */
function remotePatch(remote: RemoteJob) {
  const { rawStatus, progress, meta } = remote;
  return {
    status: remote.status === 'queued' ? ('queued' as const) : ('running' as const),
    ...{ remoteId: remote.id, remoteStatus: rawStatus, progress, requestId: meta.requestId },
  };
}

interface Kept {
  readonly asked: Extract<Asked, { kind: 'done' }>;
  readonly record: (failure?: unknown) => void;
  readonly signal: AbortSignal;
}

/** One part of a longer text. It is charged whether or not the disk takes it; then it alone is asked for again. */
async function keepPart(context: JobContext, job: Job, part: JobPart, { asked, record, signal }: Kept) {
  const failure = await savePart(context, job, part, asked.sources[0], signal).then(
    () => null,
    (error: unknown) => error,
  );
  const progress = failure === null ? { progress: (part.index + 1) / job.parts.length } : {};
  context.change(job.id, { requestId: asked.meta.requestId, ...progress }, () => record(failure));
  context.credits.announce(job.profileId);
  if (failure !== null) throw failure;
}

async function savePart(
  context: JobContext,
  job: Job,
  part: JobPart,
  source: MediaSource | undefined,
  signal: AbortSignal,
) {
  const { declaredBytes, bytes } = await open(context, job, source, signal);
  const kind = modalities[job.modality].mediaKind;
  const request = { source: bytes, declaredBytes, kind, signal: source?.kind === 'url' ? signal : unbroken };
  await context.ports.files.savePart(job.id, part.index, request);
}

function markPart(context: JobContext, job: Job, part: JobPart, status: JobPart['status']): void {
  context.change(job.id, { status: 'submitting' }, () =>
    context.ports.storage.jobs.updatePart(job.id, part.index, { status, error: null }),
  );
}

function failPart(
  context: JobContext,
  job: Job,
  part: JobPart,
  failed: { error: unknown; idempotencyKey: string },
): void {
  const { error, idempotencyKey } = failed;
  const known = isGatewayFailure(error) ? error : null;
  context.ports.storage.transaction(() => {
    const status = known?.outcomeUnknown ? 'interrupted' : 'failed';
    context.ports.storage.jobs.updatePart(job.id, part.index, {
      status,
      error: context.ports.describeError(error),
    });
    if (known)
      context.credits.recordFailure(
        subjectOf(job, modalities[job.modality].operation, idempotencyKey),
        known,
        callOf(context, job),
      );
  });
  context.credits.announce(job.profileId);
}
