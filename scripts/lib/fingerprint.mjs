// @ts-check
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What a build is made of; a change in any of these makes it stale. */
const sources = [
  ...['electron', 'renderer', 'shared', 'build/licenses', 'scripts/lib/third-party.mjs'],
  ...['package.json', 'package-lock.json', 'vite.config.ts'],
];

/** @param {string} root the project's folder */
export const fingerprintFile = (root) => path.join(root, 'dist', 'fingerprint');

/**
 * A hash over names and contents of every source. Contents, not times: a fresh clone, a checkout of another branch
 * and a copied folder all have times that say nothing.
 * @param {string} root the project's folder
 */
export async function fingerprint(root) {
  const hash = createHash('sha256');
  for (const source of sources) await addTo(hash, root, source);
  return hash.digest('hex');
}

/** @param {string} root the project's folder */
export async function recordedFingerprint(root) {
  return readFile(fingerprintFile(root), 'utf8').catch(() => null);
}

/**
 * Runs a build between forgetting the old fingerprint and recording the new one, so that a build that was cut off,
 * or whose sources changed meanwhile, counts as stale.
 * @param {string} root the project's folder
 * @param {() => Promise<void>} build
 */
export async function recordBuild(root, build) {
  const before = await fingerprint(root);
  await rm(fingerprintFile(root), { force: true });
  await build();
  await mkdir(path.dirname(fingerprintFile(root)), { recursive: true });
  await writeFile(fingerprintFile(root), before);
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} root
 * @param {string} name
 */
async function addTo(hash, root, name) {
  const entries = await readdir(path.join(root, name), { withFileTypes: true }).catch(() => null);
  if (entries === null) {
    hash.update(`${name}\0`).update(await readFile(path.join(root, name)).catch(() => ''));
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) await addTo(hash, root, `${name}/${entry.name}`);
}
