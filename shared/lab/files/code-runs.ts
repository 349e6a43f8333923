/**
 * Code that has to run before a file of an experiment is read whole: its templates, and JavaScript that makes variables or
 * prompts. It runs apart from the app, which takes a moment, while files are read in one go. So a file is read, what it
 * asks for is run, and it is read again with the ends, until nothing more is asked for.
 */
import { type CodeRuns, ExperimentFileError, type Fields, type TemplateJob } from './reading';
import { callsRunner, templatesRunner } from './template-runner';

export type CodeEnd = { readonly content: string } | { readonly error: string };

export interface CodeWorld {
  /** Runs the body of a function of `args`, without network, files and clock, and with bounded steps. */
  readonly runFunction: (source: string, argumentsText: string) => Promise<CodeEnd>;
  /** The code of Nunjucks, which is read where the first template needs it. */
  readonly templateCode: () => Promise<string>;
  /** Milliseconds, for the time that all of it may take. */
  readonly clockMs?: () => number;
  /** Runs what may take forever; `null` where it takes longer. Absent where nothing waits for it. */
  readonly withinMoment?: <Result>(run: () => Result, mostMs: number) => Result | null;
}

/** Code that needs the end of other code that needs the end of other code. */
const mostRounds = 12;
/** Of one run, so that a file of thousands of cases isn’t a run of too many steps. */
const jobsOfRun = 100;
const mostJobs = 60_000;
/** A file is opened while a person waits, whatever its code does. */
const mostMs = 60_000;
/** Of reading alone, in which everything else of the app waits: a pattern may try a text of somebody else for hours. */
const mostReadMs = 20_000;

type Key = string;

interface Jobs {
  readonly templates: Map<Key, TemplateJob>;
  readonly calls: Map<Key, { readonly source: string; readonly args: Fields }>;
}

/** @throws ExperimentFileError */
export async function withCodeRuns<Read>(read: (runs: CodeRuns) => Read, world: CodeWorld): Promise<Read> {
  const ends = new Map<Key, CodeEnd>();
  const bounded = withinTime(world);
  const readInTime = createReader(read, world);
  for (let round = 0; round < mostRounds; round += 1) {
    const open: Jobs = { templates: new Map(), calls: new Map() };
    const found = attempt(() => readInTime(runsOf(ends, open)));
    if (open.templates.size + open.calls.size === 0) return found();
    if (ends.size + open.templates.size + open.calls.size > mostJobs)
      throw new ExperimentFileError('The file has more templates and code than any suite does.');
    await runAll(open, ends, bounded);
  }
  throw new ExperimentFileError('The file has code that asks for more code without an end.');
}

/** What was read, or why it can’t be: while code waits, both may be for want of it. */
function attempt<Read>(read: () => Read): () => Read {
  try {
    const found = read();
    return () => found;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function runsOf(ends: ReadonlyMap<Key, CodeEnd>, open: Jobs): CodeRuns {
  const endOf = (key: Key, wait: () => void): string => {
    const end = ends.get(key);
    if (end !== undefined && 'error' in end) throw new Error(end.error);
    if (end === undefined) wait();
    return end?.content ?? '';
  };
  return {
    fill: (job) => {
      const key = JSON.stringify(job);
      return endOf(key, () => open.templates.set(key, job));
    },
    call: (source, args) => {
      const key = JSON.stringify([source, args]);
      return endOf(key, () => open.calls.set(key, { source, args }));
    },
  };
}

/** Once it has taken too long it is not tried again, whatever code still waits. */
function createReader<Read>(read: (runs: CodeRuns) => Read, { withinMoment }: CodeWorld) {
  let left = mostReadMs;
  return (runs: CodeRuns): Read => {
    if (withinMoment === undefined) return read(runs);
    const begunAt = performance.now();
    // In a list, as what is read may be nothing.
    const found = left > 0 ? withinMoment(() => [read(runs)] as const, Math.ceil(left)) : null;
    left = found === null ? 0 : left - (performance.now() - begunAt);
    if (found !== null) return found[0];
    throw new ExperimentFileError(
      'The file takes too long to be read, and was given up. Split it, or shorten its longest texts.',
    );
  };
}

function withinTime(world: CodeWorld): CodeWorld {
  const now = world.clockMs ?? (() => performance.now());
  const until = now() + mostMs;
  return {
    ...world,
    runFunction: (source, argumentsText) => {
      if (now() < until) return world.runFunction(source, argumentsText);
      throw new ExperimentFileError(
        'The code in this file ran for a minute and was stopped. Shorten its loops, or save the cases in a table and name that.',
      );
    },
  };
}

async function runAll({ templates, calls }: Jobs, ends: Map<Key, CodeEnd>, world: CodeWorld): Promise<void> {
  await runParts([...templates], ends, (jobs) => filledAll(jobs, world));
  for (const source of new Set([...calls.values()].map((one) => one.source)))
    await runParts(
      [...calls].flatMap(([key, one]) => (one.source === source ? [[key, one.args] as const] : [])),
      ends,
      (all) => calledAll(source, all, world),
    );
}

/** So many in one run of the interpreter, whose start takes longer than most of them. */
async function runParts<Job>(
  jobs: readonly (readonly [Key, Job])[],
  ends: Map<Key, CodeEnd>,
  run: (some: readonly Job[]) => Promise<readonly CodeEnd[]>,
): Promise<void> {
  for (let at = 0; at < jobs.length; at += jobsOfRun) {
    const some = jobs.slice(at, at + jobsOfRun);
    const found = await run(some.map(([, job]) => job));
    for (const [place, [key]] of some.entries()) ends.set(key, found[place] ?? { error: 'It did not run.' });
  }
}

async function filledAll(jobs: readonly TemplateJob[], world: CodeWorld): Promise<readonly CodeEnd[]> {
  const source = templatesRunner(await world.templateCode());
  return inHalves(jobs, (some) => world.runFunction(source, JSON.stringify(some)));
}

const calledAll = (source: string, all: readonly Fields[], world: CodeWorld): Promise<readonly CodeEnd[]> =>
  inHalves(all, (some) => world.runFunction(callsRunner, JSON.stringify({ source, all: some })));

/** Where all together take too many steps, each runs on its own, so that one has no part in the others' end. */
async function inHalves<Job>(
  jobs: readonly Job[],
  run: (some: readonly Job[]) => Promise<CodeEnd>,
): Promise<readonly CodeEnd[]> {
  const end = await run(jobs);
  if ('content' in end) return JSON.parse(end.content) as readonly CodeEnd[];
  if (jobs.length === 1) return [end];
  const half = Math.ceil(jobs.length / 2);
  return [...(await inHalves(jobs.slice(0, half), run)), ...(await inHalves(jobs.slice(half), run))];
}
