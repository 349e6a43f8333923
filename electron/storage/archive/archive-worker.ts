/** Entry of the thread that writes and reads archives; it runs one task and exits. */
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../../shared/errors';
import { performTask } from './archive-task';
import type { ThreadMessage, ThreadOrder } from './tasks';

/** How often progress is reported, in milliseconds. */
const REPORT_EVERY_MS = 100;

const { task, stop, lock } = workerData as ThreadOrder;
const post = (message: ThreadMessage) => parentPort?.postMessage(message);
const flag = new Int32Array(stop);
const lockCount = new Int32Array(lock);
let toldAt = 0;

const hooks = {
  signal: {
    // Read from shared memory: no message arrives during a transaction.
    get aborted() {
      return Atomics.load(flag, 0) === 1;
    },
  },
  // In shared memory too: whoever waits for the lock reads it without a turn of the event loop.
  onLock: () => void Atomics.add(lockCount, 0, 1),
  onProgress(done: number, total: number) {
    if (Date.now() - toldAt < REPORT_EVERY_MS) return;
    toldAt = Date.now();
    post({ kind: 'progress', done, total });
  },
};

performTask(task, hooks).then(
  (result) => post({ kind: 'done', result }),
  (cause: unknown) => post(refusal(cause)),
);

function refusal(cause: unknown): ThreadMessage {
  if (cause instanceof AppError) return { kind: 'failed', error: cause.data };
  const message = cause instanceof Error ? cause.message : String(cause);
  return { kind: 'failed', error: { code: 'internal', message } };
}
