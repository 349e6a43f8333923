import type { Run } from '../run-state';
import type { Random } from '../world/random';

/** Something that happens: the person does it, or the world. */
export interface Step {
  readonly name: string;
  /** Names what it makes, so that its charges can be told from all others. */
  readonly id: string;
  /** Since the step before it, in milliseconds. */
  readonly afterMs: number;
  /** All that is random about it follows from this: a story keeps its meaning when other steps are left out. */
  readonly seed: string;
}

/** What it does, and what came of it in a few words. */
export type Act = (run: Run, random: Random, id: string) => Promise<string>;
