import { hash } from 'node:crypto'
import type { Contract } from '../contract/contract.ts'
import { type Exchange, fieldValues, isAnswered, type Probe } from '../judge/exchange.ts'
import type { EngineName } from '../judge/report.ts'
import { type EngineOutcome, listFacts, type Transcript } from '../judge/transcript.ts'
import type { Client } from './http/client.ts'
import { probeUrl } from './http/url.ts'
import type { ProgressEvent } from './verifyOptions.ts'

/** The options that an engine needs to start. */
export type EngineOptions = {
  contract: Contract
  /** Timeout of one request, in milliseconds. */
  timeout: number
  /** The milliseconds in which the engine must judge all requests to a fast server. Default 20,000. */
  patience?: number
}

/** The server under test, as engines reach it. */
export type Target = {
  /** Absolute URL of the operation, for example `http://127.0.0.1:4010/v1/plants`. */
  url: string
  /** Sends a request to the server for the engine. */
  forward: Client['forward']
}

/** A request for an engine to send and judge. */
export type EngineRequest = {
  probe: Probe
  /** The status of the response that the kit's own request got. */
  status: number
}

/** An engine in a run. The engine loads while the kit sends its own requests. */
export type RunningEngine = {
  /** Sends the requests to the target and judges the responses. Call this function at most once. */
  judge: (requests: readonly EngineRequest[], target: Target) => Promise<EngineOutcome>
  /** Ends all processes of the engine. May be called at any time. */
  stop: () => Promise<void>
}

export type StartEngine = (options: EngineOptions) => RunningEngine

/** The engines of a run, by name. If an engine cannot run, an outcome says why. */
export type Engines = Partial<Record<EngineName, StartEngine | 'probes' | EngineOutcome>>

type GroupOptions = EngineOptions & Omit<Target, 'url'> & { onProgress: (event: ProgressEvent) => void }

/** Starts Prism and Dredd, if the run uses them. The engines load while the kit sends its own requests. */
export function startEngines(engines: Engines, options: GroupOptions) {
  const { contract, timeout, forward, onProgress } = options
  const others: { name: EngineOutcome['name']; engine: RunningEngine | EngineOutcome }[] = []
  for (const name of Object.keys(engines) as EngineName[]) {
    const start = engines[name]
    if (name === 'probes' || start === 'probes' || start === undefined) continue
    const isLoading = typeof start === 'function'
    if (isLoading) onProgress({ engine: name, state: 'loading' })
    others.push({ name, engine: isLoading ? start({ contract, timeout }) : start })
  }
  let stopped = false

  return {
    /** Lets each engine judge those requests of the run that it can send. Resolves when all engines are done. */
    judge({ exchanges, facts }: Pick<Transcript, 'exchanges' | 'facts'>, width: number) {
      const requests = selectRequests(exchanges)
      const reached = listFacts(facts, 'obstacle').length > 0 ? undefined : exchanges.find(isAnswered)
      const url = reached?.url ?? ''
      const ahead = new Map<Probe, ReturnType<Client['forward']>>()
      // Engines send one request after another. If the server is slow, send their requests in advance, unless the bodies are very long.
      const isLong = exchanges.some(({ response }) => (response?.body.length ?? 0) > 2 ** 20)
      for (const { probe } of width > 1 && others.length > 0 && !isLong ? requests : []) {
        const earlier = Promise.resolve([...ahead.values()].at(-width))
        const answer = earlier.then(() => forward(probe, probeUrl(url, probe)))
        ahead.set(probe, answer)
      }
      void Promise.allSettled(ahead.values())
      return Promise.all(
        others.map(async ({ name, engine }) => {
          if (!('judge' in engine)) return engine
          if (!reached) return skip(name, 'not used, because the operation was not reached')
          onProgress({ engine: name, state: 'judging', total: requests.length })
          // Requests from engines do not follow redirects, so use the URL to which the server redirects.
          const target: Target = { url, forward: (probe, to) => ahead.get(probe) ?? forward(probe, to) }
          const outcome = await engine.judge(stopped ? [] : requests, target)
          if (stopped && outcome.status === 'failed' && outcome.exchanges.length === 0)
            return skip(name, 'not used, because the run was stopped early')
          onProgress({ engine: name, state: /failed|missing/.test(outcome.status) ? 'failed' : 'done' })
          return outcome
        }),
      )
    },
    /** Ends the engines' processes. If an engine is still judging, its outcome has the results so far. May be called at any time. */
    async stop(): Promise<void> {
      stopped = true
      await Promise.all(others.map(({ engine }) => 'judge' in engine && engine.stop()))
    },
  }
}

/**
 * Selects the requests that engines can send: a documented, ordinary request for each different response, but at most one for each query and
 * credential. If the plan sends a query only with special headers, engines send the query without these headers.
 */
function selectRequests(exchanges: readonly Exchange[]): EngineRequest[] {
  const requests: EngineRequest[] = []
  const known = new Set<string>()
  const isPlain = ({ probe }: Exchange): boolean => probe.fields === undefined && probe.omit === undefined
  for (const exchange of exchanges.toSorted((one, other) => Number(isPlain(other)) - Number(isPlain(one)))) {
    const { fields: _fields, omit: _omit, form: _form, ...probe } = exchange.probe
    const tokens = probe.credential.fields.filter(({ name }) => /^authorization$/i.test(name))
    const isOrdinary = probe.documented && probe.benign && tokens.length <= 1
    if (!isOrdinary || !exchange.response) continue
    const { status, fields, body } = exchange.response
    const request = `${probe.query} ${probe.credential.label}`
    const response = `${status} ${fieldValues(fields, 'content-type')} ${hash('sha256', body)}`
    if (known.has(request) || known.has(response)) continue
    known.add(request).add(response)
    requests.push({ probe, status })
  }
  return requests
}

function skip(name: EngineOutcome['name'], detail: string): EngineOutcome {
  return { name, version: '', status: 'skipped', durationMs: 0, detail, exchanges: [], claims: [] }
}
