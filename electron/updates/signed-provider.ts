/** The feed as electron-updater asks for it: read, its signature checked, then parsed. */
import type { AppUpdater, ResolvedUpdateFileInfo, UpdateFileInfo, UpdateInfo } from 'electron-updater';
import {
  Provider,
  type ProviderRuntimeOptions,
  parseUpdateInfo,
  resolveFiles,
} from 'electron-updater/out/providers/Provider.js';
import { z } from 'zod';
import type { UpdateSupport } from '../../shared/app/updates';
import { AppError } from '../../shared/errors';
import { type FeedFetch, readSignedList } from './feed';
import type { FeedConfig } from './feed-config';
import { requireNotOlder } from './newest-list';

export interface ProviderOptions {
  readonly feed: FeedConfig;
  readonly platform: NodeJS.Platform;
  readonly support: UpdateSupport;
  readonly fetch: FeedFetch;
  /** Remembers the newest list. */
  readonly folder: string;
}

const fileSchema = z.object({
  // A plain name in the folder of the feed.
  url: z.string().regex(/^[\w][\w.+-]{0,200}$/),
  sha512: z.base64().min(80).max(100),
  size: z
    .int()
    .min(1)
    .max(1024 ** 3)
    .optional(),
});
/** The fields that are used; a list may hold more. */
const listSchema = z.looseObject({ version: z.string().max(100), files: z.array(fileSchema).min(1).max(50) });

/** The list of a system, as electron-builder names it; of macOS on arm64, as the release workflow does. */
export function listName(platform: NodeJS.Platform, arch: string = process.arch): string {
  if (platform === 'win32') return 'latest.yml';
  const system = platform === 'darwin' ? 'mac' : 'linux';
  return arch === 'x64' ? `latest-${system}.yml` : `latest-${system}-${arch}.yml`;
}

/** The class that the library makes its provider from. */
export function createSignedProvider({ feed, platform, support, fetch, folder }: ProviderOptions) {
  const base = new URL(feed.url.endsWith('/') ? feed.url : `${feed.url}/`);
  return class SignedProvider extends Provider<UpdateInfo> {
    private readonly current: string;

    constructor(_options: unknown, updater: AppUpdater, runtime: ProviderRuntimeOptions) {
      super({ ...runtime, isUseMultipleRangeRequest: false });
      this.current = updater.currentVersion.version;
    }

    /** The library would add an id of this installation. */
    override setRequestHeaders(): void {
      super.setRequestHeaders(null);
    }

    async getLatestVersion(): Promise<UpdateInfo> {
      const name = listName(platform);
      const text = await readSignedList(feed, name, fetch);
      const info = parseUpdateInfo(text, name, base);
      if (!listSchema.safeParse(info).success) throw unusable();
      await requireNotOlder(folder, info, this.current);
      return info;
    }

    resolveFiles(info: UpdateInfo): ResolvedUpdateFileInfo[] {
      const file = packageFor(info.files, platform, support);
      if (file === undefined) throw nothingForThisSystem(info.version);
      return resolveFiles({ ...info, files: [file] }, base);
    }
  };
}

/** The file of a list for this copy of the program. */
export function packageFor(
  files: readonly UpdateFileInfo[],
  platform: NodeJS.Platform,
  support: UpdateSupport,
): UpdateFileInfo | undefined {
  const ending = packageEnding(platform, support);
  const fitting = files.filter(({ url }) => url.endsWith(ending));
  return fitting.find(({ url }) => url.includes(process.arch)) ?? fitting[0];
}

function packageEnding(platform: NodeJS.Platform, support: UpdateSupport): string {
  if (platform === 'win32') return '.exe';
  if (platform === 'darwin') return '.zip';
  return support.kind === 'package-manager' ? `.${support.packageType}` : '.AppImage';
}

export const sizeOf = (file: UpdateFileInfo | undefined): number | null => file?.size ?? null;

const unusable = (): AppError =>
  new AppError({
    code: 'update_refused',
    message: 'The update server’s list can’t be read by this version. Download the new version by hand.',
  });

const nothingForThisSystem = (version: string): AppError =>
  new AppError({
    code: 'update_refused',
    message: `Gatehouse ${version} has no package for this system yet. Try again later.`,
  });
