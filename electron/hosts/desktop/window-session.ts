/** Stores which windows are open, where each is and what it shows, so that the next start opens them again. */
import { app, type BrowserWindow, nativeTheme, screen } from 'electron';
import { pageUrl } from './protocol';
import {
  addressIn,
  type Bounds,
  type KeptWindow,
  MAX_WINDOWS,
  rememberPlace,
  writeWindowState,
} from './window-state';

/** A window that is dragged reports every step. */
const SAVE_AFTER_MS = 500;

export interface WindowSession {
  /** Stores the window until it is closed. The one that is closed last stays stored, and comes back. */
  follow(window: BrowserWindow, begun: Begun): void;
}

/** What a window was opened with. */
export type Begun = Pick<KeptWindow, 'address' | 'arrangements'>;

/**
 * @param file where it is stored
 * @param opened the windows that are open, the one used last at the end
 */
export function createWindowSession(file: string, opened: () => readonly BrowserWindow[]): WindowSession {
  const begun = new Map<BrowserWindow, Begun>();
  let timer: NodeJS.Timeout | undefined;
  let isQuitting = false;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const windows = opened().slice(-MAX_WINDOWS);
    if (isQuitting || windows.length === 0) return;
    const screens = areasOfDisplays();
    const kept = windows.map((window) => keptOf(window, begun.get(window), screens));
    writeWindowState(file, { theme: nativeTheme.themeSource, windows: kept });
  };
  const saveSoon = () => {
    timer ??= setTimeout(save, SAVE_AFTER_MS);
  };
  const end = () => {
    save();
    // From here on windows close because the app ends, not because a person closed them.
    isQuitting = true;
  };
  app.on('before-quit', end);
  return {
    follow(window, start) {
      begun.set(window, start);
      window.on('move', saveSoon);
      window.on('resize', saveSoon);
      window.on('focus', saveSoon);
      window.on('close', save);
      window.on('closed', () => {
        begun.delete(window);
        // Not at once: where the app is ended without a quit, all windows close right after this.
        saveSoon();
      });
      // Windows ends the session without asking the app to quit.
      window.on('session-end', end);
      window.webContents.on('did-navigate-in-page', saveSoon);
      saveSoon();
    },
  };
}

function keptOf(window: BrowserWindow, begun: Begun | undefined, screens: readonly Bounds[]): KeptWindow {
  const place = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
  const url = window.webContents.getURL();
  return {
    ...place,
    // Empty until the page answers.
    address: url === '' ? (begun?.address ?? '') : addressIn(url, pageUrl),
    arrangements: rememberPlace(begun?.arrangements ?? {}, screens, place),
  };
}

/** The area of each display that windows may use, the main display first. */
export function areasOfDisplays(): readonly Bounds[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}
