/** Replaces the archive thread: its work is done here, on the simulated disk. */
import { performTask } from '../../../electron/storage/archive/archive-task';
import type { ArchiveTask, TaskHooks, TaskResults } from '../../../electron/storage/archive/tasks';
import { here, never } from './world';

interface RunHooks extends Pick<TaskHooks, 'onProgress'> {
  readonly signal: AbortSignal;
}

export async function runTask<Task extends ArchiveTask>(
  _entry: unknown,
  task: Task,
  hooks: RunHooks,
): Promise<TaskResults[Task['kind']]> {
  const { life } = here();
  try {
    return (await performTask(task, { ...hooks, onLock: () => undefined })) as TaskResults[Task['kind']];
  } finally {
    if (!life?.isAlive) await never();
  }
}
