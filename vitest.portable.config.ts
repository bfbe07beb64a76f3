import { configDefaults, defineConfig } from 'vitest/config'

/** The tests that need no program but Node.js, for other operating systems and for every Node.js that the kit supports. */
export default defineConfig({
  test: {
    include: [
      'src/{contract,harness,mock,reporters}/**/*.test.ts',
      'contract-tests/checks/**/*.test.ts',
      'contract-tests/plan/**/*.test.ts',
      'tests/{hosts,scenarios,fuzz,linear}.test.ts',
    ],
    exclude: [
      ...configDefaults.exclude,
      // They compare with Ajv or a file by its path.
    ],
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    isolate: false,
  },
})
