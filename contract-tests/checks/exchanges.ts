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

/** Whether the exchange is one of these probes. */
export function isProbe({ probe }: Pick<Exchange, 'probe'>, ...ids: readonly string[]): boolean {
  return ids.some((id) => id === probe.id)
}

/** Whether the exchange is one of the probes whose id starts with this group's prefix. */
export function isInGroup({ probe }: Pick<Exchange, 'probe'>, group: string): boolean {
  return probe.id.startsWith(`${group}/`)
}

/** Whether the request has one of these values in a dimension of the plan; if no values are given, any value except the usual one. */
export function hasCondition(
  { probe }: Pick<Exchange, 'probe'>,
  dimension: string,
  ...values: string[]
): boolean {
  const value = probe.conditions?.[dimension]
  return value !== undefined && (values.length === 0 || values.includes(value))
}

/**
 * Whether a refusal would be a violation: no condition of the request excuses a refusal, not even at a lower level, and the server knows
 * the user's token. `except` is a dimension with its own check. A value is no excuse if another request with this value was served.
 */
export function mustBeServed({ probe }: Pick<Exchange, 'probe'>, facts: Facts, except?: string): boolean {
  const conditions = Object.entries(probe.conditions ?? {})
  return (
    (probe.credential.kind !== 'other' || isTokenAccepted({ probe }, facts)) &&
    conditions.every(
      ([dimension, value]) =>
        dimension === except ||
        findValue(dimension, value)?.refusal === 'MUST' ||
        isServed(dimension, value, facts),
    )
  )
}

/** Whether a request with this value got a 200, so that the value is not why another request is refused. */
export function isServed(dimension: string, value: string, { exchanges }: Facts): boolean {
  return exchanges.some((other) => other.response?.status === 200 && hasCondition(other, dimension, value))
}

/** The documented request without `limit`: it has a valid token, and nothing that a server may refuse. */
export function isPlainRequest(exchange: Exchange): boolean {
  const { probe } = exchange
  return isAuthorised(exchange) && probe.limit === 'absent' && probe.benign
}

/** Whether a user's request has a limit that sets the maximum number of plants. */
export function isLimited(exchange: Exchange): boolean {
  return isAuthorised(exchange) && exchange.probe.maxResults !== undefined
}

/**
 * A 400 to a well-formed, ordinary request with a valid token: the contract describes its body. If another user gets a 400, the reason may
 * be a token that the server does not know.
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

/** A response whose body the contract describes. */
export function isDocumentedResponse(exchange: Exchange, facts: Facts): exchange is AnsweredExchange {
  return isPlantsAnswer(exchange) || isErrorResponse(exchange, facts)
}

/** How checks of these responses describe the requests. */
export const DOCUMENTED = {
  sent: 'every request that gets a 200, and every ordinary request that gets a 400',
  requires: 'a 200 or a 400',
}

/** Checks whose violations mean that the response has no readable list. */
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

/** Checks whose violations explain why a variation of the plain request fails: the plain request fails as well. */
export const BROKEN_PLAIN_REQUESTS = [
  'operation-exists',
  'operation-no-crash',
  'operation-serves-plain-request',
  'operation-token-honoured',
  'health-after-bad-requests',
]

/** A request that the server may refuse for its missing or bad credentials. */
export function isRefusable({ probe }: Exchange): boolean {
  return probe.documented && (probe.credential.kind === 'none' || probe.credential.kind === 'bad')
}

/** A request that breaks the rules of HTTP, so that a gateway may answer it itself: a 400 says nothing about the operation. */
export function isMalformed(exchange: Exchange): boolean {
  return isProbe(exchange, 'field/long', 'auth/two-fields', 'auth/garbage-first')
}

/** Whether the token of this exchange, the operator's or another user's, was accepted somewhere in the run. */
export function isTokenAccepted({ probe }: Pick<Exchange, 'probe'>, facts: Facts): boolean {
  return facts.usersServed.has(userOf(probe.credential))
}

/** Whether the request timed out, but not every time that it was sent, so that the network may be the cause. */
export function isOneOffTimeout({ probe, failure }: Exchange, { exchanges }: Facts): boolean {
  const attempts = exchanges.filter((other) => other.probe.id === probe.id)
  const timeouts = attempts.filter((attempt) => attempt.failure?.kind === 'timeout').length
  return failure?.kind === 'timeout' && (attempts.length === 1 || timeouts < attempts.length)
}

/** A request without a limit or with a positive limit that a server may refuse only because of its value in this dimension, if at all. */
export function isOddOnlyIn(exchange: Exchange, dimension: string, facts: Facts): boolean {
  const { limit, benign, conditions } = exchange.probe
  const isOrdinary = limit === 'absent' || limit === 'positive'
  return (
    isOrdinary &&
    (benign || conditions !== undefined) &&
    !isRefusedForItsLimit(exchange, facts) &&
    mustBeServed(exchange, facts, dimension)
  )
}

