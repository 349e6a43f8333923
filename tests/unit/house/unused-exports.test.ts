import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/lib/root.mjs';
import { exportsOf, targetOf, usesOf } from '../../support/exports';
import { sourcesIn } from '../../support/imports';
import { parseSource } from '../../support/syntax';

const app = ['shared', 'electron', 'renderer'];

/** Names that no other source imports, as `file: name`. A default may be taken by the host or by `lazy`. */
function unusedIn(exporting: readonly ts.SourceFile[], all: readonly ts.SourceFile[]): string[] {
  const used = new Map<string, Set<string>>();
  for (const { target, names } of all.flatMap(usesOf)) {
    const known = used.get(target) ?? new Set();
    for (const name of names) known.add(name);
    used.set(target, known);
  }
  return exporting.flatMap((source) =>
    exportsOf(source)
      .filter((name) => name !== 'default' && !used.get(targetOf(source.fileName))?.has(name))
      .map((name) => `${source.fileName}: ${name}`),
  );
}

test('every name that is exported at run time is imported by another source', { timeout: 120_000 }, () => {
  const rest = ['vite.config.ts', 'playwright.config.ts', 'vitest.config.ts'];
  const files = [...app, 'tests']
    .flatMap(sourcesIn)
    .concat(rest.filter((file) => existsSync(join(root, file))));
  const sources = files.map((file) => parseSource(file));
  const exporting = sources.filter(({ fileName }) => app.includes(fileName.split('/')[0] ?? ''));
  expect(unusedIn(exporting, sources)).toEqual([]);
});

test.each([
  ["import { one } from './a';", ['a.ts: two', 'a.ts: Three']],
  ["import { two as other } from './a'; export { Three } from './a';", ['a.ts: one']],
  ["import * as all from './a'; all.one(all.two);", ['a.ts: Three']],
  ["const later = async () => { const { Three } = await import('./a'); };", ['a.ts: one', 'a.ts: two']],
  ["import type { Type } from './a'; const one = 'two';", ['a.ts: one', 'a.ts: two', 'a.ts: Three']],
])('with %s the names %j are unused', (text, unused) => {
  const exporting = parseSource(
    'a.ts',
    'export const [one, two] = [1, 2]; export class Three {} export type Type = 1; export default 1;',
  );
  expect(unusedIn([exporting], [exporting, parseSource('b.ts', text)])).toEqual(unused);
});
