/** Which version of the app opened the data folder last, and whether it started: a small file beside the database. */
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
