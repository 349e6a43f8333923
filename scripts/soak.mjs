// @ts-check
/**
 * `npm run soak`: the simulated world for the given number of seeds. Prints the shortest story of each seed that
 * breaks a rule; ends with 1 where one does.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

const usage = `Usage: npm run soak -- [--seeds N] [--from N] [--with STEP,…] | --seed N [--of NAME] | --faults [--only NAME,…] [--again] [--table] | --tests

  --seeds N    how many seeds to run; 1000 where left out, and 2000 for each fault
  --from N     the first of them; 1 where left out
  --with STEP  only the seeds whose stories have this step of tests/simulation/person, such as check
  --seed N     this one alone, with all that happened in it
  --of NAME    of the stories in which this fault is looked for, where it has its own
  --faults     puts each known fault back into the app, one at a time, and counts the seeds until it is found
  --only NAME  of the faults, this one alone
  --again      begins with the seed that the table in docs/reliability.md names for the fault
  --table      prints what was found as the rows of the table in docs/reliability.md
  --tests      the long tests (kills, thousands of calls, fuzzing) at their whole length; npm test shortens them
`;

/**
 * @template Module
 * @param {string} file
 * @returns {Promise<Module>}
 */
async function load(file) {
  const entry = path.join(root, 'tests', 'simulation', file);
  const { module } = await runnerImport(entry, { root, configFile: false, logLevel: 'error' });
  return /** @type {Module} */ (module);
}

const say = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);

function readFlags() {
  try {
    const options = /** @type {const} */ ({
      seeds: { type: 'string' },
      from: { type: 'string', default: '1' },
      with: { type: 'string' },
      seed: { type: 'string' },
      of: { type: 'string' },
      faults: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      table: { type: 'boolean', default: false },
      only: { type: 'string' },
      tests: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    });
    const { values } = parseArgs({ options });
    const numbers = [values.seeds ?? '1', values.from, values.seed ?? '1'].map(Number);
    if (numbers.some((number) => !Number.isSafeInteger(number) || number < 1))
      throw new Error('A number of seeds is a whole number from 1 on');
    return values;
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message.split('. ')[0]}.\n`);
    return null;
  }
}

/**
 * @param {string} program
 * @param {Pick<import('../tests/simulation/run-seeds').Seeds, 'from' | 'count' | 'needs' | 'about' | 'story'>} seeds
 */
async function soak(program, seeds) {
  /** @type {typeof import('../tests/simulation/run-seeds')} */
  const { runSeeds, describeFailure } = await load('run-seeds.ts');
  const started = performance.now();
  let ran = 0;
  const lines = await runSeeds(program, {
    ...seeds,
    shrink: true,
    onLine(line) {
      ran += 1;
      if (line.violations.length > 0) say(describeFailure(line));
      else if (seeds.story) say((line.story ?? []).join('\n'));
      if (ran % 1_000 === 0) say(`${ran} seeds`);
    },
  });
  const failed = lines.filter(({ violations }) => violations.length > 0).length;
  const sum = (/** @type {'lives' | 'requests' | 'charges' | 'steps'} */ name) =>
    lines.reduce((total, line) => total + line[name], 0);
  const hours = Math.round(lines.reduce((total, { simulatedMs }) => total + simulatedMs, 0) / 3_600_000);
  const seconds = Math.round((performance.now() - started) / 1000);
  say(
    `${lines.length} seeds in ${seconds} s: ${sum('steps')} steps, ${sum('lives')} starts of the app, ` +
      `${sum('requests')} requests, ${sum('charges')} charges, ${hours} simulated hours.`,
  );
  say(`${lines.length - failed} hold, ${failed} break a rule`);
  return failed === 0 ? 0 : 1;
}

/** @param {NonNullable<ReturnType<typeof readFlags>>} flags */
async function findFaults({ only, again: isAgain, table: asTable, seeds }) {
  /** @type {typeof import('../tests/simulation/find-faults')} */
  const { findFaults: find } = await load('find-faults.ts');
  return (await find({ only, isAgain, most: Number(seeds ?? 2_000), asTable, say })) ? 0 : 1;
}

/** @param {string | undefined} name */
async function aboutOf(name) {
  if (name === undefined) return undefined;
  /** @type {typeof import('../tests/simulation/faults/faults')} */
  const { faults } = await load('faults/faults.ts');
  const about = faults.find((fault) => fault.name === name)?.about;
  if (about === undefined) throw new Error(`No fault of this name has stories of its own: ${name}`);
  return about;
}

/** Every test that is shorter in `npm test`, whole; each line of the report says what held and how often. */
async function runLongTests() {
  const files = ['tests/unit', 'tests/gateway']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter(
      (file) =>
        file.endsWith('.test.ts') && readFileSync(path.join(root, file), 'utf8').includes('soakTimes('),
    );
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { ...process.env, GATEHOUSE_SOAK: '1' };
  return await run(process.execPath, [vitest, 'run', '--reporter=verbose', ...files], { env });
}

async function main() {
  const flags = readFlags();
  if (flags === null || flags.help) {
    process.stderr.write(usage);
    return flags === null ? 2 : 0;
  }
  if (flags.faults) return findFaults(flags);
  if (flags.tests) return runLongTests();
  const folder = await mkdtemp(path.join(root, 'node_modules', '.soak-'));
  try {
    /** @type {typeof import('../tests/simulation/bundle')} */
    const { buildSimulation } = await load('bundle.ts');
    const program = await buildSimulation(folder);
    if (flags.seed !== undefined)
      return await soak(program, {
        ...{ from: Number(flags.seed), count: 1, story: true },
        about: await aboutOf(flags.of),
      });
    const seeds = { from: Number(flags.from), count: Number(flags.seeds ?? 1_000) };
    return await soak(program, { ...seeds, needs: flags.with?.split(',') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`${error.stack ?? error}\n`);
  return 1;
});
