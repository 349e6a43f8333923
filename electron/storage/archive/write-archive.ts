import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../../shared/errors';
import type { MediaPlace } from '../../core/ports/media-files';
import { type Database, openDatabase } from '../db/driver';
import { migrations } from '../db/schema';
import { joinInside, pathOf, thumbnailPathIn } from '../media/inside';
import { renameDurably, withPartial, writeAll, writeFileDurably } from '../media/partial';
import { storedFilesFolder } from '../media/stored-files';
import { createZipWriter, type ZipWriter } from '../zip/write-zip';
import { type ArchiveManifest, archiveFormat, formatVersionOf } from './archive-manifest';
import { stopped } from './damaged';
import { dialogueLines } from './dialogue-lines';
import { asEnded } from './ended';
import { filePath, linesIn, MANIFEST, tablePath } from './manifest';
import { readRows } from './read-rows';
import { MAX_DENSE_BYTES, MAX_ENTRIES } from './read-zip';
import { archivedTables, type Row } from './tables';
import type { ExportTask, TaskHooks } from './tasks';
import { fileTravels } from './travelling-files';

/** A larger database is stored unpacked: what its tables unpack to could be more than an import takes of packed ones. */
const PACKED_DATABASE_BYTES = MAX_DENSE_BYTES / 8;

interface SourceFile {
  readonly entry: string;
  readonly path: string;
}

/** Reads one snapshot of the database, whatever is written meanwhile. @returns its size in bytes. */
export async function writeArchive(task: ExportTask, hooks: TaskHooks): Promise<number> {
  const { databasePath, destination } = task;
  const database = openDatabase(databasePath, { readonly: true });
  try {
    database.exec('BEGIN');
    return await withPartial(dirname(destination), async (partial) => {
      const bytes = await writeFileDurably(partial, (file) =>
        pack(
          database,
          createZipWriter((bytes) => writeAll(file, bytes)),
          task,
          hooks,
        ),
      );
      if (hooks.signal.aborted) throw stopped('The export');
      await renameDurably(partial, destination);
      return bytes;
    });
  } finally {
    database.exec('ROLLBACK');
    database.close();
  }
}

async function pack(
  database: Database,
  zip: ZipWriter,
  { home, includesMedia, appVersion, createdAt }: ExportTask,
  { onProgress, signal }: TaskHooks,
): Promise<number> {
  const files = await presentFiles(sourceFiles(home, database, includesMedia));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const watch = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      if (signal.aborted) throw stopped('The export');
      done += piece.length;
      onProgress(done, Math.max(done, total));
      yield piece;
    }
  };
  const manifest: ArchiveManifest = {
    format: archiveFormat,
    formatVersion: formatVersionOf(linesIn(files.map(({ entry }) => entry)).size > 0),
    schemaVersion: migrations.length,
    appVersion,
    createdAt,
    includesMedia,
    tables: [],
    files: [],
  };
  const tables = archivedTables(database);
  // Everything is there before a byte is written: what can't be read back is not begun.
  if (files.length + tables.length + 1 > MAX_ENTRIES) throw tooMany();
  const modified = new Date(createdAt);
  const packed = { isPacked: true, modified };
  const stored = { isPacked: false, modified };
  const ofTable = databaseBytes(database) <= PACKED_DATABASE_BYTES ? packed : stored;
  for (const table of tables) {
    const count = { rows: 0 };
    const lines = linesOf(readRows(database, table, tables), table.name, createdAt, count);
    const written = await zip.add(tablePath(table.name), watch(lines), ofTable);
    manifest.tables.push({ name: table.name, rows: count.rows, ...written });
  }
  for (const { entry, path } of files) {
    manifest.files.push({ path: entry, ...(await zip.add(entry, watch(createReadStream(path)), stored)) });
  }
  await zip.add(MANIFEST, once(Buffer.from(JSON.stringify(manifest))), packed);
  return zip.end();
}

const databaseBytes = (database: Database): number =>
  database.get<{ bytes: number }>(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
  )?.bytes ?? 0;

async function* linesOf(
  pages: Iterable<readonly Row[]>,
  table: string,
  now: number,
  count: { rows: number },
): AsyncGenerator<Uint8Array> {
  for (const rows of pages) {
    count.rows += rows.length;
    yield Buffer.from(rows.map((row) => `${JSON.stringify(asEnded(table, row, now))}\n`).join(''));
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Files of messages are always included: a chat is incomplete without them. */
function sourceFiles(home: string, database: Database, includesMedia: boolean): readonly SourceFile[] {
  const thumbnail = (id: string) => source(filePath('thumbnails', id), () => thumbnailPathIn(home, id));
  const attached = database
    .all<{ id: string }>(`SELECT id FROM files t WHERE ${fileTravels} ORDER BY id`)
    .flatMap(({ id }) => [
      ...source(filePath('attachments', id), () => joinInside(storedFilesFolder(home), id)),
      ...thumbnail(id),
    ]);
  if (!includesMedia) return attached;
  const media = database
    .all<MediaPlace & { id: string }>(
      'SELECT id, folder, file_name AS fileName FROM media WHERE removed_at IS NULL ORDER BY seq',
    )
    .flatMap(({ id, ...place }) => [...source(filePath('media', id), () => pathOf(place)), ...thumbnail(id)]);
  return [...attached, ...media, ...dialogueLines(home, database)];
}

/** A damaged row may name a file out of its folder: it is left out like one that is missing. */
function source(entry: string, path: () => string): readonly SourceFile[] {
  try {
    return [{ entry, path: path() }];
  } catch {
    return [];
  }
}

/** Files missing from the disk are left out; their row says so after an import. */
async function presentFiles(files: readonly SourceFile[]) {
  const present: (SourceFile & { bytes: number })[] = [];
  for (const file of files) {
    const found = await stat(file.path).catch(() => null);
    if (found?.isFile()) present.push({ ...file, bytes: found.size });
  }
  return present;
}

function tooMany(): AppError {
  const files = MAX_ENTRIES.toLocaleString('en');
  const message = `Couldn’t export: the archive would hold more than ${files} files. Export without media files, and copy their folder.`;
  return new AppError({ code: 'invalid_input', message });
}
