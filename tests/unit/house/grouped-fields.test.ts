import ts from 'typescript';
import { expect, test } from 'vitest';
import { sourcesIn } from '../../support/imports';
import { nodesOf, parseSource, placeOf } from '../../support/syntax';

const inner = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ? inner(node.expression) : node;

/** Where an object spreads a literal into itself, whose fields could be its own. */
const groupedFields = (source: ts.SourceFile): string[] =>
  [...nodesOf(source)]
    .filter(ts.isSpreadAssignment)
    .filter(({ expression }) => ts.isObjectLiteralExpression(inner(expression)))
    .map(placeOf);

test('the fields of an object are written one by one, not in groups that are spread into it', () => {
  const files = ['shared', 'electron', 'renderer'].flatMap(sourcesIn);
  expect(files.flatMap((file) => groupedFields(parseSource(file)))).toEqual([]);
});

test.each([
  ['const a = { ...{ b, c }, d };', 1],
  ['const a = { ...({ b }) };', 1],
  ['const a = { ...b, ...(c && { d }), ...(c ? { d } : {}) };', 0],
])('in %s there are %i such groups', (text, count) => {
  expect(groupedFields(parseSource('a.ts', text))).toHaveLength(count);
});
