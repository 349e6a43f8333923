import { Worker } from 'node:worker_threads';
import type { DatabaseTaskResult, RunDatabaseTask } from './database-task';

export type TaskReply =
  | { readonly result: DatabaseTaskResult }
  | { readonly result: null; readonly message: string; readonly code: string };

/**
 * Runs each task on a worker thread: copying and checking are single calls of SQLite, which would block everything else
 * for as long as they take.
 * @param entry the built `database-worker`
 */
export function createDatabaseThread(entry: string | URL): RunDatabaseTask {
  return (task) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(entry, { workerData: task });
      worker.on('message', (reply: TaskReply) => {
        if (reply.result !== null) resolve(reply.result);
        else reject(Object.assign(new Error(reply.message), { code: reply.code }));
      });
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('The database worker ended early.')));
      // The app closes without waiting for it: an incomplete copy is discarded.
      worker.unref();
    });
}
