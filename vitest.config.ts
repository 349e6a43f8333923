import { defineConfig } from 'vitest/config';

/** One module graph for all files of a worker: loading the app's code again for each took a third of the time. */
const shared = { extends: true, test: { isolate: false } } as const;

/** What replaces a module for itself needs a graph of its own: the others of its worker may have loaded the real one. */
const replacing = ['tests/unit/**/*.replacing.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // An event is awaited for as long as the test may take: one second is a stall of a crowded machine.
    expect: { poll: { timeout: 15_000 } },
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
