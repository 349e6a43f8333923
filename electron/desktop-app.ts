/** The app on the desktop: its windows, menu, tray and notifications, all showing one core. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, nativeTheme } from 'electron';
import { LINK_SCHEME } from '../shared/app/opening';
import type { Settings } from '../shared/app/settings';
import { MAX_OWN_WORDS } from '../shared/app/spelling';
import type { Notice, Snapshot } from '../shared/contract';
import type { Core } from './core/core';
import { hasCrashSince } from './diagnostics/diagnostics';
import { isOurPage, serveWindow } from './hosts/desktop/ipc-host';
import { lockDown } from './hosts/desktop/lockdown';
import { pressKey, printPage, setMenu } from './hosts/desktop/menu';
import { notifyOfReplies, showJobsOutside } from './hosts/desktop/notices';
import { desktopOf } from './hosts/desktop/notifications';
import { oneLine } from './hosts/desktop/plain-text';
import { pageOrigin, serveMediaScheme, servePage } from './hosts/desktop/protocol';
import { createQuickAsk, type QuickAsk } from './hosts/desktop/quick-ask';
import { reloadNotice } from './hosts/desktop/reload-notice';
import { serveSpelling, tellLanguage } from './hosts/desktop/spell-check';
import { boundedLink, type OpenTarget } from './hosts/desktop/start-arguments';
import { followTray, type TrayControl } from './hosts/desktop/tray';
import { hasTrayHost } from './hosts/desktop/tray-host';
import { webPreferences } from './hosts/desktop/window';
import { createWindows, dialogParent, type Windows } from './hosts/desktop/windows';
import { createZoom, type Zoom } from './hosts/desktop/zoom';
import { choosePage } from './hosts/shared/page/source';
import { type FollowedSpelling, followSpelling } from './spelling/spelling';

/** What a start asks for, as the first one on the same data folder gets it. */
export interface StartRequest {
  readonly quickAsk: boolean;
  readonly targets: readonly OpenTarget[];
}

export interface DesktopOptions {
  /** The data folder. */
  readonly home: string;
  /** Chromium's own files. */
  readonly chromiumFolder: string;
  readonly request: StartRequest;
  /** The page of a window asks the core for something: its own code has been read. */
  readonly onCall: () => void;
  /** A window has loaded its page. */
  readonly onLoad: () => void;
  readonly log: (line: string) => void;
}

export interface DesktopApp {
  openPlace(place: string): void;
  /** Whether the app keeps running without a window: its icon in the tray is on, and something shows it. */
  keepsRunning(): Promise<boolean>;
}

/** Shows the app; must run once Electron is ready. @param core may still be opening */
export function showApp(core: Promise<Core>, options: DesktopOptions): DesktopApp {
  const page = choosePage(fileURLToPath(new URL('../renderer', import.meta.url)));
  lockDown(page.devSocket);
  servePage(page);
  serveMediaScheme(core);
  const shown = createAppWindows(core, options);
  setMenu({
    home: options.home,
    openAnother: shown.windows.openAnother,
    quickAsk: shown.quickAsk.toggle,
    zoom: shown.zoom.change,
    print: () => void printPage(),
    keyboardShortcuts: () => void pressKey(dialogParent(), 'Slash', '/'),
    open: shown.windows.show,
  });
  answerStarts(core, shown, options.request);
  let tray: TrayControl | null = null;
  core
    .then(async (opened) => {
      tray = await followCore(opened, shown, options.log);
    })
    .catch(() => undefined);
  return {
    openPlace: shown.windows.show,
    keepsRunning: async () => tray?.isOn() === true && (await hasTrayHost()),
  };
}

/** A report is written while the page ends; an older one is of another crash. */
const CRASH_REPORT_MS = 30_000;

interface Shown {
  readonly windows: Windows;
  readonly zoom: Zoom;
  readonly quickAsk: QuickAsk;
  readonly spelling: FollowedSpelling;
}

