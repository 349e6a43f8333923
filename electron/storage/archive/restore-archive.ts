/** Imports an archive: everything is checked and staged first, then imported as a whole or not at all. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm, statfs } from 'node:fs/promises';
import type { ArchiveCount } from '../../../shared/archive/archive';
import { AppError } from '../../../shared/errors';
import { type Database, isLocked } from '../db/driver';
import { joinInside } from '../media/inside';
import { writeAll, writeFileDurably } from '../media/partial';
import type { ArchiveManifest } from './archive-manifest';
import { foreign, stopped } from './damaged';
import type { Turns } from './hidden-rows';
import { readManifest, tablePath } from './manifest';
import { type Placed, placeFiles } from './place-files';
import { importsFolder, undoPlaced } from './placed-journal';
import { openZip, type ZipFile } from './read-zip';
import type { Opened } from './restore-context';
import { restoreRows } from './restore-rows';
import { isLeftOut, schemaOf } from './rows/row-schemas';
import { readStagedRows, stageTable } from './stage-table';
import type { ImportTask, TaskHooks } from './tasks';

/** Disk space left free for everything else. */
const SPARE_BYTES = 64 * 1024 * 1024;

export async function restoreArchive(
  database: Database,
  task: ImportTask,
  hooks: TaskHooks,
): Promise<readonly ArchiveCount[]> {
  const { home, mediaFolder, path } = task;
  const staging = joinInside(importsFolder(home), `staging-${randomBytes(8).toString('hex')}`);
  const zip = await openZip(path);
  let isSettled = true;
  try {
    const manifest = await readManifest(zip);
    refuseUnknownTables(manifest);
    await requireRoom([home, mediaFolder], manifest);
    await mkdir(staging, { recursive: true });
    const meter = createMeter(manifest, hooks);
    const opened = open(zip, manifest, meter);
    await stageTables(opened, staging, meter);
    try {
      const files = await placeFiles({ home, mediaFolder, database, opened, staging });
      if (hooks.signal.aborted) throw stopped('The import');
      return await importRows(database, { manifest, staging, task, meter, files, turns: hooks });
    } catch (error) {
      isSettled = undoPlaced(staging);
      throw error;
    }
  } finally {
    zip.close();
    // The import is over by then, whatever the disk says to this: the next start deletes the folder.
    if (isSettled) await rm(staging, { recursive: true, force: true }).catch(() => undefined);
  }
}

function refuseUnknownTables({ tables }: ArchiveManifest): void {
  const unknown = tables.find(({ name }) => schemaOf(name) === undefined && !isLeftOut(name));
  if (unknown) throw foreign(`it has a table “${unknown.name}”, which no Gatehouse archive has`);
}

const takenTables = ({ tables }: ArchiveManifest) => tables.filter(({ name }) => !isLeftOut(name));

async function stageTables({ zip, manifest }: Opened, staging: string, meter: Meter): Promise<void> {
  for (const { name, rows, sha256 } of takenTables(manifest)) {
    const pieces = meter.watch(piecesOf(zip, tablePath(name)));
    await stageTable(pieces, { table: name, target: joinInside(staging, name), sha256, rows });
  }
}

function piecesOf(zip: ZipFile, path: string): AsyncIterable<Uint8Array> {
  const entry = zip.entries.get(path);
  if (entry === undefined) throw foreign(`“${path}” is missing`);
  return zip.read(entry);
}

interface Taken {
  readonly manifest: ArchiveManifest;
  readonly staging: string;
  readonly task: ImportTask;
  readonly meter: Meter;
  readonly files: Placed;
  readonly turns: Turns;
}

async function importRows(database: Database, { manifest, staging, task, meter, files, turns }: Taken) {
  const listed = new Map(takenTables(manifest).map((table) => [table.name, table]));
  try {
    return await restoreRows(database, {
      now: task.now,
      home: task.home,
      mediaFolder: task.mediaFolder,
      turns,
      ...files,
      rowsOf: (name) => (listed.has(name) ? readStagedRows(joinInside(staging, name), meter.count) : null),
      countOf: (name) => listed.get(name)?.rows ?? 0,
    });
  } catch (cause) {
    throw explained(cause);
  }
}

function explained(cause: unknown): unknown {
  // The one failure left after every row has been checked: a row that refers to a missing one.
  if (/FOREIGN KEY/i.test(String(cause))) return foreign('its rows don’t match each other');
  if (!isLocked(cause)) return cause;
  const message =
    'Couldn’t import: another program is using the database. Close it, then try again. Nothing was changed.';
  return new AppError({ code: 'busy', message }, { cause });
}

/** Counts bytes as they pass, reports them, and ends the work when it was cancelled. */
type Meter = ReturnType<typeof createMeter>;

function createMeter(manifest: ArchiveManifest, { onProgress, signal }: TaskHooks) {
  const tableBytes = takenTables(manifest).reduce((sum, { bytes }) => sum + bytes, 0);
  // Each row passes twice: into the staging folder, then into the database.
  const total = manifest.files.reduce((sum, { bytes }) => sum + bytes, 2 * tableBytes);
  let done = 0;
  const count = (bytes: number) => {
    done = Math.min(done + bytes, total);
    onProgress(done, total);
  };
  return {
    count,
    async *watch(pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        if (signal.aborted) throw stopped('The import');
        count(piece.length);
        yield piece;
      }
    },
  };
}

function open(zip: ZipFile, manifest: ArchiveManifest, meter: Meter): Opened {
  const listed = new Map(manifest.files.map((file) => [file.path, file]));
  return {
    zip,
    manifest,
    listed,
    async extract(path, target) {
      const hash = createHash('sha256');
      await writeFileDurably(target, async (file) => {
        for await (const piece of meter.watch(piecesOf(zip, path))) {
          hash.update(piece);
          await writeAll(file, piece);
        }
      });
      if (hash.digest('hex') !== listed.get(path)?.sha256)
        throw foreign(`the checksum of “${path}” is wrong`);
    },
  };
}

async function requireRoom(folders: readonly string[], manifest: ArchiveManifest): Promise<void> {
  const tableBytes = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  // Tables are staged and then stored: twice their size.
  const needed = manifest.files.reduce((sum, { bytes }) => sum + bytes, 2 * tableBytes) + SPARE_BYTES;
  for (const folder of folders) {
    const disk = await statfs(folder).catch(() => null);
    if (disk === null || disk.bavail * disk.bsize >= needed) continue;
    const megabytes = Math.ceil(needed / 1_048_576).toLocaleString('en');
    const message = `Couldn’t import: it needs ${megabytes} MB, more than ${folder} has left. Free up space, then try again. Nothing was changed.`;
    throw new AppError({ code: 'storage_full', message });
  }
}
