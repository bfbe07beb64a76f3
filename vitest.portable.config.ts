import { defineConfig } from 'vitest/config'

/** The tests that need no program but Node.js, for other operating systems and every version that the kit supports. */
export default defineConfig({
  test: {
    include: [
      'src/{contract,harness,mock,reporters}/**/*.test.ts',
      'contract-tests/{checks,plan}/**/*.test.ts',
      'tests/{fuzz,hosts,linear,scenarios}.test.ts',
    ],
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    isolate: false,
  },
})
