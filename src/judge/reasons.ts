import { ordinal, pluralize } from '../contract/words.ts'
import { isListed } from './baseline.ts'
import type { Check } from './check.ts'
import { userOf } from './credentials.ts'
import { type Exchange, type Failure, isBadLimit, isPlantsAnswer } from './exchange.ts'
import { fieldValues } from './headerFields.ts'
import { describeProxyPage } from './proxyPages.ts'
import type { Decision, EngineReport, Finding } from './report.ts'
import { isLockedOut, isNeverAnswered } from './silence.ts'
import { type Fact, listFacts, selectKept, type Transcript } from './transcript.ts'

/** Why a run is incomplete, in a sentence or two, and the facts or findings that show it. */
export type Reason = { text: string; decidedBy: Decision[] }

type Recorded = Pick<Transcript, 'exchanges' | 'facts' | 'options'>

/** Why the operation could not be called, or not to the end of the plan. */
export function explainRun(transcript: Recorded): Reason[] {
  const { facts, options } = transcript
  const [obstacle] = listFacts(facts, 'obstacle')
  if (obstacle) return [because('obstacle', obstacle.text)]
  const exchanges = selectKept(transcript)
  const valid = selectValid(exchanges)
  const statuses = new Set(valid.flatMap(({ response }) => response?.status ?? []))
  const [stopped] = listFacts(facts, 'stopped')
  const early = stopped ? [because('stopped', `The run was stopped early: ${stopped.why}.`)] : []
  const [first] = valid
  if (first?.failure && statuses.size === 0) {
    const { kind, message } = first.failure
    // It was reached, and a finding says what is wrong with its response.
    if (kind === 'unparsable') return early
    const text = `The target could not be reached: ${message}. ${adviseOn(kind, options, facts)}`
    return [...(stopped?.why.endsWith(message) ? [] : early), because('unreachable', text)]
  }
  const found =
    statuses.has(200) || statuses.has(203)
      ? explainLosses(valid, exchanges)
      : explainRefusal(statuses, first, options.token)
  return [...early, ...found]
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
    return 'If a private authority signed its certificate, pass the file of that authority with --cacert.'
  const [running] = listFacts(facts, 'server-running')
  const advice = running
    ? `The process that --start started is running, but does not answer there: make it listen on the host and port of the base URL. ${running.printed}`
    : CHECK_ADDRESS
  return waitTimeout > 0
    ? `The run waited ${pluralize(waitTimeout, 'second')} for it (--wait-timeout). ${advice}`
    : `${CHECK_ADDRESS} For a server that is still starting, there is --wait-timeout.`
}

/** Why no valid request was served, as far as its status shows. */
function explainRefusal(
  statuses: ReadonlySet<number>,
  first: Exchange | undefined,
  token: string | undefined,
): Reason[] {
  const all = [...statuses]
  if (statuses.has(401) || statuses.has(403)) {
    const what =
      token === undefined
        ? 'The server requires a token, and none was given. Pass one'
        : `The server refused the token (${all.join(', ')}). Pass a valid one`
    return [because('token-refused', `${what} with --token or PLANT_STORE_TOKEN.`)]
  }
  if (statuses.has(429))
    return [
      because('throttled', 'The server throttles every request (429). Raise its rate limits for the run.'),
    ]
  if (all.some(isUnavailable))
    return [because('unavailable', 'The server is unavailable (502, 503 or 504). Try again when it is up.')]
  // If redirects were followed, a finding says that they lead in a circle, or to nowhere.
  const isRedirected = all.some((status) => status >= 300 && status < 400) && first?.hops.length === 0
  return isRedirected ? [because('redirected', describeRedirect(first))] : []
}

function describeRedirect({ response, url }: Exchange): string {
  const [location = 'unknown'] = fieldValues(response?.fields ?? [], 'location')
  const rest = 'where the token must not be sent. If you trust that address, pass'
  if (!URL.canParse(location, url))
    return `The target redirects elsewhere (${location}), ${rest} it as the base URL.`
  const { origin, pathname } = new URL(location, url)
  const path = new URL(url).pathname.replace(/^.*(?=\/)/, '')
  const base = pathname.endsWith(path) ? pathname.slice(0, -path.length) : pathname
  return `The target redirects to another origin, or from https to http (${location}), ${rest} the base URL ${origin}${base} .`
}

