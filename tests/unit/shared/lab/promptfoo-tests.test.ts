/** Tests of a configuration of promptfoo in other files: named, by a pattern, in lists, and by files that are named. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readYaml } from '../../../../electron/read-yaml';
import { filesBeside, read } from '../../../../electron/run-files';
import { matchesPattern } from '../../../../shared/lab/files/name-pattern';
import { readExperimentFile } from '../../../../shared/lab/files/read-file';
import { tempFolder } from '../../../support/temp-folder';

const beside: Readonly<Record<string, string>> = {
  'suite/tests/b.yaml': '- vars: { word: b1 }\n- vars: { word: b2 }',
  'suite/tests/a.yaml': 'vars: { word: a }',
  'suite/tests/more.jsonl': '{"vars": {"word": "j1"}}\n{"word": "j2"}',
  'suite/tests/deep/c.yml': '- vars: { word: c }',
  'suite/cases.csv': 'word,__expected\ncsv,contains:x',
  'suite/list.yaml': '- file://tests/a.yaml\n- vars: { word: own }',
  'suite/endless.yaml': '- endless.yaml',
  'secret.csv': 'word\nsecret',
};

const suites = mkdtempSync(join(tmpdir(), 'gatehouse-suites-'));
afterAll(() => rmSync(suites, { recursive: true, force: true }));
for (const [name, text] of Object.entries(beside)) {
  mkdirSync(dirname(join(suites, name)), { recursive: true });
  writeFileSync(join(suites, name), text);
}
symlinkSync(join(suites, 'secret.csv'), join(suites, 'suite', 'link.csv'));
const main = join(suites, 'suite', 'main.yaml');
writeFileSync(main, 'prompts: [x]');

function wordsOf(tests: unknown): readonly (string | undefined)[] {
  const { plan } = readExperimentFile(
    'main.yaml',
    stringify({ prompts: ['{{word}}'], providers: ['m'], tests }),
    {
      profileId: 'p',
      models: [],
      prompt: null,
      readYaml,
      readOther: (name) => read(name, main)?.toString('utf8') ?? null,
      list: (pattern) => filesBeside(main).filter((name) => matchesPattern(name, pattern)),
    },
  );
  return plan.cases.map(({ variables }) => variables.word);
}

describe('tests in other files', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['one file', 'file://tests/b.yaml', ['b1', 'b2']],
    ['a pattern, in the order of names', 'file://tests/*.yaml', ['a', 'b1', 'b2']],
    ['a pattern over folders', 'tests/**/*.y{a,}ml', ['a', 'b1', 'b2', 'c']],
    ['a folder', 'file://tests/', ['a', 'b1', 'b2', 'j1', 'j2']],
    [
      'a list of files, patterns and tests',
      [
        'file://cases.csv',
        'file://tests/*.jsonl',
        { vars: { word: 'here' } },
        { path: 'file://./tests/a.yaml' },
      ],
      ['csv', 'j1', 'j2', 'here', 'a'],
    ],
    ['a file that names files', 'list.yaml', ['a', 'own']],
  ])('%s', (_name, tests, words) => {
    expect(wordsOf(tests)).toEqual(words);
  });

  test.each([
    ['file://tests/*.csv', 'No file matches “tests/*.csv”, which the file names as its tests.'],
    ['file://none.csv', 'Couldn’t read “none.csv”, which the file names.'],
    ['file://../secret.csv', '“../secret.csv” is outside the folder of the file, and is not read.'],
    ['file://../*.csv', '“../*.csv” is outside the folder of the file, and is not read.'],
    [join(suites, 'secret.csv'), 'is outside the folder of the file, and is not read.'],
    ['file://link.csv', 'Couldn’t read “link.csv”, which the file names.'],
    ['file://*.csv', 'csv'],
    ['endless.yaml', '“endless.yaml” is named by too many files in a row.'],
    ['file://tests.py', 'Tests of “tests.py” can’t be read: use CSV, XLSX, JSONL, YAML or JSON.'],
  ])('%s: %s', (tests, sentence) => {
    if (sentence === 'csv') expect(wordsOf(tests), 'a link is no file of the folder').toEqual(['csv']);
    else expect(() => wordsOf(tests)).toThrow(sentence);
  });
});

test('a folder with more files than are looked at is refused, not read in part', () => {
  const folder = tempFolder();
  for (let at = 0; at <= 20_000; at += 1) writeFileSync(join(folder, `case-${at}.yaml`), '');
  expect(() => filesBeside(join(folder, 'suite.yaml'))).toThrow(/more than 20,000 files/);
});
