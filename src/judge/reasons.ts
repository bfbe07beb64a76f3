import { pluralize } from '../contract/words.ts'
import { isListed } from './baseline.ts'
import type { Check } from './check.ts'
import { type Exchange, type Failure, isBadLimit, isPlantsAnswer } from './exchange.ts'
import { fieldValues } from './headerFields.ts'
import { describeProxyPage } from './proxyPages.ts'
import type { Decision, EngineReport, Finding } from './report.ts'
import { isLockedOut, isNeverAnswered } from './silence.ts'
import { type Fact, listFacts, selectKept, type Transcript } from './transcript.ts'

/** Why a run is incomplete, in a sentence or two, and the facts or findings that show it. */
export type Reason = { text: string; decidedBy: Decision[] }

type Recorded = Pick<Transcript, 'exchanges' | 'facts' | 'options'>

/** Statuses of a server without capacity. */
const UNAVAILABLE = [502, 503, 504]
const NO_CAPACITY = [429, ...UNAVAILABLE]

/** Why no valid request was served, by the statuses of the responses. */
const REFUSALS: readonly { fact: string; statuses: readonly number[]; text: string }[] = [
  {
    fact: 'token-refused',
    statuses: [401, 403],
    text: 'The server refused the token. Pass a valid one with --token or PLANT_STORE_TOKEN.',
  },
  {
    fact: 'throttled',
    statuses: [429],
    text: 'The server throttles every request (429). Raise its rate limits for the run.',
  },
  {
    fact: 'unavailable',
    statuses: UNAVAILABLE,
    text: 'The server is unavailable (502, 503 or 504). Try again when it is up.',
  },
]
const NO_TOKEN =
  'The server requires a token, and none was given. Pass one with --token or PLANT_STORE_TOKEN.'

/** Everything that makes a run incomplete: events during the run, engines that failed, and checks that could not be decided. */
export function listReasons(
  transcript: Recorded,
  checks: readonly Check[],
  findings: readonly Finding[],
  engines: readonly EngineReport[],
): Reason[] {
  const exchanges = selectKept(transcript)
  const isServed = exchanges.some(isPlantsAnswer)
  const found = [
    ...explainRun(transcript),
    // Without a single 200 no check could run, and the reasons above say why.
    ...(isServed ? explainUndecided(checks, findings) : []),
    ...engines
      .filter(({ status }) => status === 'failed' || status === 'missing')
      .map(({ detail }) => because('engine', detail.charAt(0).toUpperCase() + detail.slice(1))),
  ]
  const isViolated = findings.some((finding) => finding.verdict === 'fail' && !isListed(finding))
  const isOpen = !isServed && !isViolated && found.length === 0
  return [
    ...found,
    ...(isOpen ? explainNothingServed(exchanges) : []),
    ...(exchanges.length > 0 ? explainCommand(transcript.facts) : []),
  ]
}

/** Why the operation could not be called, or why the plan was not completed. */
export function explainRun(transcript: Recorded): Reason[] {
  const { facts, options } = transcript
  const [obstacle] = listFacts(facts, 'obstacle')
  if (obstacle) return [because('obstacle', obstacle.text)]
  const exchanges = selectKept(transcript)
  const valid = selectValid(exchanges)
  const statuses = valid.flatMap(({ response }) => response?.status ?? [])
  const [stopped] = listFacts(facts, 'stopped')
  const early = stopped ? [because('stopped', `The run was stopped early: ${stopped.why}.`)] : []
  const [first] = valid
  if (first?.failure && statuses.length === 0) {
    const { kind, message } = first.failure
    // The server was reached, and a finding says what is wrong with its response.
    if (kind === 'unparsable') return early
    const text =
      kind === 'timeout'
        ? `The target accepts connections, but does not answer: ${message} (--timeout). Is it an HTTP server?`
        : `The target could not be reached: ${message}. ${adviseOn(kind, options, facts)}`
    return [...early, because('unreachable', text)]
  }
  if (statuses.includes(200) || statuses.includes(203)) return [...early, ...explainLosses(valid, exchanges)]
  const refusal = REFUSALS.find((each) => each.statuses.some((status) => statuses.includes(status)))
  const isWithoutToken = refusal?.fact === 'token-refused' && options.token === undefined
  if (refusal) return [...early, because(refusal.fact, isWithoutToken ? NO_TOKEN : refusal.text)]
  return [...early, ...explainRedirect(first)]
}

function because(fact: string, text: string): Reason {
  return { text, decidedBy: [{ fact }] }
}

