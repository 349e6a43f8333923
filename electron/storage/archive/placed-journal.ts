/** Lists the files that an import placed: after a crash, the next start deletes those that no row refers to. */
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from '../db/driver';
import { joinInside } from '../media/inside';
import { cleanPartials } from '../media/partial';
import { tidyAway } from '../media/tidy-away';

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
 * Deletes what an import placed that does not come in.
 * @returns whether all of it is gone; what the disk doesn’t let go, the next start deletes
 */
export function undoPlaced(staging: string): boolean {
  return readJournal(staging).filter((record) => !isCleared(record, () => false)).length === 0;
}

/**
 * Cleans up after an import that did not end: files without a row, parts of files, and its staging folder. Files that
 * rows refer to stay: then the import had ended, and only its cleanup was cut short. Where a file can’t be deleted, as
 * another program reads it, its import stays listed for the next start.
 */
export function clearBrokenImports(home: string, database: Database): void {
  for (const staging of stagingsIn(home)) {
    const records = readJournal(staging);
    for (const { path } of records) void cleanPartials(dirname(path));
    const left = records.filter((record) => !isCleared(record, () => isReferred(database, record)));
    if (left.length === 0) tidyAway(staging);
  }
}

/** Archives that an earlier run received and did not import; only this app uses the folder. */
export function clearReceived(home: string): void {
  const folder = importsFolder(home);
  if (stagingsIn(home).length === 0) tidyAway(folder);
  else for (const name of readdirSync(folder)) if (!isStaging(name)) tidyAway(joinInside(folder, name));
}

function stagingsIn(home: string): readonly string[] {
  const folder = importsFolder(home);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter(isStaging).map((name) => joinInside(folder, name));
}

function readJournal(staging: string): readonly PlacedRecord[] {
  const path = join(staging, JOURNAL);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // An incomplete line was still being written: its file still has its temporary name.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as PlacedRecord);
}

/** Whether nothing of it is left to delete. */
function isCleared({ path, inode }: PlacedRecord, isNeeded: () => boolean): boolean {
  const isOurs = existsSync(path) && inodeOf(path) === inode;
  return !isOurs || isNeeded() || tidyAway(path);
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
