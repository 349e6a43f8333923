/**
 * Reads the code that no window needs to appear, once the app has been open for a moment. An update may replace the
 * program's files while it runs: what was read by then is still there for a result that has to be stored.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { loadUndici } from './gateway/network/node-network';
import { socksCode } from './gateway/network/tunnel';
import { loadReaders } from './later-readers';
import { formatParts } from './storage/media/later-formats';

/** Long enough for the first window and for a first message. */
const FIRST_MS = 5_000;
/** Between two parts, so that whatever else is asked for comes first. */
const PAUSE_MS = 200;

const parts: readonly (() => Promise<unknown> | null)[] = [
  ...formatParts,
  loadReaders,
  socksCode,
  loadUndici,
];

/** A part that can't be read is tried again by whoever needs it. */
export async function readLaterCode(): Promise<void> {
  await sleep(FIRST_MS, undefined, { ref: false });
  for (const read of parts) {
    await read()?.catch(() => undefined);
    await sleep(PAUSE_MS, undefined, { ref: false });
  }
}
