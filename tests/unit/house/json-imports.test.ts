import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/lib/root.mjs';
import { sourcesIn } from '../../support/imports';

/** Playwright loads the app's modules as Node does, which takes JSON by its type alone; the bundle takes it either way. */
test('JSON is imported with its type', () => {
  const bare = ['electron', 'shared', 'tests']
    .flatMap(sourcesIn)
    .filter((file) => /from '[^']*(?<!\/package)\.json';/.test(readFileSync(path.join(root, file), 'utf8')));
  expect(bare).toEqual([]);
});
