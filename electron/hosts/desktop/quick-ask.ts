/** A small window for one question, on a global key of the person's choice. */
import { BrowserWindow, globalShortcut, screen } from 'electron';
import type { Notice } from '../../../shared/contract';
import { pageUrl } from './protocol';
import { refusedNotice } from './quick-ask-notice';
import { showWhenReady } from './window';

const SIZE = { width: 640, height: 440 };
const PLACE = '#/quick';

export interface QuickAsk {
  toggle(): void;
  /** Uses another key; none for the empty text. */
  useKey(key: string): void;
}

export interface QuickAskOptions {
  readonly webPreferences: Electron.WebPreferences;
  readonly prepare: (contents: Electron.WebContents) => void;
  readonly notify: (notice: Notice) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function createQuickAsk({ webPreferences, prepare, notify, env }: QuickAskOptions): QuickAsk {
  let window: BrowserWindow | null = null;
  let used = '';
  const toggle = () => {
    if (window === null) window = open();
    else if (window.isFocused()) window.close();
    else window.focus();
  };
  const open = () => {
    const opened = new BrowserWindow({ ...windowOptions(), webPreferences });
    showWhenReady(opened, () => opened.show());
    opened.on('closed', () => {
      window = null;
    });
    prepare(opened.webContents);
    opened.loadURL(`${pageUrl}${PLACE}`).catch(() => undefined);
    return opened;
  };
  return {
    toggle,
    useKey(key) {
      if (key === used) return;
      if (used !== '') globalShortcut.unregister(used);
      used = key !== '' && register(key, toggle) ? key : '';
      if (key !== '' && used === '') notify(refusedNotice(key, env));
    },
  };
}

function windowOptions(): Electron.BrowserWindowConstructorOptions {
  const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
  return {
    ...SIZE,
    x: Math.round(workArea.x + (workArea.width - SIZE.width) / 2),
    y: Math.round(workArea.y + workArea.height / 5),
    title: 'Quick ask',
    show: false,
    resizable: true,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    alwaysOnTop: true,
    skipTaskbar: true,
    autoHideMenuBar: true,
  };
}

/** Electron throws for an invalid key, and returns false for one that another program has. */
function register(key: string, run: () => void): boolean {
  try {
    return globalShortcut.register(key, run);
  } catch {
    return false;
  }
}
