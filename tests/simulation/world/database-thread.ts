/** Replaces the thread that copies and checks the database: done here, after a delay. */
import { type RunDatabaseTask, runDatabaseTask } from '../../../electron/storage/backup/database-task';
import { letGoOfDatabases } from './real';
import { here, hold, never, operate, pass } from './world';

export const createDatabaseThread = (): RunDatabaseTask => async (task) => {
  const world = here();
  const { life } = world;
  await pass(world, 50 + world.noise.next() * 500);
  try {
    operate(world, life);
  } catch {
    return never();
  }
  const result = runDatabaseTask(task);
  // The files of a thread are closed when it ends; before an update nothing else has the database open.
  if (task.kind === 'copy' && task.to.includes('before-update')) await hold(world, letGoOfDatabases());
  return result;
};
