import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { longestFirst } from './tests/longestFirst.testing.ts'

/** The test files that take most of the time, longest first. */
const LONGEST = [
  'contract-tests/implementations.faulty',
  'contract-tests/implementations.valid',
  'tests/verdictKept',
  'tests/watchdog',
  'contract-tests/implementations.monitor',
  'tests/hosts',
  'tests/baseline',
  'tests/reproduce',
  'tests/grownContracts',
  'tests/docsCommands',
  'tests/reportPlaces',
  'tests/targets',
  'tests/verify',
  'tests/routes',
  'tests/startServer',
  'tests/replay',
  'tests/package',
  'src/prove/prove',
  'src/engines/hostile',
]

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'contract-tests/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['contract-tests/mutants/**', 'tests/{browser,formats,recipes,pipelines}/**'],
    // On a busy machine, starting Prism or Dredd takes many seconds.
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // Tests mostly wait for servers and processes, so many run at once.
    maxConcurrency: 8,
    // Tests of processes mostly wait, so one worker more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    // No test changes a module's state, so files can share a worker's modules.
    isolate: false,
    sequence: { sequencer: longestFirst(LONGEST) },
    env: {
      // Kit processes that tests start from source compile it once.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node'),
      // There, the command line says more.
      GITHUB_ACTIONS: '',
    },
  },
})
