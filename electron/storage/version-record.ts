/**
 * Which version of the app opened the data folder last, and whether it started: a new one counts its starts
 * until one of them has shown the data.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileWhole } from './durable';

const recordSchema = z.object({
  version: z.string().min(1).max(100),
  /** The version before it; `null` where none is known. */
  previous: z.string().max(100).nullable(),
  /** The backup that was made before this version first opened the database; `null` where there was none to make. */
  backupId: z.string().max(200).nullable(),
  /** Starts since then, until one of them was proven. */
  starts: z.int().min(0),
  /** A window of this version has shown the data. */
  isProven: z.boolean(),
});
export type VersionRecord = z.infer<typeof recordSchema>;

const fileOf = (folder: string): string => join(folder, 'gatehouse.version.json');

/** `null` where no version left a record, or it can't be read. */
export function readVersionRecord(folder: string): VersionRecord | null {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')));
  } catch {
    return null;
  }
}

/** @throws the disk's error; the earlier record stays then */
export function writeVersionRecord(folder: string, record: VersionRecord): void {
  writeFileWhole(fileOf(folder), JSON.stringify(record));
}

/** How often a new version may fail before the way back is offered first. */
const MAX_FAILED_STARTS = 2;

/** Called before the data folder is opened. Never throws: a full disk must not keep the app from starting. */
export function countStart(folder: string, version: string): void {
  change(folder, version, (starts) => ({ starts: starts + 1 }));
}

/** A window has shown the data of this version. */
export function proveStart(folder: string, version: string): void {
  change(folder, version, () => ({ isProven: true }));
}

/** The person wants to try again all the same. */
export function forgetStarts(folder: string, version: string): void {
  change(folder, version, () => ({ starts: 0 }));
}

/** True where this version was started twice after an update and never showed the data. */
export function hasFailedTwice(folder: string, version: string): boolean {
  const record = readVersionRecord(folder);
  // Without an earlier version there is nothing to go back to.
  if (record?.version !== version || record.previous === null || record.backupId === null) return false;
  return !record.isProven && record.starts >= MAX_FAILED_STARTS;
}

function change(
  folder: string,
  version: string,
  patch: (starts: number) => { readonly starts?: number; readonly isProven?: boolean },
): void {
  const record = readVersionRecord(folder);
  if (record?.version !== version || record.isProven) return;
  try {
    writeVersionRecord(folder, { ...record, ...patch(record.starts) });
  } catch {
    // The count only decides what is offered.
  }
}
