/** Counts the starts of a new version until one of them has shown the data. */
import { readVersionRecord, writeVersionRecord } from './version-record';

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
