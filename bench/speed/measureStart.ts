import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { BARE, type ServerCommand, startProcess } from '../startProcess.ts'

/** The figures of a server's start: one value for each start. */
export type Start = {
  name: string
  /** The milliseconds from the start of the process to its first response. */
  times: readonly number[]
  /** The memory in use after the first response, in bytes. */
  memories: readonly number[]
}

const kit = fileURLToPath(new URL('../../dist/cli/main.cjs', import.meta.url))
const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js')

/** Measures the time from the start of a server's process to the first response. */
export async function measureStart(rounds: number): Promise<Start[]> {
  const contenders: readonly { name: string; command: ServerCommand; times: number; results: Start }[] = [
    ['node:http', { args: ['-e', BARE] }, rounds] as const,
    ['plant-store-kit mock', { args: [kit, 'mock', '--port', '0'] }, rounds] as const,
    [
      "Prism's mock",
      { args: [prism, 'mock', 'spec/openapi.yaml', '--port', '4873'] },
      Math.ceil(rounds / 4),
    ] as const,
  ].map(([name, command, times]) => ({ name, command, times, results: { name, times: [], memories: [] } }))
  // Round 0 does not count, because it fills caches.
  for (let round = 0; round <= rounds; round += 1)
    for (const { command, times, results } of contenders) {
      if (round > times) continue
      const server = await startProcess(command)
      const memory = server.readMemory()
      await server.close()
      if (round === 0) continue
      Object.assign(results, {
        times: [...results.times, server.started],
        memories: [...results.memories, memory],
      })
    }
  return contenders.map(({ results }) => results)
}
