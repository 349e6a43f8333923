/** Puts each known fault back into the app, one at a time, and counts the seeds until a rule is broken. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeBundleFolder, root } from '../support/bundle';
import { buildSimulation } from './bundle';
import type { Fault } from './faults/fault';
import { faults } from './faults/faults';
import { type Line, runSeeds } from './run-seeds';

interface Options {
  readonly only: string | undefined;
  /** Begins with the seed that the table in `docs/reliability.md` names for a fault, where it names one. */
  readonly isAgain?: boolean;
  /** How many seeds are tried for each. */
  readonly most: number;
  /** Prints the rows of the table in `docs/reliability.md` in place of sentences. */
  readonly asTable?: boolean;
  readonly say: (line: string) => void;
}

/** @returns whether every one was found */
export async function findFaults({
  only,
  isAgain = false,
  most,
  asTable = false,
  say,
}: Options): Promise<boolean> {
  const chosen = faults.filter(({ name }) => only === undefined || only.split(',').includes(name));
  const known = isAgain ? await knownSeeds() : new Map<string, number>();
  const sound = await makeBundleFolder();
  try {
    const program = await buildSimulation(sound);
    let found = 0;
    for (const fault of chosen) {
      const line = await find(fault, {
        sound: program,
        from: known.get(fault.what) ?? fault.from ?? 1,
        most,
      });
      if (line !== null) found += 1;
      if (asTable) say(tableRow(fault, line));
      else say(`${fault.name}: ${line === null ? `not found in ${most} seeds` : describe(line)}`);
    }
    if (!asTable) say(`${found} of ${chosen.length} faults found`);
    return found === chosen.length;
  } finally {
    await rm(sound, { recursive: true, force: true });
  }
}

/** The seed of each row of the table that has one, by what was wrong. */
async function knownSeeds(): Promise<ReadonlyMap<string, number>> {
  const document = await readFile(join(root, 'docs', 'reliability.md'), 'utf8');
  const rows = document.matchAll(/^\| ([^|]+) \| ([\d,]+)(?: \(own\))? \|/gm);
  return new Map([...rows].map(([, what = '', seed = '']) => [what, Number(seed.replaceAll(',', ''))]));
}

/** `| what | seed | rule |`; both are left empty where no seed found it. */
function tableRow({ what, about }: Fault, line: Line | null): string {
  if (line === null) return `| ${what} |  |  |`;
  const own = about === undefined ? '' : ' (own)';
  return `| ${what} | ${line.seed.toLocaleString('en')}${own} | \`${line.violations[0]?.rule}\` |`;
}

function describe({ seed, violations }: Line): string {
  const [broken] = violations;
  return `found by seed ${seed} (${broken?.rule}: ${broken?.detail.split('\n', 1)[0]?.slice(0, 140)})`;
}

interface Search {
  /** The app without the fault: a seed that it fails as well has found something else. */
  readonly sound: string;
  readonly from: number;
  readonly most: number;
}

async function find({ changes, needs, about }: Fault, search: Search): Promise<Line | null> {
  const { sound, from: first, most } = search;
  const folder = await makeBundleFolder();
  try {
    const program = await buildSimulation(folder, changes);
    const last = first + most - 1;
    for (let from = first; from <= last; ) {
      const lines = await runSeeds(program, {
        from,
        count: last - from + 1,
        first: true,
        needs,
        about,
        processes: 1,
      });
      const failed = lines.find(({ violations }) => violations.length > 0);
      if (failed === undefined) return null;
      const [same] = await runSeeds(sound, { from: failed.seed, count: 1, about });
      if (same?.violations.length === 0) return failed;
      from = failed.seed + 1;
    }
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
