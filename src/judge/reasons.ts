import { ordinal, pluralize } from '../contract/words.ts'
import { isListed } from './baseline.ts'
import type { Check } from './check.ts'
import { userOf } from './credentials.ts'
import { type Exchange, type Failure, isBadLimit, isPlantsAnswer } from './exchange.ts'
import { fieldValues } from './headerFields.ts'
import { isLockedOut } from './lockout.ts'
import { describeProxyPage } from './proxyPages.ts'
import type { Decision, EngineReport, Finding } from './report.ts'
import { isNeverAnswered } from './silence.ts'
import { type Fact, listFacts, selectKept, type Transcript } from './transcript.ts'

const CHECK_ADDRESS = 'Check the address, and make sure that the server is running.'

/** Why a run is incomplete, in a sentence or two, and the facts or findings that show it. */
export type Reason = { text: string; decidedBy: Decision[] }

/** Why the operation could not be called, or not to the end of the plan. */
export function explainRun(transcript: Pick<Transcript, 'exchanges' | 'facts' | 'options'>): Reason[] {
  const { facts, options } = transcript
  const [obstacle] = listFacts(facts, 'obstacle')
  if (obstacle) return [because('obstacle', obstacle.text)]
  const exchanges = selectKept(transcript)
  const stopped = listFacts(facts, 'stopped')[0]?.why
  const valid = exchanges.filter(({ probe }) => probe.documented && probe.credential.kind === 'valid')
  const statuses = new Set(valid.flatMap(({ response }) => (response ? [response.status] : [])))
  const [first] = valid
  const reasons = stopped === undefined ? [] : [because('stopped', `The run was stopped early: ${stopped}.`)]
  if (first?.failure && statuses.size === 0) {
    const { kind, message } = first.failure
    // It was reached, and a finding says what is wrong with its response.
    if (kind === 'unparsable') return reasons
    return [
      ...(stopped?.endsWith(message) ? [] : reasons),
      because(
        'unreachable',
        `The target could not be reached: ${message}. ${adviseOn(kind, options, facts)}`,
      ),
    ]
  }
  if (statuses.has(200) || statuses.has(203))
    return [
      ...reasons,
      ...explainProxied(valid),
      ...explainThrottled(valid, exchanges),
      ...explainTimeouts(valid),
      ...explainOtherTokens(exchanges),
    ]
  const why = explainRefusal(statuses, first, options.token)
  return why === undefined ? reasons : [...reasons, why]
}

function because(fact: string, text: string): Reason {
  return { text, decidedBy: [{ fact }] }
}

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
): Reason | undefined {
  if (statuses.has(401) || statuses.has(403))
    return because(
      'token-refused',
      token !== undefined
        ? `The server refused the token (${[...statuses].join(', ')}). Pass a valid one with --token or PLANT_STORE_TOKEN.`
        : 'The server requires a token, and none was given. Pass one with --token or PLANT_STORE_TOKEN.',
    )
  if (statuses.has(429))
    return because(
      'throttled',
      'The server throttles every request (429). Raise its rate limits for the run.',
    )
  if ([...statuses].some(isUnavailable))
    return because('unavailable', 'The server is unavailable (502, 503 or 504). Try again when it is up.')
  if (![...statuses].some((status) => status >= 300 && status < 400)) return undefined
  // A finding says that it redirects in a circle, or to nowhere.
  return first && first.hops.length === 0 ? because('redirected', explainRedirect(first)) : undefined
}

function explainRedirect({ response, url }: Exchange): string {
  const [location = 'unknown'] = fieldValues(response?.fields ?? [], 'location')
  const rest = 'where the token must not be sent. If you trust that address, pass'
  if (!URL.canParse(location, url))
    return `The target redirects elsewhere (${location}), ${rest} it as the base URL.`
  const { origin, pathname } = new URL(location, url)
  const path = new URL(url).pathname.replace(/^.*(?=\/)/, '')
  const base = pathname.endsWith(path) ? pathname.slice(0, -path.length) : pathname
  return `The target redirects to another origin, or from https to http (${location}), ${rest} the base URL ${origin}${base} .`
}

