import { setTimeout as delay } from 'node:timers/promises';

/** Waits `delayMs`; rejects with an `AbortError` as soon as the signal aborts. */
export async function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  await delay(delayMs, undefined, { signal });
}
