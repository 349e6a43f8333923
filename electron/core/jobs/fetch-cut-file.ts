/** A file that came as long as its server said, while its own figures say that more belongs to it. */
import { AppError } from '../../../shared/errors';
import { pause } from '../lib/pause';
import type { Clock } from '../ports/clock';

/** How long to wait before the file is fetched again: its server may still be writing it. */
const WAITS_MS = [1_000, 5_000];

/**
 * Saves a result, and fetches it again where its file ends early and that is free. A file that stays cut is saved as it
 * is, since it was paid for.
 */
export async function fetchedWhole(
  clock: Clock,
  signal: AbortSignal,
  isFree: boolean,
  save: (refusesCut: boolean) => Promise<void>,
): Promise<void> {
  for (const wait of isFree ? WAITS_MS : []) {
    try {
      return await save(true);
    } catch (error) {
      if (signal.aborted || !endsEarly(error)) throw error;
      await pause(clock, wait, signal);
    }
  }
  await save(false);
}

const endsEarly = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.data.details as { isCutFile?: unknown } | undefined)?.isCutFile === true;
