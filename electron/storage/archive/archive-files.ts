import { rmSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../../shared/errors';
import type { ArchiveFiles } from '../../core/archive-ports';
import type { Database } from '../driver';
import { diskError } from '../media/disk-error';
import { writeAll } from '../media/partial';
import { readManifest, summaryOf } from './manifest';
import { openZip } from './read-zip';
import { restoreArchive } from './restore-archive';
import { archiveSizes, writeArchive } from './write-archive';

/** As large as a zip of the plain kind can be. */
const MAX_ARCHIVE_BYTES = 0xffff_ffff;

/**
 * Everything the app keeps, written as one file and read from one.
 * @param home the data folder
 * @param databasePath of the same database, for a look of its own at one moment of it
 */
export function createArchiveFiles(home: string, databasePath: string, database: Database): ArchiveFiles {
  // What an earlier run was handed and did not take in; the folder is ours alone.
  rmSync(join(home, 'imports'), { recursive: true, force: true });
  const receivedPath = (id: string) => join(home, 'imports', `${checkedId(id)}.zip`);
  return {
    sizes: () => archiveSizes(database),
    async write(destination, wish) {
      await onDisk(dirname(destination), () => mkdir(dirname(destination), { recursive: true }));
      return onDisk(dirname(destination), () => writeArchive(home, databasePath, destination, wish));
    },
    async inspect(path) {
      const zip = await onDisk(dirname(path), () => openZip(path));
      try {
        return summaryOf(await readManifest(zip));
      } finally {
        await zip.close();
      }
    },
    restore: (path, wish) => onDisk(home, () => restoreArchive(home, database, path, wish)),
    async receive(id, pieces) {
      const path = receivedPath(id);
      await onDisk(home, () => receive(path, pieces)).catch(async (error) => {
        await rm(path, { force: true });
        throw error;
      });
    },
    receivedPath,
    drop: (id) => rm(receivedPath(id), { force: true }),
  };
}

async function receive(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'wx');
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > MAX_ARCHIVE_BYTES) {
        throw new AppError({
          code: 'invalid_input',
          field: 'archive',
          message: 'An archive has at most 4 GB.',
        });
      }
      await writeAll(file, piece);
    }
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

function checkedId(id: string): string {
  if (/^[\w-]{1,100}$/.test(id)) return id;
  throw new AppError({ code: 'not_found', message: 'There is no such archive.' });
}
