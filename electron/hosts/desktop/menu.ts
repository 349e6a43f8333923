/** The application menu: the usual entries of a desktop app, and the way to the data folder. */
import { app, type BrowserWindow, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import { dialogParent } from './windows';

export interface MenuActions {
  /** The data folder. */
  readonly home: string;
  openAnother(): void;
  quickAsk(): void;
  /** The page of the window in front. */
  print(): void;
  keyboardShortcuts(): void;
  /** Shows a page of the app in a window, such as `#/settings`. */
  open(address: string): void;
  /** One step in a direction, or back to normal. */
  zoom(direction: -1 | 0 | 1): void;
}

export function setMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(template(actions)));
}

function template(actions: MenuActions): MenuItemConstructorOptions[] {
  const isMac = process.platform === 'darwin';
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    { label: '&File', submenu: fileMenu(actions, isMac) },
    { role: 'editMenu', label: '&Edit' },
    { label: '&View', submenu: viewMenu(actions) },
    { role: 'windowMenu', label: '&Window' },
    { role: 'help', label: '&Help', submenu: helpMenu(actions) },
  ];
}

function fileMenu(actions: MenuActions, isMac: boolean): MenuItemConstructorOptions[] {
  return [
    { label: '&New Window', accelerator: 'CmdOrCtrl+Shift+N', click: actions.openAnother },
    { label: '&Quick Ask', click: actions.quickAsk },
    { type: 'separator' },
    { label: '&Print…', accelerator: 'CmdOrCtrl+P', click: actions.print },
    { type: 'separator' },
    showData(actions.home),
    // The system's list of archives that were saved or opened.
    ...(isMac
      ? [{ role: 'recentDocuments' as const, submenu: [{ role: 'clearRecentDocuments' as const }] }]
      : []),
    { type: 'separator' },
    { role: 'close' },
    ...(isMac ? [] : [{ role: 'quit' as const }]),
  ];
}

function showData(home: string): MenuItemConstructorOptions {
  return { label: 'Show &Data Folder', click: () => void shell.openPath(home) };
}

function helpMenu({ open, keyboardShortcuts }: MenuActions): MenuItemConstructorOptions[] {
  return [
    // What `Ctrl+/` shows, and where version, updates and licenses are.
    { label: '&Keyboard Shortcuts', click: keyboardShortcuts },
    { label: '&Updates, Version and Licenses', click: () => open('#/settings') },
  ];
}

function viewMenu({ zoom }: MenuActions): MenuItemConstructorOptions[] {
  const forDevelopers: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    { role: 'toggleDevTools' },
    { type: 'separator' },
  ];
  return [
    ...(app.isPackaged ? [] : forDevelopers),
    { label: '&Actual Size', accelerator: 'CmdOrCtrl+0', click: () => zoom(0) },
    { label: 'Zoom &In', accelerator: 'CmdOrCtrl+Plus', click: () => zoom(1) },
    // The same key without Shift.
    {
      label: 'Zoom In',
      accelerator: 'CmdOrCtrl+=',
      visible: false,
      acceleratorWorksWhenHidden: true,
      click: () => zoom(1),
    },
    { label: 'Zoom &Out', accelerator: 'CmdOrCtrl+-', click: () => zoom(-1) },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
}

// Entries of the menu that a page carries out: pressed as its keys are, so that each has one way in.

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
