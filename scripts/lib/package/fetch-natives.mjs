// @ts-check
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../run.mjs';
import { nativePackages } from './natives.mjs';

/**
 * Puts the natives of a target beside those of this computer, in the versions and with the checksums of the lock file.
 * npm has no way to add one package for another system without touching the rest.
 * @param {string} root the project's folder
 * @param {import('./natives.mjs').Target} target
 * @throws {Error} where one can't be fetched, or is not the one of the lock file
 */
export async function fetchNatives(root, target) {
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
  for (const name of nativePackages(target)) {
    const { version, integrity } = lock.packages[`node_modules/${name}`] ?? {};
    if (version === undefined) throw new Error(`${name} is not in package-lock.json.`);
    const folder = path.join(root, 'node_modules', name);
    if ((await installedVersion(folder)) !== version) await fetchOne(folder, `${name}@${version}`, integrity);
  }
}

/** @param {string} folder */
async function installedVersion(folder) {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text).version;
}

/**
 * @param {string} folder where it goes
 * @param {string} spec such as `libsql@0.5.29`
 * @param {string} integrity as in the lock file: `sha512-` and the hash in base64
 */
async function fetchOne(folder, spec, integrity) {
  const temporary = await mkdtemp(path.join(tmpdir(), 'gatehouse-natives-'));
  try {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const flags = ['pack', spec, '--silent', '--ignore-scripts', '--pack-destination', temporary];
    /** @type {import('../run.mjs').RunOptions} */
    const options = { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' };
    if ((await run(npm, flags, options)) !== 0) throw new Error(`Couldn’t fetch ${spec}.`);
    const [tarball = ''] = await readdir(temporary);
    const hash = createHash('sha512').update(await readFile(path.join(temporary, tarball)));
    if (`sha512-${hash.digest('base64')}` !== integrity)
      throw new Error(`${spec} is not the one in package-lock.json: its checksum differs.`);
    if ((await run('tar', ['-xzf', tarball], { cwd: temporary })) !== 0)
      throw new Error(`Couldn’t unpack ${spec}.`);
    await mkdir(path.dirname(folder), { recursive: true });
    await rm(folder, { recursive: true, force: true });
    await cp(path.join(temporary, 'package'), folder, { recursive: true });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
