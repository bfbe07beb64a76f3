import { defineConfig } from 'vitest/config'

/** The tests of the container image, which is built already: `npm run test:image`. */
export default defineConfig({
  test: { include: ['tests/pipelines/image/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
})
