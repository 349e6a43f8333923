/** The program that runs seeds and prints a line of JSON for each; built and started by `bundle.ts`. */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { video } from '../support/media-files';
import { setVideoModel } from './far/media';
import { createStory } from './person/story';
import { shrink } from './shrink';
import { makeRoot, prepareDatabases, simulate } from './simulate';
import { letGoOfDatabases } from './world/real';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: '1' },
    /** Ends at the first failure. */
    first: { type: 'boolean', default: false },
    /** Runs only seeds whose stories have all of these steps, separated by commas. */
    needs: { type: 'string', default: '' },
    shrink: { type: 'boolean', default: false },
    story: { type: 'boolean', default: false },
  },
});

/** Each seed leaves some open files. */
const SEEDS_BETWEEN_COLLECTIONS = 5;

const needed = values.needs.split(',').filter((name) => name !== '');

function hasSteps(seed: number): boolean {
  if (needed.length === 0) return true;
  const names = new Set(createStory(seed).map(({ name }) => name));
  return needed.every((name) => names.has(name));
}

async function main(): Promise<void> {
  setVideoModel(await video('webm', { seconds: 0.2, isStreamed: true }));
  const root = makeRoot();
  const databases = prepareDatabases(root);
  const from = Number(values.from);
  try {
    for (let seed = from; seed < from + Number(values.count); seed += 1) {
      if (!hasSteps(seed)) continue;
      const started = performance.now();
      const outcome = await simulate(seed, { root, databases });
      if (seed % SEEDS_BETWEEN_COLLECTIONS === 0) await letGoOfDatabases();
      const hasFailed = outcome.violations.length > 0;
      const shown =
        hasFailed && values.shrink
          ? await shrink(createStory(seed), (steps) => simulate(seed, { root, databases, steps }), outcome)
          : outcome;
      const { story, ...rest } = shown;
      const ms = Math.round(performance.now() - started);
      const line = { ...rest, ms, ...((hasFailed || values.story) && { story }) };
      process.stdout.write(`${JSON.stringify(line)}\n`);
      if (hasFailed && values.first) break;
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

await main();