/** The documented requests with the operator's token. */
function selectValid(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.filter(({ probe }) => probe.documented && probe.credential.kind === 'valid')
}

const CHECK_ADDRESS = 'Check the address, and make sure that the server is running.'

function adviseOn(
  kind: Failure['kind'],
  { waitTimeout = 0 }: Transcript['options'],
  facts: readonly Fact[],
): string {
  if (kind === 'tls')
    return 'Trust its certificate with --cacert FILE, or accept every certificate with --insecure.'
  const [running] = listFacts(facts, 'server-running')
  if (waitTimeout === 0) return `${CHECK_ADDRESS} If the server is still starting, use --wait-timeout.`
  const advice = running
    ? `The process that --start started is running, but does not answer at that address: make it listen on the host and port of the base URL. ${running.printed}`
    : CHECK_ADDRESS
  return `The run waited ${pluralize(waitTimeout, 'second')} for it (--wait-timeout). ${advice}`
}

/** A redirect that was not followed. If redirects were followed, a finding says that they lead in a circle or nowhere. */
function explainRedirect(first: Exchange | undefined): Reason[] {
  const { status = 0, fields = [] } = first?.response ?? {}
  const [location] = fieldValues(fields, 'location')
  const target = location === undefined ? null : URL.parse(location, first?.url)
  if (status < 300 || status >= 400 || !target || first?.hops.length !== 0) return []
  const base = target.origin + target.pathname.replace(/\/[^/]*$/, '')
  const text = `The target redirects to another origin, or from https to http (${location}), where the token must not be sent. If you trust that address, pass the base URL ${base} .`
  return [because('redirected', text)]
}

/** Why some valid requests say nothing about the server, although it serves others. */
function explainLosses(valid: readonly Exchange[], exchanges: readonly Exchange[]): Reason[] {
  const pages = valid.flatMap(({ response }) => (response && describeProxyPage(response)) ?? [])
  const throttled = valid.filter(
    (exchange) => NO_CAPACITY.includes(exchange.response?.status ?? 0) && !isLockedOut(exchange, exchanges),
  )
  // Ordinary requests whose every attempt timed out, unless the checks report them.
  const ordinary = valid.filter(({ probe }) => probe.benign && !isBadLimit(probe))
  const timedOut = [...Map.groupBy(ordinary, ({ probe }) => probe.id)].flatMap(([id, attempts]) =>
    attempts.every((each) => each.failure?.kind === 'timeout' && !isNeverAnswered(each, valid)) ? [id] : [],
  )
  const list = (fact: string, lost: readonly unknown[], text: string): Reason[] =>
    lost.length > 0 ? [because(fact, `${pluralize(lost.length, 'valid request')} ${text}`)] : []
  return [
    ...list('proxied', pages, `did not reach the server. ${pages[0]}`),
    ...list(
      'throttled',
      throttled,
      'found the server out of capacity (429, 502, 503 or 504). Raise its rate limits for the run, or lower --rate.',
    ),
    ...list(
      'timeout',
      timedOut,
      `timed out: ${timedOut.join(', ')}. If the server is that slow, raise --timeout.`,
    ),
  ]
}

/** A run without any 200 is not conformant. The 203 of a transforming proxy counts as one. */
function explainNothingServed(exchanges: readonly Exchange[]): Reason[] {
  const statuses = new Set(selectValid(exchanges).map(({ response }) => response?.status ?? 'no response'))
  if (statuses.has(203)) return []
  const text = `No request got a 200 (${[...statuses].join(', ')}), so there was nothing to check.`
  return [because('nothing-served', text)]
}

/** Further checks are only counted; the findings name them all. */
const MAX_NAMED = 2

/** Undecided checks that the operator can do something about. */
function explainUndecided(checks: readonly Check[], findings: readonly Finding[]): Reason[] {
  const listed = new Set(findings.filter(isListed).map(({ check }) => check))
  const essential = new Set(checks.filter(({ special }) => special === 'essential').map(({ id }) => id))
  const undecided = findings.filter(({ verdict, level, check, blockedBy = [] }) => {
    if (verdict === 'inconclusive') return level === 'MUST'
    // Findings in the baseline may keep a check from being tested.
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

/** Explains what happened to the server that the command started. */
function explainCommand(facts: readonly Fact[]): Reason[] {
  const [ended, ...others] = listFacts(facts, 'server-ended')
  if (!ended) return []
  const times = others.length > 0 ? `, and ${pluralize(others.length, 'more time')}` : ''
  const printed = ended.printed === undefined ? '' : ` ${ended.printed}`
  return [because(ended.kind, `During the run, ${ended.how}${times}.${printed}`)]
}
