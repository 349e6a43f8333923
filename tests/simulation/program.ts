/**
 * The program that runs seeds; built by `bundle.ts` and started by `run-seeds.ts`. It reads a task from each line of its
 * input and answers with a line of JSON: what was found, or `null` for a seed that it passed over.
 */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { video } from '../support/media-files';
import { setVideoModel } from './far/media';
import type { Step } from './person/step';
import { createStory } from './person/story';
import type { Task } from './run-seeds';
import { shrink } from './shrink';
import { makeRoot, prepareDatabases, simulate } from './simulate';
import { letGoOfDatabases } from './world/real';

const { values } = parseArgs({
  options: {
    /** Runs only seeds whose stories have all of these steps, separated by commas. */
    needs: { type: 'string', default: '' },
    shrink: { type: 'boolean', default: false },
    story: { type: 'boolean', default: false },
  },
});

/** Each seed leaves some open files. */
const SEEDS_BETWEEN_COLLECTIONS = 5;

const needed = values.needs.split(',').filter((name) => name !== '');

function hasNeeded(steps: readonly Step[]): boolean {
  if (needed.length === 0) return true;
  const names = new Set(steps.map(({ name }) => name));
  return needed.every((name) => names.has(name));
}

type Place = Pick<Parameters<typeof simulate>[1], 'root' | 'databases'>;

async function runTask({ seed, about }: Task, place: Place) {
  const stepsOf = () => createStory(seed, about);
  if (!hasNeeded(stepsOf())) return null;
  const started = performance.now();
  const outcome = await simulate(seed, { ...place, steps: stepsOf() });
  if (seed % SEEDS_BETWEEN_COLLECTIONS === 0) await letGoOfDatabases();
  const hasFailed = outcome.violations.length > 0;
  const { story, ...rest } =
    hasFailed && values.shrink
      ? await shrink(stepsOf(), (steps) => simulate(seed, { ...place, steps }), outcome)
      : outcome;
  const ms = Math.round(performance.now() - started);
  return { ...rest, ms, ...((hasFailed || values.story) && { story }) };
}

async function main(): Promise<void> {
  setVideoModel(await video('webm', { seconds: 0.2, isStreamed: true }));
  const root = makeRoot();
  const databases = prepareDatabases(root);
  try {
    for await (const text of createInterface({ input: process.stdin })) {
      const found = await runTask(JSON.parse(text) as Task, { root, databases });
      process.stdout.write(`${JSON.stringify(found)}\n`);
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

await main();
