import { isOver } from '../jobs/job-end';
import type { Unit } from '../ports/work';
import { hasResult, plannedUnits } from './planned-units';
import { takeOver } from './recover-units';
import { abortUnits, pauseWork } from './settle-unit';
import { nameOf, type WorkContext } from './work-context';

export type WorkControl = ReturnType<typeof createWorkControl>;

/** Pause, resume, stop, and retry single units. */
export function createWorkControl(context: WorkContext) {
  const { ports, kind } = context;
  const { storage, clock } = ports;
  const { store, reports } = kind;
  const setRunning = (id: string) => {
    takeOver(context, id);
    store.setState(id, { status: 'running', error: null, finishedAt: null });
  };
  const goOn = (id: string) => {
    reports.owner(id);
    context.pump();
  };
  return {
    /** Sends what waits; the caller has admitted it. */
    resume(id: string) {
      storage.transaction(() => setRunning(id));
      goOn(id);
    },
    pause(id: string) {
      takeOver(context, id);
      pauseWork(context, id, null);
    },
    stop(id: string) {
      const status = store.stateOf(id);
      if (status !== 'running' && status !== 'paused') return;
      storage.transaction(() => {
        store.move(id, 'waiting', 'stopped');
        store.setState(id, { status: 'stopped', error: null, finishedAt: clock.now() });
      });
      abortUnits(context, id);
      reports.owner(id);
    },
    /** What is paused stays paused, as does what was added since it ended: only what the person asked for is sent. */
    retry(id: string, units: readonly Unit[]) {
      // At once with its state: what waits in one that has ended would wait for ever.
      const isPaused = storage.transaction(() => {
        const isOver = !['running', 'paused'].includes(store.stateOf(id) ?? '');
        if (isOver && store.nextWaiting(id, []) !== undefined)
          store.setState(id, { status: 'paused', error: null, finishedAt: null });
        for (const unit of units) askAgain(context, unit);
        if (store.stateOf(id) === 'paused') return true;
        setRunning(id);
        return false;
      });
      if (isPaused) for (const unit of units) context.retried.set(nameOf(unit), unit);
      goOn(id);
    },
    /** Sends nothing more, and lets go of what runs. */
    end(id: string) {
      pauseWork(context, id, null);
      abortUnits(context, id);
    },
    /**
     * Admits the units together, with what follows them. One whose job was charged already and is only resumed costs nothing.
     * @throws AppError `over_budget` or `needs_confirmation`
     */
    admit(units: readonly Unit[], isConfirmed: boolean | undefined, mend?: string) {
      const calls = plannedUnits(storage, units, kind.requestOf, mend);
      const following = kind.followUps?.(units) ?? [];
      context.services.spending.admitAll([...calls, ...following], isConfirmed);
    },
  };
}

/**
 * A unit whose job can be resumed keeps it: paid results are downloaded, and a request that may have been charged is
 * sent with the same key. Every other unit starts a new attempt.
 */
function askAgain({ ports, kind }: WorkContext, unit: Unit): void {
  const { jobs, ledger } = ports.storage;
  const job = jobs.get(unit.key);
  const isNew = job
    ? isOver(job) || hasResult(unit, job)
    : unit.status !== 'interrupted' && !ledger.isUnknown(unit.key);
  const key = isNew ? ports.clock.newId() : undefined;
  // A job whose record is gone can't be resumed: the unit gets another one.
  const jobId = job ? undefined : null;
  const again = { status: 'waiting', error: null, startedAt: null, finishedAt: null } as const;
  kind.store.update(unit, { ...again, key, jobId });
  kind.reports.unit(unit);
}
