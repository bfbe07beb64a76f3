import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Each project is a suite with a script in package.json. `npm test` runs `kit`. The other projects need more than `npm ci` installs. */
export default defineConfig({
  test: {
    // Tests mostly wait for servers and processes, so many tests run at the same time.
    maxConcurrency: 8,
    tags: [{ name: 'quick', description: 'The recipes that CI runs.' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'kit',
          include: ['src/**/*.test.ts', 'contract-tests/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: ['tests/{mutants,browser,formats,recipes,pipelines,node_modules}/**'],
          // This maximum is high, because tests take much longer on a machine that is busy with other work.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
          // Tests of processes mostly wait, so two workers more than there are cores keep the cores busy.
          maxWorkers: availableParallelism() + 2,
          // No test changes a module's state, so files can share a worker's modules.
          isolate: false,
          env: {
            // Kit processes that tests start from source compile it once.
            NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node'),
            // With this variable, the command line would print more.
            GITHUB_ACTIONS: '',
          },
        },
      },
      {
        // The tests that need Chromium.
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/browser/buildConsole.testing.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          // Each worker runs a browser and mocks, which keep several cores busy.
          maxWorkers: 2,
          // Test files share the modules and the browser of their worker.
          isolate: false,
        },
      },
      {
        // The tests of the packed kit, and of the recipes in docs/, each in a fresh project. These tests need a registry and Chromium.
        extends: true,
        test: {
          name: 'recipes',
          include: ['tests/recipes/*.test.ts'],
          globalSetup: ['tests/recipes/setUp.testing.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // npm and the tools keep two cores busy.
          maxWorkers: 1,
        },
      },
      {
        // A sample of the mutants. This suite and the next two suites need the programs of tests/package.json: `npm run install:suites`.
        extends: true,
        test: { name: 'mutants', include: ['tests/mutants/*.test.ts'], testTimeout: 60_000 },
      },
      {
        // The tests in which other programs read the reports.
        extends: true,
        test: {
          name: 'formats',
          include: ['tests/formats/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 600_000,
        },
      },
      {
        // The tests of pipeline files, with linters and the packed kit. These tests also need a registry, and some Debian programs.
        extends: true,
        test: {
          name: 'pipelines',
          include: ['tests/pipelines/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        // The tests of the container image, which must be built before.
        extends: true,
        test: {
          name: 'image',
          include: ['tests/pipelines/image/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
