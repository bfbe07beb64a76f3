import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { BARE, startProcess } from '../startProcess.ts'

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
  const contenders = [
    { name: 'node:http', command: { args: ['-e', BARE] }, starts: rounds },
    { name: 'plant-store-kit mock', command: { args: [kit, 'mock', '--port', '0'] }, starts: rounds },
    {
      name: "Prism's mock",
      command: { args: [prism, 'mock', 'spec/openapi.yaml', '--port', '4873'] },
      starts: Math.ceil(rounds / 4),
    },
  ].map((contender) => ({ ...contender, times: [] as number[], memories: [] as number[] }))
  // Round 0 does not count, because it fills caches.
  for (let round = 0; round <= rounds; round += 1)
    for (const { command, starts, times, memories } of contenders) {
      if (round > starts) continue
      const server = await startProcess(command)
      const memory = server.readMemory()
      await server.close()
      if (round === 0) continue
      times.push(server.started)
      memories.push(memory)
    }
  return contenders
}
