import type { Job } from '../../../shared/jobs';
import { modalities } from '../../../shared/modalities';
import { type HaltReason, type JobContext, subjectOf } from './context';
import { runJob } from './run-job';
import { createSemaphore } from './semaphore';
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
  /** Resumes what an earlier run of the app left. Never sends again what may have been accepted. */
  recover(): void;
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
    recover() {
      for (const job of context.ports.storage.jobs.unfinished()) {
        if (canResume(context, job)) start(job.id);
        else flag(context, job);
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

/**
 * A job that was never sent, one with a remote id, and one whose results are ready to download resume without
 * confirmation.
 */
function canResume({ ports }: JobContext, job: Job): boolean {
  if (job.status === 'waiting' || job.remoteId !== null) return true;
  if (job.status !== 'saving') return false;
  return job.parts.length > 1 || ports.storage.jobs.internals(job.id).outputUrls.length > 0;
}

function flag(context: JobContext, job: Job): void {
  const { storage, clock } = context.ports;
  const asked = job.parts.find(({ status }) => status === 'submitting');
  const key = asked && storage.jobs.internals(job.id).partKeys[asked.index];
  const error = interruption();
  context.change(
    job.id,
    { status: 'interrupted', finishedAt: clock.now(), mayStillCharge: asked !== undefined, error },
    () => {
      if (!asked) return;
      storage.jobs.updatePart(job.id, asked.index, { status: 'interrupted', error });
      context.credits.recordUnknown(subjectOf(job, modalities[job.modality].operation, key ?? null));
    },
  );
}
