/** electron-updater, with our signed list in place of its feed and a download that continues. */
import path from 'node:path';
import {
  AppImageUpdater,
  type AppUpdater,
  CancellationToken,
  MacUpdater,
  NsisUpdater,
} from 'electron-updater';
import { DownloadedUpdateHelper } from 'electron-updater/out/DownloadedUpdateHelper.js';
import type { AvailableUpdate } from '../../shared/app/updates';
import { AppError } from '../../shared/errors';
import type { FeedFetch } from './feed';
import type { FeedConfig } from './feed-config';
import { downloadFile, onDisk } from './resuming-download';
import { createSignedProvider, packageFor, sizeOf } from './signed-provider';
import type { UpdaterOptions } from './updater-options';

export interface LibraryUpdater {
  check(): Promise<AvailableUpdate | null>;
  download(onProgress: (done: number, total: number) => void, signal: AbortSignal): Promise<void>;
  /** @throws where nothing was downloaded */
  downloaded(): { readonly file: string; readonly sha512: string };
  /** Starts the installer of Windows or macOS. */
  install(isRestart: boolean): void;
}

type LibraryOptions = UpdaterOptions & { readonly feed: FeedConfig };

/** Members that the library keeps out of its types. */
interface Inside {
  readonly httpExecutor: { download: (url: URL, target: string, options: InsideDownload) => Promise<string> };
  downloadedUpdateHelper: DownloadedUpdateHelper;
  stagingUserIdPromise: { readonly value: Promise<string> };
}

interface InsideDownload {
  readonly sha512?: string | null;
}

interface Run {
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

const MAX_NOTES = 20_000;

export function openLibrary(options: LibraryOptions): LibraryUpdater {
  const { folder, support, log } = options;
  const updater = createPlatformUpdater(options.platform);
  const kept = new DownloadedUpdateHelper(folder);
  let run: Run | null = null;
  let bytes: number | null = null;
  configure(updater, options);
  const inside = updater as unknown as Inside;
  inside.downloadedUpdateHelper = kept;
  // It would make an id of this installation and send it.
  inside.stagingUserIdPromise = { value: Promise.resolve('') };
  inside.httpExecutor.download = async (url, target, { sha512 }) => {
    if (run === null || !sha512) throw new Error('A download needs a checksum.');
    await downloadFile(
      { url, sha512, bytes, target, folder: path.join(folder, 'parts'), ...run },
      { fetch: options.fetch },
    );
    return target;
  };
  updater.on('download-progress', ({ transferred, total }) => run?.onProgress(transferred, total));
  updater.on('error', (error) => log(`updater: ${error.name}`));

  return {
    async check() {
      const found = await updater.checkForUpdates();
      if (!found?.isUpdateAvailable) return null;
      const { version, releaseNotes, files } = found.updateInfo;
      const file = packageFor(files, options.platform, support);
      bytes = sizeOf(file);
      return { version, notes: plainNotes(releaseNotes), bytes, fileName: file?.url ?? null };
    },
    async download(onProgress, signal) {
      run = { onProgress, signal };
      const token = new CancellationToken();
      const cancel = () => token.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      try {
        await onDisk(folder, () => updater.downloadUpdate(token));
      } finally {
        signal.removeEventListener('abort', cancel);
        run = null;
      }
    },
    downloaded() {
      const { file, downloadedFileInfo } = kept;
      if (file === null || downloadedFileInfo === null) throw notDownloaded();
      return { file, sha512: downloadedFileInfo.sha512 };
    },
    install(isRestart) {
      if (isRestart || !('install' in updater)) updater.quitAndInstall(true, true);
      else (updater as NsisUpdater).install(true, false);
    },
  };
}

const notDownloaded = (): AppError =>
  new AppError({
    code: 'not_found',
    message: 'The downloaded update is gone. Check for updates to download it again.',
  });

function createPlatformUpdater(platform: NodeJS.Platform): AppUpdater {
  if (platform === 'win32') return new NsisUpdater();
  return platform === 'darwin' ? new MacUpdater() : new AppImageUpdater();
}

function configure(
  updater: AppUpdater,
  { feed, platform, support, fetch, folder, log }: LibraryOptions,
): void {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  updater.disableWebInstaller = true;
  // Its own check of how the program was installed; `desktop.ts` knows better.
  updater.forceDevUpdateConfig = true;
  // Disables staged rollouts, which would need an installation id.
  updater.isUserWithinRollout = () => true;
  const quiet = (text: unknown) => log(`updater: ${String(text).split('\n')[0]}`);
  updater.logger = { info: () => undefined, warn: quiet, error: quiet };
  const read: FeedFetch = fetch;
  updater.setFeedURL({
    provider: 'custom',
    updateProvider: createSignedProvider({ feed, platform, support, fetch: read, folder }),
  });
}

function plainNotes(notes: string | readonly { readonly note: string | null }[] | null | undefined): string {
  const text = typeof notes === 'string' ? notes : (notes ?? []).map(({ note }) => note ?? '').join('\n\n');
  return text.slice(0, MAX_NOTES).trim();
}
