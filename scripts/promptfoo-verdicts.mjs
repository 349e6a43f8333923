// @ts-check
/**
 * Writes how promptfoo itself judges the cases of `tests/unit/shared/assertions/promptfoo/cases.json`, which the unit test
 * beside them compares with the app. promptfoo is no dependency (2 GB with its parts, Node 22.22 or newer), so install it
 * elsewhere first:
 *
 *     npm install --prefix /tmp/promptfoo promptfoo@0.123.1
 *     node scripts/promptfoo-verdicts.mjs /tmp/promptfoo
 *
 * Nothing is sent: replies are part of the cases, and none of their assertions asks a model.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/root.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder that promptfoo was installed in.');
Object.assign(process.env, {
  PROMPTFOO_DISABLE_TELEMETRY: '1',
  PROMPTFOO_DISABLE_UPDATE: '1',
  PROMPTFOO_CACHE_ENABLED: 'false',
  PROMPTFOO_CONFIG_DIR: path.join(folder, 'config'),
});

const home = path.join(folder, 'node_modules', 'promptfoo');
const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
const { assertions } = await import(pathToFileURL(path.join(home, 'dist', 'src', 'index.js')).href);
const place = path.join(root, 'tests', 'unit', 'shared', 'assertions', 'promptfoo');
const cases = JSON.parse(readFileSync(path.join(place, 'cases.json'), 'utf8'));

/** @param {any} score */
const rounded = (score) => Number(score.toFixed(6));

/** @param {any} one */
async function verdictOf({ output, assert, vars = {}, threshold, cost, latencyMs, finishReason, logProbs }) {
  try {
    const {
      pass,
      score,
      namedScores = {},
      namedScoreWeights = {},
    } = await assertions.runAssertions({
      prompt: 'a prompt',
      provider: { id: () => 'echo', config: {}, callApi: async () => ({ output }) },
      providerResponse: { output, cost, finishReason, logProbs },
      test: { assert, vars, threshold },
      latencyMs,
    });
    // A score whose weights are 0 is none there.
    const named = Object.entries(namedScores).map(([name, one]) => [
      name,
      namedScoreWeights[name] === 0 ? null : rounded(one),
    ]);
    return [
      pass ? 'passed' : 'failed',
      rounded(score),
      ...(named.length > 0 ? [Object.fromEntries(named)] : []),
    ];
  } catch {
    return ['error', null];
  }
}

const verdicts = [];
for (const one of cases) verdicts.push(await verdictOf(one));
const lines = verdicts.map((one) => `  ${JSON.stringify(one)}`).join(',\n');
writeFileSync(path.join(place, 'verdicts.json'), `{"promptfoo": "${version}", "verdicts": [\n${lines}\n]}\n`);
process.stdout.write(`${verdicts.length} verdicts of promptfoo ${version}.\n`);
process.exit();
