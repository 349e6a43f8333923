import { defineConfig } from 'vitest/config';

/** One module graph for all files of a worker: loading the app's code again for each took a third of the time. */
const shared = { extends: true, test: { isolate: false } } as const;

/** What replaces a module for itself needs a graph of its own: the others of its worker may have loaded the real one. */
const replacing = ['tests/unit/**/*.replacing.test.ts'];

export default defineConfig({
  test: {
    // Limits end what hangs: they are no measure, so they are far above what the slowest machine takes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: 'tests/support/before-all-tests.ts',
    pool: 'forks',
    // Most tests wait for processes, disks and clocks, not for the processor.
    maxWorkers: 4,
    // As in `playwright.config.ts`: a crowded machine may stall a process; a real fault fails every time.
    retry: process.env.CI ? 2 : 0,
    projects: [
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          exclude: replacing,
        },
      },
      { extends: true, test: { name: 'replacing', include: replacing } },
      { ...shared, test: { ...shared.test, name: 'gateway', include: ['tests/gateway/**/*.test.ts'] } },
      { extends: true, test: { name: 'simulation', include: ['tests/simulation/*.test.ts'] } },
    ],
  },
});