/** Whether a firewall may refuse this query: the user never gets a list with this limit, but gets lists with another limit. */
function isRefusedForItsLimit({ probe }: Exchange, { exchanges }: Facts): boolean {
  if (probe.maxResults === undefined) return false
  const user = userOf(probe.credential)
  const served = exchanges.filter(
    (other) => isLimited(other) && other.response?.status === 200 && userOf(other.probe.credential) === user,
  )
  return served.length > 0 && served.every((other) => other.probe.query !== probe.query)
}

/** Whether a request is refused for a reason other than its limit: a server may refuse some limits. */
export function isRefusedForForm({ probe, response }: AnsweredExchange): boolean {
  const isAboutToken = response.status === 401 || response.status === 403
  return probe.limit === 'absent' ? isRejection(response.status) : isAboutToken
}

/** Names the credentials of a probe in a message. */
export function describeCredential({ credential }: Probe): string {
  return credential.kind === 'none' ? 'a request without a token' : credential.label
}

/** The maximum length of a header value: clients do not need more, and every check reads the headers of every response. */
const LONGEST_VALUE = 16 * 1024

/** The values of a response header, truncated if they are very long; empty if there is no response. */
export function headerValues({ response }: Exchange, name: string): string[] {
  return response ? fieldValues(response.fields, name).map((value) => value.slice(0, LONGEST_VALUE)) : []
}

/** The media type of a response, if the response has exactly one Content-Type and its value is valid. */
export function readMediaType(exchange: Exchange): MIMEType | undefined {
  const [type, ...others] = headerValues(exchange, 'content-type')
  return type === undefined || others.length > 0 ? undefined : parseMediaType(type)
}

/** Longer values are not parsed: Node.js takes quadratic time for spaces. */
const MAX_TYPE = 1_000

/** Parses a Content-Type value; undefined if the value is not a media type, or is longer than any real media type. */
export function parseMediaType(value: string): MIMEType | undefined {
  try {
    return value.length > MAX_TYPE ? undefined : new MIMEType(value)
  } catch {
    return undefined
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299
}

/** 500 and 501: the server itself failed. 502 to 504 may come from a gateway. */
export function isCrash(status: number): boolean {
  return status === 500 || status === 501
}

/** A 4xx that rejects the request itself, not the request rate. */
export function isRejection(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429
}

const HITS = ['X-Cache', 'X-Cache-Status', 'CF-Cache-Status', 'Cache-Status']

/** The header that shows that a response came from a cache, such as `Age: 3`. Undefined if there is no such header. */
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

/** The first part of a body as decoded text; empty if it cannot be decoded. */
export function readBodyText({ response: { body, fields } }: AnsweredExchange): string {
  const earlier = texts.get(body)
  if (earlier !== undefined) return earlier
  const text = decodeContent(body, listCodings(fields), 16 * READ).bytes.toString('utf8', 0, READ)
  texts.set(body, text)
  return text
}

/** Framing errors that hide where the body ends. */
const BROKEN_BODY: ReadonlySet<AnomalyCode> = new Set([
  'body-short',
  'body-stalled',
  'surplus',
  'length-and-chunked',
  'length-conflict',
  'length-syntax',
  'chunk-syntax',
])

/** Computes a value that is the same for all exchanges of a transcript, and recomputes it when the transcript has grown. */
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

/** The complete responses to the operator's request without a limit, in the order of the transcript. */
export const findPlainLists = perTranscript(({ exchanges }) =>
  exchanges.filter(isPlantsAnswer).filter(isPlainList),
)

/** The body of the plain list, if every complete response has the same body. An empty body is not a list. */
export const findConstantList = perTranscript((facts): Buffer | undefined => {
  const [first, ...others] = findPlainLists(facts)
    .filter(({ response }) => !response.anomalies.some(({ code }) => BROKEN_BODY.has(code)))
    // JSON can be cut off by the end of the connection without a framing error.
    .filter((list) => facts.analyse(list).syntaxProblem === undefined)
    .map(({ response }) => response.body)
  if (first === undefined || first.length === 0) return undefined
  return others.every((body) => first.equals(body)) ? first : undefined
})

function isPlainList({ probe, response }: AnsweredExchange): boolean {
  return (
    probe.credential.kind === 'valid' &&
    probe.limit === 'absent' &&
    probe.query === undefined &&
    probe.conditions !== undefined &&
    // In another coding, the bytes differ.
    (probe.conditions['accept-encoding'] === undefined || !hasField(response.fields, 'content-encoding')) &&
    !response.cut
  )
}
