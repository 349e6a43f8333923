import { setTimeout as sleep } from 'node:timers/promises';

/** How long streams get to store what has arrived before the process ends anyway, in milliseconds. */
const closingMs = 5_000;

/** Waits until everything is closed, but not for long; rejects where closing does. */
export async function waitForClosing(closing: Promise<unknown>): Promise<void> {
  await Promise.race([closing, sleep(closingMs)]);
}
