import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesIn } from '../../support/imports';

const root = join(import.meta.dirname, '../../..');

/** The files of a worker share one module graph (`vitest.config.ts`): what replaces a module needs one of its own. */
test('a test that replaces a module is named for it', () => {
  const replacing = sourcesIn('tests/unit').filter((file) =>
    /^vi\.(?:do)?mock\(/im.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(replacing.length).toBeGreaterThan(0);
  expect(replacing.filter((file) => !/\.replacing\.test\.tsx?$/.test(file))).toEqual([]);
});
