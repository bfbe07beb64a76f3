import type { Check } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import { isPlantsAnswer } from '../predicates.ts'
import type { EngineReport, Finding, Report, Verdict } from '../report.ts'
import { isBlocked } from './lockout.ts'

type Settled = Pick<Report, 'verdict' | 'exitCode' | 'reasons' | 'summary'>

const EXIT: Record<Verdict, Report['exitCode']> = { conformant: 0, violations: 1, incomplete: 3 }

/** The one place where findings become a verdict. */
export function settle(
  checks: readonly Check[],
  findings: readonly Finding[],
  engines: readonly EngineReport[],
  run: { exchanges: readonly Exchange[]; stopped?: string },
  hasToken: boolean,
): Settled {
  const count = (verdict: Finding['verdict']): number =>
    findings.filter((each) => each.verdict === verdict).length
  const served = run.exchanges.some(isPlantsAnswer)
  // Without a single 200 nothing could be exercised; why there was none says all.
  const open = [
    ...unreachable(run, hasToken),
    ...(served ? unsettled(checks, findings) : []),
    ...broken(engines),
  ]
  const violations = count('fail')
  if (violations === 0 && open.length === 0 && !served) open.push(...neverServed(run.exchanges))
  const verdict: Verdict = violations > 0 ? 'violations' : open.length > 0 ? 'incomplete' : 'conformant'
  return {
    verdict,
    exitCode: EXIT[verdict],
    reasons: open,
    summary: {
      violations,
      warnings: count('warn'),
      infos: count('info'),
      notExercised: count('not-exercised'),
      inconclusive: count('inconclusive'),
      passed: count('pass'),
    },
  }
}

/** Why the operation could not be asked at all, or not to the end. */
function unreachable(
  { exchanges, stopped }: { exchanges: readonly Exchange[]; stopped?: string },
  hasToken: boolean,
): string[] {
  const valid = exchanges.filter(({ probe }) => probe.documented && probe.credential.kind === 'valid')
  const statuses = new Set(valid.flatMap(({ response }) => (response ? [response.status] : [])))
  const served = statuses.has(200) || statuses.has(203)
  const [first] = valid
  if (first?.failure && statuses.size === 0)
    return [
      `The target could not be reached: ${first.failure.message}. Check the address and that the server runs.`,
    ]
  const reasons = stopped === undefined ? [] : [`The plan was not sent to its end: ${stopped}.`]
  if (served) {
    const throttled = valid.filter(
      (exchange) =>
        (exchange.response?.status === 429 || isUnavailable(exchange.response?.status)) &&
        !isBlocked(exchange, exchanges),
    ).length
    if (throttled > 0)
      reasons.push(
        `${throttled} valid requests were not served for want of capacity (429, 502, 503 or 504). Raise the server's limits for the run, or lower --rate.`,
      )
    return [...reasons, ...unanswered(valid), ...otherRefused(exchanges)]
  }
  if (statuses.has(401) || statuses.has(403))
    reasons.push(
      hasToken
        ? `The token was refused (${[...statuses].join(', ')}). Give one that the server knows, with --token or PLANT_STORE_TOKEN.`
        : 'No token was given and the server wants one. Give it with --token or PLANT_STORE_TOKEN.',
    )
  else if (statuses.has(429))
    reasons.push('The server throttles every request (429). Raise its limits for the run.')
  else if ([...statuses].some(isUnavailable))
    reasons.push('The server is unavailable (502, 503 or 504). Try again when it is up.')
  else if ([...statuses].some((status) => status >= 300 && status < 400))
    reasons.push(
      `The target redirects to a place where the token must not go (${first?.response?.fields.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? 'unknown'}). Give that address as the base URL if you trust it.`,
    )
  return reasons
}

/** Valid requests whose every attempt ended in silence: too slow for this run, or not answered at all. */
function unanswered(valid: readonly Exchange[]): string[] {
  const lost = [...Map.groupBy(valid, ({ probe }) => probe.id)].filter(([, attempts]) =>
    attempts.every(({ failure }) => failure?.kind === 'timeout'),
  )
  if (lost.length === 0) return []
  return [
    `${lost.length} valid requests were not answered in time: ${lost.map(([id]) => id).join(', ')}. If the server is that slow, raise --timeout.`,
  ]
}

/** Nothing may pass for want of anything to judge. A list behind a transforming proxy (203) is one. */
function neverServed(exchanges: readonly Exchange[]): string[] {
  const valid = exchanges.filter(({ probe }) => probe.documented && probe.credential.kind === 'valid')
  if (valid.some(({ response }) => response?.status === 203)) return []
  const statuses = [...new Set(valid.map(({ response }) => response?.status ?? 'no answer'))]
  return [`No request was answered with 200 (${statuses.join(', ')}), so nothing could be judged.`]
}

/** A second token that opens nothing says nothing about the server, only that it was not tried with two users. */
function otherRefused(exchanges: readonly Exchange[]): string[] {
  const other = exchanges.filter(({ probe }) => probe.documented && probe.credential.kind === 'other')
  const statuses = [...new Set(other.flatMap(({ response }) => (response ? [response.status] : [])))]
  if (statuses.length === 0 || other.some(isPlantsAnswer)) return []
  return [
    `The second user's token opens nothing (${statuses.join(', ')}). Give one that the server knows, with --other-token, or none.`,
  ]
}

function isUnavailable(status: number | undefined): boolean {
  return status === 502 || status === 503 || status === 504
}

/** What a MUST check could not tell though an operator could change that. */
function unsettled(checks: readonly Check[], findings: readonly Finding[]): string[] {
  const essential = new Set(checks.filter((check) => check.essential === true).map(({ id }) => id))
  const open = findings.filter(
    ({ check, level, verdict }) =>
      (verdict === 'not-exercised' && essential.has(check)) ||
      (verdict === 'inconclusive' && level === 'MUST'),
  )
  const byNote = Map.groupBy(open, ({ note = '' }) => note)
  return [...byNote].map(
    ([note, all]) => `${sentence(note)}. Not judged: ${all.map(({ check }) => check).join(', ')}.`,
  )
}

function broken(engines: readonly EngineReport[]): string[] {
  return engines
    .filter(({ status }) => status === 'failed' || status === 'missing')
    .map(({ name, detail }) => `${sentence(name)} has not judged: ${detail}`)
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
