import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';
import { faults } from './faults/faults';

test('the document has a row for each fault, and for nothing else', () => {
  const document = readFileSync(join(root, 'docs', 'reliability.md'), 'utf8');
  const [, table = ''] = document.split('## Faults put back');
  const rows = [...(table.split('\n## ', 1)[0] ?? '').matchAll(/^\| (?!fault put back|-)(.*?) \|/gm)];
  const named = rows.map(([, what]) => what);
  expect(named.filter((what) => !faults.some((fault) => fault.what === what))).toEqual([]);
  expect(faults.map(({ what }) => what).filter((what) => !named.includes(what))).toEqual([]);
});

test('every fault that can be put back still fits the code', () => {
  const places = faults.flatMap(({ name, changes }) => changes.map((change) => ({ name, ...change })));
  const misfits = places.filter(
    ({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2,
  );
  expect(misfits.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
});
