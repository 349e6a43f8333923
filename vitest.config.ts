import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/gateway/**/*.test.ts'],
    testTimeout: 20_000,
    pool: 'forks',
  },
});
