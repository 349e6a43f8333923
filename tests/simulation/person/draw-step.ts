/** One step of a story, drawn from those that fit. */
import type { Random } from '../world/random';
import type { Step } from './step';

/** How often each step is drawn, beside the others. */
export type Weights = Readonly<Record<string, number>>;

export function drawStep(random: Random, weights: Weights, step: Pick<Step, 'seed' | 'id'>): Step {
  const name = random.weighted(weights as Record<string, number>);
  const afterMs = name === 'long-time' ? random.int(300_000, 1_800_000) : pauseOf(random);
  return { ...step, name, afterMs };
}

/** A person waits for one thing, and does another at once. */
function pauseOf(random: Random): number {
  return random.weighted({ at_once: 3, soon: 4, later: 2 }) === 'at_once'
    ? random.int(0, 50)
    : random.int(100, random.chance(0.3) ? 30_000 : 4_000);
}
