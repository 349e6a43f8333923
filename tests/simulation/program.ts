/** The program that runs seeds and prints a line of JSON for each; built and started by `bundle.ts`. */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { video } from '../support/media-files';
import { setVideoModel } from './far/media';
import { createStory } from './person/story';
import { shrink } from './shrink';
import { makeRoot, prepareDatabases, simulate } from './simulate';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: '1' },
    /** Ends at the first failure. */
    first: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    story: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  setVideoModel(await video('webm', { seconds: 0.2, isStreamed: true }));
  const root = makeRoot();
  const databases = prepareDatabases(root);
  const from = Number(values.from);
  try {
    for (let seed = from; seed < from + Number(values.count); seed += 1) {
      const started = performance.now();
      const outcome = await simulate(seed, { root, databases });
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
