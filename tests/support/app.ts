/** Starts the built app as a person would, each time on a data folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { _electron, test as base, type ElectronApplication, expect, type Page } from 'playwright/test';
import { rootFlags } from '../../scripts/lib/display.mjs';
import { findElectron } from '../../scripts/lib/find-electron.mjs';
import { root } from '../../scripts/lib/root.mjs';

/** Far above what a start takes on a busy machine. */
const launchMs = 120_000;

/** After that it is begun again (see `launchElectron`): not more than a few times what it takes. */
const attachMs = 40_000;

const webEntry = path.join(root, 'dist', 'electron', 'web.js');

export interface LaunchOptions {
  /** Data folder; a temporary one, removed by `stop`, where left out. */
  readonly home?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Of the browser host; any free one where left out. */
  readonly port?: number;
}

export interface RunningWeb {
  /** A one-time link. */
  readonly url: string;
  /** Such as `http://127.0.0.1:4310`. */
  readonly origin: string;
  readonly home: string;
  readonly child: ChildProcess;
  /** Everything printed so far. */
  output(): { readonly stdout: string; readonly stderr: string };
  /** Asks it to end, and waits; answers the exit code. */
  stop(): Promise<number | null>;
  /** `kill -9`; the data folder stays. */
  kill(): Promise<void>;
}

export interface RunningDesktop {
  readonly app: ElectronApplication;
  readonly window: Page;
  readonly home: string;
  stop(): Promise<void>;
  /** `kill -9`; the data folder stays. */
  kill(): Promise<void>;
}

export const makeHome = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'gatehouse-test-'));

/** Of an app that ran in Electron: some of Chromium's processes write on for a moment after the app has ended. */
export async function removeHome(home: string): Promise<void> {
  for (let quietRounds = 0; quietRounds < 3; quietRounds += 1) {
    if (existsSync(home)) quietRounds = 0;
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
    await sleep(50);
  }
}

/** Of a browser host, which writes nothing after it has ended. */
const removeEndedHome = (home: string): Promise<void> =>
  rm(home, { recursive: true, force: true, maxRetries: 5 });

/** The browser host on a free port, ready to be opened. */
export async function launchWeb(options: LaunchOptions = {}): Promise<RunningWeb> {
  const home = options.home ?? (await makeHome());
  const child = spawn(
    process.execPath,
    [webEntry, '--json', '--no-open', '--port', String(options.port ?? 0)],
    {
      env: { ...process.env, ...options.env, GATEHOUSE_HOME: home },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const ended = once(child, 'exit');
  const output = collectOutput(child);
  const url = await Promise.race([firstUrl(child, output), ended.then(() => null)]);
  if (url === null) throw new Error(`The browser host ended:\n${output().stderr}`);
  return {
    url,
    origin: new URL(url).origin,
    home,
    child,
    output,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      if (options.home === undefined) await removeEndedHome(home);
      return child.exitCode;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The desktop app in the Electron that `scripts/lib/find-electron.mjs` finds, with its first window open. */
export async function launchDesktop(options: LaunchOptions = {}): Promise<RunningDesktop> {
  const home = options.home ?? (await makeHome());
  const executablePath = findElectron();
  if (executablePath === null) throw new Error('There is no Electron runtime to test in.');
  const app = await launchElectron({
    executablePath,
    args: [...rootFlags, root],
    env: definedOnly({ ...process.env, ...options.env, GATEHOUSE_HOME: home }),
  });
  const child = app.process();
  const ended = once(child, 'exit');
  const window = await app.firstWindow();
  await dataIsOpenOrRefused(window);
  return {
    app,
    window,
    home,
    async stop() {
      await app.close();
      if (options.home === undefined) await removeHome(home);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Opening the data collects garbage, and with it the answers that a test waits for from the main process: Playwright
 * then fails with "Resulting promise was garbage collected".
 */
function dataIsOpenOrRefused(window: Page): Promise<void> {
  const meter = window.getByRole('status', { name: 'Credits' });
  return expect(meter.or(window.getByRole('dialog')).first()).toBeVisible({ timeout: launchMs });
}

/**
 * Work in the main process that may be done twice: the app collects garbage when it is idle, and with it, now and then,
 * the answer that Playwright waits for.
 */
export const inMain = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: Error) => {
    if (!error.message.includes('garbage collected')) throw error;
    return work();
  });

type ElectronOptions = Parameters<typeof _electron.launch>[0];

/**
 * Now and then Playwright, while it attaches, misses a window that opens at that very moment and waits for ever; it
 * then ends the app. Once more is enough.
 */
export async function launchElectron(options: ElectronOptions): Promise<ElectronApplication> {
  const limited = { ...options, timeout: attachMs };
  return _electron.launch(limited).catch((error: Error) => {
    if (error.name !== 'TimeoutError') throw error;
    return _electron.launch(limited);
  });
}

function collectOutput(child: ChildProcess) {
  const printed = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    printed.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    printed.stderr += chunk;
  });
  return () => ({ ...printed });
}

/** The line that says the host is ready. */
async function firstUrl(child: ChildProcess, output: () => { readonly stdout: string }): Promise<string> {
  while (!output().stdout.includes('\n')) await once(child.stdout as NodeJS.ReadableStream, 'data');
  return (JSON.parse(output().stdout.split('\n')[0] ?? '') as { url: string }).url;
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

export interface AppFixtures {
  /** A data folder of this test's own, removed after it. */
  readonly home: string;
  /** The browser host, running on `home`. */
  readonly web: RunningWeb;
  /**
   * A page of it with a session, on a fresh data folder. The test fails when the page throws, or tries what its
   * policy forbids.
   */
  readonly appPage: Page;
}

export const test = base.extend<AppFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  home: async ({}, use) => {
    const home = await makeHome();
    await use(home);
    await removeEndedHome(home);
  },
  web: async ({ home }, use) => {
    const web = await launchWeb({ home });
    await use(web);
    if (web.child.exitCode === null && web.child.signalCode === null) await web.stop();
    expect(web.output().stderr, 'a failure that nobody waited for').not.toContain('unhandled:');
  },
  appPage: async ({ web, page }, use) => {
    const complaints = collectComplaints(page);
    await openApp(page, web.url);
    await use(page);
    expect(complaints, 'the page threw, or its policy was broken').toEqual([]);
  },
});

export { expect } from 'playwright/test';

/** Opens a one-time link and waits until the app itself is on show. */
export async function openApp(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForURL(`${new URL(url).origin}/`);
}

/** Grows with each error the page throws and each breach of its policy. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  return complaints;
}