/** Why some valid requests say nothing about a server that serves others. */
function explainLosses(valid: readonly Exchange[], exchanges: readonly Exchange[]): Reason[] {
  const pages = valid.flatMap(({ response }) => (response && describeProxyPage(response)) ?? [])
  const throttled = valid.filter(
    (exchange) => hasNoCapacity(exchange.response?.status) && !isLockedOut(exchange, exchanges),
  )
  // Ordinary requests that timed out in every attempt, unless the checks report them.
  const ordinary = valid.filter(({ probe }) => probe.benign && !isBadLimit(probe))
  const timedOut = [...Map.groupBy(ordinary, ({ probe }) => probe.id)].flatMap(([id, attempts]) =>
    attempts.every((each) => each.failure?.kind === 'timeout' && !isNeverAnswered(each, valid)) ? [id] : [],
  )
  const count = (lost: readonly unknown[]): string => pluralize(lost.length, 'valid request')
  const losses: readonly [fact: string, lost: readonly unknown[], text: string][] = [
    ['proxied', pages, `${count(pages)} did not reach the server. ${pages[0]}`],
    [
      'throttled',
      throttled,
      `The server had no capacity for ${count(throttled)} (429, 502, 503 or 504). Raise its rate limits for the run, or lower --rate.`,
    ],
    [
      'timeout',
      timedOut,
      `${count(timedOut)} timed out: ${timedOut.join(', ')}. If the server is that slow, raise --timeout.`,
    ],
  ]
  return [
    ...losses.flatMap(([fact, lost, text]) => (lost.length > 0 ? [because(fact, text)] : [])),
    ...explainOtherTokens(exchanges),
  ]
}

/** Another user's token that the server refuses, and does not only throttle, is the operator's mistake. */
function explainOtherTokens(exchanges: readonly Exchange[]): Reason[] {
  const others = exchanges.filter(
    ({ probe }) =>
      probe.documented &&
      probe.credential.kind === 'other' &&
      // A refusal of any other limit says nothing about the token.
      (probe.limit === 'absent' || probe.limit === 'positive'),
  )
  return [...Map.groupBy(others, ({ probe }) => userOf(probe.credential))].flatMap(([user, all]) => {
    const statuses = new Set(all.flatMap(({ response }) => response?.status ?? []))
    const refusals = [...statuses].filter((status) => !hasNoCapacity(status))
    if (refusals.length === 0 || all.some(isPlantsAnswer)) return []
    const text = `The server refused the ${ordinal(user)} token (${refusals.join(', ')}). Pass a valid one with --other-token, or omit it.`
    return [because('token-refused', text)]
  })
}

/** A run without any 200 is not conformant. The 203 of a transforming proxy counts as one. */
export function explainNothingServed(exchanges: readonly Exchange[]): Reason[] {
  const statuses = new Set(selectValid(exchanges).map(({ response }) => response?.status ?? 'no response'))
  if (statuses.has(203)) return []
  const text = `No request got a 200 (${[...statuses].join(', ')}), so there was nothing to check.`
  return [because('nothing-served', text)]
}

/** More checks are only counted; the findings name all. */
const MAX_NAMED = 2

/** Checks that could not be decided and that the operator can do something about. */
export function explainUndecided(checks: readonly Check[], findings: readonly Finding[]): Reason[] {
  const listed = new Set(findings.filter(isListed).map(({ check }) => check))
  const essential = new Set(checks.filter(({ special }) => special === 'essential').map(({ id }) => id))
  // Findings of the baseline may keep a check from being tested.
  const isObstructed = ({ blockedBy = [] }: Finding): boolean =>
    blockedBy.length > 0 && blockedBy.every((id) => listed.has(id))
  const undecided = findings.filter(
    (finding) =>
      (finding.verdict === 'not-exercised' && essential.has(finding.check) && !isObstructed(finding)) ||
      (finding.verdict === 'inconclusive' && finding.level === 'MUST'),
  )
  return [...Map.groupBy(undecided, ({ note = '' }) => note)].map(([note, all]) => {
    const { blockedBy = [] } = all[0] ?? {}
    const names = all.slice(0, MAX_NAMED).map(({ check }) => check)
    const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : ''
    const why =
      blockedBy.length === 0
        ? `${capitalise(note)}. Not tested`
        : `Not tested until ${blockedBy.join(' and ')} ${blockedBy.length === 1 ? 'passes' : 'pass'}`
    return {
      text: `${why}: ${names.join(', ')}${more}.`,
      decidedBy: all.map(({ id }) => ({ finding: id })),
    }
  })
}

/** What became of the server that the command started, and of the files that it was to write. */
export function explainCommand(facts: readonly Fact[]): Reason[] {
  const [ended, ...others] = listFacts(facts, 'server-ended')
  const times = others.length > 0 ? `, and ${pluralize(others.length, 'more time')}` : ''
  const texts = ended ? [`During the run, ${ended.how}${times}.`, ended.printed ?? []].flat() : []
  return [
    ...(ended ? [because(ended.kind, texts.join(' '))] : []),
    ...listFacts(facts, 'baseline-not-written').map(({ kind, why }) =>
      because(kind, `The baseline cannot be written: ${why}.`),
    ),
  ]
}

export function explainEngines(engines: readonly EngineReport[]): Reason[] {
  return engines
    .filter(({ status }) => status === 'failed' || status === 'missing')
    .map(({ detail }) => because('engine', capitalise(detail)))
}

function hasNoCapacity(status: number | undefined): boolean {
  return status === 429 || isUnavailable(status)
}

function isUnavailable(status: number | undefined): boolean {
  return status === 502 || status === 503 || status === 504
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
