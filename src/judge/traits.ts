import { ordinal, shorten } from '../contract/words.ts'
import { userOf } from './credentials.ts'
import { type Exchange, isAnswered, type LimitClass, type Probe, type Sequence } from './exchange.ts'
import type { Design, Dimension } from './suite.ts'

/** Something about an exchange that can be the reason for a violation in it. */
export type Trait = {
  /** Equal for equal traits, such as `accept-encoding=gzip`. */
  key: string
  /**
   * `condition`: planned, see `Conditions`. `request`: another part of the request. `moment`: when it was sent, and after what.
   * `response`: part of the response, so rather a sign than a reason.
   */
  kind: 'condition' | 'request' | 'moment' | 'response'
  /** What it is a value of: a dimension of the plan, or a part of the request. */
  dimension: string
  /** For a moment: what it is about. */
  moment?: Dimension['moment']
  /** Completes the sentence "It only happens …". */
  when: string
}

/** The traits of one exchange, by their keys. */
type Traits = ReadonlyMap<string, Trait>

export type ListTraits = (exchange: Exchange) => Traits

const LIMITS: Record<LimitClass, string> = {
  absent: 'without a limit',
  positive: 'with a positive limit',
  open: 'with a limit of 0 or less',
  outside: 'with a limit that is not an int32',
}

/** How much of a value is shown. */
const SHOWN = 60
/** More positions on a connection would fit too much by coincidence. */
const LAST_POSITION = 3

/** Lists the traits of exchanges. Those of another engine are not part of the transcript, so they have no moment. */
export function createTraitList(exchanges: readonly Exchange[], design: Design | undefined): ListTraits {
  const known = new Map<Exchange, Traits>()
  const positions = new Map(exchanges.map((exchange, index) => [exchange, index]))
  return (exchange) => {
    const found = known.get(exchange)
    if (found) return found
    const position = positions.get(exchange)
    const traits = [
      ...listRequestTraits(exchange.probe, design),
      ...(position === undefined ? [] : listMoments(exchange, exchanges[position - 1])),
      ...listStatus(exchange),
    ]
    const byKey = new Map(traits.map((trait) => [trait.key, trait]))
    known.set(exchange, byKey)
    return byKey
  }
}

/** What the request has: where several traits say the same of some exchanges, the first one is the best name for it. */
function listRequestTraits(probe: Probe, design: Design | undefined): Trait[] {
  const { conditions, method, credential, limit, maxResults, query, path } = probe
  const isUser = credential.kind === 'valid' || credential.kind === 'other'
  const user = userOf(credential)
  return [
    ...(conditions
      ? [...listConditions(conditions, design), ...listGroups(conditions, design)]
      : listHeaders(probe)),
    request('method', `method:${method}`, `with ${method}`),
    isUser
      ? request('user', `user:${user}`, `with the ${ordinal(user)} user's token`)
      : request('user', 'refusable', 'without a valid token'),
    request('user', `credential:${credential.label}`, `with ${credential.label}`),
    ...(limit === 'absent' ? [] : [request('limit', 'limited', 'with a limit')]),
    request('limit', `limit:${limit}`, LIMITS[limit]),
    ...(maxResults === undefined
      ? listParameters(query)
      : [request('limit', `maxResults:${maxResults}`, `with a limit of ${maxResults}`)]),
    ...(query === undefined ? [] : [request('limit', `query:${query}`, `with ?${shorten(query, SHOWN)}`)]),
    ...(path === undefined ? [] : [request('path', `path:${path}`, `at ${path}`)]),
  ]
}

/** What the plan varies in the request. When to send it is planned, too, but what counts is when it was sent. */
function listConditions(conditions: NonNullable<Probe['conditions']>, design: Design | undefined): Trait[] {
  return Object.entries(conditions).flatMap(([dimension, id]) => {
    const { values = [], moment } = design?.dimensions.find((each) => each.id === dimension) ?? {}
    const when = values.find((each) => each.id === id)?.when ?? `with ${dimension}: ${id}`
    return moment ? [] : [{ key: `${dimension}=${id}`, kind: 'condition' as const, dimension, when }]
  })
}

/** Several values of a dimension that have a name together. */
function listGroups(conditions: NonNullable<Probe['conditions']>, design: Design | undefined): Trait[] {
  return (design?.dimensions ?? []).flatMap(({ id: dimension, groups = [] }) =>
    groups
      .filter(({ values }) => values.includes(conditions[dimension] ?? ''))
      .map(({ values, when }) => ({
        key: `${dimension}=${values.join('|')}`,
        kind: 'condition' as const,
        dimension,
        when,
      })),
  )
}

/** The headers of a request that is not planned as a row, and its version. */
function listHeaders({ fields = [], omit = [], httpVersion }: Probe): Trait[] {
  return [
    ...(httpVersion === undefined ? [] : [request('version', 'version', `with HTTP/${httpVersion}`)]),
    ...fields.map(([name, value]) => {
      const when =
        name === 'Cookie' ? 'with a cookie of the server' : `with ${name}: ${shorten(value, SHOWN)}`
      return request(name.toLowerCase(), `field:${name}: ${value}`, when)
    }),
    ...omit.map((name) => {
      const written = name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
      return request(name, `omit:${name}`, `without ${written}`)
    }),
  ]
}

