import { Worker } from 'node:worker_threads';
import { AppError, type AppErrorCode } from '../../../shared/errors';
import type { ArchiveTask, TaskHooks, TaskResults, ThreadMessage, ThreadOrder } from './tasks';

interface RunHooks extends Pick<TaskHooks, 'onProgress'> {
  readonly signal: AbortSignal;
  /** See {@link ThreadOrder}. */
  readonly lock?: SharedArrayBuffer;
}

/** A thread may hold a table of 64 MB rows for a moment, but a hostile archive must not use up the machine's memory. */
const MAX_HEAP_MB = 2_048;

/**
 * Runs a task in a worker thread, so that neither unpacking nor thousands of rows block the app.
 * @param entry the built `archive-worker`
 * @throws AppError as the task reports it, or `internal` where the thread ended without a result.
 */
export function runTask<Task extends ArchiveTask>(
  entry: string | URL,
  task: Task,
  { onProgress, signal, lock = new SharedArrayBuffer(4) }: RunHooks,
): Promise<TaskResults[Task['kind']]> {
  const stop = new SharedArrayBuffer(4);
  const workerData: ThreadOrder = { task, stop, lock };
  const halt = () => void Atomics.store(new Int32Array(stop), 0, 1);
  return new Promise<TaskResults[Task['kind']]>((resolve, reject) => {
    if (signal.aborted) halt();
    signal.addEventListener('abort', halt);
    const worker = new Worker(entry, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    worker.on('message', (message: ThreadMessage) => {
      if (message.kind === 'progress') onProgress(message.done, message.total);
      else if (message.kind === 'done') resolve(message.result as TaskResults[Task['kind']]);
      else reject(new AppError({ ...message.error, code: message.error.code as AppErrorCode }));
    });
    worker.on('error', (cause) => reject(failure(cause)));
    worker.on('exit', () => reject(failure(undefined)));
  }).finally(() => signal.removeEventListener('abort', halt));
}

function failure(cause: Error | undefined): AppError {
  const why = cause === undefined ? '' : `: ${cause.message}`;
  return new AppError({ code: 'internal', message: `The archive worker ended${why}.` }, { cause });
}
