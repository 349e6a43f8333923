import type { AppErrorData } from '../../../shared/errors';
import { isPaid } from '../../../shared/money/cost';
import { asksAgain, wasRefused } from '../jobs/job-end';
import type { BatchTurn, RowPlace } from '../ports/batches';
import { type BatchContext, leave, nameOf } from './batch-context';
import { concernsAll, outcomeOf, type RowOutcome } from './row-end';
import { endHold, setWait, showWait } from './row-waits';

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
  const { ports, asking, news, isClosing } = context;
  const isRecalled = context.recalled.has(nameOf(place)) && status === 'stopped';
  const isRefused = status === 'failed' && error !== null && asking.has(nameOf(place));
  if (isRefused && isClosing) return;
  if (isRecalled) {
    ports.storage.batches.updateRow(place, unsent);
    news.row(place);
  } else if (!isRefused || !requeue(context, place, error)) {
    ports.storage.batches.updateRow(place, { status, error, finishedAt: ports.clock.now() });
    news.row(place);
    if (isRefused && concernsAll(error)) pauseBatch(context, place.batchId, error);
  }
  // Only after the write: a write that fails is tried again from the beginning.
  leave(context, place);
  setWait(context, place.batchId);
  queueMicrotask(context.pump);
}

/** Puts a row back in the queue when a later attempt may succeed, once the person has mended the cause. */
function requeue(context: BatchContext, place: RowPlace, error: AppErrorData): boolean {
  const { ports, retried, news } = context;
  if (wasCharged(context, place) || !concernsAll(error)) return false;
  const key = needsNewKey(context, place) ? ports.clock.newId() : undefined;
  ports.storage.batches.updateRow(place, { ...unsent, key });
  news.row(place);
  retried.delete(nameOf(place));
  pauseBatch(context, place.batchId, error);
  return true;
}

const unsent = { status: 'waiting', error: null, startedAt: null } as const;

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
function needsNewKey({ ports }: BatchContext, place: RowPlace): boolean {
  const { batches, jobs, ledger } = ports.storage;
  const turn = batches.row(place);
  if (!turn) return false;
  const job = jobs.get(turn.key);
  if (job) return wasRefused(job);
  return turn.replyId !== null && !ledger.isUnknown(turn.key);
}

/** Starts no further rows of the batch; `error` is the reason, unless you paused it yourself. */
export function pauseBatch(context: BatchContext, id: string, error: AppErrorData | null): void {
  const { batches } = context.ports.storage;
  const status = batches.get(id)?.status;
  if (status !== 'running' && (status !== 'paused' || error === null)) return;
  batches.update(id, { status: 'paused', error });
  endHold(context, id);
  recallHeld(context, id);
  showWait(context, id);
}

/** Rows whose call waits go back in the queue as it ends: a paused batch sends nothing more by itself. */
function recallHeld(context: BatchContext, id: string): void {
  const { ports, asking, waits, recalled } = context;
  for (const [name, place] of asking) {
    const turn = place.batchId === id && waits.has(name) ? ports.storage.batches.row(place) : undefined;
    if (turn?.status !== 'running') continue;
    recalled.add(name);
    endCall(context, turn);
  }
}

function endCall({ services, waits }: BatchContext, turn: BatchTurn): void {
  const { jobId, replyId } = turn;
  waits.delete(nameOf(turn));
  if (jobId !== null) services.jobs.cancel(jobId);
  else if (replyId !== null) services.replies.stop(replyId);
}

/** Aborts the running requests. */
export function abortRows(context: BatchContext, id: string): void {
  const { ports } = context;
  endHold(context, id);
  for (const turn of ports.storage.batches.withStatus(id, 'running')) {
    context.recalled.delete(nameOf(turn));
    const outcome = outcomeOf(ports.storage, turn);
    if (outcome.status === 'waiting') settle(context, turn, { status: 'stopped', error: null });
    else if (outcome.error?.outcomeUnknown) settle(context, turn, outcome);
    else endCall(context, turn);
  }
  setWait(context, id);
}
