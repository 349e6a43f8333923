// @ts-check
/**
 * `npm run package`: the desktop app for this system, in `release/`. `npm run package -- --dir` makes only the folder
 * whose program starts. Other flags go to electron-builder. With `ELECTRON_OVERRIDE_DIST_PATH` that runtime is packed
 * instead of one that would have to be fetched.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureBuilt } from './lib/ensure-built.mjs';
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

async function main() {
  await ensureBuilt();
  const flags = ['--publish', 'never', ...(await localRuntime()), ...process.argv.slice(2)];
  return run(process.execPath, [builder, ...flags], { cwd: root });
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  return 1;
});
