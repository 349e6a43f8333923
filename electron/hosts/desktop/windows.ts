/** The windows of the app: all show the same core, each its own page. */

import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { pageUrl } from './protocol';
import { openWindow, type Prepare, type WindowOptions, type WindowStart } from './window';
import {
  addressIn,
  type Bounds,
  type KeptWindow,
  MAX_WINDOWS,
  type Place,
  placeFor,
  readWindowState,
  rememberPlace,
  writeWindowState,
} from './window-state';
import { distinctTitle } from './window-titles';

export interface Windows {
  /**
   * Brings the window that was used last to the front. Where none is open, opens those that were open last.
   * @param address of a page, such as `#/chat/…`, for that window to show
   */
  show(address?: string): void;
  /** Opens another window beside the present one. */
  openAnother(): void;
  hasFocus(): boolean;
  all(): readonly BrowserWindow[];
}

/** How far a further window is moved from the one before, in pixels. */
const OFFSET = 32;

/**
 * @param stateFile where the open windows are stored
 */
export function createWindows(stateFile: string, options: WindowOptions, prepare: Prepare): Windows {
  // The core knows the theme too, but later than the first paint.
  nativeTheme.themeSource = readWindowState(stateFile)?.theme ?? nativeTheme.themeSource;
  /** The one used last comes last. */
  let order: readonly BrowserWindow[] = [];
  const session = createWindowSession(stateFile, () => order);
  const others = (window: BrowserWindow) => order.filter((one) => one !== window && !one.isDestroyed());
  const open = (start: WindowStart, arrangements: KeptWindow['arrangements'] = {}) => {
    const window = openWindow(start, options, prepare);
    order = [...others(window), window];
    window.on('page-title-updated', (event, wanted) => {
      event.preventDefault();
      window.setTitle(
        distinctTitle(
          wanted,
          others(window).map((one) => one.getTitle()),
        ),
      );
    });
    window.on('focus', () => {
      order = [...others(window), window];
    });
    window.on('closed', () => {
      order = others(window);
    });
    session.follow(window, { address: start.address, arrangements });
  };
  const openKept = (address: string) => {
    const kept = readWindowState(stateFile)?.windows ?? [];
    if (kept.length === 0) return open({ address, place: null, isActive: true });
    const screens = areasOfDisplays();
    for (const [at, one] of kept.entries()) {
      const isActive = at === kept.length - 1;
      const shown = (isActive && address) || one.address;
      open({ address: shown, place: placeFor(one, screens), isActive }, one.arrangements);
    }
  };
  return {
    show(address = '') {
      const window = order.at(-1);
      if (window === undefined) return openKept(address);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      // The same page at another hash: nothing is loaded again.
      if (address !== '') window.loadURL(`${pageUrl}${address}`).catch(() => undefined);
    },
    openAnother: () => open({ address: '#/chat', place: placeBeside(order.at(-1) ?? null), isActive: true }),
    hasFocus: () => order.some((window) => window.isFocused()),
    all: () => order,
  };
}

function placeBeside(window: BrowserWindow | null): Place | null {
  if (window === null) return null;
  const { x, y, width, height } = window.getNormalBounds();
  return { bounds: { x: x + OFFSET, y: y + OFFSET, width, height }, maximized: false };
}

/** For dialogs: the window that asks, else any. */
export function dialogParent(): BrowserWindow | undefined {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
}

// Stores which windows are open, where each is and what it shows, so that the next start opens them again.

/** A window that is dragged reports every step. */
const SAVE_AFTER_MS = 500;

interface WindowSession {
  /** Stores the window until it is closed. The one that is closed last stays stored, and comes back. */
  follow(window: BrowserWindow, begun: Begun): void;
}

/** What a window was opened with. */
type Begun = Pick<KeptWindow, 'address' | 'arrangements'>;

/**
 * @param file where it is stored
 * @param opened the windows that are open, the one used last at the end
 */
function createWindowSession(file: string, opened: () => readonly BrowserWindow[]): WindowSession {
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
function areasOfDisplays(): readonly Bounds[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}
