import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/lib/root.mjs';
import { sourcesIn } from '../../support/imports';

const ADDRESS = /new URL\(\s*['"`]([^'"`]+)['"`]\s*,\s*import\.meta\.url/g;

/** Sources that a text loads by address, as `new Worker(new URL('./a.ts', import.meta.url))` does. */
function sourcesAddressed(file: string, text: string): string[] {
  const targets = [...text.matchAll(ADDRESS)].map(([, to = '']) => posix.join(dirname(file), to));
  return targets.filter((target) => {
    const [name = ''] = target.split(/[?#]/);
    const source = name.replace(/\.[cm]?jsx?$/, '');
    return [name, `${source}.ts`, `${source}.tsx`].some(
      (one) => /\.tsx?$/.test(one) && existsSync(join(root, one)),
    );
  });
}

test('no source is loaded by address: no rule of imports would see it, unlike an import of `?worker`', () => {
  const found = ['shared', 'electron', 'renderer']
    .flatMap(sourcesIn)
    .flatMap((file) => sourcesAddressed(file, readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});

test.each([
  ["new Worker(new URL('../parts/markdown/highlight-worker.ts', import.meta.url))", 1],
  [
    "new Worker(\n  new URL('../parts/markdown/highlight-worker.js', import.meta.url), { type: 'module' })",
    1,
  ],
  ["new URL('../link/call', import.meta.url)", 1],
  ["new URL('./built-worker.js', import.meta.url)", 0],
  ["new URL('../styles', import.meta.url)", 0],
])('%s addresses %i sources', (text, count) => {
  expect(sourcesAddressed('renderer/lib/a.ts', text)).toHaveLength(count);
});
