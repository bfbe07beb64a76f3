import type { Contract } from '../contract/contract.ts'
import type { EngineOutcome } from '../judge/engine.ts'
import type { Exchange, Probe } from '../judge/exchange.ts'
import type { EngineName } from '../judge/report.ts'
import type { Forward } from './http/client.ts'
import type { ProgressEvent } from './verifyOptions.ts'

/** What an engine needs to start. */
export type EngineOptions = {
  contract: Contract
  /** Milliseconds for one request. */
  timeout: number
}

/** The server under test, as an engine needs it. */
export type Target = {
  /** Absolute address of the operation, for example `http://127.0.0.1:4010/v1/plants`. */
  url: string
  /** Sends a request to the server for the engine. */
  forward: Forward
}

/** A request for an engine to send and judge. */
export type EngineRequest = {
  probe: Probe
  /** The status of the response to the kit's own request. */
  status: number
}

/** An engine that loads while the kit sends its own requests. */
export type RunningEngine = {
  /** Sends the requests to the target and judges the responses. Call it once at most. */
  judge: (requests: readonly EngineRequest[], target: Target) => Promise<EngineOutcome>
  /** Ends all its processes. May be called at any time. */
  stop: () => Promise<void>
}

export type StartEngine = (options: EngineOptions) => RunningEngine

/** The engines of a run, or the outcome of one that is known not to run. */
export type Engines = Partial<Record<EngineName, StartEngine | 'probes' | EngineOutcome>>

/** The engines of one run beside the kit's own checks. */
type EngineGroup = {
  /** Starts them all, to judge the operation at this address. */
  start: (url: string) => void
  /** Hands them the requests that they can carry. Resolves when all of them are done. */
  judge: (exchanges: readonly Exchange[]) => Promise<EngineOutcome[]>
  /** Ends their processes, and their judging with what they have. May be called at any time. */
  stop: () => Promise<void>
}

type GroupOptions = EngineOptions & Omit<Target, 'url'> & { onProgress: (event: ProgressEvent) => void }

export function createEngineGroup(engines: Engines, options: GroupOptions): EngineGroup {
  const { contract, timeout, onProgress, ...target } = options
  const others = Object.entries(engines).flatMap(([name, start]) =>
    isOtherEngine(name) && start !== 'probes' ? [{ name, start }] : [],
  )
  const running = new Map<EngineOutcome['name'], RunningEngine>()
  let operation = ''
  let stopped = false

  return {
    start(url) {
      operation = url
      for (const { name, start } of others) {
        if (typeof start !== 'function') continue
        onProgress({ engine: name, state: 'loading' })
        running.set(name, start({ contract, timeout }))
      }
    },
    judge(exchanges) {
      const requests = selectRequests(exchanges)
      return Promise.all(
        others.map(async ({ name, start }) => {
          if (typeof start !== 'function') return start
          const engine = running.get(name)
          if (!engine) return skip(name, 'not started, because the operation was not reached')
          onProgress({ engine: name, state: 'judging', total: requests.length })
          const outcome = await engine.judge(stopped ? [] : requests, { ...target, url: operation })
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
 * The plan for engines that cannot send every request as written: each documented, ordinary request once, with the status of its last
 * response. Of a query that the plan sends only with other headers, they send the plain request.
 */
function selectRequests(exchanges: readonly Exchange[]): EngineRequest[] {
  const requests = new Map<string, EngineRequest>()
  const isPlain = ({ probe }: Exchange): boolean => probe.fields === undefined && probe.omit === undefined
  for (const exchange of exchanges.toSorted((one, other) => Number(isPlain(other)) - Number(isPlain(one)))) {
    const { fields: _fields, omit: _omit, ...probe } = exchange.probe
    const isOrdinary = probe.documented && probe.benign && probe.credential.fields.length <= 1
    const key = `${probe.query} ${probe.credential.label}`
    if (isOrdinary && exchange.response && (isPlain(exchange) || !requests.has(key)))
      requests.set(key, { probe, status: exchange.response.status })
  }
  return [...requests.values()]
}

function skip(name: EngineOutcome['name'], detail: string): EngineOutcome {
  return { name, version: '', status: 'skipped', durationMs: 0, detail, exchanges: [], claims: [] }
}
