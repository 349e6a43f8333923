/**
 * Code that has to run before a file of an experiment is read whole: its templates, and JavaScript that makes variables or
 * prompts. It runs apart from the app, which takes a moment, while files are read in one go. So a file is read, what it
 * asks for is run, and it is read again with the ends, until nothing more is asked for.
 */
import { type CodeRuns, ExperimentFileError, type Fields, type TemplateJob } from './reading';
import { templatesRunner } from './template-runner';

export type CodeEnd = { readonly content: string } | { readonly error: string };

export interface CodeWorld {
  /** Runs the body of a function of `args`, without network, files and clock, and with bounded steps. */
  readonly runFunction: (source: string, argumentsText: string) => Promise<CodeEnd>;
  /** The code of Nunjucks, which is read where the first template needs it. */
  readonly templateCode: () => Promise<string>;
}

/** Code that needs the end of other code that needs the end of other code. */
const mostRounds = 12;
/** Of one run, so that a file of thousands of cases is no run of too many steps. */
const jobsOfRun = 100;
const mostJobs = 60_000;

type Key = string;

interface Jobs {
  readonly templates: Map<Key, TemplateJob>;
  readonly calls: Map<Key, { readonly source: string; readonly args: Fields }>;
}

/** @throws ExperimentFileError */
export async function withCodeRuns<Read>(read: (runs: CodeRuns) => Read, world: CodeWorld): Promise<Read> {
  const ends = new Map<Key, CodeEnd>();
  for (let round = 0; round < mostRounds; round += 1) {
    const open: Jobs = { templates: new Map(), calls: new Map() };
    const found = attempt(() => read(runsOf(ends, open)));
    if (open.templates.size + open.calls.size === 0) return found();
    if (ends.size + open.templates.size > mostJobs)
      throw new ExperimentFileError('The file has more templates than any suite does.');
    await runAll(open, ends, world);
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

async function runAll({ templates, calls }: Jobs, ends: Map<Key, CodeEnd>, world: CodeWorld): Promise<void> {
  const jobs = [...templates];
  for (let at = 0; at < jobs.length; at += jobsOfRun) {
    const some = jobs.slice(at, at + jobsOfRun);
    const found = await filledAll(
      some.map(([, job]) => job),
      world,
    );
    for (const [place, [key]] of some.entries())
      ends.set(key, found[place] ?? { error: 'It was not filled.' });
  }
  for (const [key, { source, args }] of calls)
    ends.set(key, await world.runFunction(source, JSON.stringify(args)));
}

/** Where all together take too many steps, each is filled on its own, so that one has no part in the others' end. */
async function filledAll(jobs: readonly TemplateJob[], world: CodeWorld): Promise<readonly CodeEnd[]> {
  const source = templatesRunner(await world.templateCode());
  const end = await world.runFunction(source, JSON.stringify(jobs));
  if ('content' in end) return JSON.parse(end.content) as readonly CodeEnd[];
  if (jobs.length === 1) return [end];
  const half = Math.ceil(jobs.length / 2);
  return [...(await filledAll(jobs.slice(0, half), world)), ...(await filledAll(jobs.slice(half), world))];
}
