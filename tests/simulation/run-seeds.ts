/** Runs many seeds on all processors: the program in a process for each, which is given one seed after the other. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import type { Weights } from './person/draw-step';
import type { Outcome } from './simulate';

export interface Line extends Omit<Outcome, 'story'> {
  /** Of a run that failed: the shortest that still does. */
  readonly story?: readonly string[];
  readonly ms: number;
}

export interface Seeds {
  readonly from?: number;
  readonly count?: number;
  /** These, in place of `count` of them `from` one on. */
  readonly numbers?: readonly number[];
  /** Ends with the first that fails. */
  readonly first?: boolean;
  readonly shrink?: boolean;
  /** Only seeds whose stories have all of these steps. */
  readonly needs?: readonly string[];
  /** The only steps of the stories. */
  readonly about?: Weights;
  /** Several of these: the seeds of each. */
  readonly abouts?: readonly Weights[];
  readonly story?: boolean;
  readonly processes?: number;
  readonly onLine?: (line: Line) => void;
}

/**
 * The processes use every core already; most of what a run leaves behind is young; and few functions run often enough to
 * be worth optimizing: that took a quarter of the processors' time. Node 22 and later know the last flag no longer: they
 * have a quick compiler for such functions.
 */
const V8_FLAGS = [
  '--single-threaded-gc',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  ...(Number.parseInt(process.versions.node, 10) < 22 ? ['--interrupt-budget=2000000'] : []),
];

/** A line of what a process is given. */
export interface Task {
  readonly seed: number;
  readonly about?: Weights | undefined;
}

function tasksOf({ from = 1, count = 1, numbers, about, abouts = [] }: Seeds): readonly Task[] {
  const all = numbers ?? Array.from({ length: count }, (_, at) => from + at);
  const kinds = abouts.length > 0 ? abouts : [about];
  return kinds.flatMap((kind) => all.map((seed) => ({ seed, about: kind })));
}

/** What the libraries leave behind goes with the process; a new one takes a second until it is as fast. */
const SEEDS_PER_PROCESS = 200;

/**
 * @param program as `buildSimulation` made it
 * @returns a line for each seed that ran, in order of the seeds
 */
export async function runSeeds(program: string, seeds: Seeds): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const tasks = tasksOf(seeds);
  let next = 0;
  const take = (line: Line) => {
    lines.push(line);
    seeds.onLine?.(line);
    if (seeds.first && line.violations.length > 0) next = tasks.length;
  };
  const nextTask = () => tasks[next++] ?? null;
  const work = async () => {
    while (next < tasks.length) await runProcess(program, seeds, nextTask, take);
  };
  await Promise.all(Array.from({ length: seeds.processes ?? availableParallelism() }, work));
  return lines.sort((one, other) => one.seed - other.seed);
}

function runProcess(
  program: string,
  seeds: Seeds,
  nextTask: () => Task | null,
  take: (line: Line) => void,
): Promise<void> {
  const flags = (['shrink', 'story'] as const).filter((name) => seeds[name]).map((name) => `--${name}`);
  if (seeds.needs !== undefined) flags.push('--needs', seeds.needs.join(','));
  const child = spawn(process.execPath, [...V8_FLAGS, program, ...flags]);
  let given = 0;
  const give = () => {
    const task = given < SEEDS_PER_PROCESS ? nextTask() : null;
    given += 1;
    if (task === null) child.stdin.end();
    else child.stdin.write(`${JSON.stringify(task)}\n`);
  };
  // A process that ends early says why on the other stream.
  child.stdin.on('error', () => {});
  const said: string[] = [];
  child.stderr.on('data', (piece: Buffer) => said.push(piece.toString()));
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as Line | null;
    if (line !== null) take(line);
    give();
  });
  give();
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
