import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { type MockProcess, startMockProcess } from './startMockProcess.ts'

const SCENARIOS = ['normal', 'empty', 'unavailable', 'one', 'unauthorized'] as const
type Scenario = (typeof SCENARIOS)[number]

/** A state of the mock: its scenario, or the number in the name of the first plant of its fixtures. */
type State = Scenario | number

/** The mock under test, and its current state. */
export type Target = MockProcess & {
  folder: string
  /** Watches the mock's state until `end`, which returns the right responses in the meantime: lists of the first three plants. */
  watch: () => { end: (followsScenario: boolean) => string[] }
  /** Switches to the next scenario. */
  switchScenario: () => Promise<void>
  /** Changes the fixtures, and resolves when the mock has reported the change. Every sixth change first writes fixtures with a mistake. */
  changeFixtures: () => Promise<void>
  /** Tells the target about an event of the mock. */
  onEvent: (type: string) => void
}

/** Starts a mock with its own fixtures. */
export async function startTarget(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-soak-'))
  cpSync('fixtures', folder, { recursive: true })
  const file = join(folder, 'plants.yaml')
  const plants = readFileSync(file, 'utf8')
  const write = (version: number): void =>
    writeFileSync(file, plants.replace('Monstera deliciosa', `Monstera ${version}`))
  write(0)
  const mock = await startMockProcess('--fixtures', folder)
  let scenario: Scenario = 'normal'
  let version = 0
  const current = new Set<State>([scenario, version])
  const watching = new Set<Set<State>>()
  const begin = (state: State): void => {
    for (const states of [current, ...watching]) states.add(state)
  }
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
    folder,
    watch: () => {
      const states = new Set(current)
      watching.add(states)
      return {
        end: (followsScenario) => {
          watching.delete(states)
          return listAnswers(states, followsScenario)
        },
      }
    },
    switchScenario: async () => {
      const next = SCENARIOS[(SCENARIOS.indexOf(scenario) + 1) % SCENARIOS.length] ?? 'normal'
      begin(next)
      await callControl(mock.port, '/scenario', { scenario: next })
      current.delete(scenario)
      scenario = next
    },
    changeFixtures: async () => {
      const next = version + 1
      if (next % 6 === 0) await event('reload-failed', () => writeFileSync(file, 'monstera: { name: 5 }'))
      begin(next)
      await event('reload', () => write(next))
      current.delete(version)
      version = next
    },
    onEvent: (type) => waiting.get(type)?.(),
    close: async () => {
      await mock.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function listAnswers(states: ReadonlySet<State>, followsScenario: boolean): string[] {
  const scenarios = followsScenario ? [...states].filter((state) => typeof state === 'string') : ['normal']
  const lists = [...states]
    .filter((state) => typeof state === 'number')
    .map((version) => describeList([`Monstera ${version}`, 'Ginkgo biloba', 'Ocimum basilicum']))
  return scenarios.flatMap((each) => {
    if (each === 'normal') return lists
    if (each === 'unavailable') return '503'
    if (each === 'unauthorized') return '401'
    return describeList(each === 'one' ? ['Monstera deliciosa'] : [])
  })
}

/** Describes a list of plants in the same way as `send`. */
export function describeList(names: readonly string[]): string {
  return `200 ${names.join()}`
}

/** Calls the mock's control API on a separate connection, because `fetch` would keep the connection open. Resolves to the parsed JSON. */
export function callControl(port: number, path: string, body?: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'PUT'
    request({ port, host: '127.0.0.1', method, path: `/__admin${path}`, agent: false }, (response) => {
      json(response).then(resolve, reject)
    })
      .on('error', reject)
      .end(body && JSON.stringify(body))
  })
}
