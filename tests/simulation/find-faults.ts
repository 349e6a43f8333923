/** Puts each known fault back into the app, one at a time, and counts the seeds until a rule is broken. */
import { rm } from 'node:fs/promises';
import { makeBundleFolder } from '../support/bundle';
import { buildSimulation } from './bundle';
import { type Fault, faults } from './faults/faults';
import { runSeeds } from './run-seeds';

const MOST_SEEDS = 2_000;

interface Options {
  readonly only: string | undefined;
  readonly say: (line: string) => void;
}

/** @returns whether every one was found */
export async function findFaults({ only, say }: Options): Promise<boolean> {
  const chosen = faults.filter(({ name }) => only === undefined || only.split(',').includes(name));
  let found = 0;
  for (const fault of chosen) {
    const outcome = await find(fault);
    if (outcome.isFound) found += 1;
    say(`${fault.name}: ${outcome.told}`);
  }
  say(`${found} of ${chosen.length} faults found`);
  return found === chosen.length;
}

async function find({ changes }: Fault): Promise<{ isFound: boolean; told: string }> {
  const folder = await makeBundleFolder();
  try {
    const program = await buildSimulation(folder, changes);
    const lines = await runSeeds(program, { from: 1, count: MOST_SEEDS, first: true, processes: 1 });
    const last = lines.find(({ violations }) => violations.length > 0);
    if (!last) return { isFound: false, told: `not found in ${lines.length} seeds` };
    const [broken] = last.violations;
    return {
      isFound: true,
      told: `found by seed ${last.seed} (${broken?.rule}: ${broken?.detail.slice(0, 120)})`,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
