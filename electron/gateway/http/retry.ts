/**
 * When a call may be sent again.
 *
 * Only if the gateway can't have accepted it: there was no connection (refused, no address), or it said so (429, 503, 529)
 * and charged nothing. Never after a time-out, a cut connection or another 5xx: those may have been accepted, and a
 * second sending could be charged a second time.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isRefusedStatus, mayFitLater } from '../../../shared/calls/refused';
import { LONGEST_TIMER_MS } from '../../../shared/limits';
import type { GatewayError } from '../parse/error';
import { isRecord } from '../parse/json';
import type { FetchLike } from '../types/call';

export const DEFAULT_MAX_ATTEMPTS = 3;

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** If a server asks for more, the call is not repeated; the error states the wait instead. */
const LONGEST_ASKED_MS = 20_000;

/** @param leavesRefusals as in `CallOptions` */
export function isRetryable(error: GatewayError, leavesRefusals = false): boolean {
  if (error.outcomeUnknown || error.isOutOfCredits) return false;
  if ((error.credits.used ?? 0) > 0 || (error.reportedCost?.amount ?? 0) > 0) return false;
  if (isRefusedStatus(error.statusCode)) return !leavesRefusals && mayFitLater(error);
  const cause = isRecord(error.details) ? error.details.cause : null;
  return error.statusCode === 0 && (cause === 'refused' || cause === 'dns');
}

/**
 * Milliseconds to wait after `attempts` attempts: what the server asked for, else growing with jitter, so that many
 * clients do not come back at once. `null` if the server asked for too long.
 */
export function retryDelayMs(
  attempts: number,
  retryAfterMs: number | null,
  random: () => number = Math.random,
): number | null {
  if (retryAfterMs !== null) return retryAfterMs <= LONGEST_ASKED_MS ? retryAfterMs : null;
  const grownMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1));
  return grownMs * (0.75 + random() * 0.5);
}

/**
 * For a fetch that retries requests itself, as Chromium's does (`net.fetch`): a POST over a kept connection
 * that breaks before the reply is silently repeated on a new one, and the gateway may charge twice. A connection that
 * serves one call only is never repeated. This holds for HTTP/1.1; HTTP/2 has no such header, so a host that uses
 * this must not speak it. Node's fetch never repeats and does not need this.
 */
export function withFreshConnections(fetch: FetchLike): FetchLike {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('connection', 'close');
    return fetch(input, { ...init, headers });
  };
}

/** Waits `delayMs`; rejects with an `AbortError` as soon as the signal aborts. */
export async function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  await delay(Math.min(delayMs, LONGEST_TIMER_MS), undefined, { signal });
}
