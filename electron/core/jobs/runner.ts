import type { Job, JobPart } from '../../../shared/media/jobs';
import { modalities } from '../../../shared/modalities/modalities';
import { callStates, stateOfJob } from '../calls/call-states';
import type { JobPatch } from '../ports/jobs';
import { type HaltReason, type JobContext, subjectOf } from './context';
import { savedAt, withPlace } from './results';
import { runJob } from './run-job';
import { interruption } from './settle-job';

/** How many media requests run at once; the others wait in line, unsent. */
const MAX_REQUESTS_AT_ONCE = 4;

export interface JobRunner {
  /** Runs a stored job from its current state. */
  start(id: string): void;
  /** Ends the work on it; what is known is stored. */
  halt(id: string): void;
  isRunning(id: string): boolean;
  count(): number;
  /**
   * Resumes what an earlier run of the app left. Never sends again what may have been accepted.
   * @param isSentOnly what was never sent is left to a later run
   */
  recover(isSentOnly?: boolean): void;
  close(): Promise<void>;
}

export function createJobRunner(context: JobContext): JobRunner {
  const enter = createSemaphore(MAX_REQUESTS_AT_ONCE);
  const running = new Map<string, { halt: (reason: HaltReason) => void; done: Promise<void> }>();
  let isClosed = false;
  const start = (id: string) => {
    // A reply may end while the app closes; the next start continues with what it brought.
    if (isClosed) return;
    const controller = new AbortController();
    const done = runJob(context, id, controller.signal, enter).finally(() => running.delete(id));
    running.set(id, { halt: (reason) => controller.abort(reason), done });
  };
  return {
    start,
    halt: (id) => running.get(id)?.halt('cancelled'),
    isRunning: (id) => running.has(id),
    count: () => running.size,
    recover(isSentOnly = false) {
      for (const job of context.ports.storage.jobs.unfinished()) {
        if (isSentOnly && isUnsent(job)) continue;
        if (recoverJob(context, job)) start(job.id);
      }
    },
    async close() {
      isClosed = true;
      context.stopStoring();
      for (const { halt } of running.values()) halt('closing');
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** Lets at most `width` run at once; the rest wait in order. A waiter whose signal aborts leaves the queue. */
function createSemaphore(width: number): (signal: AbortSignal) => Promise<() => void> {
  const line: (() => void)[] = [];
  let inside = 0;
  const leave = () => {
    inside -= 1;
    line.shift()?.();
  };
  const enter = () => {
    inside += 1;
    let left = false;
    return () => {
      if (!left) leave();
      left = true;
    };
  };
  return async (signal) => {
    signal.throwIfAborted();
    if (inside < width) return enter();
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        line.splice(line.indexOf(go), 1);
        reject(signal.reason);
      };
      line.push(go);
      signal.addEventListener('abort', giveUp, { once: true });
    });
    return enter();
  };
}

// What becomes of a job that the last run of the app left unfinished.

/** @returns whether the job goes on without asking the person; otherwise it is stored as interrupted */
function recoverJob(context: JobContext, job: Job): boolean {
  if (canResume(context, job)) return true;
  const asked = job.parts.find(({ status }) => status === 'submitting');
  if (asked && hasArrived(context, job, asked)) return takeArrived(context, job, asked);
  interrupt(context, job, asked);
  return false;
}

/** It would be sent now. */
const isUnsent = ({ remoteId, status }: Job): boolean =>
  remoteId === null && callStates[stateOfJob[status]].atNextStart === 'send';

/** A job with a remote id is asked about by it, whatever was stored last. */
function canResume({ ports }: JobContext, job: Job): boolean {
  const { atNextStart } = callStates[stateOfJob[job.status]];
  if (job.remoteId !== null || atNextStart === 'send') return true;
  if (atNextStart !== 'save') return false;
  return job.parts.length > 1 || ports.storage.jobs.internals(job.id).places.length > 0;
}

/** All results of the request are on the disk: the app ended before it could store that they came. */
function hasArrived({ ports }: JobContext, job: Job, asked: JobPart): boolean {
  const onDisk = ports.files.partsOnDisk(job.id);
  return arrivedPositions(job, asked).every((position) => onDisk.includes(position));
}

/** Where the results of the request are stored: those of one call by their number, those of several by their call. */
function arrivedPositions({ parts, parameters }: Job, asked: JobPart): readonly number[] {
  if (parts.length > 1) return [asked.index];
  const count = typeof parameters.count === 'number' ? parameters.count : 1;
  return Array.from({ length: count }, (_, position) => position);
}

/** Results that were paid for are saved; what they cost was not stored with them, so a later balance tells. */
function takeArrived(context: JobContext, job: Job, asked: JobPart): boolean {
  const { storage, clock } = context.ports;
  const before = storage.jobs.internals(job.id).places;
  const places = arrivedPositions(job, asked).reduce(
    (known, position) => withPlace(known, position, savedAt(position)),
    before,
  );
  const isComplete = job.parts.every(({ index, status }) => index === asked.index || status === 'completed');
  const patch: JobPatch = isComplete
    ? { status: 'saving', hasResult: true }
    : { status: 'interrupted', finishedAt: clock.now(), mayStillCharge: true, error: interruption() };
  context.change(job.id, { ...patch, places }, () => {
    storage.jobs.updatePart(job.id, asked.index, { status: 'completed', error: null });
    recordUnknown(context, job, asked);
  });
  return isComplete;
}

function interrupt(context: JobContext, job: Job, asked: JobPart | undefined): void {
  const { storage, clock } = context.ports;
  const error = interruption();
  const mayStillCharge = asked !== undefined;
  context.change(job.id, { status: 'interrupted', finishedAt: clock.now(), mayStillCharge, error }, () => {
    if (!asked) return;
    storage.jobs.updatePart(job.id, asked.index, { status: 'interrupted', error });
    recordUnknown(context, job, asked);
  });
}

function recordUnknown(context: JobContext, job: Job, asked: JobPart): void {
  const key = context.ports.storage.jobs.internals(job.id).partKeys[asked.index] ?? null;
  context.ledger.recordUnknown(subjectOf(job, modalities[job.modality].operation, key));
}
