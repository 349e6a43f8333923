import type { AppErrorData } from '../../../shared/errors';
import { wasRefused } from '../jobs/job-end';
import { MAX_REFUSED_WAITS, refusedWaitMs } from '../lib/refused-wait';
import type { RowPlace } from '../ports/batches';
import { type BatchContext, nameOf } from './batch-context';
import { concernsAll, isAskedTooOften, outcomeOf, type RowOutcome } from './row-end';

/** Takes in what became of a reply or a job that belongs to a row, from its own record. */
export function hear(context: BatchContext, place: RowPlace | undefined): void {
  const { storage } = context.ports;
  const turn = place && storage.batches.row(place);
  if (!turn || turn.status === 'waiting') return;
  const outcome = outcomeOf(storage, turn);
  if (outcome.status === 'running' || outcome.status === 'waiting') return;
  // Its cost became known, say.
  if (outcome.status === turn.status) context.news.row(turn);
  else settle(context, turn, outcome);
}

/** The row has come to an end, whichever way; one that the app's own end cut short is read again at the next start. */
export function settle(context: BatchContext, place: RowPlace, { status, error }: RowOutcome): void {
  const { ports, asking, waited, news, isClosing } = context;
  const isRefused = status === 'failed' && error !== null && asking.has(nameOf(place));
  if (isRefused && isClosing) return;
  if (!isRefused || !putBack(context, place, error)) {
    ports.storage.batches.updateRow(place, { status, error, finishedAt: ports.clock.now() });
    news.row(place);
    waited.delete(nameOf(place));
  }
  // Only now that it is written down: a write that fails is tried again from the beginning.
  asking.delete(nameOf(place));
  queueMicrotask(context.pump);
}

/** Going on with it later, or after the person saw to it, may go well. */
function putBack(context: BatchContext, place: RowPlace, error: AppErrorData): boolean {
  const { ports, waited, news } = context;
  const { batches } = ports.storage;
  const tooOften = isAskedTooOften(error) && (waited.get(nameOf(place)) ?? 0) < MAX_REFUSED_WAITS;
  if (!tooOften && !concernsAll(error)) return false;
  const key = needsNewKey(context, place, tooOften) ? ports.clock.newId() : undefined;
  batches.updateRow(place, { status: 'waiting', error: null, startedAt: null, key });
  news.row(place);
  if (tooOften) leaveAlone(context, place, error);
  else pauseBatch(context, place.batchId, error);
  return true;
}

/**
 * A refusal was the answer to the key, so the next attempt is another call. In every other case the key stays: a job
 * that was charged, or may have been, is gone on with.
 */
function needsNewKey({ ports }: BatchContext, place: RowPlace, tooOften: boolean): boolean {
  const { batches, jobs, ledger } = ports.storage;
  const turn = batches.row(place);
  if (!turn) return false;
  const job = jobs.get(turn.key);
  if (job) return wasRefused(job);
  return turn.replyId !== null && !tooOften && !ledger.isUnknown(turn.key);
}

/** No row of the batch is asked until the gateway may take calls again. */
function leaveAlone(context: BatchContext, place: RowPlace, error: AppErrorData): void {
  const { ports, waited, wakers, news } = context;
  const { batchId } = place;
  waited.set(nameOf(place), (waited.get(nameOf(place)) ?? 0) + 1);
  if (wakers.has(batchId)) return;
  const refusals = (waited.get(nameOf(place)) ?? 1) - 1;
  const waitMs = refusedWaitMs(refusals, error.retryAfterMs, ports.clock.random());
  const wake = () => {
    endWait(context, batchId);
    news.batch(batchId);
    context.pump();
  };
  wakers.set(batchId, ports.clock.setTimer(waitMs, wake));
  news.setWait(batchId, ports.clock.now() + waitMs);
  news.batch(batchId);
}

function endWait({ wakers, news }: BatchContext, id: string): void {
  wakers.get(id)?.();
  wakers.delete(id);
  news.setWait(id, null);
}

/** Asks for no further rows of it; `error` says why, where it was not the person. */
export function pauseBatch(context: BatchContext, id: string, error: AppErrorData | null): void {
  const { batches } = context.ports.storage;
  if (batches.get(id)?.status !== 'running') return;
  batches.update(id, { status: 'paused', error });
  endWait(context, id);
  context.news.batch(id);
}

/** Breaks off what is being asked. */
export function breakOff(context: BatchContext, id: string): void {
  const { ports, services } = context;
  endWait(context, id);
  for (const turn of ports.storage.batches.withStatus(id, 'running')) {
    const { status } = outcomeOf(ports.storage, turn);
    if (status === 'waiting') settle(context, turn, { status: 'stopped', error: null });
    else if (turn.jobId !== null) services.jobs.cancel(turn.jobId);
    else if (turn.replyId !== null) services.replies.stop(turn.replyId);
  }
}
