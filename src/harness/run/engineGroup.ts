import type { EngineOutcome, EngineRequest, RunningEngine, StartEngine, Target } from '../engine.ts'
import type { Exchange } from '../exchange.ts'
import { findResolution, type Resolution } from '../http/resolution.ts'
import { parseAddress } from '../http/url.ts'
import type { EngineName } from '../report.ts'
import type { ProgressEvent } from '../verifyOptions.ts'

/** The engines of a run, or the outcome of one that is known not to run. */
export type Engines = Partial<Record<EngineName, StartEngine | 'probes' | EngineOutcome>>

/** The engines of one run beside the kit's own checks. */
export type EngineGroup = {
  /** Starts them all, unless only the kit's own client can reach the address. */
  start: (url: string) => void
  /** Hands them the requests that they can carry. Resolves when all of them are done. */
  judge: (exchanges: readonly Exchange[]) => Promise<EngineOutcome[]>
  /** Ends their processes, and their judging with what they have. May be called at any time. */
  stop: () => Promise<void>
}

type GroupOptions = Omit<Target, 'url'> & {
  resolutions: readonly Resolution[]
  onProgress: (event: ProgressEvent) => void
}

export function createEngineGroup(engines: Engines, options: GroupOptions): EngineGroup {
  const { resolutions, onProgress, ...target } = options
  const others = Object.entries(engines).flatMap(([name, start]) =>
    isOtherEngine(name) && start !== 'probes' ? [{ name, start }] : [],
  )
  const running = new Map<EngineOutcome['name'], RunningEngine>()
  let notStarted = 'not started, because the operation was not reached'
  let stopped = false

  return {
    start(url) {
      const address = parseAddress(url)
      if (findResolution(address, resolutions) !== undefined) {
        notStarted = `not started, because only the kit's own client can use the address that --resolve sets for ${address.hostname}`
        return
      }
      for (const { name, start } of others) {
        if (typeof start !== 'function') continue
        onProgress({ engine: name, state: 'loading' })
        running.set(name, start({ ...target, url }))
      }
    },
    judge(exchanges) {
      const requests = selectRequests(exchanges)
      return Promise.all(
        others.map(async ({ name, start }) => {
          if (typeof start !== 'function') return start
          const engine = running.get(name)
          if (!engine) return skip(name, notStarted)
          onProgress({ engine: name, state: 'judging', total: requests.length })
          const outcome = await engine.judge(stopped ? [] : requests)
          if (stopped && outcome.status === 'failed' && outcome.exchanges.length === 0)
            return skip(name, 'not used, because the run was stopped early')
          onProgress({ engine: name, state: outcome.status === 'completed' ? 'done' : 'failed' })
          return outcome
        }),
      )
    },
    async stop() {
      stopped = true
      await Promise.all([...running.values()].map((engine) => engine.stop()))
    },
  }
}

function isOtherEngine(name: string): name is EngineOutcome['name'] {
  return name !== 'probes'
}

/**
 * The plan for engines that cannot send every request as written: each documented, ordinary request once, with the status
 * of its last response.
 */
function selectRequests(exchanges: readonly Exchange[]): EngineRequest[] {
  const requests = new Map<string, EngineRequest>()
  for (const { probe, response } of exchanges) {
    const ordinary =
      probe.documented && probe.benign && probe.fields === undefined && probe.omit === undefined
    if (ordinary && response && probe.credential.fields.length <= 1)
      requests.set(`${probe.query} ${probe.credential.label}`, { probe, status: response.status })
  }
  return [...requests.values()]
}

function skip(name: EngineOutcome['name'], detail: string): EngineOutcome {
  return { name, version: '', status: 'skipped', durationMs: 0, detail, exchanges: [], claims: [] }
}
