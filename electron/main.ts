/** The desktop entry: one window, the core behind it, and the order in which both begin and end. */
import { writeSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, dialog, Notification, nativeTheme, session, shell } from 'electron';
import type { Snapshot } from '../shared/contract';
import { assertNever } from '../shared/errors';
import { openGatehouse } from './compose';
import type { Core } from './core/core';
import { dataFolder, mediaFolder, prepareDataFolder } from './data-folder';
import { createDiagnostics } from './diagnostics/diagnostics';
import { type LogFile, openLog } from './diagnostics/log-file';
import { withFreshConnections } from './gateway/http/fresh-connections';
import { chooseFile } from './hosts/desktop/choose-file';
import { keepCrashDumps } from './hosts/desktop/crash-dumps';
import { dragOut } from './hosts/desktop/drag-out';
import { serveWindow } from './hosts/desktop/ipc-host';
import { type Desktop, showJobsOutside } from './hosts/desktop/job-notices';
import { lockDown } from './hosts/desktop/lockdown';
import { setMenu } from './hosts/desktop/menu';
import { desktopNetwork } from './hosts/desktop/network';
import { openFile } from './hosts/desktop/open-file';
import { pageOrigin, pageUrl, registerSchemes, serveMediaScheme, servePage } from './hosts/desktop/protocol';
import { reloadNotice } from './hosts/desktop/reload-notice';
import { offerWaysOut, type WaysOut } from './hosts/desktop/start-failure';
import { unsandboxedNotice } from './hosts/desktop/unsandboxed';
import { openWindow } from './hosts/desktop/window';
import { choosePage } from './hosts/shared/dev';
import { ownArguments, readLaunch, usage } from './launch';
import { earlierVersion } from './storage/backup/before-update';
import { goBackToEarlier, newestBackup, scheduleRestore, setDatabaseAside } from './storage/start-anyway';
import { countStart, forgetStarts, hasFailedTwice, proveStart } from './storage/starts';
import { type DesktopUpdates, desktopUpdates } from './updates/desktop';

/** How long streams get to store what has arrived before the process ends anyway, in milliseconds. */
const closingMs = 5_000;

const launch = readLaunch(ownArguments(process.argv, app.isPackaged));
const home = dataFolder();
/** Chromium's own files: apart from the app's, and per data folder, like the lock against a second start. */
const chromiumFolder = path.join(home, 'desktop');

function start(): void {
  app.setName('Gatehouse');
  // Over these, Chromium resends a request by itself when a reused connection breaks: it could be charged twice.
  for (const protocol of ['disable-http2', 'disable-quic']) app.commandLine.appendSwitch(protocol);
  prepareDataFolder(home);
  prepareDataFolder(chromiumFolder);
  app.setPath('userData', chromiumFolder);
  // A second start on the same data folder brings the first one's window to the front.
  if (app.requestSingleInstanceLock()) runApp();
  else app.exit(0);
}

function runApp(): void {
  registerSchemes();
  keepCrashDumps(home);
  const written = startLog();
  const updates = desktopUpdates(home, (line) => written.write('warn', line));
  if (hasFailedTwice(home, app.getVersion())) {
    fail(new Error(`Gatehouse ${app.getVersion()} was started twice and never showed its window.`), updates);
    return;
  }
  countStart(home, app.getVersion());
  openApp(written, updates);
}

function openApp(written: LogFile, updates: DesktopUpdates): void {
  const core = openCore(written, updates);
  closeBeforeQuit(core, updates);
  const onFailure = (error: unknown): void => fail(error, updates);
  app.whenReady().then(() => showApp(core), onFailure);
  core.then(followTheme, onFailure);
  core.then((opened) => showJobsOutside(opened, desktopOf(core))).catch(() => undefined);
}

function openCore(written: LogFile, updates: DesktopUpdates): Promise<Core> {
  const hasNoSandbox = app.commandLine.hasSwitch('no-sandbox');
  const unsandboxed = unsandboxedNotice({ env: process.env, hasNoSandbox });
  return openGatehouse({
    home,
    host: 'desktop',
    fetch: withFreshConnections(fetchOutside),
    network: desktopNetwork(outsideSession),
    version: app.getVersion(),
    sandboxEntry: new URL('./sandbox-worker.js', import.meta.url),
    mediaFolder: mediaFolder(home),
    reveal: (file) => shell.showItemInFolder(file),
    chooseFile,
    drag: (paths, thumbnail) => void dragOut(paths, thumbnail).catch(() => undefined),
    openFile,
    updater: updates.port,
    notices: unsandboxed === null ? [] : [unsandboxed],
    diagnostics: createDiagnostics({
      folder: home,
      version: app.getVersion(),
      host: 'desktop',
      log: written,
    }),
    log: (line) => written.write('warn', line),
  });
}

let log: LogFile | null = null;

function startLog(): LogFile {
  const isVerbose = launch.kind === 'window' && launch.verbose;
  const opened = openLog({
    ...{ folder: home, home: homedir(), now: Date.now, level: isVerbose ? 'debug' : 'info' },
    // A terminal that asked for nothing hears of what went wrong alone.
    echo: (line, level) => (isVerbose || level === 'warn') && process.stderr.write(`${line}\n`),
  });
  opened.write('info', `Gatehouse ${app.getVersion()} started, Electron ${process.versions.electron}`);
  log = opened;
  return opened;
}

/** Chromium's network stack (system proxy and certificates), in a session that keeps nothing on disk. */
async function outsideSession(): Promise<Electron.Session> {
  await app.whenReady();
  return session.fromPartition('gateway', { cache: false });
}

