/** Entry of the thread that runs one {@link DatabaseTask} and exits. */
import { parentPort, workerData } from 'node:worker_threads';
import { type DatabaseTask, runDatabaseTask } from './database-task';
import type { TaskReply } from './database-thread';

parentPort?.postMessage(answer(workerData as DatabaseTask));

function answer(task: DatabaseTask): TaskReply {
  try {
    return { result: runDatabaseTask(task) };
  } catch (error) {
    const { message, code } = error as Error & { code?: unknown };
    return { result: null, message, code: String(code ?? '') };
  }
}
