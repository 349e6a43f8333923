import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, sourcesIn } from '../../support/imports';

/** The files that programs and threads begin with, as the build has them. */
const entries = [
  ...readFileSync(join(import.meta.dirname, '../../../vite.config.ts'), 'utf8').matchAll(
    /'(electron\/[^']+\.ts)'/g,
  ),
].map(([, file = '']) => file.replace(/\.ts$/, ''));

test('no test imports an entry: it would begin its work, such as to watch the memory, in the process of the tests', () => {
  expect(entries).toContain('electron/storage/media/thumbnail-worker');
  const imported = sourcesIn('tests')
    .flatMap(importsOf)
    .filter(({ target, isType }) => !isType && entries.includes(target.replace(/\.ts$/, '')))
    .map(({ file, target }) => `${file}: ${target}`);
  expect(imported).toEqual([]);
});
