/** New versions on the desktop: the signed feed, the download, and the program that is replaced. */

import { accessSync, constants, readFileSync, rmSync, statSync } from 'node:fs';
import { chmod, copyFile, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { UpdateSupport } from '../../shared/app/updates';
import { AppError } from '../../shared/errors';
import type { UpdaterPort } from '../core/ports/updater';
import { renameDurably } from '../storage/durable';
import type { LibraryUpdater } from './library';
import { onDisk, sha512Of } from './resuming-download';
import type { UpdaterOptions } from './updater-options';

export interface Updater {
  readonly port: UpdaterPort;
  /** Replaces the program where that was asked for. Runs once the core is closed; never throws. */
  afterClose(): Promise<void>;
}

/** Reads, downloads and applies new versions. The library is loaded when it is first used. */
export function createUpdater(options: UpdaterOptions): Updater {
  const { support, feed, host, log } = options;
  let library: Promise<LibraryUpdater> | null = null;
  let staged: Replacement | 'installer' | null = null;
  let replacesAtQuit = false;
  const open = (): Promise<LibraryUpdater> => {
    if (feed === null) throw new Error('This build has no update server.');
    library ??= import('./library').then(({ openLibrary }) => openLibrary({ ...options, feed }));
    return library;
  };
  /** An AppImage is one file that is replaced here; elsewhere an installer does it. */
  const stage = async (): Promise<Replacement | 'installer'> => {
    if (options.platform !== 'linux') return 'installer';
    const { file, sha512 } = (await open()).downloaded();
    return stageReplacement(file, options.program, sha512);
  };

  const replace = async (plan: Replacement | 'installer', isRestart: boolean) => {
    if (plan !== 'installer') plan.commit();
    else (await open()).install(isRestart);
  };
  const restartAfter = async (plan: Replacement | 'installer') => {
    host.releaseLock();
    await replace(plan, true).catch((error: unknown) => log(`couldn’t replace the program: ${error}`));
    // The new version, or the old one where it could not be replaced.
    if (plan !== 'installer') host.start(options.program);
  };
  return {
    port: {
      support,
      check: async () => (await open()).check(),
      download: async (onProgress, signal) => (await open()).download(onProgress, signal),
      async restart() {
        staged = await stage();
        host.quit();
      },
      setReplaceAtQuit(isWanted) {
        // Squirrel on macOS applies an update only together with a restart.
        replacesAtQuit = isWanted && options.platform !== 'darwin';
      },
    },
    async afterClose() {
      if (staged !== null) return restartAfter(staged);
      if (!replacesAtQuit) return;
      await stage()
        .then((plan) => replace(plan, false))
        .catch((error: unknown) => log(`couldn’t replace the program: ${error}`));
    },
  };
}

/** Where downloads are kept, in the data folder. */
export const updatesFolder = (home: string): string => path.join(home, 'updates');

// How this copy of the program was installed, and with it who may replace it.

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

// Puts a new AppImage in the place of the old one: the old file is there until the new one is complete.

interface Replacement {
  /** Takes the place of the program in one step. @throws the disk's error; the old program stays then */
  commit(): void;
  discard(): void;
}

/**
 * Copies the downloaded file into the folder of the program and checks it there: another file system may be full, or
 * read what was written otherwise.
 * @param sha512 base64
 * @throws AppError `update_refused` where the program was moved while it ran, `storage_full`, `storage_readonly`; nothing is left behind then
 */
export async function stageReplacement(
  downloaded: string,
  program: string,
  sha512: string,
): Promise<Replacement> {
  requireProgram(program);
  const staged = path.join(path.dirname(program), `.${path.basename(program)}.new`);
  try {
    await onDisk(path.dirname(program), async () => {
      await rm(staged, { force: true });
      await copyFile(downloaded, staged, constants.COPYFILE_FICLONE);
      await chmod(staged, 0o755);
      const file = await open(staged, 'r+');
      await file.sync().finally(() => file.close());
    });
    if ((await sha512Of(staged)) !== sha512) throw changed();
  } catch (error) {
    await rm(staged, { force: true }).catch(() => undefined);
    throw error;
  }
  return {
    commit() {
      requireProgram(program);
      renameDurably(staged, program);
    },
    discard: () => rmSync(staged, { force: true }),
  };
}

const changed = (): AppError =>
  new AppError({
    code: 'update_refused',
    message:
      'The downloaded update changed on the disk, so it was not installed. Check for updates again to download it once more.',
  });

/** A new file in the old place would be a second copy, and the one that is started would stay old. */
function requireProgram(program: string): void {
  if (statSync(program, { throwIfNoEntry: false })?.isFile() === true) return;
  throw new AppError({
    code: 'update_refused',
    message: `Gatehouse was moved from ${program} while it was running, so nothing was installed. Quit, start it from its new place, then update.`,
  });
}
