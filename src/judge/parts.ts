import { ordinal, shorten } from '../contract/words.ts'
import type { Exchange, LimitClass, Probe } from './exchange.ts'
import { userOf } from './exchange.ts'

/** A description of a part of an exchange. `words` completes the sentence "It only happens …". */
type Description = { value: string; words: string }

/**
 * The parts of a request by name: dimensions of the plan, headers, and moments, which say when the request was sent. Each part has one or
 * more descriptions; the last is the most exact. Parts that are not in the map have their usual values.
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
/** Parts that are visible in the request line. */
const VISIBLE = new Set(['method', 'path', 'limit', 'query'])
/** The maximum number of characters to show of a value. */
const SHOWN = 60
/** The last position on a connection that can be part of a cause. Later positions would match too often by coincidence. */
const LAST_POSITION = 3

/** Creates the function that lists an exchange's parts. Exchanges of other engines are not in the transcript, so they have no moments. */
export function createPartList(exchanges: readonly Exchange[]): ListParts {
  const known = new Map<Exchange, Parts>()
  const positions = new Map(exchanges.map((exchange, index) => [exchange, index]))
  return (exchange) => {
    const position = positions.get(exchange)
    const parts =
      known.get(exchange) ??
      new Map([
        ...listRequest(exchange.probe),
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

function listRequest(probe: Probe): Part[] {
  const { method, path } = probe
  return [
    part('user', ...describeUser(probe)),
    ...(probe.conditions ? listConditions(probe) : listHeaders(probe)),
    ...(method === 'GET' ? [] : [part('method', { value: method, words: `with ${method}` })]),
    ...(path === undefined ? [] : [part('path', { value: path, words: `at ${path}` })]),
    part('limit', ...describeLimit(probe)),
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

/** Lists the request's planned conditions. */
function listConditions({ conditions = {}, words = {}, turns = {} }: Probe): Part[] {
  return Object.entries(words).map(([name, when]) => {
    const id = conditions[name] ?? ''
    // A value of a dimension may stand for several strings to send.
    const exact = { value: `${id} ${turns[name] ?? 0}`, words: when }
    return part(name, { value: id, words: when }, exact)
  })
}

/** Lists the headers of a request without planned conditions. */
function listHeaders({ fields = [], omit = [] }: Probe): Part[] {
  return [
    ...fields.map(([name, value]) => {
      const words = FROM_SERVER.has(name) ? `with ${name}` : `with ${name}: ${shorten(value, SHOWN)}`
      return part(name.toLowerCase(), { value, words })
    }),
    ...omit.map((name) => part(name, { value: 'omitted', words: `without ${name}` })),
  ]
}

function describeLimit({ limit, query, maxResults, conditions, words }: Probe): Description[] {
  const exact =
    maxResults === undefined ? `with ?${shorten(query ?? '', SHOWN)}` : `with a limit of ${maxResults}`
  return [
    ...(limit === 'absent' ? [] : [{ value: 'limited', words: 'with a limit' }]),
    { value: limit, words: LIMITS[limit] },
    ...(words?.limit === undefined ? [] : [{ value: conditions?.limit ?? '', words: words.limit }]),
    ...(limit === 'absent' ? [] : [{ value: `${maxResults ?? query}`, words: exact }]),
  ]
}

/** Lists a request's moments: whether other requests were sent at the same time, its position on the connection, the previous request. */
function listMoments({ probe, connection, failure }: Exchange, previous: Exchange | undefined): Part[] {
  const parallel =
    probe.parallel === undefined
      ? []
      : [part('parallel', { value: 'parallel', words: 'while the server handles other requests' })]
  // After a timeout, the run checks on another connection that the server is still up, so position and previous request say nothing.
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

/** Describes the exchange before a request, if that exchange is unusual. */
function describePrevious({ probe, response }: Exchange): Description | undefined {
  // If several requests were sent at the same time, it is unknown which arrived last.
  if (probe.parallel !== undefined) return undefined
  if (probe.method !== 'GET') return { value: probe.method, words: `right after ${probe.method}` }
  const { status = 0 } = response ?? {}
  return status >= 400 && status < 500
    ? { value: 'refused', words: `right after a request that got a ${status}` }
    : undefined
}

/** Lists a request's differences from the plain request that the request line does not show: `no Accept`. */
export function listRemarks(probe: Probe): string[] {
  return listRequest(probe)
    .filter(([name]) => !VISIBLE.has(name) && !(name === 'user' && probe.credential.kind === 'valid'))
    .flatMap(([, descriptions]) => descriptions.at(-1)?.words.replace(/^(without|with no) /, 'no ') ?? [])
}
