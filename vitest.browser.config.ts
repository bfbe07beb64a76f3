import { defineConfig } from 'vitest/config'

/** What needs a Chromium: `npm run test:browser`. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: ['tests/browser/buildConsole.testing.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A browser and a mock for each file keep two cores busy.
    maxWorkers: 2,
  },
})
