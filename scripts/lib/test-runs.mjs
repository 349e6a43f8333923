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
  const flakyReport = `${report}.flaky`;
  const reporters = ['default', 'json', path.join(root, 'scripts', 'lib', 'flaky-reporter.mjs')];
  const args = ['run', ...reporters.map((one) => `--reporter=${one}`), `--outputFile.json=${report}`];
  const env = { ...process.env, GATEHOUSE_FLAKY_FILE: flakyReport };
  const code = await run(process.execPath, [bin('vitest', 'vitest.mjs'), ...args], { cwd: root, env });
  const flaky = await readFile(flakyReport, 'utf8').then(JSON.parse, () => []);
  return tally('Vitest', code, report, (figures) => ({
    flaky,
    failures: figures.testResults.flatMap(failuresOfFile),
    passed: figures.numPassedTests,
    failed: figures.numFailedTests,
    skipped: figures.numPendingTests + figures.numTodoTests,
  }));
}

/**
 * One of Playwright's projects.
 * @param {'web' | 'desktop' | 'installed'} project
 * @param {string} report file for the figures
 * @param {readonly string[]} wrapper a command to run it under
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [shard] such as `1/4`: the first quarter of its tests; all of them where left out
 * @returns {Promise<Tally>}
 */
export async function runPlaywright(project, report, wrapper, env, shard) {
  const cli = bin('playwright', 'cli.js');
  // Each run clears its folder of results as it begins.
  const part =
    shard === undefined ? [] : [`--shard=${shard}`, `--output=test-results/${project}-${shard[0]}`];
  const [command = '', ...args] = [
    ...wrapper,
    process.execPath,
    ...[cli, 'test', `--project=${project}`, '--reporter=list,json', ...part],
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
