import type { BrowserWindow } from 'electron';

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
