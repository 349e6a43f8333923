/** Puts each known fault back into the app, one at a time, and counts the seeds until a rule is broken. */
import { rm } from 'node:fs/promises';
import { makeBundleFolder } from '../support/bundle';
import { buildSimulation } from './bundle';
import type { Fault } from './faults/fault';
import { faults } from './faults/faults';
import { type Line, runSeeds } from './run-seeds';

const MOST_SEEDS = 2_000;

interface Options {
  readonly only: string | undefined;
  /** Prints the rows of the table in `docs/reliability.md` in place of sentences. */
  readonly asTable?: boolean;
  readonly say: (line: string) => void;
}

/** @returns whether every one was found */
export async function findFaults({ only, asTable = false, say }: Options): Promise<boolean> {
  const chosen = faults.filter(({ name }) => only === undefined || only.split(',').includes(name));
  const sound = await makeBundleFolder();
  try {
    const program = await buildSimulation(sound);
    let found = 0;
    for (const fault of chosen) {
      const line = await find(fault, program);
      if (line !== null) found += 1;
      if (asTable) say(tableRow(fault, line));
      else say(`${fault.name}: ${line === null ? `not found in ${MOST_SEEDS} seeds` : describe(line)}`);
    }
    if (!asTable) say(`${found} of ${chosen.length} faults found`);
    return found === chosen.length;
  } finally {
    await rm(sound, { recursive: true, force: true });
  }
}

/** `| what | seed | rule |`; both are left empty where no seed found it. */
const tableRow = ({ what }: Fault, line: Line | null): string =>
  `| ${what} | ${line?.seed.toLocaleString('en') ?? ''} | ${line ? `\`${line.violations[0]?.rule}\`` : ''} |`;

function describe({ seed, violations }: Line): string {
  const [broken] = violations;
  return `found by seed ${seed} (${broken?.rule}: ${broken?.detail.split('\n', 1)[0]?.slice(0, 140)})`;
}

/** @param sound the app without the fault: a seed that it fails as well has found something else */
async function find({ changes, needs, from: first = 1 }: Fault, sound: string): Promise<Line | null> {
  const folder = await makeBundleFolder();
  try {
    const program = await buildSimulation(folder, changes);
    const last = first + MOST_SEEDS - 1;
    for (let from = first; from <= last; ) {
      const lines = await runSeeds(program, {
        from,
        count: last - from + 1,
        first: true,
        needs,
        processes: 1,
      });
      const failed = lines.find(({ violations }) => violations.length > 0);
      if (failed === undefined) return null;
      const [same] = await runSeeds(sound, { from: failed.seed, count: 1 });
      if (same?.violations.length === 0) return failed;
      from = failed.seed + 1;
    }
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
