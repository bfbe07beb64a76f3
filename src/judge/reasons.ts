import { ordinal, pluralize } from '../contract/words.ts'
import { isListed } from './baseline/applyBaseline.ts'
import type { Check } from './check.ts'
import { userOf } from './credentials.ts'
import { type Exchange, type Failure, isBadLimit, isPlantsAnswer } from './exchange.ts'
import { fieldValues } from './headerFields.ts'
import { isLockedOut } from './lockout.ts'
import { readPrerequisites } from './prerequisites.ts'
import { describeProxyPage } from './proxyPages.ts'
import type { EngineReport, Finding } from './report.ts'
import { isNeverAnswered } from './silence.ts'
import { type Fact, listFacts, type Outage, selectKept, type Transcript } from './transcript.ts'

const CHECK_ADDRESS = 'Check the address, and make sure that the server is running.'

/** Why the operation could not be called, or not to the end of the plan. Each reason is a sentence or two. */
export function explainRun(transcript: Pick<Transcript, 'exchanges' | 'facts' | 'options'>): string[] {
  const { facts, options } = transcript
  const [obstacle] = listFacts(facts, 'obstacle')
  if (obstacle) return [obstacle.text]
  const exchanges = selectKept(transcript)
  const stopped = listFacts(facts, 'stopped')[0]?.why
  const valid = exchanges.filter(({ probe }) => probe.documented && probe.credential.kind === 'valid')
  const statuses = new Set(valid.flatMap(({ response }) => (response ? [response.status] : [])))
  const [first] = valid
  const reasons = stopped === undefined ? [] : [`The run was stopped early: ${stopped}.`]
  if (first?.failure && statuses.size === 0) {
    const { kind, message } = first.failure
    // It was reached, and a finding says what is wrong with its response.
    if (kind === 'unparsable') return reasons
    return [
      ...(stopped?.endsWith(message) ? [] : reasons),
      `The target could not be reached: ${message}. ${adviseOn(kind, options, facts)}`,
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

function adviseOn(
  kind: Failure['kind'],
  { waitTimeout = 0 }: Transcript['options'],
  facts: readonly Fact[],
): string {
  if (kind === 'tls')
    return 'If a private authority signed its certificate, pass the file of that authority with --cacert.'
  const [silent] = listFacts(facts, 'server-silent')
  const advice = silent
    ? `The process that --start started is running, but does not answer there: make it listen on the host and port of the base URL. ${silent.printed}`
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
): string | undefined {
  if (statuses.has(401) || statuses.has(403))
    return token !== undefined
      ? `The server refused the token (${[...statuses].join(', ')}). Pass a valid one with --token or PLANT_STORE_TOKEN.`
      : 'The server requires a token, and none was given. Pass one with --token or PLANT_STORE_TOKEN.'
  if (statuses.has(429)) return 'The server throttles every request (429). Raise its rate limits for the run.'
  if ([...statuses].some(isUnavailable))
    return 'The server is unavailable (502, 503 or 504). Try again when it is up.'
  if (![...statuses].some((status) => status >= 300 && status < 400)) return undefined
  // A finding says that it redirects in a circle, or to nowhere.
  return first && first.hops.length === 0 ? explainRedirect(first) : undefined
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
function explainProxied(valid: readonly Exchange[]): string[] {
  const pages = valid.flatMap(({ response }) => (response && describeProxyPage(response)) ?? [])
  const [first] = pages
  return first === undefined
    ? []
    : [`${pluralize(pages.length, 'valid request')} did not reach the server. ${first}`]
}

function explainThrottled(valid: readonly Exchange[], exchanges: readonly Exchange[]): string[] {
  const throttled = valid.filter(
    (exchange) =>
      (exchange.response?.status === 429 || isUnavailable(exchange.response?.status)) &&
      !isLockedOut(exchange, exchanges),
  ).length
  if (throttled === 0) return []
  return [
    `The server had no capacity for ${pluralize(throttled, 'valid request')} (429, 502, 503 or 504). Raise its rate limits for the run, or lower --rate.`,
  ]
}

/** Ordinary requests that timed out in every attempt, unless the checks report them. */
function explainTimeouts(valid: readonly Exchange[]): string[] {
  const ordinary = valid.filter(({ probe }) => probe.benign && !isBadLimit(probe))
  const lost = [...Map.groupBy(ordinary, ({ probe }) => probe.id)].filter(([, attempts]) =>
    attempts.every((attempt) => attempt.failure?.kind === 'timeout' && !isNeverAnswered(attempt, valid)),
  )
  if (lost.length === 0) return []
  const ids = lost.map(([id]) => id).join(', ')
  return [
    `${pluralize(lost.length, 'valid request')} timed out: ${ids}. If the server is that slow, raise --timeout.`,
  ]
}

/** Another user's token that the server refuses, and does not only throttle, is the operator's mistake. */
function explainOtherTokens(exchanges: readonly Exchange[]): string[] {
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
      `The server refused the ${ordinal(user)} token (${refusals.join(', ')}). Pass a valid one with --other-token, or omit it.`,
    ]
  })
}

/** A run without any 200 is not conformant. The 203 of a transforming proxy counts as one. */
export function explainNothingServed(exchanges: readonly Exchange[]): string[] {
  const valid = exchanges.filter(({ probe }) => probe.documented && probe.credential.kind === 'valid')
  if (valid.some(({ response }) => response?.status === 203)) return []
  const statuses = [...new Set(valid.map(({ response }) => response?.status ?? 'no response'))]
  return [`No request got a 200 (${statuses.join(', ')}), so there was nothing to check.`]
}

/** More checks are only counted; the findings name all. */
const MOST_NAMED = 2

/** Checks that could not be decided and that the operator can do something about. */
export function explainInconclusive(checks: readonly Check[], findings: readonly Finding[]): string[] {
  const listed = new Set(findings.filter(isListed).map(({ check }) => check))
  const essential = new Set(checks.filter((check) => check.essential === true).map(({ id }) => id))
  const undecided = findings.filter(
    ({ check, level, verdict, note }) =>
      (verdict === 'not-exercised' && essential.has(check) && !isObstructed(note, listed)) ||
      (verdict === 'inconclusive' && level === 'MUST'),
  )
  const byNote = Map.groupBy(undecided, ({ note = '' }) => note)
  return [...byNote].map(([note, all]) => {
    const first = readPrerequisites(note)
    return first.length === 0
      ? `${capitalise(note)}. Not tested: ${listChecks(all)}.`
      : `Not tested until ${first.join(' and ')} ${first.length === 1 ? 'passes' : 'pass'}: ${listChecks(all)}.`
  })
}

/** Whether only findings of the baseline keep a check from being tested. */
function isObstructed(note: string | undefined, listed: ReadonlySet<string>): boolean {
  const first = readPrerequisites(note)
  return first.length > 0 && first.every((id) => listed.has(id))
}

function listChecks(findings: readonly Finding[]): string {
  const shown = findings.slice(0, MOST_NAMED).map(({ check }) => check)
  const hidden = findings.length - shown.length
  return hidden === 0 ? shown.join(', ') : `${shown.join(', ')} and ${hidden} more`
}

/** What became of the server that the command started, and of the files that it was to write. */
export function explainCommand(facts: readonly Fact[]): string[] {
  const [ended, ...others] = listFacts(facts, 'server-ended')
  const times = others.length > 0 ? `, and ${pluralize(others.length, 'more time')}` : ''
  return [
    ...(ended ? [[`During the run, ${ended.how}${times}.`, ended.printed ?? []].flat().join(' ')] : []),
    ...listFacts(facts, 'baseline-not-written').map(({ why }) => `The baseline cannot be written: ${why}.`),
  ]
}

export function explainEngines(engines: readonly EngineReport[]): string[] {
  return engines
    .filter(({ status }) => status === 'failed' || status === 'missing')
    .map(({ detail }) => capitalise(detail))
}

function isUnavailable(status: number | undefined): boolean {
  return status === 502 || status === 503 || status === 504
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Outages that ended: a remark, because what was lost in them was sent again. */
export function describeOutages(outages: readonly Outage[]): string {
  const ended = outages.filter(({ recovered, confirmed }) => recovered && !confirmed)
  const texts = ended.map(({ afterProbe, ms }) => `${(ms / 1000).toFixed(1)} s after ${afterProbe}`)
  return texts.length === 0 ? '' : `; waited while the server did not answer, for ${texts.join(' and for ')}`
}
