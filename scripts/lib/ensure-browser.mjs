// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser } from './find-browser.mjs';
import { isReachable } from './reachable.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

const playwrightCli = path.join(root, 'node_modules', 'playwright', 'cli.js');
const playwrightHost = process.env.PLAYWRIGHT_DOWNLOAD_HOST || 'https://cdn.playwright.dev';
const installMs = 5 * 60_000;

const isRoot = process.getuid?.() === 0;
const isDebian = existsSync('/etc/debian_version');

/**
 * A Chromium to test in, installed where it can be: by Playwright, else as Debian's package.
 * @returns {Promise<string | null>} its path; `null` after printing the command that installs it
 */
export async function ensureBrowser() {
  const browser = findBrowser() ?? (await installByPlaywright()) ?? (await installByDebian());
  if (browser === null) {
    const help = isDebian ? 'sudo apt-get install -y chromium' : 'npx playwright install chromium';
    process.stderr.write(`The tests need a Chromium. Install one with:\n  ${help}\n`);
  }
  return browser;
}

async function installByPlaywright() {
  if (!(await isReachable(playwrightHost))) return null;
  process.stderr.write('Installing a Chromium for the tests …\n');
  // Its libraries come from the system; only root may add those that are missing.
  const withLibraries = isRoot && isDebian ? ['--with-deps'] : [];
  await run(process.execPath, [playwrightCli, 'install', ...withLibraries, 'chromium'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeoutMs: installMs,
  });
  return findBrowser();
}

async function installByDebian() {
  if (!isRoot || !isDebian) return null;
  process.stderr.write("Installing Debian's Chromium for the tests …\n");
  /** @type {import('./run.mjs').RunOptions} */
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeoutMs: installMs,
  };
  await run('apt-get', ['update', '-q'], options);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await run('apt-get', ['install', '-y', '-q', name], options);
    const browser = findBrowser();
    if (browser !== null) return browser;
  }
  return null;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && (await ensureBrowser()) === null) {
  process.exitCode = 1;
}
