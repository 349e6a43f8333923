import { expect, test } from 'vitest';
import { wordDifference } from '../../../../renderer/lib/word-difference';

const side = (before: string, after: string, kind: 'gone' | 'new') =>
  wordDifference(before, after)
    .filter((run) => run.kind === 'same' || run.kind === kind)
    .map(({ text }) => text)
    .join('');

test('words that stay are apart from those that are new and those that are gone', () => {
  expect(wordDifference('a red boat', 'a small red boat, at dawn')).toEqual([
    { kind: 'same', text: 'a ' },
    { kind: 'new', text: 'small ' },
    { kind: 'same', text: 'red boat' },
    { kind: 'new', text: ', at dawn' },
  ]);
  expect(wordDifference('a boat', 'a boat')).toEqual([{ kind: 'same', text: 'a boat' }]);
  expect(wordDifference('', 'new')).toEqual([{ kind: 'new', text: 'new' }]);
  expect(wordDifference('gone', '')).toEqual([{ kind: 'gone', text: 'gone' }]);
});

test.each([
  ['the cat sat on the mat', 'on the mat the cat sat'],
  ['喵 猫 坐', '猫  坐\n下'],
  ['word '.repeat(3_000), 'other '.repeat(3_000)],
])('both texts are in the runs to the letter: %#', (before, after) => {
  expect(side(before, after, 'gone')).toBe(before);
  expect(side(before, after, 'new')).toBe(after);
});

test('a change in a long text is found between what both begin and end with', () => {
  const [start, end] = ['before '.repeat(3_000), ' after'.repeat(3_000)];
  expect(wordDifference(`${start}red${end}`, `${start}blue${end}`)).toEqual([
    { kind: 'same', text: start },
    { kind: 'gone', text: 'red' },
    { kind: 'new', text: 'blue' },
    { kind: 'same', text: end },
  ]);
});
