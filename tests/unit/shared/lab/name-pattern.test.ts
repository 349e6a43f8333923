import { describe, expect, it } from 'vitest';
import { isBelow, matchesPattern } from '../../../../shared/lab/files/name-pattern';

describe('a pattern of names', () => {
  it.each([
    ['tests/*.yaml', 'tests/a.yaml', true],
    ['./tests/*.yaml', 'tests/a.yaml', true],
    ['tests\\*.yaml', 'tests/a.yaml', true],
    ['tests/*.yaml', 'tests/deep/a.yaml', false],
    ['tests/*.yaml', 'tests/a.yml', false],
    ['tests/*.yaml', 'tests/.hidden.yaml', false],
    ['**/*.yaml', 'a.yaml', true],
    ['tests/**/*.yaml', 'tests/a/b/c.yaml', true],
    ['tests/**', 'tests/a/b.csv', true],
    ['t?st[0-9].{csv,jsonl}', 'test7.jsonl', true],
    ['t?st[!0-9].{csv,jsonl}', 'test7.jsonl', false],
    ['{a,b/{c,d}}.csv', 'b/d.csv', true],
    ['a+(b).csv', 'a+(b).csv', true],
    ['a{b.csv', 'a{b.csv', true],
  ])('%s and %s: %s', (pattern, name, matches) => {
    expect(matchesPattern(name, pattern)).toBe(matches);
  });

  it('ends soon, whatever it is', () => {
    const stars = `${'*a'.repeat(5_000)}b`;
    const braces = '{a,b}'.repeat(1_000);
    const folders = `${'**/'.repeat(5_000)}x`;
    for (const pattern of [stars, braces, folders])
      expect(matchesPattern('a'.repeat(2_000), pattern)).toBe(false);
  });
});

it.each([
  ['a.csv', true],
  ['./b/a..csv', true],
  ['../a.csv', false],
  ['b/../../a.csv', false],
  ['..\\a.csv', false],
  ['/etc/passwd', false],
  ['C:\\a.csv', false],
])('%s is below the folder: %s', (name, isIn) => {
  expect(isBelow(name)).toBe(isIn);
});
