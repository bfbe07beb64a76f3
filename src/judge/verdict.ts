import { pluralize } from '../contract/words.ts'
import { type Baseline, describeBaseline, isListed, markGone } from './baseline.ts'
import type { Check } from './check.ts'
import {
  type Exchange,
  type Failure,
  fieldValues,
  isAuthorised,
  isBadLimit,
  isPlantsAnswer,
  userOf,
} from './exchange.ts'
import type { Decision, EngineReport, Finding, Report, Verdict } from './report.ts'
import { isLockedOut, isNeverAnswered } from './silence.ts'
import { describeProxyPage, listFacts, selectJudgeable, selectKept, type Transcript } from './transcript.ts'

type VerdictSummary = Pick<
  Report,
  'verdict' | 'exitCode' | 'reasons' | 'decidedBy' | 'summary' | 'baseline' | 'findings'
>

type VerdictBasis = {
  checks: readonly Check[]
  findings: readonly Finding[]
  /** The baseline whose entries are marked in the findings. */
  baseline?: Baseline | undefined
  engines: readonly EngineReport[]
  transcript: Recorded & Pick<Transcript, 'startedAt'>
}

type Recorded = Pick<Transcript, 'exchanges' | 'facts' | 'options' | 'requests'>

/** Why a run is incomplete, in one or two sentences, and the facts or findings that make it incomplete. */
type Reason = { text: string; decidedBy: Decision[] }

const EXIT_CODES: Record<Verdict, Report['exitCode']> = { conformant: 0, violations: 1, incomplete: 3 }

/**
 * Decides the verdict and the exit code, and lists the findings or facts that decided. A violation that the baseline does not list, or a
 * problem with the baseline, makes the verdict `violations`; otherwise, any reason makes it `incomplete`.
 */
