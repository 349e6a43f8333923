// @ts-check
/**
 * `npm run package`: the desktop app for this system, in `release/`. `npm run package -- --dir` makes only the folder
 * whose program starts. Other flags go to electron-builder. With `ELECTRON_OVERRIDE_DIST_PATH` that runtime is packed
 * instead of one that would have to be fetched.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { drawIcons } from './lib/package/icons.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

const builder = path.join(root, 'node_modules', 'electron-builder', 'cli.js');

/** @returns {Promise<readonly string[]>} */
async function localRuntime() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!override) return [];
  const folder = path.resolve(override);
  const version = (await readFile(path.join(folder, 'version'), 'utf8')).trim().replace(/^v/, '');
  return [`-c.electronDist=${folder}`, `-c.electronVersion=${version}`];
}

/** Without a certificate an app for macOS gets an ad hoc signature; the hardened runtime needs a real one. */
function unsignedFlags() {
  if (process.platform !== 'darwin' || process.env.CSC_LINK || process.env.CSC_NAME) return [];
  return ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false'];
}

/** With an update server, electron-builder writes its lists beside the packages. @returns {Promise<readonly string[]>} */
async function updateFlags() {
  const { updates } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  if (!updates?.url || !updates.publicKey) return [];
  return ['-c.publish.provider=generic', `-c.publish.url=${updates.url}`];
}

async function main() {
  await ensureBuilt();
  await drawIcons(root, path.join(root, 'dist', 'icons'));
  const flags = [
    '--publish',
    'never',
    ...(await localRuntime()),
    ...unsignedFlags(),
    ...(await updateFlags()),
    ...process.argv.slice(2),
  ];
  return run(process.execPath, [builder, ...flags], { cwd: root });
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  return 1;
});
