// @ts-check
/**
 * Writes what promptfoo itself asks and how it judges it for each suite in `tests/unit/shared/lab/promptfoo/suites`, which
 * the unit test beside them compares with the app. As for `promptfoo-verdicts.mjs`, install promptfoo elsewhere first, and
 * run this with a Node that it takes. The suites ask the provider `echo`, so nothing is sent.
 *
 *     node scripts/promptfoo-suites.mjs /tmp/promptfoo [NAME …]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './lib/root.mjs';

const [folder, ...only] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder that promptfoo was installed in.');
const home = path.join(folder, 'node_modules', 'promptfoo');
const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
const place = path.join(root, 'tests', 'unit', 'shared', 'lab', 'promptfoo');
const work = mkdtempSync(path.join(tmpdir(), 'suites-'));

/** @param {string} name */
function resultsOf(name) {
  const output = path.join(work, `${name}.json`);
  const flags = ['--no-cache', '--no-write', '--no-table', '--no-progress-bar', '-o', output];
  const entry = path.join(home, 'dist', 'src', 'entrypoint.js');
  spawnSync(process.execPath, [entry, 'eval', '-c', 'promptfooconfig.yaml', ...flags], {
    cwd: path.join(place, 'suites', name),
    env: {
      PATH: process.env.PATH,
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
      PROMPTFOO_CONFIG_DIR: path.join(work, 'config'),
    },
  });
  // A file that it refuses has no results.
  if (!existsSync(output)) return null;
  const { results } = JSON.parse(readFileSync(output, 'utf8')).results;
  return results.map(rowOf);
}

/** @param {any} result an error, such as a template that can't be filled, isn’t a verdict */
function rowOf({ prompt, success, score, error, gradingResult }) {
  const checks = gradingResult?.componentResults ?? [];
  const isError = !success && checks.length === 0 && error;
  return [
    prompt.raw,
    isError ? 'error' : success ? 'passed' : 'failed',
    isError ? null : Number(score.toFixed(6)),
  ];
}

const file = path.join(place, 'suites.json');
const known = only.length === 0 ? {} : JSON.parse(readFileSync(file, 'utf8')).suites;
const names = readdirSync(path.join(place, 'suites')).filter(
  (name) => only.length === 0 || only.includes(name),
);
for (const name of names) known[name] = resultsOf(name);
writeFileSync(file, `${JSON.stringify({ promptfoo: version, suites: known }, null, 2)}\n`);
rmSync(work, { recursive: true });
process.stdout.write(`${names.length} suites of promptfoo ${version}.\n`);
