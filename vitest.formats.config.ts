import { defineConfig } from 'vitest/config'

/** The tests that need the programs of tests/formats/package.json: `npm run test:formats`. */
export default defineConfig({
  test: { include: ['tests/formats/*.test.ts'], testTimeout: 120_000, hookTimeout: 600_000 },
})
