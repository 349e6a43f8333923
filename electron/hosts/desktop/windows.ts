/** The windows of the app: all show the same core, each its own page. */
import { BrowserWindow, nativeTheme } from 'electron';
import { pageUrl } from './protocol';
import { openWindow, type Prepare, type WindowOptions, type WindowStart } from './window';
import { areasOfDisplays, createWindowSession } from './window-session';
import { type KeptWindow, type Place, placeFor, readWindowState } from './window-state';
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
