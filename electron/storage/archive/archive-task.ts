/** What the archive worker does. */
import { dirname } from 'node:path';
import type { ArchiveSummary } from '../../../shared/archive/archive';
import { openDatabase } from '../db/driver';
import { storageError } from '../db/storage-error';
import { diskError } from '../media/disk-error';
import { readManifest, summaryOf } from './manifest';
import { openZip } from './read-zip';
import { restoreArchive } from './restore-archive';
import type { ArchiveTask, InspectTask, TaskHooks, TaskResults } from './tasks';
import { writeArchive } from './write-archive';

/** @throws AppError that says what is wrong with the disk or the archive; nothing is changed then */
export async function performTask(
  task: ArchiveTask,
  hooks: TaskHooks,
): Promise<TaskResults[ArchiveTask['kind']]> {
  try {
    return await perform(task, hooks);
  } catch (cause) {
    // The disk first: what SQLite reports has codes of its own.
    throw storageError(diskError(cause, folderOf(task)));
  }
}

async function perform(task: ArchiveTask, hooks: TaskHooks): Promise<TaskResults[ArchiveTask['kind']]> {
  if (task.kind === 'inspect') return await inspect(task);
  if (task.kind === 'export') return await writeArchive(task, hooks);
  const database = openDatabase(task.databasePath);
  try {
    return await restoreArchive(database, task, hooks);
  } finally {
    database.close();
  }
}

async function inspect({ path }: InspectTask): Promise<ArchiveSummary> {
  const zip = await openZip(path);
  try {
    return summaryOf(await readManifest(zip));
  } finally {
    zip.close();
  }
}

function folderOf(task: ArchiveTask): string {
  if (task.kind === 'import') return task.home;
  return dirname(task.kind === 'export' ? task.destination : task.path);
}