export function decideVerdict(basis: VerdictBasis): VerdictSummary {
  const { findings: given, baseline, transcript } = basis
  const counted = given.filter((finding) => !isListed(finding))
  const violations = counted.filter(({ verdict }) => verdict === 'fail')
  const reasons = listReasons(basis, violations.length > 0)
  const isWhole = reasons.length === 0 && transcript.options.plan !== 'monitor'
  const findings = isWhole ? markGone(given) : [...given]
  const described = baseline && describeBaseline(findings, baseline, transcript.startedAt)
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

/** Lists the reasons why a run is incomplete: events during the run, engines that failed, and checks that could not be decided. */
function listReasons({ transcript, checks, findings, engines }: VerdictBasis, isViolated: boolean): Reason[] {
  const exchanges = selectKept(transcript)
  const isServed = selectJudgeable(transcript).some(isPlantsAnswer)
  const found = [
    ...explainRun(transcript),
    // Without a 200, most checks have nothing to judge, and the other reasons say why.
    ...(isServed ? explainUndecided(checks, findings) : []),
    ...engines
      .filter(({ status }) => status === 'failed' || status === 'missing')
      .map(({ detail }) => because('engine', detail.charAt(0).toUpperCase() + detail.slice(1))),
  ]
  const isExplained = isServed || isViolated || found.length > 0
  const [ended, ...others] = exchanges.length > 0 ? listFacts(transcript.facts, 'server-ended') : []
  const times = others.length > 0 ? `, and ${pluralize(others.length, 'more time')}` : ''
  return [
    ...found,
    ...(isExplained ? [] : explainNothingServed(exchanges)),
    ...(ended
      ? [because(ended.kind, `During the run, ${ended.how}${times}. ${ended.printed ?? ''}`.trim())]
      : []),
  ]
}

function because(fact: string, text: string): Reason {
  return { text, decidedBy: [{ fact }] }
}

const REFUSED = [401, 403]
const NO_CAPACITY = [429, 502, 503, 504]
const NO_CAPACITY_TEXT =
  'unavailable or out of capacity (429, 502, 503 or 504). Make sure that it stays up and that its rate limits allow the run, or lower --rate.'

/** Explains why the operation could not be called, or why the plan was not completed. */
export function explainRun(transcript: Recorded): Reason[] {
  const { facts, options } = transcript
  const [obstacle] = listFacts(facts, 'obstacle')
  if (obstacle) return [because('obstacle', obstacle.text)]
  const ended = transcript.requests > 0 ? 'The run was stopped early' : 'No request was sent'
  const early = listFacts(facts, 'stopped').map(({ kind, why }) => because(kind, `${ended}: ${why}.`))
  const exchanges = selectKept(transcript)
  const valid = selectValid(exchanges)
  const [first] = valid
  const statuses = valid.flatMap(({ response }) => response?.status ?? [])
  const hasStatus = (...some: number[]): boolean => statuses.some((status) => some.includes(status))
  // If a response cannot be parsed, the server was reached, and a finding says what is wrong with it.
  if (first?.failure?.kind === 'unparsable' && statuses.length === 0) return early
  if (first?.failure && statuses.length === 0) return [...early, explainFailure(first.failure, transcript)]
  if (hasStatus(200, 203)) return [...early, ...explainLosses(valid, exchanges)]
  if (hasStatus(...REFUSED))
    return [
      ...early,
      because(
        'token-refused',
        options.token === undefined
          ? 'The server requires a token, and none was given. Pass a token with --token or PLANT_STORE_TOKEN.'
          : 'The server refused the token. Pass a valid token with --token or PLANT_STORE_TOKEN.',
      ),
    ]
  if (hasStatus(...NO_CAPACITY)) return [...early, because('throttled', `The server is ${NO_CAPACITY_TEXT}`)]
  return [...early, ...explainRedirect(first)]
}

/** Selects the documented requests with the operator's token. */
function selectValid(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.filter(({ probe }) => probe.documented && probe.credential.kind === 'valid')
}

/** Explains why no request got a response. */
function explainFailure({ kind, message }: Failure, { options }: Recorded): Reason {
  const waited = options.waitTimeout
    ? `The run waited ${pluralize(options.waitTimeout, 'second')} for the server (--wait-timeout).`
    : 'If the server is still starting, use --wait-timeout.'
  const advice = 'Check the address, and make sure that the server is running.'
  const unreached = `The target could not be reached: ${message}.`
  const texts: Partial<Record<Failure['kind'], string>> = {
    timeout: `The target accepts connections, but does not respond: ${message} (--timeout). Make sure that it is an HTTP server, or allow more time with --timeout.`,
    tls: `${unreached} Trust the certificate with --cacert FILE, or accept every certificate with --insecure.`,
  }
  return because('unreachable', texts[kind] ?? `${unreached} ${waited} ${advice}`)
}

/** Explains a redirect that was not followed. If redirects were followed, a finding says that they lead in a circle or nowhere. */
function explainRedirect(first: Exchange | undefined): Reason[] {
  const { status = 0, fields = [] } = first?.response ?? {}
  const [location] = fieldValues(fields, 'location')
  const target = location === undefined ? null : URL.parse(location, first?.url)
  if (status < 300 || status >= 400 || !target || first?.hops.length !== 0) return []
  const base = target.origin + target.pathname.replace(/\/[^/]*$/, '')
  const text = `The target redirects to another origin, or from https to http (${location}), where the token must not be sent. If you trust that address, pass the base URL ${base} .`
  return [because('redirected', text)]
}

/** Explains why some valid requests say nothing about the server, although the server serves other requests. */
function explainLosses(valid: readonly Exchange[], exchanges: readonly Exchange[]): Reason[] {
  const statusOf = ({ response }: Exchange): number => response?.status ?? 0
  const pages = valid.flatMap(({ response }) => (response && describeProxyPage(response)) ?? [])
  const throttled = valid.filter(
    (exchange) => NO_CAPACITY.includes(statusOf(exchange)) && !isLockedOut(exchange, exchanges),
  )
  // Ordinary requests of which every attempt timed out, except those that a check reports.
  const ordinary = valid.filter(({ probe }) => probe.benign && !isBadLimit(probe))
  const timedOut = [...Map.groupBy(ordinary, ({ probe }) => probe.id)].flatMap(([id, attempts]) =>
    attempts.every((each) => each.failure?.kind === 'timeout' && !isNeverAnswered(each, valid)) ? id : [],
  )
  const served = new Set(exchanges.filter(isPlantsAnswer).map(({ probe }) => userOf(probe.credential)))
  const refused = exchanges.filter(
    (exchange) =>
      isAuthorised(exchange) &&
      REFUSED.includes(statusOf(exchange)) &&
      !served.has(userOf(exchange.probe.credential)),
  )
  const list = (fact: string, lost: readonly unknown[], text: string): Reason[] =>
    lost.length > 0 ? [because(fact, `${pluralize(lost.length, 'valid request')} ${text}`)] : []
  const other = "with another user's token"
  return [
    ...list('proxied', pages, `did not reach the server. ${pages[0]}`),
    ...list('throttled', throttled, `found the server ${NO_CAPACITY_TEXT}`),
    ...list('timeout', timedOut, 'timed out. If the server needs more time, raise --timeout.'),
    ...list('token-refused', refused, `${other} got a 401 or 403. Pass a valid --other-token, or omit it.`),
  ]
}

/** Explains that a run without a 200 is not conformant. A transforming proxy's 203 counts as a 200. */
function explainNothingServed(exchanges: readonly Exchange[]): Reason[] {
  const statuses = new Set(selectValid(exchanges).map(({ response }) => response?.status ?? 'no response'))
  if (statuses.has(203)) return []
  const text = `No request got a 200 (${[...statuses].join(', ')}), so there was nothing to check. Make sure that the base URL and the token are right.`
  return [because('nothing-served', text)]
}

/** The maximum number of checks to name. The rest are only counted; the findings name all of them. */
const MAX_NAMED = 2

/** Explains undecided checks that the operator can do something about. */
function explainUndecided(checks: readonly Check[], findings: readonly Finding[]): Reason[] {
  const listed = new Set(findings.filter(isListed).map(({ check }) => check))
  const essential = new Set(checks.filter(({ special }) => special === 'essential').map(({ id }) => id))
  const undecided = findings.filter(({ verdict, level, check, blockedBy = [] }) => {
    if (verdict === 'inconclusive') return level === 'MUST'
    // A finding in the baseline may prevent another check from being judged.
    const isObstructed = blockedBy.length > 0 && blockedBy.every((id) => listed.has(id))
    return verdict === 'not-exercised' && essential.has(check) && !isObstructed
  })
  return [...Map.groupBy(undecided, ({ note = '' }) => note)].map(([note, all]) => {
    const names = all.slice(0, MAX_NAMED).map(({ check }) => check)
    const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : ''
    return {
      text: `Not tested: ${names.join(', ')}${more} (${note}).`,
      decidedBy: all.map(({ id }) => ({ finding: id })),
    }
  })
}
