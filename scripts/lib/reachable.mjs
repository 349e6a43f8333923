// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Whether anything answers at an address, in time: an installer on a closed network may hang for minutes.
 * @param {string} url
 * @param {number} [timeoutMs]
 */
export async function isReachable(url, timeoutMs = 5_000) {
  const answer = fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) }).then(
    () => true,
    () => false,
  );
  // Looking a name up does not listen to the signal.
  return Promise.race([answer, sleep(timeoutMs, false, { ref: false })]);
}
