import type { Run } from '../run-state';
import type { Random } from '../world/random';

/** One step of a story: an action of the person or an event of the world. */
export interface Step {
  readonly name: string;
  /** Names the step's requests, so that its charges can be identified. */
  readonly id: string;
  /** Since the step before it, in milliseconds. */
  readonly afterMs: number;
  /** The seed of all its random choices: a step does the same when other steps are left out. */
  readonly seed: string;
}

/** Runs the step and returns its outcome in a few words. */
export type Act = (run: Run, random: Random, id: string) => Promise<string>;
