import type { Memory } from './implementation.ts'
import type { IncomingRequest } from './response.ts'

/** Conditions under which an implementation differs from the correct implementation. */
export type When = (request: IncomingRequest, memory: Memory) => boolean

export const always: When = () => true
export const withLimit: When = ({ limit }) => limit !== undefined
export const withoutLimit: When = ({ limits }) => limits.length === 0
export const withoutAuthorization: When = ({ headers }) => headers.authorization === undefined
export const withoutAccept: When = ({ headers }) => headers.accept === undefined
export const acceptingGzip: When = ({ headers }) => /gzip(?!;q=0)/.test(headers['accept-encoding'] ?? '')
/** Holds if the request is not the first request on its connection. */
export const notFirstOnConnection: When = ({ requestsOnConnection }) => requestsOnConnection > 0
/** Holds if the only option in the request's Connection header is close. */
export const closingConnection: When = ({ headers }) => headers.connection?.toLowerCase() === 'close'
/** Holds while the server is handling another request at the same time. */
export const whileConcurrent: When = ({ concurrent }) => concurrent > 1
/** Creates a condition: the same user has already sent a GET with the same key, so that a cache with this key can answer the request. */
const sentBeforeWith =
  (keyOf: (request: IncomingRequest) => string): When =>
  (request, memory) => {
    const key = `${request.method} ${request.user} ${keyOf(request)}`
    const isKnown = memory[key] !== undefined
    memory[key] = 1
    return isKnown && request.method === 'GET'
  }
export const sentBefore = sentBeforeWith(({ path, query }) => `${path} ${query}`)
export const limitSentBefore = sentBeforeWith(({ limits }) => `limit ${limits.join()}`)
/** Holds if the limit is positive and the query contains percent-encoding. */
export const limitEncoded: When = ({ query, limit }) => limit !== undefined && query.includes('%')

/** Creates a condition: the limit is one of these positive numbers. */
export function limitIs(...values: readonly number[]): When {
  return ({ limit }) => limit !== undefined && values.includes(limit)
}

/** Creates a condition: the query has a single limit, valid or invalid, which is one of these strings. */
export function limitTextIs(...values: readonly string[]): When {
  return ({ limits }) => limits.length === 1 && values.includes(limits[0] ?? '')
}

/** Creates a condition that holds for every nth request to the server. */
export function everyNthRequest(nth: number): When {
  return ({ requestsBefore }) => (requestsBefore + 1) % nth === 0
}

/** Creates a condition that holds each nth time that it is evaluated for a GET request. */
export function everyNthResponse(nth: number): When {
  return ({ method }, memory) => {
    if (method !== 'GET') return false
    memory.responses = (memory.responses ?? 0) + 1
    return memory.responses % nth === 0
  }
}

/** Creates a condition that holds only the first time that the given condition holds. */
export function once(condition: When): When {
  return (request, memory) => {
    if (!condition(request, memory) || memory.once !== undefined) return false
    memory.once = 1
    return true
  }
}

export function both(first: When, second: When): When {
  return (request, memory) => first(request, memory) && second(request, memory)
}
