/** A time limit that counts only while the computer is awake. */

/**
 * Timers of some systems count the time a computer sleeps, so a limit of ten minutes would have passed at the moment it
 * wakes. Counted in steps, a sleep of any length costs one of them.
 */
const STEP_MS = 10_000;

/**
 * Calls `end` once `limitMs` have passed; never where it is infinite.
 * @returns stops it
 */
export function startCountdown(limitMs: number, end: () => void): () => void {
  if (limitMs === Number.POSITIVE_INFINITY) return () => undefined;
  let timer: NodeJS.Timeout;
  const wait = (remainingMs: number) => {
    const stepMs = Math.min(remainingMs, STEP_MS);
    timer = setTimeout(() => (remainingMs > stepMs ? wait(remainingMs - stepMs) : end()), stepMs);
  };
  wait(Math.max(0, limitMs));
  return () => clearTimeout(timer);
}
