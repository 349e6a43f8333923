/** A window of the app. */
import { BrowserWindow, dialog, nativeTheme, type WebContents } from 'electron';
import { addContextMenu, type WordActions } from './context-menu';
import { isPageUrl, pageUrl } from './protocol';
import { isQuittingSoon } from './shared-end';
import type { Place } from './window-state';

/** The page's own background, so that nothing flashes before its first paint. */
const backgrounds = { dark: '#0f1115', light: '#ffffff' };
/** A page that keeps crashing is not reloaded forever. */
const maxCrashes = 3;
const crashWindowMs = 60_000;

export interface WindowOptions {
  /** The built preload. */
  readonly preload: string;
  readonly devTools: boolean;
  /** The page crashed and is loaded again. */
  readonly onReload: (reason: string) => void;
  /** The page has loaded. */
  readonly onLoad: () => void;
  readonly zoomFactor: () => number;
  readonly words: WordActions;
}

export interface WindowStart {
  /** A page address such as `#/chat/…`; empty for where the page was last. */
  readonly address: string;
  /** `null` leaves it to the system. */
  readonly place: Place | null;
  /** Whether it takes the keyboard when it appears. */
  readonly isActive: boolean;
}

/**
 * Called before the page is loaded.
 * @param onCall to be called when the page asks for something: its code has run, and it draws next
 */
export type Prepare = (contents: WebContents, onCall: () => void) => void;

/** Opens the window; it becomes visible once there is something to show. */
export function openWindow(
  { address, place, isActive }: WindowStart,
  options: WindowOptions,
  prepare: Prepare,
): BrowserWindow {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    ...place?.bounds,
    minWidth: 800,
    minHeight: 560,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light,
    webPreferences: webPreferences(options),
  });
  if (place?.maximized === true) window.maximize();
  const showNow = showWhenReady(window, () => (isActive ? window.show() : window.showInactive()));
  leadBack(window);
  reloadAfterCrash(window, options.onReload);
  window.webContents.once('did-finish-load', options.onLoad);
  addContextMenu(window, options.words);
  window.webContents.once('did-finish-load', () => window.webContents.setZoomFactor(options.zoomFactor()));
  prepare(window.webContents, showNow);
  window.loadURL(`${pageUrl}${address}`).catch(() => undefined);
  return window;
}

export function webPreferences({
  preload,
  devTools,
}: Pick<WindowOptions, 'preload' | 'devTools'>): Electron.WebPreferences {
  return {
    preload,
    devTools,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    navigateOnDragDrop: false,
    // On other systems Chromium would download dictionaries without asking; `spell-check.ts` checks there.
    spellcheck: process.platform === 'darwin',
  };
}

/** A page can blank itself without asking (`about:blank`); only our page stays in this window. */
function leadBack(window: BrowserWindow): void {
  window.webContents.on('did-navigate', (_, url) => {
    if (!isPageUrl(url)) window.loadURL(pageUrl).catch(() => undefined);
  });
}

/** The core keeps running and holds everything; a fresh page shows it again. */
function reloadAfterCrash(window: BrowserWindow, onReload: WindowOptions['onReload']): void {
  let crashes: readonly number[] = [];
  window.webContents.on('render-process-gone', async (_, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    if (reason === 'killed' && (await isQuittingSoon())) return;
    const now = performance.now();
    crashes = [...crashes.filter((at) => now - at < crashWindowMs), now];
    if (crashes.length > maxCrashes && !(await wantsReload(window, reason))) return window.close();
    if (window.isDestroyed()) return;
    onReload(reason);
    window.reload();
  });
}

async function wantsReload(window: BrowserWindow, reason: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: 'Gatehouse',
    message: 'The window keeps crashing',
    detail: `Reason: ${reason}. Your conversations are safe.`,
    buttons: ['Reload', 'Close'],
    cancelId: 1,
  });
  return response === 0;
}

/** How long a page that has loaded may take until its first paint, in milliseconds. */
const paintMs = 500;

/**
 * Calls `show` once the window has something to show. Electron 33 doesn't always say so: the window would stay hidden,
 * and a hidden page draws no frame. So a page that has loaded is shown anyway.
 *
 * @returns shows the window now, if it is still hidden: for a page that is about to draw
 */
export function showWhenReady(window: BrowserWindow, show: () => void): () => void {
  let isShown = false;
  const showOnce = (): void => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    show();
  };
  window.once('ready-to-show', showOnce);
  window.webContents.once('did-stop-loading', () => setTimeout(showOnce, paintMs));
  return showOnce;
}
