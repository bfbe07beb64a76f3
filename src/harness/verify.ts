import { kit } from '../contract/kit.ts'
import { readContract } from '../contract/readContract.ts'
import { createAnalyser } from './body/analyseResponse.ts'
import type { EngineOutcome, RunningEngine, StartEngine } from './engine.ts'
import { engineRequests } from './engineRequests.ts'
import { createClient } from './http/client.ts'
import { resolvedAddress } from './http/resolution.ts'
import { joinUrl, parseAddress } from './http/url.ts'
import { buildReport } from './judge/buildReport.ts'
import type { EngineName, Report } from './report.ts'
import { run } from './run.ts'
import type { Suite } from './suite.ts'
import { type VerifyOptions, verifyDefaults } from './verifyOptions.ts'

/** What judges: the suite, and the engines beside it. */
export type Judges = {
  suite: Suite
  engines: Partial<Record<EngineName, StartEngine | 'probes'>>
}

const BODY_LIMIT = 12 * 2 ** 20
const BODIES_LIMIT = 48 * 2 ** 20

/** Judges the implementation at a base URL. Throws an Error for a base URL that is none. */
export async function verify(baseUrl: string, judges: Judges, options: VerifyOptions = {}): Promise<Report> {
  const began = performance.now()
  const startedAt = new Date().toISOString()
  const contract = readContract()
  const operation = joinUrl(baseUrl, contract.operation.path)
  const { token, otherToken, expectations, headers = [], resolve = [], timeout = verifyDefaults.timeout, signal } = options
  const own = kit()
  const userAgent = `${own.name}/${own.version}`
  const tell = options.onProgress ?? (() => {})
  const analyse = createAnalyser(contract, BODY_LIMIT)
  const client = createClient({
    timeout,
    fields: headers,
    userAgent,
    resolutions: resolve,
    rate: options.rate,
    bodyLimit: BODY_LIMIT,
    memory: BODIES_LIMIT,
    signal,
  })
  const running = new Map<EngineOutcome['name'], RunningEngine>()
  let notStarted = 'not started, as the target does not answer'
  const startEngines = (url: string): void => {
    const address = parseAddress(url)
    if (resolvedAddress(address, resolve) !== undefined) {
      notStarted = `not started, as only the kit's own probes know the address that --resolve gives ${address.hostname}`
      return
    }
    for (const [name, start] of Object.entries(judges.engines) as [EngineName, StartEngine | 'probes'][]) {
      if (name === 'probes' || start === 'probes') continue
      tell({ engine: name, state: 'loading' })
      running.set(name, start({ url, timeout, fields: headers, userAgent }))
    }
  }

  // What waits for an answer or an engine gives up at once.
  const abort = (): void => {
    client.close()
    for (const engine of running.values()) void engine.stop()
  }
  signal?.addEventListener('abort', abort, { once: true })

  try {
    const ran = await run({
      contract,
      suite: judges.suite,
      client,
      url: operation,
      token,
      otherToken,
      expectations,
      seed: options.seed ?? verifyDefaults.seed,
      maxRequests: options.maxRequests ?? verifyDefaults.maxRequests,
      analyse,
      onProgress: (done) => tell({ engine: 'probes', state: 'judging', done }),
      // They load while the rest of the plan is sent.
      onAddress: startEngines,
    })
    const probesMs = performance.now() - began
    tell({ engine: 'probes', state: 'done', done: ran.exchanges.length })
    const requests = engineRequests(ran.exchanges)
    const outcomes = await Promise.all(
      [...running].map(async ([name, engine]) => {
        tell({ engine: name, state: 'judging', total: requests.length })
        const outcome = await engine.judge(requests)
        tell({ engine: name, state: outcome.status === 'completed' ? 'done' : 'failed' })
        return outcome
      }),
    )
    signal?.throwIfAborted()
    return buildReport({
      contract,
      checks: judges.suite.checks(contract),
      asked: Object.keys(judges.engines) as EngineName[],
      analyse,
      ran,
      outcomes,
      notStarted,
      operation,
      baseUrl,
      options,
      startedAt,
      requests: client.sent(),
      probesMs,
      durationMs: Math.round(performance.now() - began),
    })
  } finally {
    signal?.removeEventListener('abort', abort)
    client.close()
    await Promise.all([...running.values()].map((engine) => engine.stop()))
  }
}
