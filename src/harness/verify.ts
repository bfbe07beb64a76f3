import { readContract } from '../contract/readContract.ts'
import type { Check } from './check.ts'
import { upholdClaims } from './claims.ts'
import { createClient } from './client.ts'
import type { EngineOutcome, EngineRequest, RunningEngine, StartEngine } from './engine.ts'
import type { Exchange, Field } from './exchange.ts'
import { factsOf } from './facts.ts'
import { finding, type Opinions } from './findings.ts'
import { type Judged, judgeChecks } from './judgeChecks.ts'
import { judge } from './judgement.ts'
import { kit } from './kit.ts'
import { masker } from './mask.ts'
import type { EngineName, EngineReport, Report } from './report.ts'
import { type Run, run } from './run.ts'
import { joinUrl } from './url.ts'
import { settle } from './verdict.ts'
import type { VerifyOptions } from './verifyOptions.ts'

/** What judges: the checks, and the engines beside them. */
export type Judges = {
  checks: readonly Check[]
  engines: Partial<Record<EngineName, StartEngine | 'probes'>>
}

const BODY_LIMIT = 16 * 2 ** 20
const BODIES_LIMIT = 48 * 2 ** 20

/** Judges the implementation at a base URL. Throws an Error for a base URL that is none. */
export async function verify(baseUrl: string, judges: Judges, options: VerifyOptions = {}): Promise<Report> {
  const began = performance.now()
  const startedAt = new Date().toISOString()
  const contract = readContract()
  const operation = joinUrl(baseUrl, contract.operation.path)
  const { token, otherToken, headers = [], timeout = 10_000, signal } = options
  const own = kit()
  const userAgent = `${own.name}/${own.version}`
  const tell = options.onProgress ?? (() => {})
  const judgement = judge(contract, BODY_LIMIT)
  const client = createClient({
    timeout,
    fields: headers,
    userAgent,
    rate: options.rate,
    bodyLimit: BODY_LIMIT,
    memory: BODIES_LIMIT,
    signal,
  })
  const running = new Map<EngineOutcome['name'], RunningEngine>()
  const startEngines = (url: string): void => {
    for (const [name, start] of Object.entries(judges.engines) as [EngineName, StartEngine | 'probes'][]) {
      if (name === 'probes' || start === 'probes') continue
      tell({ engine: name, state: 'loading' })
      running.set(name, start({ url, timeout, fields: headers, userAgent }))
    }
  }

  try {
    const ran = await run({
      contract,
      checks: judges.checks,
      client,
      url: operation,
      token,
      otherToken,
      seed: options.seed ?? 1,
      maxRequests: options.maxRequests ?? 600,
      judgement,
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
    return report(ran, outcomes, probesMs)
  } finally {
    client.close()
    await Promise.all([...running.values()].map((engine) => engine.stop()))
  }

  function report(ran: Run, outcomes: readonly EngineOutcome[], probesMs: number): Report {
    const facts = factsOf(contract, ran.exchanges, judgement)
    const opinions = new Map<string, Map<EngineName, Judged>>(judges.checks.map(({ id }) => [id, new Map()]))
    for (const judged of judgeChecks(judges.checks, ran.exchanges, facts))
      opinions.get(judged.check.id)?.set('probes', judged)
    const engines: EngineReport[] = [
      {
        name: 'probes',
        version: own.version,
        status: 'completed',
        durationMs: Math.round(probesMs),
        detail: `sent ${client.sent()} requests`,
      },
    ]
    for (const outcome of outcomes) {
      const { judged, refuted } = upholdClaims(judges.checks, outcome, facts)
      for (const each of judged) if (each.judged > 0) opinions.get(each.check.id)?.set(outcome.name, each)
      const { name, version, status, durationMs } = outcome
      const detail =
        refuted.length === 0
          ? outcome.detail
          : `${outcome.detail}; not upheld by the contract: ${refuted.length} (${refuted[0]})`
      engines.push({ name, version, status, durationMs: Math.round(durationMs), detail })
    }
    for (const name of Object.keys(judges.engines) as EngineName[])
      if (!engines.some((engine) => engine.name === name))
        engines.push({
          name,
          version: '',
          status: 'skipped',
          durationMs: 0,
          detail: 'not started, as the target does not answer',
        })
    const mask = masker([
      token,
      otherToken,
      ...headers.filter(([name]) => isSecret(name)).map(([, value]) => value),
    ])
    const findings = judges.checks.map((check) =>
      finding(check, (opinions.get(check.id) ?? new Map()) as Opinions, {
        operation,
        fields: headers.map(([name, value]): Field => [name, isSecret(name) ? '***' : value]),
        mask,
        contract,
        strict: options.strict === true,
      }),
    )
    return {
      schemaVersion: 1,
      kit: own,
      contract: { title: contract.title, version: contract.version, sha256: contract.sha256 },
      target: { baseUrl: mask(baseUrl) },
      startedAt,
      durationMs: Math.round(performance.now() - began),
      requests: client.sent(),
      ...settle(judges.checks, findings, engines, ran, token !== undefined),
      engines,
      findings,
    }
  }
}

/**
 * The plan for engines that cannot carry every request as written: each documented, ordinary request once, with the
 * status of its last answer.
 */
function engineRequests(exchanges: readonly Exchange[]): EngineRequest[] {
  const requests = new Map<string, EngineRequest>()
  for (const { probe, response } of exchanges) {
    const ordinary =
      probe.documented && probe.benign && probe.fields === undefined && probe.omit === undefined
    if (ordinary && response && probe.credential.fields.length <= 1)
      requests.set(`${probe.query} ${probe.credential.label}`, { probe, status: response.status })
  }
  return [...requests.values()]
}

function isSecret(name: string): boolean {
  return /authorization|cookie|token|key|secret/i.test(name)
}
