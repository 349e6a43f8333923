import { isPaid } from '../../../shared/cost';
import type { AppErrorData } from '../../../shared/errors';
import { asksAgain, wasRefused } from '../jobs/job-end';
import { MAX_REFUSED_WAITS, refusedWaitMs } from '../lib/refused-wait';
import type { RowPlace } from '../ports/batches';
import { type BatchContext, endWait, leave, nameOf, wake } from './batch-context';
import { concernsAll, isAskedTooOften, outcomeOf, type RowOutcome } from './row-end';

/** Applies the end of a reply or job to the row that owns it, as its own record states it. */
export function refreshRow(context: BatchContext, place: RowPlace | undefined): void {
  const { storage } = context.ports;
  const turn = place && storage.batches.row(place);
  if (!turn || turn.status === 'waiting') return;
  const outcome = outcomeOf(storage, turn);
  if (outcome.status === 'running' || outcome.status === 'waiting') return;
  // For example, its cost became known.
  if (outcome.status === turn.status) context.news.row(turn);
  else settle(context, turn, outcome);
}

/** Stores the end of a row. A row that was cut short because the app closed is read again at the next start. */
export function settle(context: BatchContext, place: RowPlace, { status, error }: RowOutcome): void {
  const { ports, asking, waited, news, isClosing } = context;
  const isRefused = status === 'failed' && error !== null && asking.has(nameOf(place));
  if (isRefused && isClosing) return;
  if (!isRefused || !requeue(context, place, error)) {
    ports.storage.batches.updateRow(place, { status, error, finishedAt: ports.clock.now() });
    news.row(place);
    waited.delete(nameOf(place));
    if (isRefused && concernsAll(error)) pauseBatch(context, place.batchId, error);
  }
  // Only after the write: a write that fails is tried again from the beginning.
  leave(context, place);
  queueMicrotask(context.pump);
}

/** Puts a row back in the queue when a later attempt may succeed, automatically or after you fixed the cause. */
function requeue(context: BatchContext, place: RowPlace, error: AppErrorData): boolean {
  const { ports, retried, waited, news } = context;
  const { batches } = ports.storage;
  if (wasCharged(context, place)) return false;
  const tooOften = isAskedTooOften(error) && (waited.get(nameOf(place)) ?? 0) < MAX_REFUSED_WAITS;
  if (!tooOften && !concernsAll(error)) return false;
  const key = needsNewKey(context, place, tooOften) ? ports.clock.newId() : undefined;
  batches.updateRow(place, { status: 'waiting', error: null, startedAt: null, key });
  news.row(place);
  if (tooOften) backOff(context, place, error);
  else {
    retried.delete(nameOf(place));
    pauseBatch(context, place.batchId, error);
  }
  return true;
}

/** An error may name a charge: then only the person may decide to pay again. */
function wasCharged({ ports: { storage } }: BatchContext, place: RowPlace): boolean {
  const turn = storage.batches.row(place);
  const job = turn && storage.jobs.get(turn.key);
  // The server of a charged job's file may ask to wait; to download again is free.
  if (job) return isPaid(job.cost) && asksAgain(job);
  const reply = turn?.replyId ? storage.messages.get(turn.replyId) : undefined;
  return reply !== undefined && isPaid(reply.cost);
}

/**
 * A refused key is used up, so the next attempt is another call. In every other case the key stays: a job that was
 * charged, or may have been, is resumed.
 */
function needsNewKey({ ports }: BatchContext, place: RowPlace, tooOften: boolean): boolean {
  const { batches, jobs, ledger } = ports.storage;
  const turn = batches.row(place);
  if (!turn) return false;
  const job = jobs.get(turn.key);
  if (job) return wasRefused(job);
  return turn.replyId !== null && !tooOften && !ledger.isUnknown(turn.key);
}

/** Starts no row of the batch until the gateway accepts requests again. */
function backOff(context: BatchContext, place: RowPlace, error: AppErrorData): void {
  const { ports, waited, backOffs, paced, news } = context;
  const { batchId } = place;
  waited.set(nameOf(place), (waited.get(nameOf(place)) ?? 0) + 1);
  if (backOffs.has(batchId) && !paced.has(batchId)) return;
  endWait(context, batchId);
  const refusals = (waited.get(nameOf(place)) ?? 1) - 1;
  const waitMs = refusedWaitMs(refusals, error.retryAfterMs, ports.clock.random());
  backOffs.set(
    batchId,
    ports.clock.setTimer(waitMs, () => wake(context, batchId)),
  );
  news.setWait(batchId, ports.clock.now() + waitMs);
  news.batch(batchId);
}

/** Starts no further rows of the batch; `error` is the reason, unless you paused it yourself. */
export function pauseBatch(context: BatchContext, id: string, error: AppErrorData | null): void {
  const { batches } = context.ports.storage;
  const status = batches.get(id)?.status;
  if (status !== 'running' && (status !== 'paused' || error === null)) return;
  batches.update(id, { status: 'paused', error });
  endWait(context, id);
  context.news.batch(id);
}

/** Aborts the running requests. */
export function abortRows(context: BatchContext, id: string): void {
  const { ports, services } = context;
  endWait(context, id);
  for (const turn of ports.storage.batches.withStatus(id, 'running')) {
    const outcome = outcomeOf(ports.storage, turn);
    if (outcome.status === 'waiting') settle(context, turn, { status: 'stopped', error: null });
    else if (outcome.error?.outcomeUnknown) settle(context, turn, outcome);
    else if (turn.jobId !== null) services.jobs.cancel(turn.jobId);
    else if (turn.replyId !== null) services.replies.stop(turn.replyId);
  }
}
