import { defineConfig } from 'vitest/config'
import { longestFirst } from './tests/longestFirst.testing.ts'

/** The tests that need Chromium: `npm run test:browser`. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: ['tests/browser/buildConsole.testing.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file starts a browser and a mock, which keeps two cores busy.
    maxWorkers: 2,
    // Files share the modules of their worker, and its browser.
    isolate: false,
    sequence: { sequencer: longestFirst(['browser/htmlReport', 'browser/console']) },
  },
})
