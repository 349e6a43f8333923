// @ts-check
/**
 * `npm run bench [-- --json] [--only NAME,…] [--quick] [--compare FILE]`: measures the built app and prints one line per
 * figure. The goals are in `docs/performance.md`. Ends with 1 if a measurement could not be taken, and with `--compare`
 * if something is slower than in the stored run.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { hasDisplay } from './lib/display.mjs';
import { ensureBrowser } from './lib/ensure-browser.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { findElectron } from './lib/find-electron.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

/** @typedef {typeof import('../tests/bench/bench')} Bench */

const usage = `Usage: npm run bench -- [--json] [--only NAME,…] [--quick] [--rounds N] [--compare FILE] [--profile FOLDER]

  --json            a line of JSON a figure on standard output, and nothing else there
  --only NAME,…     these suites only
  --quick           the suites that are done in three minutes, with fewer rounds
  --rounds N        everything N times; 3 with --compare and 1 otherwise
  --compare FILE    then says what is slower than in FILE, a run stored with --json, and ends with 1 if anything is
  --profile FOLDER  keeps a CPU profile of the page for each stream in FOLDER
`;

/** One run of a figure may be off by chance; the median of three rarely is. */
const comparedRounds = 3;

/** @param {Bench} bench */
function readFlags({ suiteNames: suites, quickSuiteNames }) {
  try {
    const { values } = parseArgs({
      options: {
        json: { type: 'boolean' },
        only: { type: 'string' },
        quick: { type: 'boolean' },
        rounds: { type: 'string' },
        compare: { type: 'string' },
        profile: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    const only = values.only?.split(',') ?? (values.quick ? quickSuiteNames : suites);
    const unknown = only.find((name) => !suites.includes(name));
    if (unknown !== undefined) throw new Error(`Unknown suite "${unknown}"`);
    const rounds = Number(values.rounds ?? (values.compare === undefined ? 1 : comparedRounds));
    if (!Number.isInteger(rounds) || rounds < 1)
      throw new Error(`"${values.rounds}" is not a number of rounds`);
    return { ...values, only, rounds };
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message.split('. ')[0]}.\n`);
    return null;
  }
}

/** @returns {Promise<Bench>} the suites, which are TypeScript as the tests are */
async function loadBench() {
  const { NODE_ENV } = process.env;
  const entry = path.join(root, 'tests', 'bench', 'bench.ts');
  const { module } = await runnerImport(entry, { root, logLevel: 'error' });
  // The loader sets it to `development`, which the build and the app would take over.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  return module;
}

/**
 * Runs again under a virtual display if there is none and one can be started; the desktop figures need one.
 * @returns {Promise<number | null>} the exit code; `null` if this process can continue
 */
async function underDisplay() {
  if (hasDisplay() || findElectron() === null) return null;
  if ((await run('xvfb-run', ['--help'], { stdio: 'ignore' })) !== 0) return null;
  const args = ['-a', process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  return run('xvfb-run', args);
}

async function main() {
  const bench = await loadBench();
  const flags = readFlags(bench);
  if (flags === null || flags.help) {
    process.stderr.write(`${usage}\nSuites: ${bench.suiteNames.join(', ')}\n`);
    return flags === null ? 2 : 0;
  }
  // Before anything takes its time: the file may be missing.
  const stored = flags.compare === undefined ? null : bench.readRun(await readFile(flags.compare, 'utf8'));
  await ensureBuilt();
  if ((await ensureBrowser()) === null) return 1;
  const passedOn = await underDisplay();
  if (passedOn !== null) return passedOn;
  return bench.runBench({
    suites: flags.only,
    isJson: flags.json ?? false,
    isQuick: flags.quick ?? false,
    rounds: flags.rounds,
    stored,
    profileFolder: flags.profile === undefined ? null : path.resolve(flags.profile),
    electron: hasDisplay() ? findElectron() : null,
  });
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`${error.stack ?? error}\n`);
  return 1;
});
