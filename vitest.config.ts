import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'contract-tests/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['tests/browser/**'],
    testTimeout: 20_000,
    // Runs are waited for, not computed: many at once keep two cores busy.
    maxConcurrency: 8,
  },
})
