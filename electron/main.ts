/** The desktop entry: one window, the core behind it, and the order in which both begin and end. */
import { mkdtempSync, writeSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { app, BrowserWindow, shell } from 'electron';
import { assertNever } from '../shared/errors';
import { waitForClosing } from './closing';
import type { Core } from './core/core';
import { dataFolder, mediaFolder, prepareDataFolder } from './data-folder';
import { type DesktopApp, type StartRequest, showApp } from './desktop-app';
import { createDiagnostics } from './diagnostics/diagnostics';
import { type LogFile, logUnheardFailures, openLog, withDebugLines } from './diagnostics/log-file';
import { withFreshConnections } from './gateway/http/retry';
import { keepCrashDumps } from './hosts/desktop/crash-dumps';
import { isBuiltForTests, takeNoDebugger } from './hosts/desktop/debugging-flags';
import { chooseFile, chooseFolder, confirmNatively, openFile } from './hosts/desktop/dialogs';
import { dragOut } from './hosts/desktop/drag-out';
import { startHelperProcess } from './hosts/desktop/helper-process';
import { createOutsideSession, desktopNetwork } from './hosts/desktop/network';
import { registerSchemes } from './hosts/desktop/protocol';
import { quitInOrder } from './hosts/desktop/shared-end';
import { openTargets, shortArguments, startAgain } from './hosts/desktop/start-arguments';
import { offerWaysOut } from './hosts/desktop/start-failure';
import { unsandboxedNotice } from './hosts/desktop/unsandboxed';
import { withIdleMemory } from './idle-memory';
import { ownArguments, readLaunch, usage } from './launch';
import { findDictionaries } from './spelling/dictionaries';
import { countStart, hasFailedTwice, proveStart } from './storage/version-record';
import { type DesktopUpdates, desktopUpdates } from './updates/desktop';

const launch = readLaunch(ownArguments(process.argv, app.isPackaged));
const home = dataFolder();
/** Chromium's own files: apart from the app's, and per data folder, like the lock against a second start. */
const chromiumFolder = path.join(home, 'desktop');

function start(): void {
  const short = shortArguments(process.argv.slice(1));
  if (short !== null) startAgain(short);
  app.setName('Gatehouse');
  // What is installed is driven by its person alone; before Chromium reads its flags.
  if (app.isPackaged) takeNoDebugger(app.commandLine, () => isBuiltForTests(app.getAppPath()));
  // Over these, Chromium resends a request when a reused connection breaks: it could be charged twice.
  for (const protocol of ['disable-http2', 'disable-quic']) app.commandLine.appendSwitch(protocol);
  prepareDataFolder(home);
  prepareDataFolder(chromiumFolder);
  app.setPath('userData', chromiumFolder);
  // A second start on the same data folder brings the first one's window to the front.
  if (app.requestSingleInstanceLock(startRequest())) runApp();
  else app.exit(0);
}

function startRequest(): StartRequest & Record<string, unknown> {
  if (launch.kind !== 'window') return { quickAsk: false, targets: [] };
  return { quickAsk: launch.quickAsk, targets: openTargets(launch.opens, process.cwd()) };
}

function runApp(): void {
  registerSchemes();
  keepCrashDumps(home);
  quitInOrder();
  const written = startLog();
  const updates = desktopUpdates(home, (line) => written.write('warn', line));
  if (hasFailedTwice(home, app.getVersion())) {
    fail(new Error(`Gatehouse ${app.getVersion()} was started twice and never showed its window.`), updates);
    return;
  }
  countStart(home, app.getVersion());
  openApp(written, updates);
}

let desktop: DesktopApp | null = null;

/**
 * The window is asked for first. The core's code and its database are read once its page asks for something: until then
 * they would hold up the page's files, which come from the same thread.
 */
function openApp(written: LogFile, updates: DesktopUpdates): void {
  const window = firstWindow();
  const core = app
    .whenReady()
    .then(() => window.asked)
    .then(() => openCore(written, updates, window.shown))
    .then((opened) =>
      withDebugLines(
        opened,
        (line) => written.write('debug', line),
        () => performance.now(),
      ),
    );
  closeBeforeQuit(core, updates);
  const onFailure = (error: unknown): void => fail(error, updates);
  app
    .whenReady()
    .then(() => {
      desktop = showApp(core, {
        home,
        chromiumFolder,
        request: startRequest(),
        onCall: window.onCall,
        onLoad: () => {
          window.onLoad();
          void core.then(() => proveStart(home, app.getVersion())).catch(() => undefined);
        },
        log: (line) => written.write('error', line),
      });
      // What the page is answered with; Node reads it at its first use, which costs nothing while the window is made.
      setImmediate(() => globalThis.Response);
    })
    .catch(onFailure);
  core.catch(onFailure);
}

/**
 * What can wait for the first window, the core included, begins at the latest after this, in milliseconds: the page may
 * have crashed.
 */
const windowMs = 3_000;

function firstWindow() {
  const [loaded, onLoad] = signal();
  const [asked, onCall] = signal();
  const atLatest = sleep(windowMs, undefined, { ref: false });
  return { onLoad, onCall, shown: Promise.race([loaded, atLatest]), asked: Promise.race([asked, atLatest]) };
}

function signal(): [promise: Promise<void>, resolve: () => void] {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return [promise, resolve];
}

async function openCore(written: LogFile, updates: DesktopUpdates, shown: Promise<void>): Promise<Core> {
  const { openGatehouse } = await import('./compose');
  const hasNoSandbox = app.commandLine.hasSwitch('no-sandbox');
  const unsandboxed = unsandboxedNotice({ env: process.env, hasNoSandbox });
  const core = await openGatehouse({
    home,
    host: 'desktop',
    shown,
    fetch: withFreshConnections(fetchOutside),
    network: desktopNetwork(outsideSession),
    systemProxy: async ({ href }) => (await outsideSession()).resolveProxy(href),
    version: app.getVersion(),
    sandboxEntry: new URL('./sandbox-worker.js', import.meta.url),
    mediaFolder: mediaFolder(home),
    reveal: (file) => shell.showItemInFolder(file),
    chooseFile,
    drag: (paths, thumbnail) => void dragOut(paths, thumbnail).catch(() => undefined),
    startHelper: startHelperProcess,
    openFile,
    chooseFolder,
    spellLanguages: () => (process.platform === 'darwin' ? [] : findDictionaries()),
    confirm: confirmNatively,
    openPlace: (place) => desktop?.openPlace(place),
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
  return withIdleMemory(core);
}

let log: LogFile | null = null;

function startLog(): LogFile {
  const isVerbose = launch.kind === 'window' && launch.verbose;
  const opened = openLog({
    folder: home,
    home: homedir(),
    now: Date.now,
    level: isVerbose ? 'debug' : 'info',
    // Without `--verbose`, the terminal gets only warnings.
    echo: (line, level) => (isVerbose || level === 'warn') && process.stderr.write(`${line}\n`),
  });
  opened.write('info', `Gatehouse ${app.getVersion()} started, Electron ${process.versions.electron}`);
  logUnheardFailures(opened);
  log = opened;
  return opened;
}

const outsideSession = createOutsideSession();

async function fetchOutside(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  return (await outsideSession()).fetch(input instanceof URL ? input.href : input, init);
}

function closeBeforeQuit(core: Promise<Core>, updates: DesktopUpdates): void {
  let isClosed = false;
  app.on('window-all-closed', () => {
    if (process.platform === 'darwin') return;
    void (desktop?.keepsRunning() ?? Promise.resolve(false)).then((keepsRunning) => {
      const hasWindowAgain = BrowserWindow.getAllWindows().length > 0;
      if (!keepsRunning && !hasWindowAgain) app.quit();
    });
  });
  app.on('will-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    const closing = core.then((opened) => opened.close()).catch(() => undefined);
    waitForClosing(closing)
      .then(updates.afterClose)
      .then(() => {
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
  Promise.all([import('./ways-out'), app.whenReady()]).then(([{ waysOut }]) =>
    offerWaysOut(message, waysOut(home, updates)),
  );
}

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
  case 'check':
    await withoutWindow(import('./check'));
    break;
  case 'run':
    await withoutWindow(import('./run'));
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
    withWritableFolder();
    fail(error);
  }
}

/** Chromium ends without a word where it can't write its own files; then nothing could say what is wrong. */
function withWritableFolder(): void {
  try {
    app.setPath('userData', mkdtempSync(path.join(tmpdir(), 'gatehouse-start-')));
  } catch {
    // The temporary folder can't be written to either: the message is on the terminal.
  }
}

/** Ends at once: Chromium has not started yet and would need a display. */
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

/** As above: it ends the process once the check has ended. */
async function withoutWindow(command: Promise<unknown>): Promise<never> {
  await command;
  return new Promise(() => undefined);
}
