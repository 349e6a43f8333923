/** Entries of the menu that a page carries out: pressed as its keys are, so that each has one way in. */
import type { BrowserWindow } from 'electron';
import { dialogParent } from './windows';

/** A chat prints whole, which only its page can do; anything else as it is on the screen. */
export async function printPage(): Promise<void> {
  const window = dialogParent();
  const isTaken = await pressKey(window, 'KeyP', 'p');
  if (!isTaken && window?.isDestroyed() === false) window.webContents.print();
}

/** @returns whether the page took the key, pressed with Ctrl or, on macOS, Command */
export async function pressKey(
  window: BrowserWindow | undefined,
  code: string,
  key: string,
): Promise<boolean> {
  if (window === undefined) return false;
  const modifier = process.platform === 'darwin' ? 'metaKey' : 'ctrlKey';
  const event = JSON.stringify({ code, key, [modifier]: true, bubbles: true, cancelable: true });
  const press = `document.body.dispatchEvent(new KeyboardEvent('keydown', ${event}))`;
  return (await window.webContents.executeJavaScript(press).catch(() => true)) === false;
}
