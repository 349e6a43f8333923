/** The windows of the app: all show the same core, each its own place. */
import { BrowserWindow, type WebContents } from 'electron';
import { pageUrl } from './protocol';
import { openWindow, type WindowOptions } from './window';

export interface Windows {
  /** Brings the window that was used last to the front; opens one where there is none. */
  show(place?: string): void;
  /** Opens another window beside the present one. */
  openAnother(): void;
  hasFocus(): boolean;
  all(): readonly BrowserWindow[];
}

/** How far a further window is moved from the one before, in pixels. */
const OFFSET = 32;

/** @param prepare runs before the page of a window is loaded */
export function createWindows(options: WindowOptions, prepare: (contents: WebContents) => void): Windows {
  /** The one used last comes last. */
  let order: readonly BrowserWindow[] = [];
  const others = (window: BrowserWindow) => order.filter((one) => one !== window && !one.isDestroyed());
  const open = (place: string) => {
    const last = order.at(-1);
    const window = openWindow({ ...options, place, beside: last && boundsBeside(last) }, prepare);
    order = [...others(window), window];
    window.on('focus', () => {
      order = [...others(window), window];
    });
    window.on('closed', () => {
      order = others(window);
    });
  };
  return {
    show(place = '') {
      const window = order.at(-1);
      if (window === undefined) return open(place);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      // The same page at another hash: nothing is loaded again.
      if (place !== '') window.loadURL(`${pageUrl}${place}`).catch(() => undefined);
    },
    openAnother: () => open('#/chat'),
    hasFocus: () => order.some((window) => window.isFocused()),
    all: () => order,
  };
}

function boundsBeside(window: BrowserWindow): Electron.Rectangle {
  const { x, y, width, height } = window.getNormalBounds();
  return { x: x + OFFSET, y: y + OFFSET, width, height };
}

/** For dialogs: the window that asks, else any. */
export function dialogParent(): BrowserWindow | undefined {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
}
