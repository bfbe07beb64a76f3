import type { Contract } from '../contract/contract.ts'
import { readKit } from '../contract/readKit.ts'
import { type Analyse, BODY_LIMIT } from './body/analyseResponse.ts'
import { createEngineGroup, type Engines } from './engineGroup.ts'
import { createClient } from './http/client.ts'
import { addLateBytes } from './http/lateBytes.ts'
import { joinUrl } from './http/url.ts'
import { sendPlan } from './sendPlan.ts'
import type { Suite } from './suite.ts'
import type { Transcript } from './transcript.ts'
import { type VerifyOptions, verifyDefaults } from './verifyOptions.ts'

export type Recording = {
  contract: Contract
  suite: Suite
  engines: Engines
  analyse: Analyse
  /** Milliseconds that the run spends waiting for throttling servers, all requests together. Default 30,000. */
  patience?: number | undefined
}

/** Bytes of all distinct bodies together that a transcript keeps. */
const BODIES_LIMIT = 48 * 2 ** 20

/** Sends the plan, then lets the other engines send theirs. Throws an Error for an invalid base URL, and when `signal` aborts. */
export async function record(
  baseUrl: string,
  { contract, suite, engines, analyse, patience = 30_000 }: Recording,
  options: VerifyOptions,
): Promise<Transcript> {
  const began = performance.now()
  const startedAt = new Date().toISOString()
  const operation = joinUrl(baseUrl, contract.operation.path)
  const {
    token,
    otherToken,
    expectations,
    headers = [],
    resolve = [],
    timeout = verifyDefaults.timeout,
    signal,
  } = options
  const { strict = false, onProgress = () => {} } = options
  const { name, version } = readKit()
  const userAgent = `${name}/${version}`
  const client = createClient({
    timeout,
    fields: headers,
    userAgent,
    resolutions: resolve,
    rate: options.rate,
    bodyLimit: BODY_LIMIT,
    memory: BODIES_LIMIT,
    patience,
    signal,
  })
  const group = createEngineGroup(engines, {
    contract,
    timeout,
    fields: headers,
    userAgent,
    resolutions: resolve,
    onProgress,
  })
  // Requests and engines under way give up at once.
  const abort = (): void => {
    client.close()
    void group.stop()
  }
  signal?.addEventListener('abort', abort, { once: true })

  try {
    const { exchanges, stopped } = await sendPlan({
      contract,
      suite,
      client,
      url: operation,
      token,
      otherToken,
      expectations,
      seed: options.seed ?? verifyDefaults.seed,
      maxRequests: options.maxRequests ?? verifyDefaults.maxRequests,
      analyse,
      onProgress: (done) => onProgress({ engine: 'probes', state: 'judging', done }),
      // They load while the rest of the plan is sent.
      onAddress: group.start,
    })
    const probesMs = performance.now() - began
    onProgress({ engine: 'probes', state: 'done', done: exchanges.length })
    const outcomes = await group.judge(exchanges)
    signal?.throwIfAborted()
    return {
      kit: { name, version },
      baseUrl,
      operation,
      startedAt,
      durationMs: Math.round(performance.now() - began),
      probesMs: Math.round(probesMs),
      requests: client.sent(),
      exchanges: addLateBytes(exchanges, client.takeLateBytes()),
      ...(stopped !== undefined && { stopped }),
      engines: outcomes,
      options: { token, otherToken, expectations, headers, resolve, strict },
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    client.close()
    await group.stop()
  }
}
