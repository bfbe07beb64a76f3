import { ordinal, shorten } from '../contract/words.ts'
import type { Exchange, LimitClass, Probe } from './exchange.ts'
import { userOf } from './exchange.ts'
import type { Design } from './suite.ts'

/** One way to describe a part of an exchange. `words` complete the sentence "It only happens …". */
type Description = { value: string; words: string }

/**
 * The parts of a request by name: dimensions of the plan, headers, and moments, which say when it was sent. Each part has one or more
 * descriptions; the last is the most exact. Parts that are not listed have their usual values.
 */
type Parts = ReadonlyMap<string, readonly Description[]>

export type ListParts = (exchange: Exchange) => Parts

/** Whether a part says when a request was sent. */
export function isMoment(name: string): boolean {
  return ['parallel', 'position', 'before'].includes(name)
}

const LIMITS: Record<LimitClass, string> = {
  absent: 'without a limit',
  positive: 'with a positive limit',
  open: 'with a limit of 0 or less',
  outside: 'with a limit that is not an int32',
}
/** Headers whose values came from the server, so they may be secret. */
const FROM_SERVER = new Set(['Cookie', 'If-None-Match'])
/** Parts that the request line shows. */
const VISIBLE = new Set(['method', 'path', 'limit', 'query'])
/** Maximum characters shown of a value. */
const SHOWN = 60
/** Later positions on a connection are not used, because they would match too often by coincidence. */
const LAST_POSITION = 3

/** Lists the parts of exchanges. Exchanges of another engine are not in the transcript, so they have no moment. */
export function createPartList(exchanges: readonly Exchange[], design: Design | undefined): ListParts {
  const known = new Map<Exchange, Parts>()
  const positions = new Map(exchanges.map((exchange, index) => [exchange, index]))
  return (exchange) => {
    const position = positions.get(exchange)
    const parts =
      known.get(exchange) ??
      new Map([
        ...listRequest(exchange.probe, design),
        ...(position === undefined ? [] : listMoments(exchange, exchanges[position - 1])),
      ])
    known.set(exchange, parts)
    return parts
  }
}

type Part = readonly [name: string, descriptions: readonly Description[]]

function part(name: string, ...descriptions: readonly Description[]): Part {
  return [name, descriptions]
}

function listRequest(probe: Probe, design: Design | undefined): Part[] {
  const { method, path } = probe
  return [
    part('user', ...describeUser(probe)),
    ...(probe.conditions ? listConditions(probe, design) : listHeaders(probe)),
    ...(method === 'GET' ? [] : [part('method', { value: method, words: `with ${method}` })]),
    ...(path === undefined ? [] : [part('path', { value: path, words: `at ${path}` })]),
    part('limit', ...describeLimit(probe, design)),
  ]
}

function describeUser({ credential }: Probe): Description[] {
  const { kind, label } = credential
  const user = userOf(credential)
  if (kind === 'valid' || kind === 'other')
    return [{ value: `${user}`, words: `with the ${ordinal(user)} user's token` }]
  return [
    { value: 'none', words: 'without a valid token' },
    { value: label, words: `with ${label}` },
  ]
}

/** The request's own planned conditions. Moments are also planned, but only the actual order of sending counts. */
function listConditions({ conditions = {}, turns = {} }: Probe, design: Design | undefined): Part[] {
  return Object.entries(conditions).flatMap(([name, id]) => {
    const { isMoment: isSequence, values = [] } = design?.dimensions.find((each) => each.id === name) ?? {}
    const words = values.find((each) => each.id === id)?.when ?? `with ${name}: ${id}`
    // One value of a dimension may stand for several actual values.
    const exact = { value: `${id} ${turns[name] ?? 0}`, words }
    return isSequence || name === 'user' ? [] : [part(name, { value: id, words }, exact)]
  })
}

/** The headers of a request without planned conditions. */
function listHeaders({ fields = [], omit = [] }: Probe): Part[] {
  return [
    ...fields.map(([name, value]) => {
      const words = FROM_SERVER.has(name) ? `with ${name}` : `with ${name}: ${shorten(value, SHOWN)}`
      return part(name.toLowerCase(), { value, words })
    }),
    ...omit.map((name) => part(name, { value: 'omitted', words: `without ${name}` })),
  ]
}

function describeLimit(
  { limit, query, maxResults, conditions }: Probe,
  design: Design | undefined,
): Description[] {
  const values = design?.dimensions.find(({ id }) => id === 'limit')?.values ?? []
  const planned = values.find(({ id }) => id === conditions?.limit)
  const exact =
    maxResults === undefined ? `with ?${shorten(query ?? '', SHOWN)}` : `with a limit of ${maxResults}`
  return [
    ...(limit === 'absent' ? [] : [{ value: 'limited', words: 'with a limit' }]),
    { value: limit, words: LIMITS[limit] },
    ...(planned ? [{ value: planned.id, words: planned.when }] : []),
    ...(limit === 'absent' ? [] : [{ value: `${maxResults ?? query}`, words: exact }]),
  ]
}

/** The moments of a request: whether others were sent at the same time, its place on the connection, and the request before it. */
function listMoments({ probe, connection, failure }: Exchange, previous: Exchange | undefined): Part[] {
  const parallel =
    probe.parallel === undefined
      ? []
      : [part('parallel', { value: 'parallel', words: 'while the server handles other requests' })]
  // After a timeout, the run itself checks on another connection that the server is still up, so these moments say nothing.
  if (failure?.kind === 'timeout') return parallel
  const number = connection.earlier + 1
  const position = [
    ...(number > 1 ? [{ value: 'used', words: 'on a connection that was used before' }] : []),
    ...(number <= LAST_POSITION
      ? [{ value: `${number}`, words: `on the ${ordinal(number)} request of a connection` }]
      : []),
  ]
  const before = probe.parallel === undefined && previous ? describePrevious(previous) : undefined
  return [...parallel, part('position', ...position), ...(before ? [part('before', before)] : [])]
}

/** Describes this exchange, if it is unusual, for the request that is sent right after it. */
function describePrevious({ probe, response }: Exchange): Description | undefined {
  // If several requests were sent together, it is unknown which came last.
  if (probe.parallel !== undefined) return undefined
  if (probe.method !== 'GET') return { value: probe.method, words: `right after ${probe.method}` }
  const { status = 0 } = response ?? {}
  return status >= 400 && status < 500
    ? { value: 'refused', words: `right after a request that got a ${status}` }
    : undefined
}

/** How a request differs from the plain request, apart from its request line: `no Accept`. */
export function listRemarks(probe: Probe, design: Design | undefined): string[] {
  return listRequest(probe, design)
    .filter(([name]) => !VISIBLE.has(name) && !(name === 'user' && probe.credential.kind === 'valid'))
    .flatMap(([, descriptions]) => descriptions.at(-1)?.words.replace(/^(without|with no) /, 'no ') ?? [])
}
