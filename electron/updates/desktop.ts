/** The updates of the desktop app: this installation, Electron's network, and how this program ends and starts. */
import { spawn } from 'node:child_process';
import { app, session } from 'electron';
import { type FeedConfig, readFeedConfig, releasePage } from './feed-config';
import { createUpdater, type Updater, updateSupport, updatesFolder } from './updater';

/** The library's own partition, so that one guard holds for all requests of updates. */
const PARTITION = 'electron-updater';

export interface DesktopUpdates extends Updater {
  /** The page of a version; `null` where the build names no update server. */
  releasePage(version: string): string | null;
}

/** @param home the data folder */
export function desktopUpdates(home: string, log: (line: string) => void): DesktopUpdates {
  const feed = app.isPackaged ? readFeedConfig(app.getAppPath()) : null;
  const support = updateSupport({
    platform: process.platform,
    isPackaged: app.isPackaged,
    resources: process.resourcesPath,
    appImage: process.env.APPIMAGE,
    releases: feed?.releases ?? null,
  });
  const updater = createUpdater({
    support,
    feed,
    log,
    platform: process.platform,
    folder: updatesFolder(home),
    program: process.env.APPIMAGE ?? process.execPath,
    fetch: async (url, init) => {
      await app.whenReady();
      return guardedSession(feed).fetch(url, {
        ...init,
        headers: { ...init.headers, 'User-Agent': 'Gatehouse' },
      });
    },
    host: {
      quit: () => app.quit(),
      releaseLock: () => app.releaseSingleInstanceLock(),
      start: startDetached,
    },
  });
  return { ...updater, releasePage: (version) => (feed === null ? null : releasePage(feed, version)) };
}

/** Requests to the update server, and after a redirect to https elsewhere; nothing unencrypted. */
function guardedSession(feed: FeedConfig | null): Electron.Session {
  const updates = session.fromPartition(PARTITION, { cache: false });
  const origin = feed === null ? '' : new URL(feed.url).origin;
  updates.webRequest.onBeforeRequest(({ url }, answer) => {
    const asked = new URL(url);
    answer({ cancel: asked.protocol !== 'https:' && asked.origin !== origin });
  });
  return updates;
}

/** Set by the AppImage for its own process; the new version sets its own. */
const APPIMAGE_VARIABLES = ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'];

function startDetached(program: string): void {
  const env = { ...process.env };
  for (const name of APPIMAGE_VARIABLES) delete env[name];
  const child = spawn(program, [], { detached: true, stdio: 'ignore', env });
  // No listener is left to report to.
  child.on('error', () => undefined);
  child.unref();
}
