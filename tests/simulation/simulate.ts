/** One run, from its number to what was found. */

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { openStorage } from '../../electron/storage/storage';
import { drive, noteUncaught } from './drive';
import type { Step } from './person/step';
import { createStory } from './person/story';
import { fastestMinute } from './rules/waits';
import { createRun, type Violation } from './run-state';
import { tellStory } from './tell';
import { simulateGlobals } from './world/globals';
import { createRandom } from './world/random';
import { quiet } from './world/real';
import { enter, kill } from './world/world';

export interface Outcome {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly story: readonly string[];
  /** Of everything that happened: two runs of one seed have the same. */
  readonly digest: string;
  readonly steps: number;
  readonly lives: number;
  readonly requests: number;
  readonly charges: number;
  /** The most requests within a simulated minute. */
  readonly pace: number;
  /** How far the simulated clock went, in milliseconds. */
  readonly simulatedMs: number;
}

const memory = '/dev/shm';

/** A folder for runs, in memory where the system has such a place. */
export function makeRoot(): string {
  return mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'gatehouse-simulation-'));
}

/** An empty database of the newest form, so that not every run has to make one. */
export function prepareDatabase(root: string): string {
  const folder = join(root, 'empty');
  mkdirSync(folder);
  openStorage(folder, 0).storage.close();
  const path = join(folder, 'gatehouse.db');
  const database = new Libsql(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return path;
}

/** Rows of another account that an archive of an earlier version brought in: more than any sum can hold. */
function addBoundlessAmounts(path: string): void {
  const database = new Libsql(path);
  for (let row = 0; row < 3; row += 1) {
    database.exec(
      `INSERT INTO ledger (at, profile_id, operation, model, used, remaining, outcome, is_checkpoint)
       VALUES (${Date.UTC(2026, 0, 4)}, 'of-old', 'chat.completions.create', 'old', 9000000000000000000, NULL, 'answered', 0)`,
    );
  }
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** @param database as `prepareDatabase` made it */
export async function simulate(
  seed: number,
  { root, database, steps = createStory(seed) }: { root: string; database: string; steps?: readonly Step[] },
): Promise<Outcome> {
  const folder = join(root, 'run');
  mkdirSync(join(folder, 'home'), { recursive: true, mode: 0o700 });
  copyFileSync(database, join(folder, 'home', 'gatehouse.db'));
  if (createRandom(`${seed} past`).chance(0.05)) addBoundlessAmounts(join(folder, 'home', 'gatehouse.db'));
  const run = createRun(seed, folder);
  const start = run.world.scheduler.now();
  enter(run.world);
  const restore = simulateGlobals(run.world);
  const onUncaught = (error: unknown) => noteUncaught(run, error);
  process.on('unhandledRejection', onUncaught).on('uncaughtException', onUncaught);
  try {
    await drive(run, () => tellStory(run, steps));
  } catch (error) {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    run.violations.push({ rule: 'simulation', detail: told });
  } finally {
    kill(run.world);
    await quiet();
    process.off('unhandledRejection', onUncaught).off('uncaughtException', onUncaught);
    restore();
    enter(null);
    rmSync(folder, { recursive: true, force: true });
  }
  const { story, lives, scheduler } = run.world;
  const requests = run.gateways.flatMap((gateway) =>
    gateway.requests.map(({ at, route }) => `${at} ${route}`),
  );
  const digest = createHash('sha256')
    .update(JSON.stringify([story, requests]))
    .digest('hex')
    .slice(0, 16);
  return {
    ...{ seed, violations: run.violations, story, digest, steps: steps.length, lives },
    requests: requests.length,
    charges: run.gateways.reduce((sum, { account }) => sum + account.charges.length, 0),
    pace: fastestMinute(run),
    simulatedMs: scheduler.now() - start,
  };
}
