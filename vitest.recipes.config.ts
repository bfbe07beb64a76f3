import { defineConfig } from 'vitest/config'

/** The recipes of docs/, each in a fresh project with the packed kit: `npm run test:recipes`. They need a registry and Chromium. */
export default defineConfig({
  test: {
    include: ['tests/recipes/*.test.ts'],
    globalSetup: ['tests/recipes/setUp.testing.ts'],
    tags: [{ name: 'quick', description: 'The rows that CI runs.' }],
    testTimeout: 600_000,
    // npm and the tools keep two cores busy.
    maxWorkers: 1,
  },
})
