import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/lib/root.mjs';
import { sourcesIn } from '../../support/imports';

const fromReact = /import\s+(?:type\s+)?\{([^}]*)\}\s+from 'react'/g;
const kept = ['lazy', 'Suspense'];

/** React's own take the whole page down where code never comes, and hold back what came by 300 ms. */
test('code that is loaded later is waited for with the parts of `ui/later`, not with React’s own', () => {
  const found = sourcesIn('renderer')
    .filter((file) => !file.endsWith('ui/later.tsx'))
    .flatMap((file) => {
      const source = readFileSync(path.join(root, file), 'utf8');
      const names = [...source.matchAll(fromReact)].flatMap(([, list = '']) => list.split(','));
      return names.filter((name) => kept.includes(name.trim())).map((name) => `${file}: ${name.trim()}`);
    });
  expect(found).toEqual([]);
});
