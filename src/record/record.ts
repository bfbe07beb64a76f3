import { readKit } from '../contract/files.ts'
import { BODY_LIMIT } from '../judge/body/analyseResponse.ts'
import { isPlantsAnswer } from '../judge/exchange.ts'
import type { EngineName } from '../judge/report.ts'
import { type Fact, listFacts, type Transcript } from '../judge/transcript.ts'
import { verifyDefaults } from '../judge/verifyOptions.ts'
import { createEngineGroup, type Engines } from './engine.ts'
import { createClient } from './http/client.ts'
import { checkHeader } from './http/request.ts'
import { createRoute, describeRoute } from './http/route.ts'
import { joinUrl } from './http/url.ts'
import { findObstacle } from './obstacle.ts'
import { type PlanContext, sendPlan } from './sendPlan.ts'
import type { VerifyOptions } from './verifyOptions.ts'

export type RecordContext = PlanContext & {
  engines: Engines
  /** Milliseconds that the run waits for a server that throttles, until it accepts a request. Default 120,000. */
  patience?: number | undefined
  /** Milliseconds that the run waits for a server that stops answering. Default 15,000. */
  outagePatience?: number | undefined
  /** Gets a new token once the token has expired: undefined if there is none. */
  fetchToken?: (() => Promise<string | undefined>) | undefined
  /** Ends the run early when it aborts, with a text that says why. What was received until then is the transcript. */
  stop?: AbortSignal | undefined
  /** What the caller learnt while the run went on. Asked when it ends. */
  listFacts?: (() => readonly Fact[]) | undefined
}

/** How much longer a run takes if other engines repeat the documented requests. */
const WITH_ENGINES = 4 / 3
/** The most requests of the plan `monitor`, with all redirects and retries. */
const MONITOR_REQUESTS = 20
/** A server that restarts is back within ten seconds. */
const OUTAGE_PATIENCE = 15_000
/** Bytes of all distinct bodies together that a transcript keeps. */
const BODIES_LIMIT = 48 * 2 ** 20

/** Sends the plan, then lets the other engines send theirs. Throws an Error for an invalid base URL or header, and when `signal` aborts. */
export async function record(
  baseUrl: string,
  context: RecordContext,
  given: VerifyOptions,
): Promise<Transcript> {
  const began = performance.now()
  const startedAt = new Date().toISOString()
  const options = { ...verifyDefaults, ...withoutUndefined(given) }
  const { contract, engines, analyse, patience = 120_000 } = context
  const { onProgress: _progress, signal, contract: _contract, baseline: _baseline, ...judged } = options
  const { headers = [], resolve = [], timeout, rate, plan } = judged
  for (const [name] of headers) checkHeader(name)
  const operation = joinUrl(baseUrl, contract.operation.path)
  const route = createRoute(options)
  const { name, version } = readKit()
  const userAgent = `${name}/${version}`
  const onProgress: NonNullable<VerifyOptions['onProgress']> = (event) => options.onProgress?.(event)
  const report = (event: object): void => onProgress({ engine: 'probes', state: 'judging', ...event })
  const maxRequests = plan === 'monitor' ? MONITOR_REQUESTS : Infinity
  const ending = new AbortController()
  const why = `the time limit of ${options.maxTime} s was reached (--max-time)`
  const timer = options.maxTime && setTimeout(() => ending.abort(why), options.maxTime * 1000)
  const stopping = AbortSignal.any([ending.signal, context.stop ?? [], signal ?? []].flat())
  const client = createClient({
    timeout,
    fields: headers,
    userAgent,
    resolutions: resolve,
    route,
    rate,
    onSlowDown: (slower) => report({ rate: slower }),
    bodyLimit: BODY_LIMIT,
    memory: BODIES_LIMIT,
    maxRequests,
    patience,
    signal: stopping,
  })
  const group = createEngineGroup(engines, {
    contract,
    timeout,
    forward: client.forward,
    onProgress,
  })
  // Requests and engines under way give up.
  const endAll = (): void => {
    client.close()
    void group.stop()
  }
  if (stopping.aborted) endAll()
  else stopping.addEventListener('abort', endAll)
  const slowdown = Object.values(engines).some((each) => typeof each === 'function') ? WITH_ENGINES : 1

  try {
    const sent = await sendPlan(operation, context, {
      ...options,
      maxRequests: Math.min(options.maxRequests, maxRequests),
      client,
      signal: stopping,
      fetchToken: context.fetchToken,
      outagePatience: context.outagePatience ?? OUTAGE_PATIENCE,
      report,
      slowdown,
      // They load while the rest of the plan is sent.
      onAddress: group.start,
      findObstacle: (first) =>
        findObstacle(first, {
          timeout,
          resolutions: resolve,
          route,
          signal: stopping,
          path: contract.operation.path,
          prefix: contract.prefix,
          sendTo: (url) => client.send(first.probe, url, 1),
          hasList: (exchange) => isPlantsAnswer(exchange) && analyse(exchange).body.count !== undefined,
        }),
    })
    signal?.throwIfAborted()
    const probesMs = performance.now() - began
    onProgress({ engine: 'probes', state: 'done', done: sent.exchanges.length })
    const outcomes = await group.judge(sent.exchanges)
    signal?.throwIfAborted()
    const isCut = stopping.aborted && listFacts(sent.facts, 'stopped').length === 0
    const stopped: readonly Fact[] = isCut ? [{ kind: 'stopped', why: String(stopping.reason) }] : []
    return {
      kit: { name, version },
      baseUrl,
      operation,
      route: describeRoute(options, operation),
      startedAt,
      durationMs: Math.round(performance.now() - began),
      probesMs: Math.round(probesMs),
      requests: client.sent(),
      exchanges: sent.exchanges,
      facts: [...sent.facts, ...stopped, ...(context.listFacts?.() ?? [])],
      engines: outcomes,
      options: {
        ...judged,
        headers,
        resolve,
        strict: options.strict ?? false,
        maxRequests: Math.min(options.maxRequests, maxRequests),
        engines: Object.keys(engines) as EngineName[],
      },
    }
  } finally {
    clearTimeout(timer)
    client.close()
    await group.stop()
  }
}

/** A member that is undefined must not hide a default. */
function withoutUndefined(options: VerifyOptions): VerifyOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}
