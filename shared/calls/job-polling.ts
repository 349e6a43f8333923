/**
 * When to poll a remote job again: the server's wait wins, else 2 s growing to 10 s with jitter. The one policy of the
 * client's own waiting and of the app's jobs.
 */

const FIRST_POLL_MS = 2_000;
const LONGEST_POLL_MS = 10_000;

/** The longest wait between two polls, even if the server asks for more: otherwise the job would seem to hang. */
const LONGEST_ASKED_MS = 15 * 60_000;
/** The shortest wait, even if the server asks for none. */
const SHORTEST_ASKED_MS = 500;
const GROWTH = 1.4;
/**
 * Polls of all queued jobs together are this far apart on average, and so are those of running ones: that is below the
 * usual rate limits, and a long queue does not delay news of the jobs at its head.
 */
const MIN_SPACING_MS = 250;
const JITTER = 0.2;

export interface PollState {
  /** Polls so far. */
  readonly taken: number;
  readonly failedInARow: number;
  /** The wait that the server asked for, in milliseconds. */
  readonly serverWaitMs: number | null;
  /** Jobs being polled in the same phase, queued or running; this one included. */
  readonly followed: number;
}

/**
 * @param random 0 to 1.
 * @returns milliseconds to wait before the next poll.
 */
export function nextPollInMs(
  { taken, failedInARow, serverWaitMs, followed }: PollState,
  random: number,
): number {
  const growing = Math.min(LONGEST_POLL_MS, FIRST_POLL_MS * GROWTH ** Math.max(taken, failedInARow));
  const asked = clamp(serverWaitMs ?? growing, SHORTEST_ASKED_MS, LONGEST_ASKED_MS);
  // While polls fail, the wait grows each time, even if the gateway asks for none.
  const base = Math.max(asked, failedInARow > 0 ? growing : 0, followed * MIN_SPACING_MS);
  // A server's wait is a minimum, so jitter only adds to it.
  return Math.round(base * (1 + random * JITTER));
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
