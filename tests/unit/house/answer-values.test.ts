import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/lib/root.mjs';
import { sourcesIn } from '../../support/imports';

/** `String` and `Number` throw for objects whose own `toString` isn’t a function. */
test('what a gateway answered is made a word by `wordOf` alone, and a number by `numberOrNull`', () => {
  const found = sourcesIn('electron/gateway/parse').flatMap((file) => {
    if (file.endsWith('/json.ts')) return [];
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    return lines.filter((line) => /(?<![.\w])String\((?!error\))|\.map\((?:String|Number)\)/.test(line));
  });
  expect(found).toEqual([]);
});
