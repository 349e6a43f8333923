import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ArchiveSizes } from '../../../shared/archive/archive';
import type { ArchiveFiles } from '../../core/ports/archive';
import type { Database } from '../db/driver';
import { diskError } from '../media/disk-error';
import { checkedId, joinInside } from '../media/inside';
import { createNotedFolders } from '../media/noted-folders';
import { makePrivateFolder, writeAll } from '../media/partial';
import { clearBrokenImports, clearReceived, importsFolder } from './placed-journal';
import { runTask } from './run-task';
import { fileTravels } from './travelling-files';

export interface ArchiveFilesOptions {
  /** The data folder. */
  readonly home: string;
  /** Opens another connection to the same database. */
  readonly databasePath: string;
  /** Where the built `archive-worker` is. */
  readonly worker: () => string | URL | Promise<string | URL>;
}

/** How long the app's writes wait while the import itself holds the lock, instead of failing; in milliseconds. */
const WAIT_FOR_IMPORT_MS = 120_000;
const goneText = 'This archive is no longer available. Choose it again.';

const unhurried = { onProgress: () => undefined, signal: new AbortController().signal };

/** Everything the app keeps, written to one file and read from one, each in a worker thread. */
export function createArchiveFiles(
  database: Database,
  { home, databasePath, worker }: ArchiveFilesOptions,
): ArchiveFiles {
  clearBrokenImports(home, database);
  clearReceived(home);
  const noted = createNotedFolders(home);
  const receivedPath = (id: string) => joinInside(importsFolder(home), `${checkedId(id, goneText)}.zip`);
  return {
    sizes: () => archiveSizes(database),
    async write(destination, { onProgress, signal, ...wanted }) {
      await onDisk(dirname(destination), () => mkdir(dirname(destination), { recursive: true }));
      const task = { kind: 'export', home, databasePath, destination, ...wanted } as const;
      const entry = await worker();
      return await noted.during(dirname(destination), () => runTask(entry, task, { onProgress, signal }));
    },
    inspect: async (path) => await runTask(await worker(), { kind: 'inspect', path }, unhurried),
    async restore(path, { onProgress, signal, ...wanted }) {
      const task = { kind: 'import', home, databasePath, path, ...wanted } as const;
      const entry = await worker();
      const lock = new SharedArrayBuffer(4);
      const count = () => Atomics.load(new Int32Array(lock), 0);
      return await database.withOtherWriter({ count, milliseconds: WAIT_FOR_IMPORT_MS }, async () => {
        try {
          return await runTask(entry, task, { onProgress, signal, lock });
        } catch (error) {
          // A thread that was terminated could not clean up.
          clearBrokenImports(home, database);
          throw error;
        }
      });
    },
    async receive(id, pieces) {
      const path = receivedPath(id);
      await onDisk(home, () => receive(path, pieces)).catch(async (error) => {
        await rm(path, { force: true });
        throw error;
      });
    },
    receivedPath,
    drop: (id) => onDisk(home, () => rm(receivedPath(id), { force: true })),
  };
}

async function receive(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  await makePrivateFolder(dirname(path));
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of pieces) await writeAll(file, piece);
  } finally {
    await file.close();
  }
}

async function onDisk<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw diskError(cause, folder);
  }
}

/** How much there is to export, according to the database. */
function archiveSizes(database: Database): ArchiveSizes {
  const one = (sql: string) => database.get<{ n: number }>(sql)?.n ?? 0;
  return {
    conversations: one('SELECT count(*) AS n FROM conversations WHERE removed_at IS NULL'),
    // Those of a deleted chat are hidden with it, and stay unmarked.
    messages: one(
      `SELECT count(*) AS n FROM message_rows m JOIN conversations c ON c.seq = m.conversation_seq
       WHERE m.removed_at IS NULL AND c.removed_at IS NULL`,
    ),
    mediaFiles: one('SELECT count(*) AS n FROM media WHERE removed_at IS NULL AND is_missing = 0'),
    mediaBytes: one(
      'SELECT coalesce(sum(bytes), 0) AS n FROM media WHERE removed_at IS NULL AND is_missing = 0',
    ),
    attachmentBytes: one(`SELECT coalesce(sum(bytes), 0) AS n FROM files t WHERE ${fileTravels}`),
  };
}
