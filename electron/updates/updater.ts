/** New versions on the desktop: the signed feed, the download, and the program that is replaced. */
import path from 'node:path';
import type { UpdaterPort } from '../core/ports/updater';
import type { LibraryUpdater } from './library';
import { type Replacement, stageReplacement } from './replace-program';
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
