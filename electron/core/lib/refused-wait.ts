/** How long to wait after a gateway's rate limit, for jobs and batches alike. */

/** Where the gateway does not say how long. */
const DEFAULT_WAIT_MS = 5_000;
const FIRST_FLOOR_MS = 500;
const LONGEST_FLOOR_MS = 30_000;
const LONGEST_JITTER_MS = 30_000;

/** After this many refusals in a row a call has failed. */
export const MAX_REFUSED_WAITS = 60;

/**
 * Milliseconds to wait. What the gateway asks for is a minimum; a floor that doubles with each refusal keeps the app
 * from flooding a gateway that asks for no wait.
 *
 * @param refusals refusals in a row before this one
 * @param askedMs what the gateway asked for
 * @param random 0 to 1
 */
export function refusedWaitMs(refusals: number, askedMs: number | null | undefined, random: number): number {
  const floorMs = Math.min(LONGEST_FLOOR_MS, FIRST_FLOOR_MS * 2 ** refusals);
  const waitMs = Math.max(askedMs ?? DEFAULT_WAIT_MS, floorMs);
  return Math.round(waitMs + random * Math.min(waitMs / 2, LONGEST_JITTER_MS));
}
