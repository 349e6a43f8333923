/** How this copy of the program was installed, and with it who may replace it. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { UpdateSupport } from '../../shared/updates';

export interface Installation {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** As `process.resourcesPath`. */
  readonly resources: string;
  /** The environment variable that an AppImage sets to its own file. */
  readonly appImage: string | undefined;
  /** As in {@link UpdateSupport}; `null` where the build names no update server. */
  readonly releases: string | null;
}

export function updateSupport(installation: Installation): UpdateSupport {
  const { platform, isPackaged, releases } = installation;
  if (!isPackaged) {
    return { kind: 'none', reason: 'Gatehouse runs from its source: update it with git.' };
  }
  if (releases === null) {
    return { kind: 'none', reason: 'This build has no update server.' };
  }
  if (platform === 'linux') return linuxSupport(installation, releases);
  if (platform === 'win32' || platform === 'darwin') return { kind: 'self' };
  return { kind: 'manual', reason: 'Gatehouse can’t replace itself on this system.', releases };
}

function linuxSupport({ resources, appImage }: Installation, releases: string): UpdateSupport {
  const owner = packageOwner(resources);
  if (owner !== null) return { kind: 'package-manager', packageType: owner, releases };
  if (appImage === undefined) {
    const reason = 'This copy was unpacked by hand. Download the new version and unpack it the same way.';
    return { kind: 'manual', reason, releases };
  }
  const problem = appImageProblem(appImage);
  return problem === null ? { kind: 'self' } : { kind: 'manual', reason: problem, releases };
}

/** electron-builder writes the kind of package into a file beside the app. */
function packageOwner(resources: string): 'deb' | 'rpm' | 'pacman' | null {
  try {
    const kind = readFileSync(path.join(resources, 'package-type'), 'utf8').trim();
    return kind === 'deb' || kind === 'rpm' || kind === 'pacman' ? kind : null;
  } catch {
    return null;
  }
}

function appImageProblem(file: string): string | null {
  const isThere = path.isAbsolute(file) && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  if (!isThere) return 'The AppImage was moved or deleted. Start it from its new place.';
  try {
    // The new file replaces it, so the folder must be writable.
    accessSync(path.dirname(file), constants.W_OK);
    return null;
  } catch {
    return `Gatehouse can’t write to ${path.dirname(file)}. Move the AppImage to a folder of yours, or replace it by hand.`;
  }
}
