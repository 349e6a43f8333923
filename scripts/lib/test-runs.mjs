// @ts-check
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.mjs';
import { run } from './run.mjs';

/**
 * `flaky` names the tests that passed only at a second try, which count as passed too; `failures` the failed ones, each
 * with the first line of its error.
 * @typedef {{ passed: number, failed: number, skipped: number, flaky: readonly string[], failures: readonly string[] }} Tally
 */

const bin = (/** @type {string[]} */ ...parts) => path.join(root, 'node_modules', ...parts);

/**
 * Unit tests and the gateway's conformance.
 * @param {string} report file for the figures
 * @returns {Promise<Tally>}
 */
export async function runVitest(report) {
  const first = await runFiles(report, []);
  const unrun = first.code === 0 || first.failed > 0 ? [] : await filesNotRun(report);
  if (unrun.length === 0) return tally('Vitest', first.code, report, () => first);
  // A process of the tests ended, as a native module may make it: what it had not run yet is run once more.
  const again = await runFiles(`${report}.again`, unrun);
  const second = await tally('Vitest, once more', again.code, `${report}.again`, () => again);
  const ended = unrun.map((file) => described(file, 'its process ended, and a second one ran it'));
  return {
    flaky: [...first.flaky, ...second.flaky, ...(second.failed === 0 ? ended : [])],
    failures: second.failures,
    // The files are run as a whole: what had passed in the first process is not counted twice.
    passed: first.passed - (await countIn(report, unrun, 'passed')) + second.passed,
    failed: second.failed,
    skipped: first.skipped - (await countIn(report, unrun, 'skipped', 'todo')) + second.skipped,
  };
}

/**
 * @param {string} report file for the figures
 * @param {readonly string[]} files all where empty
 */
async function runFiles(report, files) {
  const flakyReport = `${report}.flaky`;
  const reporters = ['default', 'json', path.join(root, 'scripts', 'lib', 'flaky-reporter.mjs')];
  const args = [
    'run',
    ...files,
    ...reporters.map((one) => `--reporter=${one}`),
    `--outputFile.json=${report}`,
  ];
  const env = { ...process.env, GATEHOUSE_FLAKY_FILE: flakyReport };
  const code = await run(process.execPath, [bin('vitest', 'vitest.mjs'), ...args], { cwd: root, env });
  const flaky = await readFile(flakyReport, 'utf8').then(JSON.parse, () => []);
  const figures = await figuresIn(report);
  return {
    code,
    flaky,
    failures: figures.testResults.flatMap(failuresOfFile),
    passed: figures.numPassedTests,
    failed: figures.numFailedTests,
    skipped: figures.numPendingTests + figures.numTodoTests,
  };
}

const noFigures = {
  testResults: [],
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
};

/** @param {string} report @returns {Promise<any>} */
const figuresIn = (report) => readFile(report, 'utf8').then(JSON.parse, () => noFigures);

/**
 * Those with tests that were neither run nor skipped.
 * @param {string} report
 * @returns {Promise<readonly string[]>}
 */
async function filesNotRun(report) {
  const isOpen = (/** @type {any} */ { status }) => status === 'pending';
  const { testResults } = await figuresIn(report);
  return testResults
    .filter((/** @type {any} */ one) => one.assertionResults.some(isOpen))
    .map((/** @type {any} */ one) => path.relative(root, one.name));
}

/**
 * @param {string} report
 * @param {readonly string[]} files
 * @param {...string} statuses
 */
async function countIn(report, files, ...statuses) {
  const { testResults } = await figuresIn(report);
  return testResults
    .filter((/** @type {any} */ one) => files.includes(path.relative(root, one.name)))
    .flatMap((/** @type {any} */ one) => one.assertionResults)
    .filter((/** @type {any} */ one) => statuses.includes(one.status)).length;
}

/**
 * One of Playwright's projects.
 * @param {'web' | 'desktop' | 'installed'} project
 * @param {string} report file for the figures
 * @param {readonly string[]} wrapper a command to run it under
 * @param {NodeJS.ProcessEnv} env
 * @param {{ shard?: string | undefined, workers?: number }} [part] `1/4` is the first quarter of its tests; without one
 *   it runs all of them, with the workers of the configuration
 * @returns {Promise<Tally>}
 */
export async function runPlaywright(project, report, wrapper, env, { shard, workers } = {}) {
  const cli = bin('playwright', 'cli.js');
  // Each run clears its folder of results as it begins.
  const part =
    shard === undefined ? [] : [`--shard=${shard}`, `--output=test-results/${project}-${shard[0]}`];
  const [command = '', ...args] = [
    ...wrapper,
    process.execPath,
    ...[cli, 'test', `--project=${project}`, '--reporter=list,json', ...part],
    ...(workers === undefined ? [] : [`--workers=${workers}`]),
  ];
  const code = await run(command, args, { cwd: root, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } });
  return tally(`Playwright (${project})`, code, report, ({ stats, suites }) => ({
    flaky: specsThat(suites, (spec) => spec.tests.some((/** @type {any} */ one) => one.status === 'flaky')),
    failures: specsThat(suites, (spec) => !spec.ok),
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }));
}

/**
 * @param {any} file of Vitest's report
 * @returns {readonly string[]}
 */
function failuresOfFile({ name, message, assertionResults }) {
  const file = path.relative(root, name);
  const failed = assertionResults.filter((/** @type {any} */ one) => one.status === 'failed');
  // A file that does not load has no tests, but a message.
  if (failed.length === 0 && message) return [described(file, '', message)];
  return failed.map((/** @type {any} */ one) => described(file, one.fullName, one.failureMessages[0]));
}

/**
 * @param {readonly any[]} suites of Playwright's report, which nest
 * @param {(spec: any) => boolean} picks
 * @returns {readonly string[]}
 */
function specsThat(suites, picks) {
  return suites.flatMap((suite) => [
    ...specsThat(suite.suites ?? [], picks),
    ...(suite.specs ?? []).filter(picks).map((/** @type {any} */ spec) => {
      const errors = spec.tests.flatMap((/** @type {any} */ one) => one.results.map(firstError));
      return described(spec.file, spec.title, errors.find(Boolean));
    }),
  ]);
}

const firstError = (/** @type {any} */ { error }) => error?.message;

/**
 * @param {string} file
 * @param {string} title
 * @param {string} [error]
 */
function described(file, title, error) {
  const [line = ''] = stripVTControlCharacters(error ?? '').split('\n');
  return `${file} > ${title}${line === '' ? '' : `: ${line.slice(0, 300)}`}`;
}

/**
 * @param {string} name
 * @param {number} code
 * @param {string} report
 * @param {(figures: any) => Tally} read
 * @returns {Promise<Tally>}
 */
async function tally(name, code, report, read) {
  const figures = await readFile(report, 'utf8').then(JSON.parse, () => null);
  const counted =
    figures === null ? { passed: 0, failed: 0, skipped: 0, flaky: [], failures: [] } : read(figures);
  if (code === 0 && figures !== null) return counted;
  if (counted.failed > 0) return counted;
  // A file that does not load, a crash, a time-out: no test failed, and yet nothing was proved.
  process.stderr.write(`${name} itself failed (exit code ${code}); counted as one failure.\n`);
  return { ...counted, failed: 1, failures: [`${name} itself, exit code ${code}`] };
}
