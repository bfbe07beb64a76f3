import { ordinal, shorten } from '../contract/words.ts'
import { userOf } from './credentials.ts'
import type { Design, Dimension } from './design.ts'
import { type Conditions, type Exchange, isAnswered, type LimitClass, type Probe } from './exchange.ts'

/** Something about an exchange that can be the reason for a violation in it. */
export type Trait = {
  /** Equal for equal traits, such as `encoding=gzip`. */
  key: string
  /**
   * `condition`: planned, see `Conditions`. `request`: another part of the request. `moment`: when it was sent, and after what.
   * `response`: part of the response, so rather a sign than a reason.
   */
  kind: 'condition' | 'request' | 'moment' | 'response'
  /** What it is a value of: the dimension of a condition, or a part of the request. */
  dimension?: string
  /** For a moment, planned or not: what it is about. */
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

/** Credentials of which one kind has many. */
const KINDS: Readonly<Record<string, string>> = {
  bad: 'a bad token',
  lenient: 'the token in an unusual form',
}

/** How much of a value is shown. */
const SHOWN = 60
/** More positions on a connection would fit too much by coincidence. */
const LAST_POSITION = 3

/** Lists the traits of exchanges. Those of another engine are not part of the transcript, so they have no moment. */
export function createTraitList(exchanges: readonly Exchange[], design: Design | undefined): ListTraits {
  const known = new Map<Exchange, Traits>()
  const positions = new Map(exchanges.map((exchange, index) => [exchange, index]))
  const list = (exchange: Exchange): Traits => {
    const { probe } = exchange
    const position = positions.get(exchange)
    const traits = [
      ...listConditions(probe.conditions ?? {}, design),
      ...listRequestTraits(probe),
      ...(position === undefined
        ? []
        : listMomentTraits(exchange, findPrevious(exchanges, position), design)),
      ...listResponseTraits(exchange),
    ]
    return new Map(traits.map((trait) => [trait.key, trait]))
  }
  return (exchange) => {
    const traits = known.get(exchange) ?? list(exchange)
    known.set(exchange, traits)
    return traits
  }
}

/** How the request differs from the plain one, as planned. */
export function listConditions(conditions: Conditions, design: Design | undefined): Trait[] {
  return Object.entries(conditions).map(([dimension, id]) => {
    const { values = [], moment } = design?.dimensions.find((each) => each.id === dimension) ?? {}
    const when = values.find((each) => each.id === id)?.when ?? `with ${dimension}: ${id}`
    return { key: `${dimension}=${id}`, kind: 'condition', dimension, when, ...(moment && { moment }) }
  })
}

/** What else can be said about a request, the most general first. */
export function listRequestTraits(probe: Probe): Trait[] {
  const { method, limit, maxResults, query, path, httpVersion } = probe
  return [
    request('method', `method:${method}`, `with ${method}`),
    ...listCredentialTraits(probe),
    ...(limit === 'absent' ? [] : [request('limit', 'limited', 'with a limit')]),
    request('limit', `limit:${limit}`, LIMITS[limit]),
    ...(maxResults === undefined
      ? listParameters(query)
      : [request('limit', `maxResults:${maxResults}`, `with a limit of ${maxResults}`)]),
    ...(query === undefined ? [] : [request('limit', `query:${query}`, `with ?${shorten(query, SHOWN)}`)]),
    ...(path === undefined ? [] : [request('path', `path:${path}`, `at ${path}`)]),
    ...(httpVersion === undefined ? [] : [request('version', 'version', `over HTTP/${httpVersion}`)]),
    ...listFieldTraits(probe),
  ]
}

function listCredentialTraits({ credential }: Probe): Trait[] {
  const { kind, label } = credential
  const exact = request('credential', `credential:${label}`, `with ${label}`)
  if (kind !== 'valid' && kind !== 'other')
    return [request('credential', 'refusable', 'without a valid token'), exact]
  const user = userOf(credential)
  return [request('credential', `user:${user}`, `with the ${ordinal(user)} user's token`), exact]
}

/** Each parameter that the query does not repeat, in any spelling. */
function listParameters(query = ''): Trait[] {
  const decoded = query.replaceAll(/%[\da-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escaped
  })
  const parameters = decoded.split('&').filter((parameter) => parameter !== '')
  const names = parameters.map((parameter) => parameter.split('=', 1).join())
  return parameters
    .filter((_, index) => names.filter((name) => name === names[index]).length === 1)
    .map((parameter) => request('limit', `parameter:${parameter}`, `with ?${shorten(parameter, SHOWN)}`))
}

/** The headers. A planned condition may stand for several values of one. */
function listFieldTraits({ fields = [], omit = [], conditions }: Probe): Trait[] {
  return [
    ...fields.map(([name, value]) => {
      // A cookie that is not planned is the server's, and may be a secret.
      const isOwn = name === 'Cookie' && conditions === undefined
      const when = isOwn ? 'with a cookie of the server' : `with ${name}: ${shorten(value, SHOWN)}`
      return request(name.toLowerCase(), `field:${name}: ${value}`, when)
    }),
    ...omit.map((name) => {
      const written = name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
      return request(name, `omit:${name}`, `without ${written}`)
    }),
  ]
}

/** When the request was sent: its place on the connection, what was sent at the same time, and what right before. */
function listMomentTraits(
  { probe, connection, failure }: Exchange,
  previous: readonly Exchange[],
  design: Design | undefined,
): Trait[] {
  const parallel =
    probe.parallel === undefined
      ? []
      : [createMoment('concurrency', 'parallel', 'while the server handles other requests')]
  // After silence, the run asks whether the server is still there, and on another connection: those moments are its own doing.
  if (failure?.kind === 'timeout') return parallel
  const position = connection.earlier + 1
  const [first = [], ...others] = previous.map((each) => listPreviousTraits(probe.id, each, design))
  return [
    ...(position === 1
      ? []
      : [createMoment('position', 'position>=2', 'on a connection that was used before')]),
    ...(position > LAST_POSITION
      ? []
      : [
          createMoment(
            'position',
            `position=${position}`,
            `on the ${ordinal(position)} request of a connection`,
          ),
        ]),
    ...parallel,
    ...first.filter(({ key }) => others.every((traits) => traits.some((trait) => trait.key === key))),
  ]
}

/**
 * What the server handled right before: several requests if they were sent together. Nothing says what came before one of those,
 * so there the list is empty.
 */
function findPrevious(exchanges: readonly Exchange[], position: number): readonly Exchange[] {
  const isParallel = (exchange: Exchange | undefined): boolean => exchange?.probe.parallel !== undefined
  if (isParallel(exchanges[position])) return []
  const previous = exchanges.slice(0, position).findLastIndex((exchange) => !isParallel(exchange))
  return exchanges.slice(Math.min(previous + 1, position - 1), position)
}

/** What a request after this one comes right after. `id` is the probe of that request. */
export function listPreviousTraits(
  id: string,
  { probe, response }: Exchange,
  design?: Design | undefined,
): Trait[] {
  const after = (key: string, what: string): Trait =>
    createMoment('predecessor', `after:${key}`, `right after ${what}`)
  const { method, credential, limit, conditions = {} } = probe
  const { kind, label } = credential
  const status = response?.status ?? 0
  return [
    ...(probe.id === id ? [after('same', 'the same request')] : []),
    ...(method === 'GET' ? [] : [after(method, method)]),
    ...(kind === 'valid' || kind === 'other' ? [] : [after('refusable', 'a request without a valid token')]),
    ...(kind === 'valid' ? [] : [after(kind, `a request with ${KINDS[kind] ?? label}`)]),
    ...(limit === 'absent'
      ? [after('absent', 'a request without a limit')]
      : [after('limited', 'a request with a limit'), after(limit, `a request ${LIMITS[limit]}`)]),
    ...(status >= 400 && status < 500 ? [after('refused', `a request that got a ${status}`)] : []),
    ...(design ? listConditions(conditions, design) : []).map(({ key, when }) =>
      after(key, `a request ${when}`),
    ),
  ]
}

function listResponseTraits(exchange: Exchange): Trait[] {
  if (!isAnswered(exchange)) return []
  const { status } = exchange.response
  return [{ key: `status:${status}`, kind: 'response', when: `in responses with status ${status}` }]
}

function request(dimension: string, key: string, when: string): Trait {
  return { key, kind: 'request', dimension, when }
}

function createMoment(moment: Trait['moment'], key: string, when: string): Trait {
  return { key, kind: 'moment', ...(moment && { moment }), when }
}
