import { defineConfig } from 'vitest/config'

/** The tests that need the linters of tests/pipelines/package.json, a registry, and some of Debian's programs: `npm run test:pipelines`. */
export default defineConfig({
  test: { include: ['tests/pipelines/*.test.ts'], testTimeout: 300_000, hookTimeout: 120_000, maxWorkers: 2 },
})
