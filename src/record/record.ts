import { readKit } from '../contract/files.ts'
import { BODY_LIMIT } from '../judge/body/analyseResponse.ts'
import { listSecrets } from '../judge/mask.ts'
import type { EngineName } from '../judge/report.ts'
import { type Fact, listFacts, type Transcript } from '../judge/transcript.ts'
import { verifyDefaults } from '../judge/verifyOptions.ts'
import { startEngines } from './engine.ts'
import { BODIES_LIMIT, createClient } from './http/client.ts'
import { createRoute, listRouteFlags } from './http/route.ts'
import { joinUrl } from './http/url.ts'
import { createRun, PATIENCE, type RunContext } from './run.ts'
import { sendPlan } from './sendPlan.ts'
import type { ProgressEvent, VerifyOptions } from './verifyOptions.ts'

/** The maximum number of requests in the `monitor` plan, including all redirects and retries. */
const MONITOR_REQUESTS = 20

/** Sends the plan, and then lets Prism and Dredd judge. Rejects for an invalid base URL, and with the reason when `signal` aborts. */
export async function record(
  baseUrl: string,
  context: RunContext,
  given: VerifyOptions,
): Promise<Transcript> {
  const began = performance.now()
  const startedAt = new Date().toISOString()
  const { engines, contract } = context
  const { onProgress, signal, contract: _contract, baseline: _baseline, ...judged } = setDefaults(given)
  const { headers, resolve, timeout, rate } = judged
  const operation = joinUrl(baseUrl, contract.operation.path)
  // `listSecrets` throws if the secrets are too long to be masked, so call it before the first request.
  listSecrets(judged)
  const kit = readKit()
  const report = (event: Partial<ProgressEvent>): void =>
    onProgress?.({ engine: 'probes', state: 'judging', ...event })
  const ending = new AbortController()
  const why = `the maximum time of ${judged.maxTime} s was reached (--max-time)`
  const timer = judged.maxTime && setTimeout(() => ending.abort(why), judged.maxTime * 1000)
  const stopping = AbortSignal.any([ending.signal, context.stop ?? [], signal ?? []].flat())
  const socket = { timeout, resolutions: resolve, route: createRoute(judged), signal: stopping }
  const route = listRouteFlags(judged, socket.route, operation)
  const client = createClient({
    ...socket,
    fields: headers,
    userAgent: `${kit.name}/${kit.version}`,
    rate,
    onSlowDown: (slower) => report({ rate: slower }),
    bodyLimit: BODY_LIMIT,
    memory: BODIES_LIMIT,
    maxRequests: judged.plan === 'monitor' ? MONITOR_REQUESTS : Number.POSITIVE_INFINITY,
    patience: context.patience ?? PATIENCE,
  })
  // The engines load while the plan is sent.
  const group = startEngines(engines, { contract, timeout, forward: client.forward, onProgress: report })
  // Ends all requests and engines that are still running.
  const endAll = (): void => {
    client.close()
    void group.stop()
  }
  if (stopping.aborted) endAll()
  else stopping.addEventListener('abort', endAll)

  try {
    const run = createRun({ context, options: judged, operation, client, socket, signal: stopping, report })
    await sendPlan(run)
    signal?.throwIfAborted()
    const { exchanges, facts } = run.recorded()
    const probesMs = performance.now() - began
    report({ state: 'done', done: exchanges.length })
    const outcomes = await group.judge({ exchanges, facts }, run.width)
    signal?.throwIfAborted()
    const isCut = stopping.aborted && listFacts(facts, 'stopped').length === 0
    const stopped: readonly Fact[] = isCut ? [{ kind: 'stopped', why: String(stopping.reason) }] : []
    return {
      kit,
      baseUrl: baseUrl.replace(/#.*/s, ''),
      operation,
      startedAt,
      durationMs: Math.round(performance.now() - began),
      probesMs: Math.round(probesMs),
      requests: client.sent(),
      exchanges,
      facts: [...facts, ...stopped, ...(context.listFacts?.() ?? [])],
      engines: outcomes,
      options: { ...judged, route, secrets: run.secrets(), engines: Object.keys(engines) as EngineName[] },
    }
  } finally {
    clearTimeout(timer)
    client.close()
    await group.stop()
  }
}

/** Adds the defaults to the options. A property that is undefined does not override a default. */
function setDefaults(given: VerifyOptions) {
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const usual = { ...verifyDefaults, strict: false, headers: [], resolve: [] }
  const options = { ...usual, ...(defined as VerifyOptions) }
  const allowed = options.plan === 'monitor' ? MONITOR_REQUESTS : Number.POSITIVE_INFINITY
  return { ...options, maxRequests: Math.min(options.maxRequests, allowed) }
}
