import type { ArchiveTask } from '../../../shared/archive';
import { AppError } from '../../../shared/errors';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';

interface Run {
  /** In bytes. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** How often progress is reported, in milliseconds. */
const REPORT_EVERY_MS = 200;

const nothingDone: Omit<ArchiveTask, 'kind' | 'state'> = {
  done: 0,
  total: 0,
  error: null,
  path: null,
  exportId: null,
  bytes: null,
  counts: [],
};

/** The one archive task at a time, as every window sees it. */
export function createArchiveTask({ clock, describeError }: Ports, events: EventBus) {
  let task: ArchiveTask | null = null;
  let running: { readonly controller: AbortController; readonly done: Promise<void> } | null = null;
  const report = (next: ArchiveTask | null) => {
    task = next;
    events.emit({ type: 'archive.changed', task });
  };
  const requireIdle = () => {
    if (running === null) return;
    const message = 'An export or import is already running. Wait for it to finish, or cancel it.';
    throw new AppError({ code: 'busy', message });
  };
  return {
    current: () => task,
    /** @throws AppError `busy`. */
    requireIdle,
    /** Starts the task. Every end is reported by event, never thrown. */
    begin(kind: ArchiveTask['kind'], work: (run: Run) => Promise<Partial<ArchiveTask>>) {
      requireIdle();
      const controller = new AbortController();
      const started: ArchiveTask = { ...nothingDone, kind, state: 'running' };
      let reportedAt = 0;
      const onProgress = (done: number, total: number) => {
        if (clock.now() - reportedAt < REPORT_EVERY_MS) return;
        reportedAt = clock.now();
        report({ ...started, done, total });
      };
      const fail = (cause: unknown): ArchiveTask => {
        const error = describeError(cause);
        return { ...started, state: error.code === 'aborted' ? 'cancelled' : 'failed', error };
      };
      report(started);
      const done = work({ onProgress, signal: controller.signal })
        .then((result): ArchiveTask => ({ ...started, ...result, state: 'completed' }), fail)
        .then((ended) => {
          running = null;
          report(ended);
        });
      running = { controller, done };
    },
    cancel: () => running?.controller.abort(),
    dismiss() {
      if (running === null) report(null);
    },
    async close() {
      running?.controller.abort();
      await running?.done;
    },
  };
}
