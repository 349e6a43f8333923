import ts from 'typescript';
import { expect, test } from 'vitest';
import { sourcesIn } from '../../support/imports';
import { nodesOf, parseSource, placeOf } from '../../support/syntax';

/** A text, or a constant in capitals. */
const isFixed = (part: ts.Expression): boolean =>
  ts.isStringLiteralLike(part) || (ts.isIdentifier(part) && /^[A-Z][A-Z_]*$/.test(part.text));

const pathFunctions = ['join', 'resolve'];
const methods = pathFunctions.flatMap((name) => [`path.${name}`, `posix.${name}`, `win32.${name}`]);

/** Where `join` of `node:path` is given a name that is computed; a method of another object may be named so too. */
function computedPaths(file: string, text?: string): string[] {
  const source = parseSource(file, text);
  const imported = /import [^;]*\bfrom 'node:path'/.exec(source.text)?.[0] ?? '';
  const own = pathFunctions.filter((name) => new RegExp(`\\b${name}\\b`).test(imported));
  return [...nodesOf(source)]
    .filter(ts.isCallExpression)
    .filter(({ expression }) => [...own, ...methods].includes(expression.getText()))
    .filter((call) => !call.arguments.slice(1).every(isFixed))
    .map(placeOf);
}

test('the path of a file with a name that is computed is built by inside.ts alone', () => {
  const files = ['electron/storage/media', 'electron/storage/archive'].flatMap(sourcesIn);
  const found = files.filter((file) => !file.endsWith('/inside.ts')).flatMap((file) => computedPaths(file));
  expect(found).toEqual([]);
});

test.each([
  ["import { join } from 'node:path'; join(folder, name);", 1],
  ["import { join } from 'node:path'; join(folder, 'a' + name);", 1],
  ["import { join } from 'node:path'; join(folder, ...names);", 1],
  ["import { dirname, resolve } from 'node:path'; resolve(folder, name);", 1],
  ["import path from 'node:path'; path.join(folder, name);", 1],
  ["import { join } from 'node:path'; join(folder, 'exports'); join(folder, JOURNAL);", 0],
  ["import { join } from './audio'; join(parts, file);", 0],
  ["import { dirname } from 'node:path'; tools.join(parts, type);", 0],
])('in %s there are %i such paths', (text, count) => {
  expect(computedPaths('a.ts', text)).toHaveLength(count);
});
