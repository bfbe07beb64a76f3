import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'contract-tests/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['tests/browser/**'],
    testTimeout: 20_000,
    // Tests mostly wait for servers and processes, so many run at once.
    maxConcurrency: 8,
    // Vitest leaves one core unused by default.
    maxWorkers: '100%',
  },
})
