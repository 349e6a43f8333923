import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/gateway/**/*.test.ts', 'tests/simulation/*.test.ts'],
    testTimeout: 20_000,
    pool: 'forks',
    // Most tests wait for processes, disks and clocks, not for the processor.
    maxWorkers: 2,
    // As in `playwright.config.ts`: a crowded machine may stall a process; a real fault fails every time.
    retry: process.env.CI ? 2 : 1,
  },
});
