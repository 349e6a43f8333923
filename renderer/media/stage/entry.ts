/** The places of the stage and its strip; pure. */

/** One place among the results: a file, or a job that has none (yet). */
export interface Entry {
  readonly key: string;
  readonly jobId: string;
  /** `null` for the job itself. */
  readonly mediaId: string | null;
}

/**
 * The place that is on the stage.
 *
 * @param key a place, or a job: then the first of its results, so that a finished job stays where it was shown
 * @param lastAt where the stage was before: its neighbor follows when that place is gone
 * @returns an index of `entries`, or -1 where there are none
 */
export function shownIndex(entries: readonly Entry[], key: string | null, lastAt: number): number {
  if (entries.length === 0) return -1;
  if (key === null) return 0;
  const exact = entries.findIndex((entry) => entry.key === key);
  if (exact >= 0) return exact;
  const ofJob = entries.findIndex((entry) => entry.jobId === key);
  return ofJob >= 0 ? ofJob : Math.min(Math.max(0, lastAt), entries.length - 1);
}

/** Which of its run's results this is. */
export interface RunPlace {
  /** Counted from 1. */
  readonly place: number;
  readonly count: number;
}

/** `4 of 4`; `null` for a run with one result. */
export function runPlace(entries: readonly Entry[], index: number): RunPlace | null {
  const entry = entries[index];
  if (entry === undefined) return null;
  const run = entries.filter(({ jobId, mediaId }) => jobId === entry.jobId && mediaId !== null);
  const place = run.indexOf(entry);
  return run.length < 2 || place < 0 ? null : { place: place + 1, count: run.length };
}

/** Whether the next place belongs to another run: there the strip leaves more room. */
export const endsRun = (entries: readonly Entry[], index: number): boolean =>
  entries[index + 1] !== undefined && entries[index + 1]?.jobId !== entries[index]?.jobId;
