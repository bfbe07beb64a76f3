import { MIMEType } from 'node:util'
import { decodeContent, listCodings } from '../../src/judge/body/decode.ts'
import type { Facts } from '../../src/judge/check.ts'
import {
  type AnomalyCode,
  type AnsweredExchange,
  type Exchange,
  fieldValues,
  hasField,
  isAuthorised,
  isPlantsAnswer,
  type Probe,
  userOf,
} from '../../src/judge/exchange.ts'
import { findValue } from '../plan/design/dimensions.ts'

/** Returns whether the exchange's probe has one of these ids. */
export const isProbe = ({ probe }: Pick<Exchange, 'probe'>, ...ids: readonly string[]): boolean =>
  ids.some((id) => id === probe.id)

/** Returns whether the id of the exchange's probe starts with the group's prefix. */
export const isInGroup = ({ probe }: Pick<Exchange, 'probe'>, group: string): boolean =>
  probe.id.startsWith(`${group}/`)

/** Returns whether the request has one of these values in a dimension of the plan. Without `values`, any unusual value counts. */
export function hasCondition(
  { probe }: Pick<Exchange, 'probe'>,
  dimension: string,
  ...values: string[]
): boolean {
  const value = probe.conditions?.[dimension]
  return value !== undefined && (values.length === 0 || values.includes(value))
}

/**
 * Returns whether nothing in this request explains a refusal: the server must serve each value, or has served it in another request, and
 * knows the token if it is another user's. Another check judges the dimension `except`.
 */
export function mustBeServed({ probe }: Pick<Exchange, 'probe'>, facts: Facts, except?: string): boolean {
  const conditions = Object.entries(probe.conditions ?? {})
  return (
    (probe.credential.kind !== 'other' || isTokenAccepted({ probe }, facts)) &&
    conditions.every(
      ([dimension, value]) =>
        dimension === except ||
        findValue(dimension, value)?.refusal === undefined ||
        isServed({ probe }, dimension, facts),
    )
  )
}

/** Returns whether a request with the same value got a 200, so that the value does not explain the refusal of this request. */
export function isServed({ probe }: { probe: Probe }, dimension: string, { exchanges }: Facts): boolean {
  const read = ({ conditions, turns }: Probe): string => `${conditions?.[dimension]} ${turns?.[dimension]}`
  return exchanges.some((other) => other.response?.status === 200 && read(other.probe) === read(probe))
}

/** Returns whether this is the documented request without `limit`, with a valid token and no value that a server may refuse. */
export const isPlainRequest = (exchange: Exchange): boolean =>
  isAuthorised(exchange) && exchange.probe.limit === 'absent' && exchange.probe.benign

/** Returns whether this is a user's request with a limit that sets the maximum number of plants. */
export const isLimited = (exchange: Exchange): boolean =>
  isAuthorised(exchange) && exchange.probe.maxResults !== undefined

/**
 * Returns whether the response is a 400 to an ordinary request with a valid token, so that the contract describes the body. Another user's
 * 400 counts only if the server accepts that user's token elsewhere.
 */
export function isErrorResponse(exchange: Exchange, facts: Facts): exchange is AnsweredExchange {
  const { probe, response } = exchange
  return (
    isAuthorised(exchange) &&
    (probe.credential.kind !== 'other' || isTokenAccepted(exchange, facts)) &&
    probe.benign &&
    response?.status === 400
  )
}

/** Returns whether the contract describes the body of the response. */
export const isDocumentedResponse = (exchange: Exchange, facts: Facts): exchange is AnsweredExchange =>
  isPlantsAnswer(exchange) || isErrorResponse(exchange, facts)

/** The `sent` and `requires` of the checks that judge all documented responses. */
export const DOCUMENTED = {
  sent: 'documented requests that have a valid token and get a 200 or a 400',
  requires: 'a response with status 200 or 400',
}

/** The checks whose violations may mean that the response has no readable list. */
export const UNREADABLE = [
  'framing-complete',
  'framing-nothing-after',
  'framing-one-way',
  'framing-chunks',
  'coding-decodes',
  'json-present',
  'json-utf-8',
  'json-syntax',
  'plants-array',
]