/** Each parameter of the query in any spelling, unless one is repeated. */
function listParameters(query = ''): Trait[] {
  const parts = query.split('&').filter((part) => part !== '')
  const names = parts.map((part) => part.replace(/=.*/, ''))
  if (new Set(names).size < parts.length) return []
  return parts.map((part) =>
    request('limit', `parameter:${new URLSearchParams(part)}`, `with ?${shorten(part, SHOWN)}`),
  )
}

/** When the request was sent: its place on the connection, what was sent at the same time, and what right before. */
function listMoments({ probe, connection, failure }: Exchange, previous: Exchange | undefined): Trait[] {
  const create = (moment: NonNullable<Trait['moment']>, key: string, when: string): Trait => ({
    key,
    kind: 'moment',
    dimension: moment,
    moment,
    when,
  })
  const isParallel = probe.parallel !== undefined
  const together = create('concurrency', 'parallel', 'while the server handles other requests')
  // After silence, the run asks whether the server is still there, and on another connection: those moments are its own doing.
  if (failure?.kind === 'timeout') return isParallel ? [together] : []
  const number = connection.earlier + 1
  const used = create('position', 'position>=2', 'on a connection that was used before')
  const exact = create('position', `position=${number}`, `on the ${ordinal(number)} request of a connection`)
  const before = previous === undefined || isParallel ? [] : listPrevious(previous)
  return [
    ...(isParallel ? [together] : []),
    ...(number > 1 ? [used] : []),
    ...(number <= LAST_POSITION ? [exact] : []),
    ...before.map(([key, what]) => create('predecessor', key, `right after ${what}`)),
  ]
}

/** What a request that is sent after this one comes right after: keys, and how to call it. */
export function listPrevious({ probe, response }: Exchange): (readonly [key: string, what: string])[] {
  const { method, parallel } = probe
  // Nothing says which of several requests came last.
  if (parallel !== undefined) return []
  const { status = 0 } = response ?? {}
  return [
    ...(method === 'GET' ? [] : [[`after:${method}`, method] as const]),
    ...(status >= 400 && status < 500 ? [['after:refused', `a request that got a ${status}`] as const] : []),
  ]
}

function listStatus(exchange: Exchange): Trait[] {
  if (!isAnswered(exchange)) return []
  const { status } = exchange.response
  const when = `in responses with status ${status}`
  return [{ key: `status:${status}`, kind: 'response', dimension: 'status', when }]
}

function request(dimension: string, key: string, when: string): Trait {
  return { key, kind: 'request', dimension, when }
}

/** Characters of a header in a remark. */
const REMARK = 70
/** More differences are only counted. */
const MAX_REMARKS = 5
/** Parts of the request that its first line shows. */
const VISIBLE = new Set(['limit', 'query', 'version'])

/**
 * Says how a request differs from the plain one, as far as its first line does not show it. Empty if it does not. `sequence` leads
 * to it; `compared` also has what it is compared with. For a violation that is intermittent, headers say nothing.
 */
export function describeUnusual(
  exchange: Exchange,
  sequence: Sequence,
  design: Design | undefined,
  { compared = sequence, isRandom = false }: { compared?: Sequence; isRandom?: boolean } = {},
): string {
  const differences = isRandom ? [] : listRemarks(exchange.probe, design)
  const hidden = differences.length - MAX_REMARKS
  return [
    ...differences.slice(0, MAX_REMARKS),
    ...(hidden > 0 ? [`and ${hidden} more headers`] : []),
    ...describeMoment(sequence, compared, exchange.connection.earlier),
    ...(exchange.hops.length > 0 ? ['after a redirect'] : []),
  ].join(', ')
}

function listRemarks(probe: Probe, design: Design | undefined): string[] {
  const { conditions, credential } = probe
  const traits = (conditions ? listConditions(conditions, design) : listHeaders(probe)).filter(
    ({ key, dimension }) =>
      !VISIBLE.has(dimension) &&
      // The first line of the request shows its version, and the credential says which user it is.
      key !== 'http=1.0' &&
      !(key === 'user=other' && credential.kind === 'other'),
  )
  const texts = [
    // The token comes first, because steps often differ in it, and long lines are cut.
    ...(credential.kind === 'valid' ? [] : [`with ${credential.label}`]),
    ...traits.map(({ when }) => when),
  ]
  return texts.map((text) => {
    const short = text.replace(/^(without|with no) /, 'no ')
    return short.length > REMARK ? `${short.slice(0, REMARK)}…` : short
  })
}

function describeMoment(sequence: Sequence, compared: Sequence, earlier: number): string[] {
  const parallel = compared.at(-1)?.probe.parallel
  const together = compared.filter(({ probe }) => probe.parallel === parallel).length
  if (parallel !== undefined && together > 1) return [`${together} at once`]
  if (sequence.length === 1) return []
  const connections = new Set(sequence.map(({ connection }) => connection.id))
  if (connections.size > 1) return ['right after another request']
  return sequence.length === earlier + 1
    ? [`${ordinal(earlier + 1)} request on the same connection`]
    : ['on a connection that was used before']
}
