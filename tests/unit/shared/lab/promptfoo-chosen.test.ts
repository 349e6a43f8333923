/** Tests of promptfoo that are asked with some variants alone. */
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readYaml } from '../../../../electron/read-yaml';
import { cellsOfPlan } from '../../../../shared/lab/asked-with';
import { promptfooConfig } from '../../../../shared/lab/files/promptfoo/write';
import { readExperimentFile } from '../../../../shared/lab/files/read-file';
import type { FileReading } from '../../../../shared/lab/files/reading';

const suite = {
  prompts: [
    { label: 'facts:short', raw: 'Name a fact about {{word}}' },
    { label: 'facts:long', raw: 'Tell of {{word}}' },
    { label: 'sums', raw: 'Solve {{word}}' },
  ],
  providers: [{ id: 'openai:chat:small', label: 'fast' }, 'openai:chat:large'],
};

function readSuite(tests: unknown, more: object = {}, options: Partial<FileReading> = {}) {
  return readExperimentFile('suite.yaml', stringify({ ...suite, ...more, tests }), {
    profileId: 'p',
    models: [],
    prompt: null,
    readYaml,
    readOther: () => null,
    list: () => [],
    ...options,
  });
}

/** The labels of the variants that each case is asked with. */
function asked(tests: unknown, more: object = {}, options: Partial<FileReading> = {}) {
  const { variants, cases } = readSuite(tests, more, options).plan;
  return cases.map((one) => one.variants?.map((number) => variants[number - 1]?.label) ?? 'all');
}

const all = (label: string) => [`${label} · facts:short`, `${label} · facts:long`, `${label} · sums`];

describe('a test is asked with', () => {
  test.each<[string, object, unknown]>([
    ['all where it names none', {}, 'all'],
    ['a provider by its label', { providers: ['fast'] }, all('fast')],
    ['a provider by its id', { providers: ['openai:chat:large'] }, all('large')],
    ['providers by a star', { providers: ['openai:*'] }, [...all('fast'), ...all('large')]],
    [
      'providers by the part before a colon',
      { providers: ['openai:chat'] },
      [...all('fast'), ...all('large')],
    ],
    ['a prompt', { prompts: ['sums'] }, ['fast · sums', 'large · sums']],
    [
      'a group of prompts with one provider',
      { prompts: ['facts'], providers: ['fast'] },
      ['fast · facts:short', 'fast · facts:long'],
    ],
    ['prompts by a star', { prompts: ['facts:l*'] }, ['fast · facts:long', 'large · facts:long']],
    ['the provider in place of all', { provider: 'openai:chat:large' }, all('large')],
  ])('%s', (_name, choice, labels) => {
    expect(asked([{ vars: { word: 'a' }, ...choice }])).toEqual([labels]);
  });

  test('a provider that no other test has, which the file does not list', () => {
    const tests = [
      { vars: { word: 'a' }, provider: { id: 'openai:chat:own', config: { temperature: 0.1 } } },
      { vars: { word: 'b' } },
      { vars: { word: 'c' }, providers: ['fast'] },
    ];
    expect(asked(tests)).toEqual([all('own'), [...all('fast'), ...all('large')], all('fast')]);
    const { plan } = readSuite(tests);
    expect(plan.variants.at(-1)).toMatchObject({ model: 'own', settings: { temperature: 0.1 } });
    expect(cellsOfPlan(plan)).toBe(3 + 6 + 3);
  });

  test('what counts for all tests, where it says nothing itself', () => {
    const defaultTest = { providers: ['fast'], prompts: ['sums'] };
    expect(
      asked([{ vars: { word: 'a' } }, { vars: { word: 'b' }, providers: ['openai:chat:large'] }], {
        defaultTest,
      }),
    ).toEqual([['fast · sums'], ['large · sums']]);
  });

  test('the models that were chosen, whatever it names, but with its prompts', () => {
    const tests = [{ vars: { word: 'a' }, providers: ['fast'], prompts: ['sums'] }];
    expect(asked(tests, {}, { models: ['x', 'y'] })).toEqual([['x · sums', 'y · sums']]);
    expect(readSuite(tests, {}, { models: ['x'] }).notes).toContain(
      '“provider” and “providers” of tests are not read: the models are those that you chose.',
    );
  });
});

test('a test that nothing fits is left out with a note, and a name that is nowhere is refused', () => {
  const { plan, notes } = readSuite([{ vars: { word: 'a' }, providers: [] }, { vars: { word: 'b' } }]);
  expect(plan.cases.map(({ variables }) => variables.word)).toEqual(['b']);
  expect(notes).toContain('Test 1 is not asked: no variant has what its “providers” and “prompts” name.');
  const word = { word: 'a' };
  for (const [choice, message] of [
    [{ providers: ['slow'] }, 'Test 1 names the provider “slow”, which the file does not have.'],
    [{ prompts: ['poems'] }, 'Test 1 names the prompt “poems”, which the file does not have.'],
    [{ prompts: [] }, 'No test of the file is asked: look at its “providers” and “prompts”.'],
  ] as const)
    expect(() => readSuite([{ vars: word, ...choice }])).toThrow(message);
});

test('a file that is written and read again asks the same', () => {
  const { plan } = readSuite([{ vars: { word: 'a' }, providers: ['fast'] }, { vars: { word: 'b' } }]);
  const again = readExperimentFile('suite.yaml', stringify(promptfooConfig(plan).config), {
    profileId: 'p',
    models: [],
    prompt: null,
    readYaml,
    readOther: () => null,
    list: () => [],
  });
  expect(again.plan.cases.map(({ variants }) => variants)).toEqual([[1, 2, 3], undefined]);
});
