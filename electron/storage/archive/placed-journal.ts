/** Lists the files that an import placed: after a crash, the next start deletes those that no row refers to. */
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from '../db/driver';
import { joinInside } from '../media/inside';
import { cleanPartials } from '../media/partial';

export type PlacedKind = 'media' | 'attachments' | 'thumbnails' | 'lines';

/** A file under its final name, identified by its inode. */
interface PlacedRecord {
  readonly kind: PlacedKind;
  readonly path: string;
  readonly inode: string;
}

const STAGING = /^staging-[0-9a-f]{16}$/;
const JOURNAL = 'placed.ndjson';

export const importsFolder = (home: string): string => join(home, 'imports');
const isStaging = (name: string): boolean => STAGING.test(name);

/** Written before the file gets its final name: renaming keeps the inode. */
export function notePlaced(staging: string, kind: PlacedKind, partial: string, path: string): void {
  const record: PlacedRecord = { kind, path, inode: inodeOf(partial) };
  appendFileSync(join(staging, JOURNAL), `${JSON.stringify(record)}\n`, { flush: true });
}

const inodeOf = (path: string): string => String(statSync(path, { bigint: true }).ino);

/**
 * Cleans up after an import that did not end: files without a row, parts of files, and its staging folder. Files that
 * rows refer to stay: then the import had ended, and only its cleanup was cut short.
 */
export function clearBrokenImports(home: string, database: Database): void {
  const folder = importsFolder(home);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter(isStaging)) {
    const staging = joinInside(folder, name);
    for (const record of readJournal(staging)) clear(database, record);
    rmSync(staging, { recursive: true, force: true });
  }
}

function readJournal(staging: string): readonly PlacedRecord[] {
  const path = join(staging, JOURNAL);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // An incomplete line was still being written: its file still has its temporary name.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as PlacedRecord);
}

function clear(database: Database, record: PlacedRecord): void {
  void cleanPartials(dirname(record.path));
  const isOurs = existsSync(record.path) && inodeOf(record.path) === record.inode;
  if (isOurs && !isReferred(database, record)) rmSync(record.path, { force: true });
}

function isReferred(database: Database, { kind, path }: PlacedRecord): boolean {
  const [folder, name] = [dirname(path), basename(path)];
  const has = (sql: string, ...params: readonly string[]) => database.get(sql, ...params) !== undefined;
  if (kind === 'media') return has('SELECT 1 FROM media WHERE folder = ? AND file_name = ?', folder, name);
  if (kind === 'attachments') return has('SELECT 1 FROM files WHERE id = ?', name);
  if (kind === 'lines') return has('SELECT 1 FROM jobs WHERE id = ?', basename(folder));
  const id = name.replace(/\.webp$/, '');
  return has('SELECT 1 FROM media WHERE id = ? UNION ALL SELECT 1 FROM files WHERE id = ?', id, id);
}
