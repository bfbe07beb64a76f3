import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONGEST = /implementations\.(faulty|valid)|verdictKept|reportPlaces|\/replay\.test|watchdog/

/** Starts the files that take longest first, so that no core waits for them at the end. Without a cache, Vitest goes by their size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const [long, others] = [true, false].map((isLong) =>
      sorted.filter(({ moduleId }) => LONGEST.test(moduleId) === isLong),
    )
    return [...(long ?? []), ...(others ?? [])]
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'contract-tests/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['tests/browser/**', 'tests/formats/**', 'tests/recipes/**', 'tests/pipelines/**'],
    // On a busy machine, starting Prism or Dredd takes many seconds.
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // Tests mostly wait for servers and processes, so many run at once.
    maxConcurrency: 8,
    // Tests of processes mostly wait, so one worker more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    // No test changes a module's state, so files can share a worker's modules.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Kit processes that tests start from source compile it once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') },
  },
})
