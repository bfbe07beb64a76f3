import type { Contract } from '../../contract/contract.ts'
import { messageOf } from '../../contract/words.ts'
import type { Plant } from '../fixtures/fixtures.ts'
import { errorAnswer } from '../handler/answers.ts'
import { readBearerToken } from '../handler/readBearerToken.ts'
import { headerValue, type RequestRecord } from '../records.ts'
import { type CheckedResponse, findViolations } from './findViolations.ts'
import { listValues, toClientHeaders, toUpstreamHeaders } from './headers.ts'
import { createRecorder } from './recorder.ts'
import { NoResponse, type ReceivedResponse, sendRequest, type UpstreamLimits } from './sendRequest.ts'
import { UPSTREAM_RULE, type Upstream, type UpstreamAnswer } from './upstream.ts'
import { findReason, type MockWhen, parseMockWhen, parseUpstream } from './upstreamOptions.ts'

/** Which service is behind the mock, and what to do with its responses. */
export type UpstreamOptions = {
  /** Its base URL. */
  url: string
  /** Responses that the mock replaces. */
  mockWhen?: readonly MockWhen[]
  /** The file to which plants are recorded. */
  record?: string
  /** The current contract, which may have been reloaded. */
  contract: () => Contract
  /** Reports that the recording cannot be written. */
  report: (file: string, problem: string) => void
  limits?: Partial<UpstreamLimits>
}

const LIMITS: UpstreamLimits = { connect: 5_000, response: 30_000, body: 16 * 2 ** 20 }
const MOST_CONNECTIONS = 64
const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Connects the mock to a service. Throws a RangeError if an option is invalid. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { contract, record, report } = options
  const base = readOption('upstream', () => parseUpstream(options.url))
  const { path: operation } = contract().operation
  if (base.pathname.endsWith(operation))
    throw new RangeError(`upstream: expected the base URL of the service, without ${operation} at its end`)
  const when = readOption('mockWhen', () => (options.mockWhen ?? []).map(parseMockWhen))
  const limits = { ...LIMITS, ...options.limits }
  const recorder =
    record === undefined ? undefined : createRecorder(record, (problem) => report(record, problem))
  const { Agent } = process.getBuiltinModule(base.protocol === 'https:' ? 'node:https' : 'node:http')
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS })
  const via = `1.1 plant-store-${process.getBuiltinModule('node:crypto').randomUUID()}`

  const forward = async (request: RequestRecord, signal: AbortSignal): Promise<ReceivedResponse> => {
    const query = toQuery(request.target)
    const outgoing = {
      url: base,
      method: request.method,
      headers: toUpstreamHeaders(request.headers, base.host, via),
      agent,
      signal,
    }
    let path = `${base.pathname}${contract().operation.path}`.replace(/^\/\//, '/') + (query && `?${query}`)
    for (let redirects = 0; ; redirects++) {
      const response = await sendRequest({ ...outgoing, path }, limits)
      const next = REDIRECTS.has(response.status) ? findPath(response, base, path) : undefined
      if (next === undefined || redirects === MOST_REDIRECTS) return response
      path = next
    }
  }

  const answer = async (request: RequestRecord, signal: AbortSignal): Promise<Unmeasured> => {
    // The mock may have been given its own address.
    if (headerValue(request.headers, 'via')?.includes(via)) return instead('is this mock itself')
    let received: ReceivedResponse
    try {
      received = await forward(request, signal)
    } catch (error) {
      if (signal.aborted) return disconnected
      return instead(error instanceof NoResponse ? error.message : `could not be asked: ${messageOf(error)}`)
    }
    const { status } = received
    const checked = check(contract(), request, received)
    const reason = findReason(when, status, checked.violations)
    const found = { status, violations: checked.violations }
    if (reason !== undefined) return { upstream: { ...found, problem: reason } }
    if (recorder) recordPlants(recorder.add, request, received, checked)
    return {
      response: {
        status,
        headers: toClientHeaders(received.rawHeaders, findLength(request, received)),
        body: received.body,
        plain: checked.plain,
        rule: UPSTREAM_RULE,
        hint: describeRedirect(received, base),
      },
      upstream: found,
    }
  }

  return {
    async send(request, signal) {
      const start = performance.now()
      const { upstream, ...rest } = await answer(request, signal)
      return { ...rest, upstream: { ...upstream, durationMs: Math.round(performance.now() - start) } }
    },
    close() {
      recorder?.flush()
      agent.destroy()
    },
  }
}

