// @ts-check
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findNativeFaults } from './natives.mjs';
import { targetOf } from './target.mjs';

/**
 * Removes what some runtimes bring along to run an app given on the command line: a package runs its own app only. Then
 * checks that the natives of the target were packed.
 * @param {import('./target.mjs').PackContext} context
 * @throws {Error} naming every native that is missing or built for another target
 */
export default async function afterPack(context) {
  const resources = context.packager.getResourcesDir(context.appOutDir);
  for (const name of ['app', 'default_app.asar']) {
    await rm(path.join(resources, name), { recursive: true, force: true });
  }
  const faults = await findNativeFaults(resources, targetOf(context));
  if (faults.length > 0) throw new Error(`The package would not work:\n  ${faults.join('\n  ')}`);
}
