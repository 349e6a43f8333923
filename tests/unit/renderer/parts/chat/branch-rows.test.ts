import { expect, test } from 'vitest';
import { branchRows, rowBeside } from '../../../../../renderer/parts/chat/map/branch-rows';
import type { OutlineEntry } from '../../../../../shared/chat/chat';

const entry = (id: string, parentId: string | null): OutlineEntry => ({
  id,
  parentId,
  role: 'user',
  model: null,
  status: 'complete',
  createdAt: 0,
  words: id,
});

/** a1 — a2 ┬ b1 — b2 ┬ c1
 *          │         └ d1
 *          └ e1, and f1 beside a1 */
const outline = [
  entry('a1', null),
  entry('a2', 'a1'),
  entry('b1', 'a2'),
  entry('e1', 'a2'),
  entry('b2', 'b1'),
  entry('c1', 'b2'),
  entry('d1', 'b2'),
  entry('f1', null),
];

test('each straight run is one row, followed by those that continue it', () => {
  const rows = branchRows(outline, 'd1');
  expect(rows.map(({ id, count, depth, place, setSize }) => [id, count, depth, place, setSize])).toEqual([
    ['a1', 2, 0, 1, 2],
    ['b1', 2, 1, 1, 2],
    ['c1', 1, 2, 1, 2],
    ['d1', 1, 2, 2, 2],
    ['e1', 1, 1, 2, 2],
    ['f1', 1, 0, 2, 2],
  ]);
  expect(rows.filter(({ isShown }) => isShown).map(({ id }) => id)).toEqual(['a1', 'b1', 'd1']);
});

test('keys go to what a branch continues, and to the first that continues it', () => {
  const rows = branchRows(outline, 'd1');
  expect(rowBeside(rows, 'd1', 'ArrowLeft')?.id).toBe('b1');
  expect(rowBeside(rows, 'b1', 'ArrowRight')?.id).toBe('c1');
  expect(rowBeside(rows, 'a1', 'ArrowLeft')).toBeUndefined();
  expect(rowBeside(rows, 'f1', 'ArrowRight')).toBeUndefined();
  expect(rowBeside(rows, null, 'ArrowRight')).toBeUndefined();
});

test('a chat without messages has no row; one whose parent was deleted begins a branch', () => {
  expect(branchRows([], null)).toEqual([]);
  expect(branchRows([entry('x', 'gone')], 'x')).toMatchObject([{ id: 'x', isShown: true }]);
});

test('ten thousand forks below each other are no recursion', () => {
  const deep = Array.from({ length: 10_000 }, (_, at) => [
    entry(`m${at}`, at === 0 ? null : `m${at - 1}`),
    entry(`s${at}`, at === 0 ? null : `m${at - 1}`),
  ]).flat();
  expect(branchRows(deep, 'm9999')).toHaveLength(20_000);
});
