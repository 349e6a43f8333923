import type { HaltReason, JobContext } from './context';
import { recoverJob } from './recover-job';
import { runJob } from './run-job';
import { createSemaphore } from './semaphore';

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