async function fetchOutside(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  return (await outsideSession()).fetch(input instanceof URL ? input.href : input, init);
}

function showApp(core: Promise<Core>): void {
  const page = choosePage(fileURLToPath(new URL('../renderer', import.meta.url)));
  lockDown(page.devSocket);
  servePage(page);
  serveMediaScheme(core);
  setMenu(home);
  const show = (): void => showWindow(core);
  app.on('second-instance', show);
  app.on('activate', show);
  show();
}

/** Brings the window to the front; opens a new one where it was closed. */
function showWindow(core: Promise<Core>): void {
  const [open] = BrowserWindow.getAllWindows();
  if (open !== undefined) {
    if (open.isMinimized()) open.restore();
    open.focus();
    return;
  }
  openWindow(
    {
      preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
      stateFile: path.join(chromiumFolder, 'window.json'),
      devTools: !app.isPackaged,
      onReload: (reason) => tellOfReload(core, reason),
      onLoad: () => void core.then(() => proveStart(home, app.getVersion())).catch(() => undefined),
    },
    (contents) => serveWindow(contents, core, pageOrigin),
  );
}

function tellOfReload(core: Promise<Core>, reason: string): void {
  log?.write('error', `the window ended: ${reason}`);
  core.then((opened) => opened.notify(reloadNotice)).catch(() => undefined);
}

/** Notifications that are on show: dropped ones would lose their click. */
const shownNotifications = new Set<Notification>();
/** The values of `setProgressBar` for "no progress bar" and for "unknown progress". */
const progressCodes = { none: -1, unknown: 2 } as const;

function desktopOf(core: Promise<Core>): Desktop {
  return {
    isInFront: () => BrowserWindow.getFocusedWindow() !== null,
    notify(title, body, onClick) {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      const drop = (): unknown => shownNotifications.delete(notification);
      shownNotifications.add(notification);
      notification.on('click', () => {
        drop();
        onClick();
      });
      notification.on('close', drop);
      notification.show();
    },
    showProgress(progress) {
      const code = progress === 'none' ? progressCodes.none : (progress ?? progressCodes.unknown);
      for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(code);
    },
    open(place) {
      showWindow(core);
      const [window] = BrowserWindow.getAllWindows();
      // The same page at another hash: nothing is loaded again.
      window?.loadURL(`${pageUrl}${place}`).catch(() => undefined);
    },
  };
}

/** Menus, dialogs and the window's first background follow the theme of the page. */
async function followTheme(core: Core): Promise<void> {
  core.subscribe((event) => {
    if (event.type === 'settings.changed') nativeTheme.themeSource = event.settings.theme;
  });
  const snapshot = await core.call('app.snapshot', {});
  if (snapshot.ok) nativeTheme.themeSource = (snapshot.value as Snapshot).settings.theme;
}

function closeBeforeQuit(core: Promise<Core>, updates: DesktopUpdates): void {
  let isClosed = false;
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    const closing = core.then((opened) => opened.close()).catch(() => undefined);
    const ended = Promise.race([closing, sleep(closingMs)]);
    ended.then(updates.afterClose).then(() => {
      isClosed = true;
      // Quitting while this event is still being handled would make Electron wait forever.
      setImmediate(() => app.quit());
    });
  });
}

let hasFailed = false;

/** Says why the app can't start, in a window where there can be one, and offers what can be done about it. */
function fail(error: unknown, updates?: DesktopUpdates): void {
  if (hasFailed) return;
  hasFailed = true;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`gatehouse: ${message}\n`);
  log?.write('error', `couldn’t start: ${message}`);
  app.whenReady().then(() => offerWaysOut(message, waysOut(updates)));
}

const waysOut = (updates: DesktopUpdates | undefined): WaysOut => ({
  restart() {
    forgetStarts(home, app.getVersion());
    app.relaunch();
    app.exit(0);
  },
  async openFolder() {
    await shell.openPath(home);
  },
  newestBackup: () => newestBackup(home),
  restore: (id) => scheduleRestore(home, id, Date.now()),
  setAside: () => setDatabaseAside(home, Date.now()),
  earlier() {
    const earlier = earlierVersion(home);
    if (earlier === null) return null;
    return { version: earlier.version, page: updates?.releasePage(earlier.version) ?? null };
  },
  async goBack() {
    const page = updates?.releasePage(earlierVersion(home)?.version ?? '') ?? null;
    await goBackToEarlier(home, Date.now());
    if (page !== null) await shell.openExternal(page);
  },
  quit: () => app.exit(1),
  async ask(message, detail, buttons) {
    const last = buttons.length - 1;
    const options = {
      type: 'error' as const,
      message,
      detail,
      buttons: [...buttons],
      cancelId: last,
      noLink: true,
    };
    return (await dialog.showMessageBox(options)).response;
  },
});

switch (launch.kind) {
  case 'version':
    print(`Gatehouse ${app.getVersion()}`);
    break;
  case 'help':
    print(usage);
    break;
  case 'web':
    await serveToBrowser();
    break;
  case 'window':
    openDesktop();
    break;
  default:
    assertNever(launch);
}

function openDesktop(): void {
  try {
    start();
  } catch (error) {
    fail(error);
  }
}

/** Ends at once: Chromium has not begun yet and would ask for a display. */
function print(text: string): void {
  writeSync(process.stdout.fd, `${text}\n`);
  process.exit(0);
}

/**
 * Chromium begins when this module has loaded. It never has here, so no display is needed, and the browser host ends
 * the process itself.
 */
async function serveToBrowser(): Promise<never> {
  await import('./web');
  return new Promise(() => undefined);
}
