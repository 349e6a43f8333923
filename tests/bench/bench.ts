/** Runs the suites one after another; nothing else of ours runs meanwhile. */
import { mkdtemp } from 'node:fs/promises';
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os';
import path from 'node:path';
import { removeHome } from '../support/app';
import { compareRuns, comparisonText, isAsFast, type Measured } from './compare';
import { type Figure, tableHead, toJson, toRow } from './figure';
import type { BenchContext, Suite } from './suite';
import { activity } from './suites/activity';
import { archive } from './suites/archive';
import { cells } from './suites/cells';
import { database } from './suites/database';
import { firstGlyph } from './suites/first-glyph';
import { hours } from './suites/hours';
import { idle } from './suites/idle';
import { imagesSuite } from './suites/images';
import { jobs } from './suites/jobs';
import { jsonTyping } from './suites/json-typing';
import { library } from './suites/library';
import { list } from './suites/list';
import { mask } from './suites/mask';
import { memory } from './suites/memory';
import { million } from './suites/million';
import { models } from './suites/models';
import { opening } from './suites/opening';
import { palette } from './suites/palette';
import { renders } from './suites/renders';
import { replyCheck } from './suites/reply-check';
import { search } from './suites/search';
import { stage } from './suites/stage';
import { start } from './suites/start';
import { streaming } from './suites/streaming';
import { trim } from './suites/trim';
import { typing } from './suites/typing';

const suites: readonly Suite[] = [
  start,
  memory,
  idle,
  opening,
  list,
  mask,
  models,
  search,
  palette,
  firstGlyph,
  typing,
  jsonTyping,
  replyCheck,
  streaming,
  library,
  cells,
  stage,
  renders,
  imagesSuite,
  hours,
  activity,
  jobs,
  archive,
  database,
  million,
  trim,
];

export const suiteNames: readonly string[] = suites.map(({ name }) => name);

/** For every change: what a person waits for most often. */
const quickSuites: readonly Suite[] = [start, opening, firstGlyph, typing];

export const quickSuiteNames: readonly string[] = quickSuites.map(({ name }) => name);

export { readRun } from './compare';

/** Above this, other programs take their share of every figure. */
const quietLoad = 1.5;

export interface BenchOptions extends Omit<BenchContext, 'folder' | 'say'> {
  /** Names of those to run. */
  readonly suites: readonly string[];
  readonly isJson: boolean;
  /** How often each suite runs. */
  readonly rounds: number;
  /** The figures of a stored run; `null` where there is nothing to compare with. */
  readonly stored: readonly Measured[] | null;
}

/** @returns the exit code: 1 where a measurement could not be taken, or where something is slower than it was */
export async function runBench(options: BenchOptions): Promise<number> {
  let failures = 0;
  const taken: Measured[] = [];
  sayMachine();
  if (options.electron === null)
    say('left out: the figures of the desktop, for want of an Electron or a screen');
  if (!options.isJson) print(tableHead);
  // All suites once, then all again: what else the machine does is then spread over all of them.
  for (let round = 0; round < options.rounds; round += 1) {
    for (const suite of suites.filter(({ name }) => options.suites.includes(name))) {
      sayLoad(suite);
      await runSuite(suite, options, taken).catch((error: Error) => {
        failures += 1;
        say(`${suite.name} could not be measured: ${error.stack ?? error.message}`);
      });
    }
  }
  const isGood = options.stored === null || compareWith(options.stored, taken, options.isJson);
  return failures === 0 && isGood ? 0 : 1;
}

/** Says what became slower, and returns whether nothing did. */
function compareWith(stored: readonly Measured[], taken: readonly Measured[], isJson: boolean): boolean {
  const compared = compareRuns(stored, taken);
  // Where lines of JSON are wanted, nothing else is on standard output.
  for (const line of comparisonText(compared).split('\n')) (isJson ? say : print)(line);
  return isAsFast(compared);
}

async function runSuite(
  suite: Suite,
  { isJson, ...options }: BenchOptions,
  taken: Measured[],
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), `gatehouse-bench-${suite.name}-`));
  const tell = (one: Figure): void => {
    taken.push(one);
    print(isJson ? toJson(one) : toRow(one));
  };
  try {
    for await (const one of suite.measure({ ...options, folder, say })) tell(one);
  } finally {
    await removeHome(folder);
  }
}

function sayMachine(): void {
  const memory = `${(totalmem() / 2 ** 30).toFixed(1)} GiB`;
  const [processor] = cpus();
  say(`${cpus().length} × ${processor?.model}, ${memory}, ${type()} ${release()}, Node ${process.version}`);
}

function sayLoad({ name }: Suite): void {
  const load = loadavg()[0] ?? 0;
  const warning = load > quietLoad ? ': other programs are at work, so these figures say little' : '';
  say(`${name} (load ${load.toFixed(2)}${warning})`);
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const say = (line: string): void => void process.stderr.write(`# ${line}\n`);
