import { defineConfig } from 'vitest/config'

/** A sample of the mutants, which need the programs of contract-tests/mutants/package.json: `npm run test:mutants`. */
export default defineConfig({
  test: { include: ['contract-tests/mutants/*.test.ts'], testTimeout: 60_000, maxConcurrency: 8 },
})
