/** Class names of colors: one that the theme doesn't have draws nothing, and nothing says so. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

test('each color that a class names is one of the theme', () => {
  const theme = readFileSync(path.join(root, 'renderer/styles/app.css'), 'utf8');
  const known = new Set([...theme.matchAll(/--color-([a-z][\w-]*):/g)].map(([, name]) => name));
  const named = /(?<![\w/-])(?:bg|fill|stroke)-([a-z]+(?:-[a-z]+)?(?:-\d+)?)(?=[\s'"`/])/g;
  const isNoColor =
    /^(?:none|clip|cover|contain|center|fixed|auto|no-repeat|gradient|linear|radial|repeat|clip-\w+|\w+-repeat)$/;
  const files = readdirSync(path.join(root, 'renderer'), { recursive: true, encoding: 'utf8' });
  const wrong = files
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      const classes =
        readFileSync(path.join(root, 'renderer', file), 'utf8').match(/(['"`])[^'"`\n]*\1/g) ?? [];
      return classes
        .flatMap((text) => [...text.matchAll(named)])
        .map(([, color = '']) => color)
        .filter((color) => !known.has(color) && !isNoColor.test(color))
        .map((color) => `${file}: ${color}`);
    });
  expect(wrong).toEqual([]);
});
