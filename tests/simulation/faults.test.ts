import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';
import { faults } from './faults/faults';

test('every fault that can be put back still fits the code', () => {
  const places = faults.flatMap(({ name, changes }) => changes.map((change) => ({ name, ...change })));
  const misfits = places.filter(
    ({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2,
  );
  expect(misfits.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
});
