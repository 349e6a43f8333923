/** Replaces the thread that copies and checks the database: done here, after a delay. */
import { type RunDatabaseTask, runDatabaseTask } from '../../../electron/storage/backup/database-task';
import { here, never, operate, pass } from './world';

export const createDatabaseThread = (): RunDatabaseTask => async (task) => {
  const world = here();
  const { life } = world;
  await pass(world, 50 + world.noise.next() * 500);
  try {
    operate(world, life);
  } catch {
    return never();
  }
  return runDatabaseTask(task);
};
