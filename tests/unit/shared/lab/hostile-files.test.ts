/** A configuration of a few lines that multiplies what it says is refused at once, by what is too much. */
import { expect, test } from 'vitest';
import { readYaml } from '../../../../electron/read-yaml';
import { experimentLimits } from '../../../../shared/lab/experiment';
import { readExperimentFile } from '../../../../shared/lab/files/read-file';

const ten = JSON.stringify(Array.from({ length: 10 }, (_, at) => `${at}`));
const many = (count: number, what: (at: number) => string) =>
  `[${Array.from({ length: count }, (_, at) => what(at)).join(', ')}]`;

const read = (text: string, others: Readonly<Record<string, string>> = {}) =>
  readExperimentFile('promptfooconfig.yaml', `prompts: ['Say {{a}}']\nproviders: [some/model]\n${text}`, {
    ...{ profileId: 'one', models: [], prompt: null, readYaml },
    readOther: (name) => others[name] ?? null,
    list: () => [],
  });

test.each([
  [
    'lists of values',
    `tests:\n  - vars: {${[...'abcdefghijkl'].map((name) => `${name}: ${ten}`).join(', ')}}`,
  ],
  ['lists of values in each test', `tests: ${many(200, () => `{vars: {a: ${ten}, b: ${ten}}}`)}`],
  [
    'data sets times tests',
    `scenarios: [{config: ${many(3_000, () => '{vars: {}}')}, tests: ${many(3_000, () => '{vars: {a: 1}}')}}]`,
  ],
])('%s', (_what, text) => {
  expect(() => read(text)).toThrow(/makes more than 10,000 (cases|tests)/);
});

test('prompts times providers', () => {
  const prompts = many(2_000, (at) => `'Say ${at}'`);
  const text = `prompts: ${prompts}\nproviders: ${many(2_000, (at) => `model-${at}`)}`;
  const reading = {
    profileId: 'one',
    models: [],
    prompt: null,
    readYaml,
    readOther: () => null,
    list: () => [],
  };
  expect(() => readExperimentFile('promptfooconfig.yaml', text, reading)).toThrow('more than 200 variants');
});

test('variables that hold variables', () => {
  const of = (name: string) => `"${`{{${name}}}`.repeat(1_000)}"`;
  const text = `tests:\n  - vars: {a: ${of('b')}, b: ${of('c')}, c: ${of('d')}, d: "${'x'.repeat(1_000)}"}`;
  expect(() => read(text)).toThrow('more than 1,000,000 characters');
});

test('files that name files', () => {
  const named = (name: string) => many(60, () => `"file://${name}.yaml"`);
  const others = { 'b.yaml': named('c'), 'c.yaml': named('d'), 'd.yaml': named('e'), 'e.yaml': '[]' };
  expect(() => read('tests: file://b.yaml', others)).toThrow('more often than any suite does');
});

test('a part that is too much is never left out without a word', () => {
  const test = `{assert: [{$ref: '#/assertionTemplates/long'}]}`;
  const long = `{type: contains-any, value: ${many(3_000, (at) => `"${at}"`)}}`;
  expect(() => read(`assertionTemplates: {long: ${long}}\ntests: ${many(1_000, () => test)}`)).toThrow(
    'too many parts',
  );
  const { plan } = read(
    `tests: ${many(experimentLimits.cases, (at) => `{vars: {a: ${at}}, assert: [{type: contains, value: x}]}`)}`,
  );
  expect(plan.cases.at(-1)).toMatchObject({ variables: { a: '9999' }, assertions: [{ type: 'contains' }] });
});

test.each([
  ['lists of JSON', `{"prompts":["x"],"tests":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ['lists of YAML', `tests: ${'[['.repeat(200)}`],
  ['lists on one line', `${'- '.repeat(20_000)}x`],
  [
    'names of names',
    Array.from({ length: 300 }, (_, at) => `k${at}: &k${at} [${at === 0 ? 1 : `*k${at - 1}`}]`).join('\n'),
  ],
])('%s inside each other end before the stack does', (_what, text) => {
  expect(() => readYaml(text)).toThrow(/levels are inside each other|Excessive alias count/);
});

test('a line of JSON that is too deep is named, and not read', () => {
  const line = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
  const reading = {
    profileId: 'one',
    models: ['some/model'],
    prompt: 'Say {{a}}',
    readYaml,
    readOther: () => null,
    list: () => [],
  };
  const { plan, notes } = readExperimentFile('cases.jsonl', `${line}\n{"a":"tea"}`, reading);
  expect(plan.cases).toHaveLength(1);
  expect(notes).toContain('Line 1 is not an object, and is not read.');
});
