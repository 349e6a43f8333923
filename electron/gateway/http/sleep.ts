import { setTimeout as delay } from 'node:timers/promises';
import { LONGEST_TIMER_MS } from '../../../shared/calls/timer';

/** Waits `delayMs`; rejects with an `AbortError` as soon as the signal aborts. */
export async function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  await delay(Math.min(delayMs, LONGEST_TIMER_MS), undefined, { signal });
}
