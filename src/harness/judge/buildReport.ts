import type { Contract } from '../../contract/contract.ts'
import { kit } from '../../contract/kit.ts'
import type { Analyse } from '../body/analyseResponse.ts'
import type { Check } from '../check.ts'
import type { EngineOutcome } from '../engine.ts'
import type { Field } from '../exchange.ts'
import { masker } from '../mask.ts'
import type { EngineName, EngineReport, Report } from '../report.ts'
import type { Run } from '../run.ts'
import type { VerifyOptions } from '../verifyOptions.ts'
import { upholdClaims } from './claims.ts'
import { gatherFacts } from './facts.ts'
import { finding, type Opinions } from './findings.ts'
import { type CheckResult, judgeChecks } from './judgeChecks.ts'
import { settle } from './verdict.ts'

/** All that a run left behind, for its report. */
export type Material = {
  contract: Contract
  checks: readonly Check[]
  /** The engines that were to judge. */
  asked: readonly EngineName[]
  analyse: Analyse
  ran: Run
  outcomes: readonly EngineOutcome[]
  /** Why engines without an outcome have none. */
  notStarted: string
  operation: string
  options: VerifyOptions
  probesMs: number
} & Pick<Report, 'startedAt' | 'requests' | 'durationMs'> &
  Report['target']

/** Judges what was seen and tells it. */
export function buildReport(material: Material): Report {
  const { contract, checks, ran, outcomes, analyse, options, requests } = material
  const facts = gatherFacts(contract, ran.exchanges, analyse, options.expectations)
  const own = judgeChecks(checks, ran.exchanges, facts)
  const opinions = new Map(
    own.map((judged) => [judged.check.id, new Map<EngineName, CheckResult>([['probes', judged]])]),
  )
  const engines: EngineReport[] = [
    {
      name: 'probes',
      version: kit().version,
      status: 'completed',
      durationMs: Math.round(material.probesMs),
      detail: `sent ${requests} requests`,
      claims: own.filter(({ check, violations }) => check.level !== 'INFO' && violations.length > 0).length,
    },
  ]
  for (const outcome of outcomes) {
    const { judged, refuted } = upholdClaims(checks, outcome, facts)
    for (const each of judged) if (each.judged > 0) opinions.get(each.check.id)?.set(outcome.name, each)
    engines.push(engineReport(outcome, refuted))
  }
  for (const name of material.asked)
    if (!engines.some((engine) => engine.name === name)) engines.push(skipped(name, material.notStarted))

  const { token, otherToken, headers = [], resolve: resolutions = [], strict = false } = options
  const secretFields = headers.filter(([name]) => isSecret(name))
  const mask = masker([token, otherToken, ...secretFields.map(([, value]) => value)])
  const fields = headers.map(([name, value]): Field => [name, isSecret(name) ? '***' : value])
  const findings = checks.map((check) => {
    const seen: Opinions = opinions.get(check.id) ?? new Map()
    return finding(check, seen, {
      operation: material.operation,
      fields,
      resolutions,
      mask,
      contract,
      strict,
    })
  })
  return {
    schemaVersion: 1,
    kit: kit(),
    contract: { title: contract.title, version: contract.version, sha256: contract.sha256 },
    target: { baseUrl: mask(material.baseUrl) },
    startedAt: material.startedAt,
    durationMs: material.durationMs,
    requests,
    ...settle(checks, findings, engines, ran, token !== undefined),
    engines,
    findings,
  }
}

function engineReport(outcome: EngineOutcome, refuted: readonly string[]): EngineReport {
  const { name, version, status, durationMs, claims } = outcome
  const notUpheld =
    refuted.length === 0 ? '' : `; not upheld by the contract: ${refuted.length} (${refuted[0]})`
  return {
    name,
    version,
    status,
    durationMs: Math.round(durationMs),
    detail: outcome.detail + notUpheld,
    claims: claims.length,
  }
}

function skipped(name: EngineName, detail: string): EngineReport {
  return { name, version: '', status: 'skipped', durationMs: 0, detail, claims: 0 }
}

function isSecret(name: string): boolean {
  return /authorization|cookie|token|key|secret/i.test(name)
}
