import type { BrowserWindow } from 'electron';

/** How long a page that has loaded may take until its first paint, in milliseconds. */
const paintMs = 500;

/**
 * Calls `show` once the window has something to show. On a busy computer Electron 33 now and then never says so (2 of
 * 72 starts), and the window would stay hidden: a page that has loaded is shown anyway.
 */
export function showWhenReady(window: BrowserWindow, show: () => void): void {
  let isShown = false;
  const showOnce = (): void => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    show();
  };
  window.once('ready-to-show', showOnce);
  window.webContents.once('did-stop-loading', () => setTimeout(showOnce, paintMs));
}