/** Adds the name of the option, which the command line does itself. */
function readOption<Value>(name: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`${name}: ${error.message}`) : error
  }
}

type Unmeasured = Omit<UpstreamAnswer, 'upstream'> & {
  upstream: Omit<UpstreamAnswer['upstream'], 'durationMs'>
}

function instead(problem: string): Unmeasured {
  return { upstream: { problem, violations: [] } }
}

/** The client is gone, so this response is not sent. Its status is the one that nginx logs for such requests. */
const disconnected: Unmeasured = {
  response: errorAnswer(UPSTREAM_RULE, 499, 'the client disconnected'),
  upstream: { problem: 'the client disconnected', violations: [] },
}

/** The query as sent, without the preferences and the session of the mock. */
function toQuery(target: string): string {
  const mark = target.indexOf('?')
  if (mark === -1) return ''
  const pairs = target.slice(mark + 1).split('&')
  return pairs.filter((pair) => !pair.startsWith('__')).join('&')
}

function check(
  contract: Contract,
  { method, target, headers }: RequestRecord,
  received: ReceivedResponse,
): CheckedResponse {
  const isConditional = headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
  let checked: CheckedResponse
  try {
    checked = findViolations(contract, { method, query: toQuery(target), isConditional }, received)
  } catch (error) {
    // Such as a body that is nested more deeply than the stack.
    checked = { violations: [`cannot be checked: ${messageOf(error)}`] }
  }
  const bearer = readBearerToken(headerValue(headers, 'authorization'))
  if (typeof bearer === 'string') return checked
  // A body that repeats the token must not bring it into a log.
  return { ...checked, violations: checked.violations.map((each) => each.replaceAll(bearer.token, '***')) }
}

function recordPlants(
  add: (token: string, plants: readonly Plant[], isLimited: boolean) => void,
  { method, target, headers }: RequestRecord,
  { status }: ReceivedResponse,
  { violations, value }: CheckedResponse,
): void {
  const bearer = readBearerToken(headerValue(headers, 'authorization'))
  if (typeof bearer === 'string' || method !== 'GET' || status !== 200) return
  if (violations.length === 0 && Array.isArray(value)) add(bearer.token, value, toQuery(target) !== '')
}

/** The path of a redirect within the origin of the service, to which the token may be sent. */
function findPath(response: ReceivedResponse, base: URL, path: string): string | undefined {
  const url = readLocation(response, new URL(path, base))
  return url?.origin === base.origin ? url.pathname + url.search : undefined
}

function readLocation(response: ReceivedResponse, from: URL): URL | undefined {
  const [location] = listValues(response.rawHeaders, 'location')
  return location !== undefined && URL.canParse(location, from.href) ? new URL(location, from) : undefined
}

function describeRedirect(response: ReceivedResponse, base: URL): string | undefined {
  const url = REDIRECTS.has(response.status) ? readLocation(response, base) : undefined
  return url && url.origin !== base.origin
    ? `the service redirects to ${url.origin}, which never gets your token; if that is the service, make it the upstream`
    : undefined
}

/** The length of the body that is sent. A HEAD has the length that the service announced, and a 204 or 304 none. */
function findLength(
  { method }: RequestRecord,
  { status, rawHeaders, body }: ReceivedResponse,
): number | undefined {
  if (status === 204 || status === 304) return undefined
  if (method !== 'HEAD') return body.byteLength
  const [length = ''] = listValues(rawHeaders, 'content-length')
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined
}
