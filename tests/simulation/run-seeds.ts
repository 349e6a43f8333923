/** Runs many seeds on all processors: the program in a process of its own for each stretch of them. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import type { Outcome } from './simulate';

export interface Line extends Omit<Outcome, 'story'> {
  /** Of a run that failed: the shortest that still does. */
  readonly story?: readonly string[];
  readonly ms: number;
}

export interface Seeds {
  readonly from: number;
  readonly count: number;
  /** Ends with the first that fails. */
  readonly first?: boolean;
  readonly shrink?: boolean;
  /** Only seeds whose stories have all of these steps. */
  readonly needs?: readonly string[];
  readonly story?: boolean;
  readonly processes?: number;
  readonly onLine?: (line: Line) => void;
}

/**
 * The processes use every core already, what a seed leaves behind is small, and few functions run often enough to be
 * worth optimising: that took a quarter of the processors' time.
 */
const V8_FLAGS = ['--single-threaded-gc', '--max-semi-space-size=16', '--interrupt-budget=2000000'];

/**
 * A process of its own for so many: what the libraries leave behind goes with it. Few enough that all processors have
 * work until the end.
 */
const STRETCH = 25;

/** Starting the process takes two seconds: where there are thousands, or most are passed over, that adds up. */
const LONG_STRETCH = 200;
const MANY = 2_000;

/**
 * @param program as `buildSimulation` made it
 * @returns a line for each seed that ran, in order of the seeds
 */
export async function runSeeds(program: string, seeds: Seeds): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const { from, count, onLine } = seeds;
  const stretch = seeds.needs === undefined && count < MANY ? STRETCH : LONG_STRETCH;
  const stretches = Array.from({ length: Math.ceil(count / stretch) }, (_, at) => from + at * stretch);
  let isOver = false;
  const take = (line: Line) => {
    lines.push(line);
    onLine?.(line);
    if (seeds.first && line.violations.length > 0) isOver = true;
  };
  const work = async () => {
    for (let at = stretches.shift(); at !== undefined && !isOver; at = stretches.shift())
      await runStretch(program, { ...seeds, from: at, count: Math.min(stretch, from + count - at) }, take);
  };
  await Promise.all(Array.from({ length: seeds.processes ?? availableParallelism() }, work));
  return lines.sort((one, other) => one.seed - other.seed);
}

function runStretch(program: string, seeds: Seeds, take: (line: Line) => void): Promise<void> {
  const flags = (['first', 'shrink', 'story'] as const)
    .filter((name) => seeds[name])
    .map((name) => `--${name}`);
  const args = [program, '--from', String(seeds.from), '--count', String(seeds.count), ...flags];
  if (seeds.needs !== undefined) args.push('--needs', seeds.needs.join(','));
  const child = spawn(process.execPath, [...V8_FLAGS, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  child.stderr.on('data', (piece: Buffer) => said.push(piece.toString()));
  createInterface({ input: child.stdout }).on('line', (line) => take(JSON.parse(line) as Line));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`The simulation ended with ${code}: ${said.join('').slice(-2_000)}`)),
    );
  });
}

/** A failure as a person reads it, with the command that repeats it. */
export function describeFailure({ seed, violations, story = [] }: Line): string {
  const broken = violations.map(({ rule, detail }) => `  ${rule}: ${detail}`);
  return [
    `Seed ${seed} breaks ${violations.length === 1 ? 'a rule' : `${violations.length} rules`}:`,
    ...broken,
    'The shortest story that does:',
    ...story.map((line) => `  ${line}`),
    `Again: npm run soak -- --seed ${seed}`,
  ].join('\n');
}