function createAppWindows(core: Promise<Core>, options: DesktopOptions): Shown {
  const own = {
    preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
    devTools: !app.isPackaged,
  };
  const notify = (notice: Notice): void =>
    void core.then((known) => known.notify(notice)).catch(() => undefined);
  const spelling = followSpelling(
    new URL('./spelling-worker.js', import.meta.url),
    (code) => {
      for (const window of opened.all()) tellLanguage(window.webContents, code);
    },
    ({ label }) => notify(dictionaryNotice(label)),
  );
  const prepare = (contents: Electron.WebContents, onCall?: () => void): void => {
    const onAnyCall = () => {
      onCall?.();
      options.onCall();
    };
    serveWindow(contents, core, { origin: pageOrigin, onCall: onAnyCall });
    serveSpelling(contents, spelling, (frame) => isOurPage(frame, pageOrigin));
    contents.on('did-finish-load', () => tellLanguage(contents, spelling.language()));
  };
  const opened = createWindows(
    path.join(options.chromiumFolder, 'window.json'),
    {
      ...own,
      onReload: (reason) => {
        options.log(`the window ended: ${reason}`);
        const hasReport = hasCrashSince(options.home, Date.now() - CRASH_REPORT_MS);
        notify(reloadNotice({ reason, hasReport }));
      },
      onLoad: options.onLoad,
      zoomFactor: () => zoom.factor(),
      words: { suggest: spelling.suggest, add: (word) => void core.then((known) => addWord(known, word)) },
    },
    prepare,
  );
  const zoom = createZoom(core, (factor) => {
    for (const window of opened.all()) window.webContents.setZoomFactor(factor);
  });
  const quickAsk = createQuickAsk({
    webPreferences: webPreferences(own),
    prepare,
    notify,
    env: process.env,
  });
  return { windows: opened, zoom, quickAsk, spelling };
}

/** Of what the system says, in the log. */
const MAX_REASON = 200;

/** One for all of them: the system refuses the next one too. */
const notificationNotice: Notice = {
  id: 'notification-failed',
  level: 'warning',
  title: 'Couldn’t show a notification.',
  message:
    'The system refused it. Allow notifications of Gatehouse in the system’s settings, or turn them off in Settings.',
};

const dictionaryNotice = (label: string): Notice => ({
  id: 'dictionary',
  level: 'warning',
  title: `Couldn’t use the dictionary for ${label}.`,
  message: 'Spelling is not checked. Choose another language in Settings.',
});

async function addWord(core: Core, word: string): Promise<void> {
  const snapshot = await core.call('app.snapshot', {});
  if (!snapshot.ok) return;
  const { spellWords } = (snapshot.value as Snapshot).settings;
  const kept = [...new Set([...spellWords, word])].slice(-MAX_OWN_WORDS);
  await core.call('settings.update', { patch: { spellWords: kept } });
}

/** This start, further starts on the same data folder, and what the system asks for while the app runs. */
function answerStarts(core: Promise<Core>, shown: Shown, request: StartRequest): void {
  const open = (target: OpenTarget): void => {
    shown.windows.show();
    core.then((opened) => opened.open(target)).catch(() => undefined);
  };
  const answer = ({ quickAsk, targets }: StartRequest): void => {
    if (quickAsk) shown.quickAsk.toggle();
    else shown.windows.show();
    for (const target of targets) open(target);
  };
  // Nothing where an earlier version passed nothing on.
  app.on('second-instance', (_, _args, _folder, further) =>
    answer((further as StartRequest | null) ?? { quickAsk: false, targets: [] }),
  );
  app.on('activate', () => shown.windows.show());
  // How macOS passes on what was opened.
  app.on('open-url', (_, url) => open({ kind: 'link', url: boundedLink(url) }));
  app.on('open-file', (_, file) => open({ kind: 'archive', path: file }));
  // Packages of the other systems register it. What follows `--` is never taken for a flag of Chromium.
  if (app.isPackaged && process.platform === 'win32')
    app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, ['--']);
  answer(request);
}

/** What the desktop shows in addition to the windows, as the settings say. */
async function followCore(
  core: Core,
  { windows: shown, zoom, quickAsk, spelling }: Shown,
  log: DesktopOptions['log'],
): Promise<TrayControl> {
  let isTold = false;
  const desktop = desktopOf(shown, (reason) => {
    log(`a notification failed: ${oneLine(reason, MAX_REASON)}`);
    // Once a start: who has dismissed it knows.
    if (!isTold) core.notify(notificationNotice);
    isTold = true;
  });
  void showJobsOutside(core, desktop);
  void notifyOfReplies(core, desktop);
  followSettings(core, (settings) => {
    nativeTheme.themeSource = settings.theme;
    zoom.follow(settings.zoom);
    quickAsk.useKey(settings.quickAskKey);
    if (process.platform !== 'darwin') spelling.follow(settings);
  });
  core.subscribe((event) => {
    const isDone = event.type === 'archive.changed' && event.task?.state === 'completed';
    if (isDone && event.task?.path) app.addRecentDocument(event.task.path);
  });
  const icon = path.join(app.getAppPath(), 'build', 'tray.png');
  return followTray(core, icon, {
    open: () => shown.show(),
    quickAsk: quickAsk.toggle,
    quit: () => app.quit(),
  });
}

/** Calls back with the settings as they are, and after each change of them. */
function followSettings(core: Core, follow: (settings: Settings) => void): void {
  core.subscribe((event) => {
    if (event.type === 'settings.changed') follow(event.settings);
  });
  void core.call('app.snapshot', {}).then((answer) => {
    if (answer.ok) follow((answer.value as Snapshot).settings);
  });
}
