// @ts-check
import { spawn } from 'node:child_process';
import path from 'node:path';
import { withFileLock } from './file-lock.mjs';
import { fingerprint, recordedFingerprint } from './fingerprint.mjs';
import { requireNode } from './require-node.mjs';
import { root } from './root.mjs';

/**
 * Builds the app when `dist` is missing or older than its sources. Writes to standard error only, so that a script's
 * standard output stays its own. Two processes may ask at once: one builds, the other waits.
 * @throws {Error} with the build's whole output, when it fails; where this Node is too old for it
 */
export async function ensureBuilt() {
  requireNode();
  if (await isFresh()) return;
  await withFileLock(path.join(root, 'dist', '.build.lock'), async () => {
    if (await isFresh()) return;
    process.stderr.write('Building Gatehouse …\n');
    await build();
  });
}

async function isFresh() {
  return (await recordedFingerprint(root)) === (await fingerprint(root));
}

function build() {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(undefined);
      else reject(new Error(`The build failed.\n${output}`));
    });
  });
}
