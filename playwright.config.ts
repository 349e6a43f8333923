import { defineConfig } from 'playwright/test';
import { findBrowser } from './scripts/lib/find-browser.mjs';

const isRoot = process.getuid?.() === 0;
const executablePath = findBrowser() ?? undefined;

/** Nothing of the browser itself may reach for the network or for hardware the machine does not have. */
const quietFlags = [
  '--disable-gpu',
  // Drawn by the processor all the same: without a process of its own for it a test takes a tenth less.
  '--in-process-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Limits end what hangs: they are no measure, so they are far above what the slowest machine takes. */
const patience = process.env.CI ? 3 : 1;

/** A page of a test lives for seconds: what optimizes its code takes a sixth of all time and is hardly ever used. */
const unoptimized = '--js-flags=--no-opt --no-maglev';

export default defineConfig({
  outputDir: 'test-results',
  timeout: patience * 90_000,
  expect: { timeout: patience * 30_000 },
  fullyParallel: true,
  // On two cores a third one makes all of them slower. `npm test` keeps each on a core of its own.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A crowded machine may stall a browser for longer than any reasonable limit; a real fault fails every time.
  retries: process.env.CI ? 2 : 0,
  reporter: [['list']],
  use: { trace: 'on-first-retry', screenshot: 'only-on-failure' },
  projects: [
    {
      name: 'web',
      testDir: 'tests/web',
      use: {
        browserName: 'chromium',
        viewport: { width: 1440, height: 900 },
        launchOptions: { executablePath, chromiumSandbox: !isRoot, args: [...quietFlags, unoptimized] },
      },
    },
    { name: 'desktop', testDir: 'tests/desktop', workers: 1, timeout: patience * 120_000 },
    { name: 'installed', testDir: 'tests/installed', workers: 1, timeout: patience * 120_000 },
  ],
});
