import type { AppErrorData } from '../../../shared/errors';
import { isPaid } from '../../../shared/money/cost';
import { asksAgain, wasRefused } from '../jobs/job-end';
import type { Unit, UnitPlace } from '../ports/work';
import { outcomeOf, type UnitOutcome } from './unit-end';
import { endHold, setWait, showWait } from './unit-waits';
import { leave, nameOf, pumpAll, type WorkContext } from './work-context';

/** Stores the end of a unit. One that was cut short because the app closed is read again at the next start. */
export function settle(context: WorkContext, place: UnitPlace, { status, error }: UnitOutcome): void {
  const { asking, kind, isClosing } = context;
  const isRecalled = context.recalled.has(nameOf(place)) && status === 'stopped';
  const isRefused = status === 'failed' && error !== null && asking.has(nameOf(place));
  if (isRefused && isClosing) return;
  if (isRecalled) {
    kind.store.update(place, unsent);
    kind.reports.unit(place);
  } else if (!isRefused || !requeue(context, place, error)) {
    endUnit(context, place, { status, error });
    kind.reports.unit(place);
    if (isRefused && kind.concernsAll(error)) pauseWork(context, place.ownerId, error);
  }
  // Only after the write: a write that fails is tried again from the beginning.
  leave(context, place);
  setWait(context, place.ownerId);
  pumpAll(context);
}

/** What follows from its end is stored with it: after a crash both are there, or neither. */
export function endUnit(
  { ports, kind }: Pick<WorkContext, 'ports' | 'kind'>,
  place: UnitPlace,
  { status, error }: UnitOutcome,
): void {
  ports.storage.transaction(() => {
    kind.store.update(place, { status, error, finishedAt: ports.clock.now() });
    kind.onEnd?.(place);
  });
}

/** Puts a unit back in the queue when a later attempt may succeed, once the person has mended the cause. */
function requeue(context: WorkContext, place: UnitPlace, error: AppErrorData): boolean {
  const { ports, retried, kind } = context;
  const { concernsAll } = kind;
  if (wasCharged(context, place) || !concernsAll(error)) return false;
  const key = needsNewKey(context, place) ? ports.clock.newId() : undefined;
  kind.store.update(place, { ...unsent, key });
  kind.reports.unit(place);
  retried.delete(nameOf(place));
  pauseWork(context, place.ownerId, error);
  return true;
}

export const unsent = { status: 'waiting', error: null, startedAt: null } as const;

/** An error may name a charge: then only the person may decide to pay again. */
function wasCharged({ ports: { storage }, kind }: WorkContext, place: UnitPlace): boolean {
  const unit = kind.store.unit(place);
  const job = unit && storage.jobs.get(unit.key);
  // The server of a charged job's file may ask to wait; to download again is free.
  if (job) return isPaid(job.cost) && asksAgain(job);
  const reply = unit?.replyId ? storage.messages.get(unit.replyId) : undefined;
  return reply !== undefined && isPaid(reply.cost);
}

/**
 * A refused key is used up, so the next attempt is another call. In every other case the key stays: a job that was
 * charged, or may have been, is resumed.
 */
function needsNewKey({ ports, kind }: WorkContext, place: UnitPlace): boolean {
  const { jobs, ledger } = ports.storage;
  const unit = kind.store.unit(place);
  if (!unit) return false;
  const job = jobs.get(unit.key);
  if (job) return wasRefused(job);
  return unit.replyId !== null && !ledger.isUnknown(unit.key);
}

/** Starts no further units of the owner; `error` is the reason, unless you paused it yourself. */
export function pauseWork(context: WorkContext, id: string, error: AppErrorData | null): void {
  const { store } = context.kind;
  const status = store.stateOf(id);
  if (status !== 'running' && (status !== 'paused' || error === null)) return;
  store.setState(id, { status: 'paused', error });
  endHold(context, id);
  recallHeld(context, id);
  showWait(context, id);
}

/** Units whose call waits go back in the queue as it ends: what is paused sends nothing more by itself. */
function recallHeld(context: WorkContext, id: string): void {
  const { kind, asking, waits, recalled } = context;
  for (const [name, place] of asking) {
    const unit = place.ownerId === id && waits.has(name) ? kind.store.unit(place) : undefined;
    if (unit?.status !== 'running') continue;
    recalled.add(name);
    endCall(context, unit);
  }
}

function endCall({ services, waits }: WorkContext, unit: Unit): void {
  const { jobId, replyId } = unit;
  waits.delete(nameOf(unit));
  if (jobId !== null) services.jobs.cancel(jobId);
  else if (replyId !== null) services.replies.stop(replyId);
}

/** Aborts the running requests. */
export function abortUnits(context: WorkContext, id: string): void {
  const { ports, kind } = context;
  endHold(context, id);
  for (const unit of kind.store.withStatus(id, 'running')) {
    context.recalled.delete(nameOf(unit));
    const answering = context.answering.get(nameOf(unit));
    // Nothing of it is sent: it ends with the reply that it has.
    if (answering) {
      answering.abort();
      continue;
    }
    const outcome = outcomeOf(ports.storage, unit);
    if (outcome.status === 'waiting') settle(context, unit, { status: 'stopped', error: null });
    else if (outcome.error?.outcomeUnknown) settle(context, unit, outcome);
    else endCall(context, unit);
  }
  setWait(context, id);
}
