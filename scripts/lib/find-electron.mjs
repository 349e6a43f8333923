// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

const packageFolder = path.join(root, 'node_modules', 'electron');

/** The path of the executable inside a runtime's folder. */
const executables = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

/**
 * The Electron to run the app in: the folder named by `ELECTRON_OVERRIDE_DIST_PATH`, else the one fetched for the
 * installed version. Never imports the `electron` package, which would start a download.
 * @returns {string | null} path of its executable; `null` where there is none
 */
export function findElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const file = path.join(
    override ? path.resolve(override) : path.join(packageFolder, 'dist'),
    executableName(),
  );
  if (!existsSync(file)) return null;
  return override || isInstalledVersion() ? file : null;
}

/** The package's own installer; it fetches the runtime into the package's folder. */
export const electronInstaller = path.join(packageFolder, 'install.js');

function executableName() {
  return process.platform === 'darwin' || process.platform === 'win32'
    ? executables[process.platform]
    : 'electron';
}

/** A runtime left by another version must not run an app built for this one. */
function isInstalledVersion() {
  try {
    const installed = readFileSync(path.join(packageFolder, 'dist', 'version'), 'utf8')
      .trim()
      .replace(/^v/, '');
    return installed === JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')).version;
  } catch {
    return false;
  }
}
