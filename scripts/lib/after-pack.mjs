// @ts-check
import { rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Removes what some runtimes bring along to run an app given on the command line: a package runs its own app only.
 * @param {{ appOutDir: string, packager: { getResourcesDir(folder: string): string } }} context of electron-builder
 */
export default async function afterPack({ appOutDir, packager }) {
  const resources = packager.getResourcesDir(appOutDir);
  for (const name of ['app', 'default_app.asar']) {
    await rm(path.join(resources, name), { recursive: true, force: true });
  }
}
