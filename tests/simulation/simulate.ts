/** One run, from its number to what was found. */

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { openDatabase } from '../../electron/storage/db/driver';
import { migrate } from '../../electron/storage/db/migrate';
import { migrations } from '../../electron/storage/db/schema';
import { drive, noteUncaught } from './drive';
import { png } from './far/media';
import type { Step } from './person/step';
import { fastestMinute } from './rules/waits';
import { createRun, type Run, type Violation } from './run-state';
import { tellStory } from './tell';
import { mediaOf, versionOf } from './world/app';
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

/** Databases of the newest form and of the one before, so that not every run has to make one. */
export interface Databases {
  readonly newest: string;
  readonly earlier: string;
}

/** Empty, and with charges beyond any sum. */
export interface EmptyDatabases extends Databases {
  readonly boundless: Databases;
}

export function prepareDatabases(root: string): EmptyDatabases {
  const make = (name: string, steps: typeof migrations): string => {
    const path = join(root, `${name}.db`);
    const database = openDatabase(path);
    migrate(database, steps);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    return path;
  };
  const makeBoth = (name: string): Databases => ({
    newest: make(`newest${name}`, migrations),
    earlier: make(`earlier${name}`, migrations.slice(0, -1)),
  });
  const boundless = makeBoth('-boundless');
  for (const path of Object.values(boundless)) addBoundlessAmounts(path);
  return { ...makeBoth(''), boundless };
}

/** Some runs begin with an update of the app, and some of these on a disk with no room for it. */
function placeDatabase(run: Run, databases: EmptyDatabases): void {
  const random = createRandom(`${run.world.seed} past`);
  const path = join(run.world.folder, 'home', 'gatehouse.db');
  run.world.begins = random.weighted({ newest: 8, earlier: 1, 'earlier-full': 1 });
  const { newest, earlier } = random.chance(0.05) ? databases.boundless : databases;
  copyFileSync(run.world.begins === 'newest' ? newest : earlier, path);
  if (run.world.begins !== 'earlier-full') return;
  run.world.disk.database = { kind: 'full', until: run.world.scheduler.now() + random.int(2_000, 20_000) };
  if (random.chance(0.5)) placeVersionRecord(run);
}

/** The update was cut off before: its own copy was made, and the one before the migration was not. */
function placeVersionRecord({ world }: Run): void {
  const record = { version: versionOf(world), previous: '0.9.0', backupId: null, starts: 1, isProven: false };
  const home = join(world.folder, 'home');
  mkdirSync(join(home, 'backups'), { mode: 0o700 });
  writeFileSync(join(home, 'gatehouse.version.json'), JSON.stringify(record), { mode: 0o600 });
}

/** The folder of results is the person's: other files lie there too. */
function placeOwnFiles({ world }: Run): void {
  const random = createRandom(`${world.seed} own files`);
  const media = mediaOf(world);
  mkdirSync(join(media, 'images'), { recursive: true });
  world.ownFiles.set(join(media, 'images', 'holiday.png'), Buffer.from(png(random).bytes));
  world.ownFiles.set(join(media, 'images', 'boat.png'), Buffer.from(png(random).bytes));
  world.ownFiles.set(join(media, 'notes.txt'), Buffer.from('Not made by any model.'));
  for (const [path, bytes] of world.ownFiles) writeFileSync(path, bytes);
}

/** An account whose gateway reported charges beyond any sum. */
function addBoundlessAmounts(path: string): void {
  const database = new Libsql(path);
  database.exec(
    `WITH RECURSIVE calls (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM calls WHERE n < 1100)
     INSERT INTO ledger (at, profile_id, operation, model, used, remaining, outcome, is_checkpoint)
     SELECT ${Date.UTC(2026, 0, 4)} + n, 'of-old', 'chat.completions.create', 'old', 9007199254740991, NULL,
       'answered', 0 FROM calls`,
  );
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** @param databases as `prepareDatabases` made them */
export async function simulate(
  seed: number,
  { root, databases, steps }: { root: string; databases: EmptyDatabases; steps: readonly Step[] },
): Promise<Outcome> {
  const folder = join(root, 'run');
  mkdirSync(join(folder, 'home'), { recursive: true, mode: 0o700 });
  const paysDollars = steps.some(({ name }) => name === 'batch-late');
  const run = createRun(seed, folder, paysDollars);
  placeDatabase(run, databases);
  placeOwnFiles(run);
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
