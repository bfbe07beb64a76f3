import { pluralize } from '../contract/words.ts'
import { type Baseline, describeBaseline, isListed, markListed } from './baseline.ts'
import type { Check } from './check.ts'
import { type Exchange, fieldValues, isAuthorised, isBadLimit, isPlantsAnswer, userOf } from './exchange.ts'
import type { Decision, EngineReport, Finding, Report, Verdict } from './report.ts'
import { isDropped, isLockedOut, isNeverAnswered } from './silence.ts'
import { describeProxyPage, listFacts, selectJudgeable, selectKept, type Transcript } from './transcript.ts'

type VerdictBasis = {
  checks: readonly Check[]
  findings: readonly Finding[]
  /** The baseline whose entries are marked in the findings. */
  baseline?: Baseline | undefined
  engines: readonly EngineReport[]
  transcript: Transcript
}

/** Why a run is incomplete, in a few sentences, and the facts or findings that make it incomplete. */
type Reason = { text: string; decidedBy: Decision[] }

const EXIT_CODES: Record<Verdict, Report['exitCode']> = { conformant: 0, violations: 1, incomplete: 3 }

/**
 * Decides the verdict and the exit code, and lists the findings or facts that decided them. The verdict is `violations` if there is a
 * violation that the baseline does not list, or a problem with the baseline. Otherwise, the verdict is `incomplete` if there is any reason.
 */
export function decideVerdict(basis: VerdictBasis) {
  const { baseline, transcript } = basis
  const { startedAt, options } = transcript
  const mark = (isWhole: boolean): Finding[] =>
    markListed(basis.findings, baseline?.entries ?? [], { startedAt, isWhole })
  const given = mark(false)
  const counted = given.filter((finding) => !isListed(finding))
  const violations = counted.filter(({ verdict }) => verdict === 'fail')
  const reasons = listReasons({ ...basis, findings: given }, violations.length > 0)
  const findings = mark(reasons.length === 0 && options.plan !== 'monitor')
  const described = baseline && describeBaseline(findings, baseline, startedAt)
  const broken: Decision[] = [
    ...violations.map(({ id }) => ({ finding: id })),
    ...(described && described.problems.length > 0 ? [{ fact: 'baseline' }] : []),
  ]
  const verdict: Verdict = broken.length > 0 ? 'violations' : reasons.length > 0 ? 'incomplete' : 'conformant'
  const count = (of: Finding['verdict']): number => counted.filter((finding) => finding.verdict === of).length
  return {
    verdict,
    exitCode: EXIT_CODES[verdict],
    reasons: reasons.map(({ text }) => text),
    ...(verdict !== 'conformant' && {
      decidedBy: broken.length > 0 ? broken : reasons.flatMap(({ decidedBy }) => decidedBy),
    }),
    summary: {
      violations: violations.length,
      warnings: count('warn'),
      infos: count('info'),
      notExercised: count('not-exercised'),
      inconclusive: count('inconclusive'),
      passed: count('pass'),
      ...(baseline && { listed: given.length - counted.length }),
    },
    ...(described && { baseline: described }),
    findings,
  }
}

/** Lists the reasons why a run is incomplete: events of the run, engines that failed or are missing, and undecided checks. */
function listReasons({ transcript, checks, findings, engines }: VerdictBasis, isViolated: boolean): Reason[] {
  const exchanges = selectKept(transcript)
  const isServed = selectJudgeable(transcript).some(isPlantsAnswer)
  const failed = engines.filter(({ status }) => status === 'failed' || status === 'missing')
  const found = [
    ...explainRun(transcript),
    // Without a 200, most checks have nothing to judge, so the reason for the missing 200 is more useful.
    ...(isServed ? explainUndecided(checks, findings) : []),
    ...failed.map(({ detail }) => because('engine', detail.charAt(0).toUpperCase() + detail.slice(1))),
  ]
  const isExplained = isServed || isViolated || found.length > 0
  const got = exchanges.filter(isAuthorised).map((each) => each.response?.status ?? each.failure?.message)
  const nothing = `No valid request got a 200 (${[...new Set(got)].join(', ')}), so most checks had nothing to judge. Make sure that the base URL and the token are right.`
  const [ended, ...others] = exchanges.length > 0 ? listFacts(transcript.facts, 'server-ended') : []
  const times = others.length > 0 ? `, and exited ${pluralize(others.length, 'more time')}` : ''
  return [
    ...found,
    ...(isExplained ? [] : [because('nothing-served', nothing)]),
    ...(ended
      ? [because(ended.kind, `During the run, ${ended.how}${times}. ${ended.printed ?? ''}`.trim())]
      : []),
  ]
}

const because = (fact: string, text: string): Reason => ({ text, decidedBy: [{ fact }] })

/** Advice if no valid request got a response, by the kind of the failure. */
const ADVICE: Partial<Record<NonNullable<Exchange['failure']>['kind'], string>> = {
  timeout: 'Make sure that the target is an HTTP server. If the server needs more time, raise --timeout.',
  tls: 'Trust the certificate with --cacert FILE, use a host name that the certificate contains (see --resolve), or accept every certificate with --insecure.',
}
const USUAL_ADVICE =
  'Check the address, and make sure that the server is running. If the server needs more time to start, use --wait-timeout.'

