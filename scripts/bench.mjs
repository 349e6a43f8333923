// @ts-check
/**
 * `npm run bench [-- --json] [--only NAME,…] [--quick]`: measures the built app and prints a line a figure. It asserts
 * nothing: the goals are in `docs/performance.md`. Ends with 1 only if a measurement could not be taken.
 */
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

const usage = `Usage: npm run bench -- [--json] [--only NAME,…] [--quick] [--profile FOLDER]

  --json            a line of JSON a figure on standard output, and nothing else there
  --only NAME,…     these suites only
  --quick           fewer rounds and shorter streams: to see that it works, not to compare
  --profile FOLDER  keeps a CPU profile of the page for each stream in FOLDER
`;

/** @param {readonly string[]} suites */
function readFlags(suites) {
  try {
    const { values } = parseArgs({
      options: {
        json: { type: 'boolean' },
        only: { type: 'string' },
        quick: { type: 'boolean' },
        profile: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    const only = values.only?.split(',') ?? suites;
    const unknown = only.find((name) => !suites.includes(name));
    if (unknown !== undefined) throw new Error(`There is no suite "${unknown}"`);
    return { ...values, only };
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
  const flags = readFlags(bench.suiteNames);
  if (flags === null || flags.help) {
    process.stderr.write(`${usage}\nSuites: ${bench.suiteNames.join(', ')}\n`);
    return flags === null ? 2 : 0;
  }
  await ensureBuilt();
  if ((await ensureBrowser()) === null) return 1;
  const passedOn = await underDisplay();
  if (passedOn !== null) return passedOn;
  return bench.runBench({
    suites: flags.only,
    isJson: flags.json ?? false,
    isQuick: flags.quick ?? false,
    profileFolder: flags.profile === undefined ? null : path.resolve(flags.profile),
    electron: hasDisplay() ? findElectron() : null,
  });
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`${error.stack ?? error}\n`);
  return 1;
});
