/** An archive into the data folder: everything is checked and put aside first, then taken in at once or not at all. */
import { createHash } from 'node:crypto';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveCount } from '../../../shared/archive';
import type { ArchiveManifest } from '../../../shared/archive-manifest';
import { AppError } from '../../../shared/errors';
import type { ImportWish } from '../../core/archive-ports';
import type { Database } from '../driver';
import { writeAll, writeFileDurably } from '../media/partial';
import { foreign, stopped } from './damaged';
import { readManifest, tablePath } from './manifest';
import type { Opened } from './opened-archive';
import { placeFiles } from './place-files';
import { readLines } from './read-lines';
import { openZip, type ZipFile } from './read-zip';
import { restoreRows } from './restore-rows';

/** Left free for everything else the computer does. */
const SPARE_BYTES = 64 * 1024 * 1024;

export async function restoreArchive(
  home: string,
  database: Database,
  path: string,
  wish: ImportWish,
): Promise<readonly ArchiveCount[]> {
  const staging = join(
    home,
    'imports',
    `staging-${createHash('sha256')
      .update(path + wish.now)
      .digest('hex')
      .slice(0, 16)}`,
  );
  const zip = await openZip(path);
  try {
    const manifest = await readManifest(zip);
    await requireRoom([home, wish.mediaFolder], manifest);
    await mkdir(staging, { recursive: true });
    const opened = { zip, manifest, extract: extractor(zip, manifest, wish) };
    for (const { name } of manifest.tables) await opened.extract(tablePath(name), join(staging, name));
    const files = await placeFiles(home, database, opened, staging, wish);
    try {
      if (wish.signal.aborted) throw stopped('The import');
      return takeIn(database, manifest, staging, { ...wish, ...files });
    } catch (error) {
      await files.undo();
      throw error;
    }
  } finally {
    await zip.close();
    await rm(staging, { recursive: true, force: true });
  }
}

type Taken = ImportWish & Pick<Awaited<ReturnType<typeof placeFiles>>, 'placed' | 'thumbnails'>;

function takeIn(database: Database, manifest: ArchiveManifest, staging: string, taken: Taken) {
  const listed = new Map(manifest.tables.map((table) => [table.name, table]));
  try {
    return database.transaction(() =>
      restoreRows(database, {
        ...taken,
        rowsOf: (name) => (listed.has(name) ? readLines(join(staging, name)) : null),
        countOf: (name) => listed.get(name)?.rows ?? 0,
      }),
    );
  } catch (cause) {
    // What is left once every row has been looked at: one that refers to another that is not there.
    if (/FOREIGN KEY/i.test(String(cause instanceof Error ? (cause.cause ?? cause) : cause)))
      throw foreign('its rows do not belong together');
    throw cause;
  }
}

function extractor(zip: ZipFile, manifest: ArchiveManifest, wish: ImportWish): Opened['extract'] {
  const digests = new Map([
    ...manifest.tables.map(({ name, sha256 }) => [tablePath(name), sha256] as const),
    ...manifest.files.map(({ path, sha256 }) => [path, sha256] as const),
  ]);
  const total = sizeOf(manifest);
  let done = 0;
  return async (path, target) => {
    const entry = zip.entries.get(path);
    if (entry === undefined) throw foreign(`“${path}” is missing`);
    const hash = createHash('sha256');
    await writeFileDurably(target, async (file) => {
      for await (const piece of zip.read(entry)) {
        if (wish.signal.aborted) throw stopped('The import');
        hash.update(piece);
        await writeAll(file, piece);
        done += piece.length;
        wish.onProgress(done, total);
      }
    });
    if (hash.digest('hex') !== digests.get(path)) throw foreign(`the checksum of “${path}” is wrong`);
  };
}

const sizeOf = ({ tables, files }: ArchiveManifest): number =>
  [...tables, ...files].reduce((sum, { bytes }) => sum + bytes, 0);

async function requireRoom(folders: readonly string[], manifest: ArchiveManifest): Promise<void> {
  const tableBytes = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  // Tables are put aside and then stored: twice their size.
  const needed = sizeOf(manifest) + tableBytes + SPARE_BYTES;
  for (const folder of folders) {
    const disk = await statfs(folder).catch(() => null);
    if (disk === null || disk.bavail * disk.bsize >= needed) continue;
    const megabytes = Math.ceil(needed / 1_048_576).toLocaleString('en');
    const message = `The import needs ${megabytes} MB, more than there is in ${folder}. Make room, then try again. Nothing was changed.`;
    throw new AppError({ code: 'storage_full', message });
  }
}