/** Explains why the operation could not be called, why the plan was not completed, and why valid requests got no useful response. */
export function explainRun(transcript: Transcript): Reason[] {
  const { facts, options } = transcript
  const [obstacle] = listFacts(facts, 'obstacle')
  if (obstacle) return [because('obstacle', obstacle.text)]
  const ended = transcript.requests > 0 ? 'The run was stopped early' : 'No request was sent'
  const early = listFacts(facts, 'stopped').map(({ kind, why }) => because(kind, `${ended}: ${why}.`))
  const exchanges = selectKept(transcript)
  const valid = exchanges.filter(isAuthorised)
  const [failure] = valid.some(({ response }) => response) ? [] : valid.flatMap((each) => each.failure ?? [])
  // If the response cannot be parsed, the server was reached, and a finding says what is wrong with the response.
  if (failure?.kind === 'unparsable') return early
  if (failure) {
    const isClosed = failure.kind === 'empty' || failure.kind === 'reset'
    const text = `The target ${isClosed ? 'sent no complete response' : 'could not be reached'}: ${failure.message}. ${ADVICE[failure.kind] ?? USUAL_ADVICE}`
    return [...early, because('unreachable', text)]
  }
  const losses = valid.flatMap((each) => findLoss(each, exchanges, options.token) ?? [])
  const reasons = [...Map.groupBy(losses, ({ fact }) => fact)].map(([fact, all]) => {
    const requests = pluralize(new Set(all.map(({ id }) => id)).size, 'valid request')
    return because(fact, `${requests} ${all[0]?.text}`)
  })
  return [...early, ...reasons]
}

const NO_CAPACITY =
  'failed, because the server was unavailable or out of capacity (429, 502, 503 or 504). If only a rate limit is the reason, allow the run, or lower --rate. Otherwise, find out why the server is not available.'

/** If the outcome of a valid request says nothing about the server, explains why, in words that follow "3 valid requests". */
function findLoss(exchange: Exchange, exchanges: readonly Exchange[], token?: string) {
  const { probe, response, failure, url, hops } = exchange
  const lose = (fact: string, text: string) => ({ id: probe.id, fact, text })
  const isOrdinary = probe.benign && !isBadLimit(probe)
  const isReported = isNeverAnswered(exchange, exchanges) || isDropped(exchange, exchanges)
  if (failure?.kind === 'timeout' && isOrdinary && !isReported)
    return lose('timeout', 'timed out. If the server needs more time, raise --timeout.')
  if (!response) return undefined
  const { status, fields } = response
  const page = describeProxyPage(exchange)
  if (page !== undefined) return lose('proxied', `did not reach the operation. ${page}`)
  if ([429, 502, 503, 504].includes(status) && !isLockedOut(exchange, exchanges))
    return lose('throttled', NO_CAPACITY)
  const user = userOf(probe.credential)
  if (exchanges.some((each) => isPlantsAnswer(each) && userOf(each.probe.credential) === user))
    return undefined
  if (user === 1 ? [401, 403].includes(status) : isOrdinary && status >= 400 && status < 500) {
    const problem = token === undefined ? 'requires a token, and none was given' : 'refused the token'
    const own = `got a 401 or 403. The server ${problem}. Pass a valid token with --token or PLANT_STORE_TOKEN.`
    const other = `with another user's token got a ${status}. Pass a valid --other-token, or omit it.`
    return lose('token-refused', user === 1 ? own : other)
  }
  // If the client followed redirects, and the last response is a redirect as well, a finding reports this.
  const [location] = status >= 300 && status < 400 && hops.length === 0 ? fieldValues(fields, 'location') : []
  const target = location === undefined ? null : URL.parse(location, url)
  if (!target) return undefined
  const base = target.origin + target.pathname.replace(/\/[^/]*$/, '')
  const advice = `where the token must not be sent. If you trust that address, pass the base URL ${base} .`
  return lose('redirected', `got a redirect to another origin, or to plain http (${location}), ${advice}`)
}

/** Explains why checks are undecided, if the operator can change this. */
function explainUndecided(checks: readonly Check[], findings: readonly Finding[]): Reason[] {
  const listed = new Set(findings.filter(isListed).map(({ check }) => check))
  const essential = new Set(checks.filter(({ special }) => special === 'essential').map(({ id }) => id))
  const undecided = findings.filter(({ verdict, level, check, blockedBy }) => {
    if (verdict === 'inconclusive') return level === 'MUST'
    // A finding that the baseline accepts may prevent another check from being judged.
    const isObstructed = blockedBy?.every((id) => listed.has(id)) === true
    return verdict === 'not-exercised' && essential.has(check) && !isObstructed
  })
  return [...Map.groupBy(undecided, ({ note = '' }) => note)].map(([note, all]) => {
    const ids = all.map(({ id }) => id)
    const more = ids.length > 1 ? ` and ${ids.length - 1} more` : ''
    return { text: `Not tested: ${ids[0]}${more} (${note}).`, decidedBy: ids.map((id) => ({ finding: id })) }
  })
}
