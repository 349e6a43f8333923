/** JavaScript that a configuration of promptfoo names as a file is run as its own code is, and says what it lacks. */
import { expect, test } from 'vitest';
import { readYaml } from '../../../../electron/read-yaml';
import { runAssertionCode } from '../../../../shared/assertions/javascript';
import { asOneCode, transformed } from '../../../../shared/assertions/transform';
import { readExperimentFile } from '../../../../shared/lab/files/read-file';
import { interpretHere } from '../../../support/interpret-here';

const runCode = interpretHere;
const given = { output: 'green fern', vars: { plant: 'fern' }, prompt: 'Name a plant' };

/** The assertions of a suite beside these files. */
function assertionsOf(list: string, files: Readonly<Record<string, string>>) {
  const text = `prompts: ["Water the {{plant}}"]\nproviders: [m]\ntests: [{ vars: { plant: fern }, assert: ${list} }]`;
  const reading = { profileId: 'p', models: [], prompt: null, readYaml, list: () => [] };
  const readOther = (name: string) => files[name] ?? null;
  return readExperimentFile('a.yaml', text, { ...reading, readOther }).plan.cases[0]?.assertions ?? [];
}

async function verdictOf(source: string, named = 'check.js') {
  const [name = ''] = named.split(':');
  const [one] = assertionsOf(`[{ type: javascript, value: 'file://${named}' }]`, { [name]: source });
  const assertion = { type: 'javascript', isNot: false, threshold: null } as const;
  const found = await runAssertionCode(String(one?.value), assertion, given, runCode);
  return typeof found === 'string' ? found : found.holds || found.why;
}

test.each([
  ['module.exports = (output, context) => output.includes(context.vars.plant);'],
  ['module.exports = { default: (output) => output.length > 3 };'],
  ['export default function check(output) { return output.startsWith("green"); }'],
  [
    '// A check\nconst least = 0.5;\nexport default async (output) => ({ pass: true, score: least, reason: output });\n',
  ],
])('%s', async (source) => {
  expect(await verdictOf(source)).toBe(true);
});

test('the context has the answer and the variables of the test, and says what else it does not have', async () => {
  const said = (body: string) => verdictOf(`module.exports = (output, context) => ${body};`);
  expect(await said('context.test.vars.plant === "fern" && context.providerResponse.output === output')).toBe(
    true,
  );
  expect(await said('JSON.stringify(context.test) === JSON.stringify({ vars: context.vars })')).toBe(true);
  const lacks = 'The code needs what it does not have here: ReferenceError: ';
  expect(await said('context.test.metadata.topic === "plants"')).toBe(`${lacks}context.test.metadata`);
  expect(await said('context.provider.id() === "echo"')).toBe(`${lacks}context.provider.id`);
  expect(await said('!context.providerResponse.cached')).toBe(`${lacks}context.providerResponse.cached`);
});

test('a function is chosen by its name, of either kind of module', async () => {
  const named =
    'export const isRed = (output) => output === "red";\nexport function isGreen(output) { return /green/.test(output); }\n';
  expect(await verdictOf(named, 'checks.mjs:isGreen')).toBe(true);
  expect(await verdictOf(named, 'checks.mjs:isRed')).toBe('The code returned false.');
  const listed = 'const long = (output) => output.length > 3;\nexport { long as isLong, long };\n';
  expect(await verdictOf(listed, 'checks.mjs:isLong')).toBe(true);
  expect(await verdictOf('module.exports = { isLong: (output) => output.length > 3 };', 'c.cjs:isLong')).toBe(
    true,
  );
});

test('what a file lacks is said, and one that imports others stays unclear', async () => {
  expect(await verdictOf('module.exports = { other: 1 };', 'c.js:isLong')).toContain(
    'exports no function “isLong”',
  );
  expect(await verdictOf('const fs = require("fs");\nmodule.exports = () => true;')).toContain(
    'needs what it does not have here',
  );
  const [one] = assertionsOf('[{ type: javascript, value: file://a.mjs }]', {
    'a.mjs': 'import fs from "fs";\nexport default () => true;',
  });
  expect(one).toMatchObject({ type: 'javascript of a file' });
  expect(() => assertionsOf('[{ type: javascript, value: file://gone.js }]', {})).toThrow(
    'Couldn’t read “gone.js”',
  );
  expect(() => assertionsOf('[{ type: javascript, value: file://../out.js }]', {})).toThrow(
    'outside the folder',
  );
});

test('a transform in a file changes the answer', async () => {
  const [one] = assertionsOf('[{ type: equals, value: FERN, transform: file://last.js:lastWord }]', {
    'last.js': 'exports.lastWord = (output) => output.split(" ").at(-1).toUpperCase();',
  });
  expect(await transformed(one?.transforms ?? [], given, runCode)).toEqual({ output: 'FERN' });
});

test.each([
  [['output.trim()', 'output.toUpperCase();'], 'GREEN FERN'],
  [['const [first] = output.trim().split(" ");\nreturn first;', '({ first: output })'], '{"first":"green"}'],
  [['output.trim()', 'const all = output.length;\nreturn all;', 'output + 1'], '11'],
])('several are written as one that does the same: %j', async (codes, output) => {
  const asked = { ...given, output: ' green fern ' };
  expect(await transformed(codes, asked, runCode)).toMatchObject({ output });
  expect(await transformed([asOneCode(codes)], asked, runCode)).toMatchObject({ output });
});
