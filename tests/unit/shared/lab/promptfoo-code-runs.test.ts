/** Code that runs while a file is read: bounded, and with nothing of this computer; what can't be done is refused by name. */
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../../electron/read-yaml';
import { templateCode } from '../../../../electron/template-code';
import { type CodeWorld, withCodeRuns } from '../../../../shared/lab/files/code-runs';
import { readExperimentFile } from '../../../../shared/lab/files/read-file';
import { fillTemplate, parseTemplate } from '../../../../shared/lab/template';
import { interpretHere } from '../../../support/interpret-here';

const world = {
  runFunction: interpretHere,
  templateCode,
};

const read = (config: string, beside: Readonly<Record<string, string>> = {}, own: CodeWorld = world) =>
  withCodeRuns(
    (runs) =>
      readExperimentFile('suite.yaml', `providers: [m]\n${config}`, {
        profileId: 'p',
        models: [],
        prompt: null,
        readYaml,
        readOther: (name) => beside[name] ?? null,
        list: () => [],
        runs,
      }),
    own,
  );

async function asked(prompt: string, vars = '{}', more = ''): Promise<readonly string[]> {
  const { plan } = await read(`prompts: [${JSON.stringify(prompt)}]\ntests: [{ vars: ${vars} }]\n${more}`);
  const template = parseTemplate(plan.variants[0]?.template ?? '');
  return plan.cases.map(({ variables }) => fillTemplate(template, variables));
}

describe('a template', () => {
  test.each([
    [
      '{{ range.constructor("return typeof process + typeof require + typeof fetch")() }}',
      'undefined'.repeat(3),
    ],
  ])('%s reaches nothing but its variables', async (template, text) => {
    expect(await asked(template)).toEqual([text]);
  });

  test.each([
    ['{% include "/etc/passwd" %}', 'template not found: /etc/passwd'],
    ['{% if x %}', 'parseIf: expected elif, else, or endif'],
    ['{{ x | shout }}', 'filter not found: shout'],
    ['{{ env.HOME }}', 'the environment of this computer is not read. Write “HOME” under “env” in the file.'],
    ['{% for i in range(99999999) %}xxxxxxxxxx{% endfor %}', 'It '],
    ['{{ _conversation[0].output }}', '“_conversation” has earlier answers of the file.'],
  ])('%s is refused: %s', async (template, why) => {
    await expect(asked(template)).rejects.toThrow(why);
  });

  test('fills thousands of cases, each with its own values', async () => {
    const tests = Array.from({ length: 1_000 }, (_, at) => `{ vars: { n: ${at} } }`).join(', ');
    const { plan } = await read(
      `prompts: ["{% if n is even %}even{% else %}odd{% endif %} {{ n }}"]\ntests: [${tests}]`,
    );
    expect(plan.cases.map(({ variables }) => variables['Prompt 1 text']).slice(-2)).toEqual([
      'even 998',
      'odd 999',
    ]);
  });
});

describe('code of a file', () => {
  const suite = 'prompts: ["{{ x }}"]\ntests: [{ vars: { x: a } }]';

  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'prompts: ["file://ask.js"]',
      { 'ask.js': 'import fs from "fs";\nexport default () => "x";' },
      'is a program that writes prompts',
    ],
    [
      'prompts: ["file://ask.js"]',
      { 'ask.js': 'module.exports = () => ({ prompt: "x", config: { seed: 1 } });' },
      '“config” of a function can’t be sent',
    ],
    [
      'prompts: ["file://ask.js"]',
      { 'ask.js': 'module.exports = () => { throw new Error("no"); };' },
      'Prompt 1 failed: no',
    ],
    [
      'prompts: ["file://ask.js"]',
      { 'ask.js': 'module.exports = require("./gone");' },
      'Couldn’t read “./gone”, which “ask.js” imports.',
    ],
    [
      'prompts: ["file://ask.js"]',
      { 'ask.js': 'module.exports = () => require("../out");', '../out.js': '' },
      'Couldn’t read “../out”',
    ],
    [
      'prompts: ["x"]\ntests: file://t.js',
      { 't.js': 'module.exports = () => ({ vars: {} });' },
      '“t.js” returned no list of tests.',
    ],
    ['prompts: ["x"]\ntests: https://docs.google.com/spreadsheets/d/1', {}, 'is elsewhere, and is not read.'],
    [
      `${suite}\ndefaultTest: { options: { transformVars: 'vars.gone.deep' } }`,
      {},
      '“transformVars” failed: cannot read property',
    ],
    [`${suite}\ndefaultTest: { options: { transformVars: '7' } }`, {}, '“transformVars” returned no fields.'],
    [`${suite}\nnunjucksFilters: { loud: ./loud.py }`, {}, 'The filter “loud” can’t be read.'],
    [
      'prompts: [\'[{"role":"user","content":"{{x}}"}]\']\ntests: [{ vars: { x: a }, options: { prefix: "Please " } }]',
      {},
      'has messages, and tests write a “prefix” or “suffix” around it.',
    ],
  ])('%s is refused by name', async (config, beside, why) => {
    await expect(read(config, beside)).rejects.toThrow(why);
  });

  test('without code nothing runs', async () => {
    const never = () => Promise.reject(new Error('It ran.'));
    const reading = {
      profileId: 'p',
      models: ['m'],
      prompt: null,
      readYaml,
      readOther: () => null,
      list: () => [],
    };
    const found = await withCodeRuns((runs) => readExperimentFile('a.yaml', suite, { ...reading, runs }), {
      runFunction: never,
      templateCode: never,
    });
    expect(found.plan.variants[0]?.template).toBe('{{ x }}');
  });
});

describe('code of thousands of cases', () => {
  const tests = (count: number) =>
    Array.from({ length: count }, (_, at) => `{ vars: { n: ${at} } }`).join(', ');
  const suite = (code: string, count: number) =>
    `prompts: ["{{ n }}"]\ndefaultTest: { options: { transformVars: ${JSON.stringify(code)} } }\ntests: [${tests(count)}]`;
  const counted = () => {
    let runs = 0;
    const runFunction: typeof world.runFunction = (source, text) => {
      runs += 1;
      return world.runFunction(source, text);
    };
    return { world: { ...world, runFunction }, runs: () => runs };
  };

  test('runs many cases in one run of the interpreter, each with its own values', async () => {
    const { world: own, runs } = counted();
    const { plan } = await read(suite('{ n: vars.n * 2 }', 5_000), {}, own);
    expect(plan.cases.map(({ variables }) => variables.n)).toEqual(
      Array.from({ length: 5_000 }, (_, at) => String(at * 2)),
    );
    // One for each case would be 5,000.
    expect(runs()).toBeLessThanOrEqual(150);
  });

  test('names the one case whose code has no end, or fails', async () => {
    const endless = 'if (vars.n === 7) for (;;);\nreturn { n: 1 };';
    await expect(read(suite(endless, 20))).rejects.toThrow(
      'Test 8: “transformVars” failed: It takes too many steps.',
    );
    const failing = 'if (vars.n === 7) throw new Error("seven");\nreturn { n: 1 };';
    await expect(read(suite(failing, 20))).rejects.toThrow('Test 8: “transformVars” failed: seven');
  });

  test('ends after a minute, whatever the code does', async () => {
    let time = 0;
    const slow: typeof world.runFunction = (source, text) => {
      time += 20_000;
      return world.runFunction(source, text);
    };
    const own = { ...world, runFunction: slow, clockMs: () => time };
    await expect(read(suite('for (;;);\nreturn {};', 100), {}, own)).rejects.toThrow(
      'The code in this file ran for a minute and was stopped.',
    );
  });
});