/** The checks of plain requests. If the plain request fails, its variations probably fail for the same reason. */
export const BROKEN_PLAIN_REQUESTS = [
  'operation-exists',
  'operation-no-crash',
  'operation-serves-plain-request',
  'operation-token-honoured',
  'health-after-bad-requests',
]

/** Returns whether the documented request has no credentials or bad credentials, so that a refusal is right. */
export const isRefusable = ({ probe }: Exchange): boolean =>
  probe.documented && (probe.credential.kind === 'none' || probe.credential.kind === 'bad')

/** Returns whether the request has a very long header or two Authorization headers, so that a 400 may come from a gateway. */
export const isMalformed = (exchange: Exchange): boolean =>
  isProbe(exchange, 'field/long', 'auth/two-fields', 'auth/garbage-first')

/** Returns whether the server accepted the exchange's token, of the operator or another user, in any request of the run. */
export const isTokenAccepted = ({ probe }: Pick<Exchange, 'probe'>, facts: Facts): boolean =>
  facts.usersServed.has(userOf(probe.credential))

/** Returns whether the network may have caused a timeout: there was only one attempt, or another attempt did not time out. */
export function isOneOffTimeout({ probe, failure }: Exchange, { exchanges }: Facts): boolean {
  const attempts = exchanges.filter((other) => other.probe.id === probe.id)
  const timeouts = attempts.filter((attempt) => attempt.failure?.kind === 'timeout').length
  return failure?.kind === 'timeout' && (attempts.length === 1 || timeouts < attempts.length)
}

/** Returns whether only this dimension of the request may explain a refusal. The limit must be absent or positive. */
export function isOddOnlyIn(exchange: Exchange, dimension: string, facts: Facts): boolean {
  const { limit, benign, conditions } = exchange.probe
  const isOrdinary = limit === 'absent' || limit === 'positive'
  return (
    isOrdinary &&
    (benign || conditions !== undefined) &&
    mustBeServed(exchange, facts, dimension) &&
    !isRefusedForItsLimit(exchange, facts)
  )
}

/** Returns whether a firewall may refuse this query: the user gets lists with other limits, but never with this limit. */
function isRefusedForItsLimit({ probe }: Exchange, facts: Facts): boolean {
  const served = findServedLimits(facts).get(userOf(probe.credential))
  return probe.maxResults !== undefined && served !== undefined && !served.has(probe.query)
}

/** For each user, finds the queries with a limit that got a 200. */
const findServedLimits = perTranscript(({ exchanges }) => {
  const served = exchanges.filter((other) => isLimited(other) && other.response?.status === 200)
  const byUser = Map.groupBy(served, ({ probe }) => userOf(probe.credential))
  return new Map([...byUser].map(([user, own]) => [user, new Set(own.map(({ probe }) => probe.query))]))
})

/** Returns whether the server refuses a request for a reason other than the limit. A server may refuse some limits. */
export const isRefusedForForm = ({ probe, response: { status } }: AnsweredExchange): boolean =>
  probe.limit === 'absent' ? isRejection(status) : status === 401 || status === 403

/** Returns the number of plants in a list; 0 if the body is not a list. */
export const countPlants = (list: AnsweredExchange, facts: Facts): number => facts.analyse(list).count ?? 0

/** Describes a probe's credentials for a message. */
export const describeCredential = ({ credential }: Probe): string =>
  credential.kind === 'none' ? 'a request without a token' : credential.label

/** The kit truncates header values to this length: few clients need longer values, and many checks read the same headers again. */
const LONGEST_VALUE = 16 * 1024

/** Returns the values of a response header, truncated if they are very long, or an empty array if there is no response. */
export const headerValues = ({ response }: Exchange, name: string): string[] =>
  response ? fieldValues(response.fields, name).map((value) => value.slice(0, LONGEST_VALUE)) : []

/** Returns the media type of a response, if the response has exactly one Content-Type and its value is valid. */
export function readMediaType(exchange: Exchange): MIMEType | undefined {
  const [type, ...others] = headerValues(exchange, 'content-type')
  return type === undefined || others.length > 0 ? undefined : parseMediaType(type)
}