/** A proxy that answered some of the valid requests itself. */
function explainProxied(valid: readonly Exchange[]): Reason[] {
  const pages = valid.flatMap(({ response }) => (response && describeProxyPage(response)) ?? [])
  const [first] = pages
  return first === undefined
    ? []
    : [because('proxied', `${pluralize(pages.length, 'valid request')} did not reach the server. ${first}`)]
}

function explainThrottled(valid: readonly Exchange[], exchanges: readonly Exchange[]): Reason[] {
  const throttled = valid.filter(
    (exchange) =>
      (exchange.response?.status === 429 || isUnavailable(exchange.response?.status)) &&
      !isLockedOut(exchange, exchanges),
  ).length
  if (throttled === 0) return []
  return [
    because(
      'throttled',
      `The server had no capacity for ${pluralize(throttled, 'valid request')} (429, 502, 503 or 504). Raise its rate limits for the run, or lower --rate.`,
    ),
  ]
}

/** Ordinary requests that timed out in every attempt, unless the checks report them. */
function explainTimeouts(valid: readonly Exchange[]): Reason[] {
  const ordinary = valid.filter(({ probe }) => probe.benign && !isBadLimit(probe))
  const lost = [...Map.groupBy(ordinary, ({ probe }) => probe.id)].filter(([, attempts]) =>
    attempts.every((attempt) => attempt.failure?.kind === 'timeout' && !isNeverAnswered(attempt, valid)),
  )
  if (lost.length === 0) return []
  const ids = lost.map(([id]) => id).join(', ')
  return [
    because(
      'timeout',
      `${pluralize(lost.length, 'valid request')} timed out: ${ids}. If the server is that slow, raise --timeout.`,
    ),
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
  const byUser = Map.groupBy(others, ({ probe }) => userOf(probe.credential))
  return [...byUser].flatMap(([user, all]) => {
    const statuses = [...new Set(all.flatMap(({ response }) => (response ? [response.status] : [])))]
    const refusals = statuses.filter((status) => status !== 429 && !isUnavailable(status))
    if (refusals.length === 0 || all.some(isPlantsAnswer)) return []
    return [
      because(
        'token-refused',
        `The server refused the ${ordinal(user)} token (${refusals.join(', ')}). Pass a valid one with --other-token, or omit it.`,
      ),
    ]
  })
}

/** A run without any 200 is not conformant. The 203 of a transforming proxy counts as one. */
export function explainNothingServed(exchanges: readonly Exchange[]): Reason[] {
  const valid = exchanges.filter(({ probe }) => probe.documented && probe.credential.kind === 'valid')
  if (valid.some(({ response }) => response?.status === 203)) return []
  const statuses = [...new Set(valid.map(({ response }) => response?.status ?? 'no response'))]
  return [
    because(
      'nothing-served',
      `No request got a 200 (${statuses.join(', ')}), so there was nothing to check.`,
    ),
  ]
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
  const byNote = Map.groupBy(undecided, ({ note = '' }) => note)
  return [...byNote].map(([note, all]) => {
    const { blockedBy = [] } = all[0] ?? {}
    const text =
      blockedBy.length === 0
        ? `${capitalise(note)}. Not tested: ${listChecks(all)}.`
        : `Not tested until ${blockedBy.join(' and ')} ${blockedBy.length === 1 ? 'passes' : 'pass'}: ${listChecks(all)}.`
    return { text, decidedBy: all.map(({ id }) => ({ finding: id })) }
  })
}

function listChecks(findings: readonly Finding[]): string {
  const shown = findings.slice(0, MAX_NAMED).map(({ check }) => check)
  const hidden = findings.length - shown.length
  return hidden === 0 ? shown.join(', ') : `${shown.join(', ')} and ${hidden} more`
}

/** What became of the server that the command started, and of the files that it was to write. */
export function explainCommand(facts: readonly Fact[]): Reason[] {
  const [ended, ...others] = listFacts(facts, 'server-ended')
  const times = others.length > 0 ? `, and ${pluralize(others.length, 'more time')}` : ''
  return [
    ...(ended
      ? [
          because(
            'server-ended',
            [`During the run, ${ended.how}${times}.`, ended.printed ?? []].flat().join(' '),
          ),
        ]
      : []),
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

function isUnavailable(status: number | undefined): boolean {
  return status === 502 || status === 503 || status === 504
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
