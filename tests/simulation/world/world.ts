/** Everything around the app that a run can change, and the clock it all follows. */

import { createLife, Killed, type Life } from './life';
import { createRandom, type Random } from './random';
import { createScheduler, type Scheduler } from './scheduler';

/** What may be wrong with the database file, until a moment. */
export type DatabaseTrouble = 'full' | 'readonly' | 'locked' | 'broken';
export type DiskTrouble = 'full' | 'readonly' | 'broken';

export interface Trouble<Kind> {
  readonly kind: Kind;
  readonly until: number;
}

export interface Disk {
  database: Trouble<DatabaseTrouble> | null;
  files: Trouble<DiskTrouble> | null;
  /** The person's steps have met a disk in trouble. */
  hadTrouble: boolean;
  /** How long each operation takes, in milliseconds. */
  slowMs: number;
  /** The next renames fail with this code. */
  renames: { code: string; count: number } | null;
  /** After so many statements the database can't be used for a while. */
  breaksIn: { statements: number; readonly lastsMs: number } | null;
  /** How many of the next deletions fail, as of a file that another program reads. */
  heldFiles: number;
  /** Bytes of each file that a power cut would leave, for files written since their last sync. */
  readonly unsynced: Map<string, number>;
  /** Names given since their folder was last synced, oldest first. */
  names: readonly GivenName[];
  /** The person's folder is on another drive than the app's. */
  readonly isSplit: boolean;
}

export interface GivenName {
  readonly from: string;
  readonly to: string;
  /** What had the name before. */
  readonly replaced: Uint8Array | null;
}

export interface Keyring {
  readonly entries: Map<string, string>;
  state: 'open' | 'locked' | 'gone';
  slowMs: number;
}

export interface World {
  readonly seed: number;
  /** Of this run: `home` for the app's data, `media` for results. */
  readonly folder: string;
  readonly scheduler: Scheduler;
  /** For what happens of itself, such as how long an answer takes. */
  readonly noise: Random;
  readonly disk: Disk;
  readonly keyring: Keyring;
  life: Life | null;
  lives: number;
  /** How many updates of the app there were: the next start is of this version. */
  updates: number;
  /** What the person keeps in the media folder besides what the app made, by path. */
  readonly ownFiles: Map<string, Buffer>;
  readonly story: string[];
  /** With what database the run begins. */
  begins: 'newest' | 'earlier' | 'earlier-full';
  /** Called as the process dies, with what cut it off. */
  onKilled: () => void;
  isPowerCut: boolean;
  /** The end of the story: no fault that was to come happens any more. */
  isHealed: boolean;
  /** Dies so many operations after the next whole answer to a call that costs. */
  diesAfterAnswer: { readonly operations: number; readonly isPowerCut: boolean } | null;
  /** See {@link hold}. */
  held: Promise<void> | null;
}

let current: World | null = null;

export function createWorld(seed: number, folder: string): World {
  return {
    ...{ seed, folder },
    scheduler: createScheduler(Date.UTC(2026, 0, 5, 10)),
    noise: createRandom(`${seed} noise`),
    disk: {
      ...{
        database: null,
        files: null,
        hadTrouble: false,
        slowMs: 0,
        renames: null,
        heldFiles: 0,
        breaksIn: null,
        unsynced: new Map(),
        names: [],
      },
      isSplit: createRandom(`${seed} drives`).chance(0.3),
    },
    keyring: { entries: new Map(), state: 'open', slowMs: 0 },
    ...{
      life: null,
      lives: 0,
      updates: 0,
      ownFiles: new Map(),
      story: [],
      begins: 'newest' as const,
      onKilled: () => {},
      isPowerCut: false,
      isHealed: false,
      diesAfterAnswer: null,
      held: null,
    },
  };
}

/** The world of the current run. */
export function here(): World {
  if (current === null) throw new Error('No run is under way');
  return current;
}

export const maybeHere = (): World | null => current;

export function enter(world: World | null): void {
  current = world;
}

export function beginLife(world: World): Life {
  world.lives += 1;
  world.life = createLife(world.lives);
  return world.life;
}

export function tell(world: World, line: string): void {
  world.story.push(`${stamp(world)} ${line}`);
}

function stamp({ scheduler }: World): string {
  return `${new Date(scheduler.now()).toISOString().slice(5, 23).replace('T', ' ')}`;
}

/** A promise that nothing settles: the code behind it has died. */
export const never = <Value>(): Promise<Value> => new Promise(() => {});

/**
 * Counts a call of the app to the world, and ends the process here where this is the moment planned for it.
 * @throws Killed if the process is dead; the operation must then not be done
 */
export function operate(world: World, life: Life | null): asserts life is Life {
  if (life === null || !life.isAlive) throw new Killed();
  life.operations += 1;
  if (life.diesAt === null || life.operations < life.diesAt) return;
  kill(world);
  throw new Killed();
}

export function kill(world: World): void {
  const { life } = world;
  if (life === null) return;
  world.life = null;
  life.end();
  world.onKilled();
}

/** Nothing else happens until this work on real files, which takes turns of the real process, has ended. */
export async function hold<Result>(world: World, work: Promise<Result>): Promise<Result> {
  const end = () => {
    world.held = null;
  };
  world.held = work.then(end, end);
  return await work;
}

/** Waits on the simulated clock; never resolves for a run that has died meanwhile. */
export function pass(world: World, milliseconds: number): Promise<void> {
  const { life, scheduler } = world;
  return new Promise((resolve) => {
    scheduler.after(milliseconds, () => {
      if (life === null || life.isAlive) resolve();
    });
  });
}

export const isOn = <Kind>(world: World, trouble: Trouble<Kind> | null): trouble is Trouble<Kind> =>
  trouble !== null && world.scheduler.now() < trouble.until;
