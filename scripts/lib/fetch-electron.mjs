// @ts-check
import { electronInstaller, findElectron } from './find-electron.mjs';
import { isReachable } from './reachable.mjs';
import { run } from './run.mjs';

const releases = 'https://github.com/electron/electron/releases';
/** Enough to unpack what an earlier download left in the cache. */
const fromCacheMs = 15_000;
const downloadMs = 10 * 60_000;

/**
 * Has Electron's own installer fetch the runtime; it looks in its cache first. Gives up soon where nothing answers.
 * @returns {Promise<string | null>} path of the executable; `null` where it could not be had
 */
export async function fetchElectron() {
  const { ELECTRON_MIRROR, npm_config_electron_mirror, ELECTRON_GET_USE_PROXY } = process.env;
  const source = ELECTRON_MIRROR || npm_config_electron_mirror || releases;
  const isOnline = Boolean(ELECTRON_GET_USE_PROXY) || (await isReachable(source));
  if (isOnline) process.stderr.write('Fetching Electron (about 120 MB, once) …\n');
  await run(process.execPath, [electronInstaller], {
    stdio: 'ignore',
    timeoutMs: isOnline ? downloadMs : fromCacheMs,
  });
  return findElectron();
}
