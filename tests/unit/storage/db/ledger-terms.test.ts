import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../scripts/lib/root.mjs';
import { sourcesIn } from '../../../support/imports';

test.each([
  ['that no answer said what a call cost', /used IS NULL AND [\w.${}]*outcome <> 'refused'/],
  ['that a call is free by the gateway’s interface', /name GLOB 'models\./],
])('%s is written once, so that all figures agree', (_, term) => {
  // Migrations stay as they were when they shipped.
  const stores = sourcesIn('electron/storage/db').filter((file) => !file.includes('/migrations/'));
  const found = stores.filter((file) => term.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual(['electron/storage/db/ledger-terms.ts']);
});

test('and in one place of its file', () => {
  const text = readFileSync(join(root, 'electron/storage/db/ledger-terms.ts'), 'utf8');
  expect(text.match(/used IS NULL AND \S*outcome <> 'refused'/g)).toHaveLength(1);
});
