// @ts-check
/**
 * @typedef {{ appOutDir: string, arch: number, electronPlatformName: string,
 *   packager: { getResourcesDir(folder: string): string } }} PackContext what electron-builder tells its hooks
 */

/** electron-builder's numbers of processors that packages are made for. */
const PROCESSORS = new Map([
  [1, /** @type {const} */ ('x64')],
  [3, /** @type {const} */ ('arm64')],
]);

/**
 * @param {Pick<PackContext, 'arch' | 'electronPlatformName'>} context
 * @returns {import('./natives.mjs').Target}
 * @throws {Error} for a target that Gatehouse has no packages for
 */
export function targetOf({ arch, electronPlatformName: system }) {
  const processor = PROCESSORS.get(arch);
  if (processor === undefined) throw new Error('Gatehouse is packed for x64 and arm64 only.');
  if (system !== 'linux' && system !== 'darwin' && system !== 'win32')
    throw new Error(`Gatehouse is not packed for ${system}.`);
  return { system, processor };
}
