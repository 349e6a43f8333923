/** Everything about media, created once by `server.ts`. */
import { join } from 'node:path';
import type { Database } from '../../storage/db/driver';
import type { Account } from '../account';
import { Frames } from '../jobs/frames';
import { Jobs } from '../jobs/jobs';
import { Outputs } from '../jobs/outputs';
import { JobStore } from '../jobs/store';
import { type MediaEntry, MediaPool } from './pool';

const OUTPUT_LIFETIME_MS = 60 * 60_000;
const CLEANING_MS = 60_000;

export interface MediaOptions {
  readonly database: Database;
  readonly account: Account;
  /** Of the gateway; results lie in `outputs` inside it. */
  readonly dataDir: string;
  readonly mediaEntry: MediaEntry;
  /** How long the address of a result is valid; an hour by default. */
  readonly outputLifetimeMs?: number;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onInternalError: (error: unknown) => void;
}

export interface MediaService {
  readonly pool: MediaPool;
  readonly outputs: Outputs;
  readonly store: JobStore;
  readonly jobs: Jobs;
  /** Aborts what is running and ends the media threads; unfinished jobs start again at the next start. */
  close(): Promise<void>;
}

/** Unfinished jobs of an earlier process start again at once. */
export function createMediaService(options: MediaOptions): MediaService {
  const { database, account, now, sleep, onInternalError } = options;
  const lifetimeMs = options.outputLifetimeMs ?? OUTPUT_LIFETIME_MS;
  const outputs = new Outputs(database, join(options.dataDir, 'outputs'), now, lifetimeMs);
  const pool = new MediaPool(options.mediaEntry);
  const store = new JobStore(database);
  const frames = new Frames(join(options.dataDir, 'frames'));
  const jobs = new Jobs({ store, outputs, frames, account, pool, now, sleep, onInternalError });
  const cleaning = setInterval(() => clean(outputs, onInternalError), CLEANING_MS).unref();
  return {
    pool,
    outputs,
    store,
    jobs,
    async close() {
      clearInterval(cleaning);
      await jobs.close();
      await pool.close();
    },
  };
}

/** A full disk must not end the gateway from inside a timer. */
function clean(outputs: Outputs, onInternalError: (error: unknown) => void): void {
  try {
    outputs.removeExpired();
  } catch (error) {
    onInternalError(error);
  }
}
