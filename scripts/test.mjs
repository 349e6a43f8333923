// @ts-check
/**
 * `npm test`: everything that can be checked on this machine. Says what was left out and why; its last line is
 * `N passed, N failed`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasDisplay } from './lib/display.mjs';
import { ensureBrowser } from './lib/ensure-browser.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { findElectron } from './lib/find-electron.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { runPlaywright, runVitest } from './lib/test-runs.mjs';

/** @typedef {import('./lib/test-runs.mjs').Tally} Tally */

/** @param {string} folder for reports */
async function runAll(folder) {
  const keychain = await hasKeychain();
  const env = { ...process.env, GATEHOUSE_TEST_KEYCHAIN: keychain ? '1' : '0' };
  const vitest = await timed('Vitest', runVitest(path.join(folder, 'vitest.json')));
  const web = await timed('web', runWeb(folder, env));
  const others = await timed('desktop and installed', runDesktop(folder, env));
  if (!keychain) skipped('the checks of the keychain: no keychain is available');
  return sum([vitest, ...web, ...others]);
}

/**
 * The tests of the page in parts, each kept on one core: with a browser whose threads are on all of them a fifth of the
 * time goes into telling the other cores what changed.
 * @param {string} folder for reports
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<readonly Tally[]>}
 */
async function runWeb(folder, env) {
  const cores = await usableCores();
  if (cores.length < 2) return [await runPlaywright('web', path.join(folder, 'web.json'), [], env)];
  const parts = shardsOf(cores.length * 2).map((shard, at) => (/** @type {number} */ lane) => {
    const wrapper = ['taskset', '-c', String(cores[lane])];
    return runPlaywright('web', path.join(folder, `web${at}.json`), wrapper, env, { shard, workers: 1 });
  });
  return inLanes(cores.length, parts);
}

/** More cores than this are of no use: the machine has other things to do too. */
const MOST_CORES = 4;

/** Those that this process may use, where it can keep others on one of them. */
async function usableCores() {
  if ((await run('taskset', ['--version'], { stdio: 'ignore' })) !== 0) return [];
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const [, list = ''] = /^Cpus_allowed_list:\s*([\d,-]+)$/m.exec(status) ?? [];
  const ranges = list.split(',').map((range) => range.split('-').map(Number));
  const cores = ranges.flatMap(([first = 0, last = first]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
  return list === '' ? [] : cores.slice(0, MOST_CORES);
}

/** @param {number} count */
const shardsOf = (count) => Array.from({ length: count }, (_, at) => `${at + 1}/${count}`);

/**
 * The desktop tests in parts, and the tests of the installed package. Where each part has a display of its own, two
 * run at once: most of such a test waits for windows.
 * @param {string} folder for reports
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<readonly Tally[]>}
 */
async function runDesktop(folder, env) {
  const wrapper = await desktopWrapper();
  if (wrapper === null) return [];
  const isAlone = wrapper.length === 0;
  /** @param {'desktop' | 'installed'} project @param {string} [shard] */
  const part = (project, shard) => () =>
    runPlaywright(project, path.join(folder, `${project}${shard?.[0] ?? ''}.json`), wrapper, env, { shard });
  // More parts than run at once, so that all end at about the same time.
  const parts = isAlone ? [part('desktop')] : shardsOf(4).map((shard) => part('desktop', shard));
  const missing = await missingForInstalling();
  if (missing === null) parts.push(part('installed'));
  else skipped(`the installed package: ${missing}`);
  return inLanes(isAlone ? 1 : 2, parts);
}

/**
 * @template T
 * @param {number} lanes how many run at once
 * @param {readonly ((lane: number) => Promise<T>)[]} works each is given the number of its lane
 * @returns {Promise<readonly T[]>}
 */
async function inLanes(lanes, works) {
  const waiting = [...works];
  /** @type {T[]} */
  const results = [];
  const runLane = async (/** @type {number} */ lane) => {
    for (let work = waiting.shift(); work !== undefined; work = waiting.shift())
      results.push(await work(lane));
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
  return results;
}

/** What each part took, for the lines at the end. @type {string[]} */
const times = [];

/**
 * @template T
 * @param {string} name
 * @param {Promise<T>} work already begun
 * @returns {Promise<T>}
 */
async function timed(name, work) {
  const start = performance.now();
  const result = await work;
  times.push(`${name} ${Math.round((performance.now() - start) / 1000)} s`);
  return result;
}

/** @returns {Promise<readonly string[] | null>} what to run the desktop tests under; `null` where they can't run */
async function desktopWrapper() {
  if (findElectron() === null) {
    skipped('the desktop tests: Electron is not installed (npm start downloads it)');
    return null;
  }
  if (hasDisplay()) return [];
  if ((await run('xvfb-run', ['--help'], { stdio: 'ignore' })) === 0) return ['xvfb-run', '-a'];
  skipped('the desktop tests: there is no display, and no xvfb-run');
  return null;
}

/** @returns {Promise<string | null>} why no package can be built, installed and started here */
async function missingForInstalling() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'only for Linux on x64';
  if (process.getuid?.() !== 0) return 'needs root, for a machine to install into';
  if (!process.env.CUSTOM_FPM_PATH) return 'CUSTOM_FPM_PATH names no fpm to build a deb with';
  for (const [tool = '', ...args] of [
    ['dpkg-deb', '--version'],
    ['nsenter', '--version'],
    ['unshare', '--mount', 'true'],
  ]) {
    if ((await run(tool, args, { stdio: 'ignore' })) !== 0) return `${tool} does not work here`;
  }
  return null;
}

/**
 * @param {string} word
 * @param {readonly string[]} tests
 */
function list(word, tests) {
  if (tests.length > 0) process.stdout.write(`${tests.length} ${word}:\n  ${tests.join('\n  ')}\n`);
}

/** @param {string} what */
function skipped(what) {
  process.stdout.write(`Skipped: ${what}.\n`);
}

async function hasKeychain() {
  const probe = path.join(root, 'scripts', 'lib', 'probe-keychain.mjs');
  return (await run(process.execPath, [probe], { stdio: 'ignore', timeoutMs: 15_000 })) === 0;
}

/** @param {readonly Tally[]} tallies */
function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const one of tallies) {
    total.passed += one.passed;
    total.failed += one.failed;
    total.skipped += one.skipped;
  }
  return {
    ...total,
    flaky: tallies.flatMap(({ flaky }) => flaky),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}

async function main() {
  await ensureBuilt();
  if ((await ensureBrowser()) === null) return 1;
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-reports-'));
  try {
    const { passed, failed, skipped, flaky, failures } = await runAll(folder);
    process.stdout.write(`Time: ${times.join(', ')}\n`);
    list('flaky', flaky);
    list('failed', failures);
    if (skipped > 0) process.stdout.write(`${skipped} skipped\n`);
    process.stdout.write(`${passed} passed, ${failed} failed\n`);
    return failed === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  return 1;
});