/** The kit does not parse longer Content-Type values, because Node.js takes quadratic time to parse spaces. */
const MAX_TYPE = 1_000

/** Parses a Content-Type value. Returns undefined if the value is not a media type, or is longer than any real media type. */
export function parseMediaType(value: string): MIMEType | undefined {
  try {
    return value.length > MAX_TYPE ? undefined : new MIMEType(value)
  } catch {
    return undefined
  }
}

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299

/** Returns whether the server itself failed, with 500 or 501. The statuses 502 to 504 may come from a gateway. */
export const isCrash = (status: number): boolean => status === 500 || status === 501

/** Returns whether the status is a 4xx that rejects the request, and not the rate of requests. */
export const isRejection = (status: number): boolean => status >= 400 && status < 500 && status !== 429

const HITS = ['X-Cache', 'X-Cache-Status', 'CF-Cache-Status', 'Cache-Status']

/** Returns the header, such as `Age: 3`, that shows that a response came from a cache; undefined if there is no such header. */
export function findCacheSign(exchange: Exchange): string | undefined {
  const [age] = headerValues(exchange, 'age')
  if (age !== undefined) return `Age: ${age}`
  const hits = HITS.flatMap((name) =>
    headerValues(exchange, name.toLowerCase())
      .filter((value) => /\bhit\b/i.test(value))
      .map((value) => `${name}: ${value}`),
  )
  return hits[0]
}

const READ = 64 * 1024
const texts = new WeakMap<Buffer, string>()

/** Returns the first part of a body as text, with its content codings decoded as far as possible. */
export function readBodyText({ response: { body, fields } }: Pick<AnsweredExchange, 'response'>): string {
  const earlier = texts.get(body)
  if (earlier !== undefined) return earlier
  const text = decodeContent(body, listCodings(fields), 16 * READ).bytes.toString('utf8', 0, READ)
  texts.set(body, text)
  return text
}

/** The anomalies after which the received body may be incomplete. */
const BROKEN_BODY: ReadonlySet<AnomalyCode> = new Set([
  'body-short',
  'body-stalled',
  'surplus',
  'length-and-chunked',
  'length-conflict',
  'length-syntax',
  'chunk-syntax',
])

/** Computes a value for a whole transcript, and computes the value again if the transcript has new exchanges. */
export function perTranscript<Value>(compute: (facts: Facts) => Value): (facts: Facts) => Value {
  const known = new WeakMap<Facts, { length: number; value: Value }>()
  return (facts) => {
    const earlier = known.get(facts)
    const { length } = facts.exchanges
    if (earlier?.length === length) return earlier.value
    const value = compute(facts)
    known.set(facts, { length, value })
    return value
  }
}

/** Finds the operator's lists without query parameters, in order. Omits cut lists, and lists compressed at the kit's request. */
export const findPlainLists = perTranscript(({ exchanges }) =>
  exchanges.filter(isPlantsAnswer).filter(isPlainList),
)

/** Returns the body of the plain list, if every complete response has the same body. An empty body is not a list. */
export const findConstantList = perTranscript((facts): Buffer | undefined => {
  const [first, ...others] = findPlainLists(facts)
    .filter(({ response }) => !response.anomalies.some(({ code }) => BROKEN_BODY.has(code)))
    // If the connection closes too early, the JSON may be incomplete without a framing error.
    .filter((list) => facts.analyse(list).syntaxProblem === undefined)
    .map(({ response }) => response.body)
  if (first === undefined || first.length === 0) return undefined
  return others.every((body) => first.equals(body)) ? first : undefined
})

function isPlainList({ probe, response }: AnsweredExchange): boolean {
  return (
    probe.credential.kind === 'valid' &&
    probe.limit === 'absent' &&
    probe.conditions !== undefined &&
    probe.conditions.query === undefined &&
    // The bytes of a compressed list are different.
    (probe.conditions['accept-encoding'] === undefined || !hasField(response.fields, 'content-encoding')) &&
    !response.cut
  )
}
