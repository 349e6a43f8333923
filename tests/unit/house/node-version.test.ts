import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { requireNode } from '../../../scripts/lib/require-node.mjs';
import { root } from '../../../scripts/lib/root.mjs';

test('every script that builds refuses the Node that package.json refuses, and says so', () => {
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const oldest = engines.node.replace('>=', '');
  expect(() => requireNode(`${oldest}.0`)).not.toThrow();
  expect(() => requireNode('24.0.0')).not.toThrow();
  for (const old of ['20.18.3', '18.20.0'])
    expect(() => requireNode(old)).toThrow(`needs Node.js ${oldest} or newer; this is ${old}`);
});
