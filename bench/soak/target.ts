import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask, type ServerProcess, startProcess } from '../startProcess.ts'

const SCENARIOS = ['normal', 'empty', 'unavailable', 'one', 'unauthorized'] as const

/** The usual response, with the first three plants. The name of the first plant contains the number of the current fixtures. */
export const USUAL = /^200 Monstera \d+,Ginkgo biloba,Ocimum basilicum$/
/** A response that is right in at least one of the scenarios. */
export const ANY = new RegExp(`${USUAL.source}|^200 (Monstera deliciosa)?$|^503$|^401$`)

/** The mock under test. */
export type Target = ServerProcess & {
  /** Resolves to the bytes of the heap and of buffers, after garbage collections. */
  measureMemory: () => Promise<number>
  /** Switches to the next scenario. */
  switchScenario: () => Promise<void>
  /**
   * Changes the fixtures, and resolves when the mock has reported the change. Before every sixth change, writes fixtures with a mistake.
   */
  changeFixtures: () => Promise<void>
  /** The benchmark calls this function with the type of each event that the mock sends. */
  onEvent: (type: string) => void
}

/** Code that answers each message with the memory in use. The code collects garbage several times, because finalizers free memory later. */
const PRELOAD = `process.on('message', async () => {
  for (let times = 0; times < 3; times += 1) { gc(); await new Promise(setImmediate) }
  const { heapUsed, external } = process.memoryUsage()
  process.send(heapUsed + external)
})
process.channel.unref()`

/** Starts a mock with its own fixtures. */
export async function startTarget(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-soak-'))
  cpSync('fixtures', folder, { recursive: true })
  const file = join(folder, 'plants.yaml')
  const plants = readFileSync(file, 'utf8')
  let version = 0
  let switches = 0
  const write = (): void => writeFileSync(file, plants.replace('Monstera deliciosa', `Monstera ${version}`))
  write()
  const preload = ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(PRELOAD)}`]
  const mock = await startProcess({
    args: [...preload, 'src/cli/main.ts', 'mock', '--port', '0', '--fixtures', folder],
  })
  const waiting = new Map<string, () => void>()
  const event = async (type: string, cause: () => void): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new Error(`no event ${type} within 10 s`)), 10_000)
    waiting.set(type, resolve)
    cause()
    await promise.finally(() => clearTimeout(timer))
  }
  return {
    ...mock,
    measureMemory: async () => {
      mock.child.send('measure')
      const [bytes] = await once(mock.child, 'message')
      return bytes
    },
    switchScenario: async () => {
      switches += 1
      await callControl(mock.port, '/scenario', { scenario: SCENARIOS[switches % SCENARIOS.length] })
    },
    changeFixtures: async () => {
      version += 1
      if (version % 6 === 0) await event('reload-failed', () => writeFileSync(file, 'monstera: { name: 5 }'))
      await event('reload', write)
    },
    onEvent: (type) => waiting.get(type)?.(),
    close: async () => {
      await mock.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Calls the mock's control API on a separate connection. */
export async function callControl(port: number, path: string, body: object): Promise<void> {
  await ask({ port, method: 'PUT', path: `/__admin${path}`, agent: false }, JSON.stringify(body))
}
