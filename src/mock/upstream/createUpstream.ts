import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Contract } from '../../contract/contract.ts'
import { InputError } from '../../contract/shape.ts'
import { errorCode, messageOf, quote } from '../../contract/words.ts'
import { errorAnswer } from '../handler/answers.ts'
import { createTokenHider, readBearerToken } from '../handler/bearer.ts'
import type { MockEvent } from '../mockEvent.ts'
import { headerValue, type RequestRecord, type ResponseRecord } from '../records.ts'
import { findViolations } from './findViolations.ts'
import { createRecorder, MAX_TOKEN, MAX_USERS } from './recorder.ts'
import { type MockWhen, parseMockWhen, type Upstream, type UpstreamExchange } from './upstream.ts'

/** The service behind the mock, and the options for its responses. */
export type UpstreamOptions = {
  /** The service's base URL. */
  url: string
  /** The responses that the mock replaces. */
  mockWhen?: readonly MockWhen[] | undefined
  /** The file for recorded plants. */
  record?: string | undefined
  /** Returns the current contract, which the mock may have reloaded. */
  contract: () => Contract
  /** Reports that the mock cannot write the recording. */
  emit: (event: MockEvent) => void
  /** The timeout for a complete response in milliseconds, and the maximum size of a response's body in bytes. */
  limits?: { response?: number; body?: number }
}

/** Connects the mock to a service. Throws a RangeError if an option is invalid. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { contract, record, emit, mockWhen = [], limits = {} } = options
  const { response: time = 30_000, body: maxBody = 16 * 2 ** 20 } = limits
  const base = parseUpstream(options.url)
  const { path: operation } = contract().operation
  if (base.pathname.endsWith(operation))
    throw new RangeError(`upstream: expected the base URL of the service, without ${operation} at its end`)
  const when = mockWhen.map((each) => parseMockWhen(each, '/mockWhen'))
  /** Tokens that the service has accepted, and the function that masks these tokens. */
  const tokens = new Set<string>()
  let hide = createTokenHider(tokens)
  const recorder = record === undefined ? undefined : createRecorder(record, tokens, emit)
  const via = `1.1 plant-store-${crypto.randomUUID()}`

  /** Forwards a request. Does not follow redirects, because another origin must not get the token. */
  const forward = async ({ method, headers, target }: RequestRecord, signal: AbortSignal) => {
    const query = toQuery(target)
    const url = base.href.replace(/\/$/, '') + contract().operation.path + (query && `?${query}`)
    const sent = { method, headers: toUpstreamHeaders(headers, via), signal }
    // Send the request again if the service has closed the connection, because it may have closed an idle connection.
    const response = await send(url, sent).catch((error) => {
      if (!/ECONNRESET|EPIPE/.test(errorCode(error) ?? '')) throw error
      return send(url, sent)
    })
    return { response, body: await readBody(response, method, maxBody) }
  }

  const answer = async (request: RequestRecord, signal: AbortSignal): Promise<Answer> => {
    // Recognise the mock's own requests, because the user may have passed the mock's own address as the service.
    if (headerValue(request.headers, 'via')?.includes(via)) return { problem: 'is this mock itself' }
    const timeout = AbortSignal.timeout(time)
    let received: Awaited<ReturnType<typeof forward>>
    try {
      received = await forward(request, AbortSignal.any([signal, timeout]))
    } catch (error) {
      if (signal.aborted) return disconnected
      return { problem: timeout.aborted ? `did not answer within ${time / 1000} s` : explain(error) }
    }
    const { response, body } = received
    const { statusCode: status = 0, headersDistinct } = response
    if (status < 200 || status > 599) return { problem: `sent the invalid status ${status}` }
    const type = headersDistinct['content-type']?.join(', ')
    const query = toQuery(request.target)
    const found = await findViolations(contract(), request, query, { status, type }, body)
    const bearer = readBearerToken(headerValue(request.headers, 'authorization'))
    const token = typeof bearer === 'string' ? '' : bearer.token
    if (token && status === 200 && !tokens.has(token) && tokens.size < MAX_USERS && token.length <= MAX_TOKEN)
      hide = createTokenHider(tokens.add(token))
    // Mask tokens, because the body may repeat a token, which must not be in a log.
    const violations = found.violations.map(hide).map(createTokenHider([token]))
    if (when.some((each) => each === status || each === `${Math.floor(status / 100)}xx`))
      return { status, violations, problem: `answered ${status}` }
    if (violations.length > 0 && when.includes('violation'))
      return { status, violations, problem: 'violated the contract' }
    if (token && request.method === 'GET' && found.plants && violations.length === 0)
      recorder?.add(token, found.plants, query !== '', hide)
    const headers = toClientHeaders(response, request.method, body.byteLength)
    return { response: { status, headers, body, rule: 'upstream' }, status, violations }
  }

  return {
    async send(request, signal) {
      const start = performance.now()
      const answered = await answer(request, signal).catch(toProblem)
      const { response, violations = [], ...facts } = answered
      const durationMs = Math.round(performance.now() - start)
      return { ...(response && { response }), upstream: { ...facts, violations, durationMs } }
    },
    hide: (text) => hide(text),
    close: () => recorder?.flush(),
  }
}

/** The facts for the journal, and the service's response, which is missing if the mock answers instead. */
type Answer = Partial<Omit<UpstreamExchange, 'durationMs'>> & { response?: ResponseRecord }

const toProblem = (error: unknown): Answer => ({ problem: `sent an unusable response: ${messageOf(error)}` })

/** The response for a client that has disconnected. nginx logs such requests with the same status. */
const problem = 'the client disconnected'
const disconnected: Answer = { response: errorAnswer('upstream', 499, problem), problem }

const UPSTREAM_IS =
  'a base URL that begins with http:// or https://, without a password and a query, such as https://staging.example/v1'

/** Reads the service's base URL. Throws an InputError, whose message never repeats the URL, because it may contain a password. */
function parseUpstream(text: string): URL {
  const url = /^https?:\/\/[^?#@]+$/i.test(text) ? URL.parse(text) : null
  if (url === null) throw new InputError('/upstream', `expected ${UPSTREAM_IS}`)
  url.pathname = url.pathname.replace(/\/$/, '')
  return url
}

/** Returns the client's query without the parameters that are for the mock: preferences and the session. */
function toQuery(target: string): string {
  const start = target.indexOf('?')
  return (start < 0 ? '' : target.slice(start + 1))
    .split('&')
    .filter((pair) => !pair.startsWith('__'))
    .join('&')
}

/**
 * The request headers that the mock does not forward: headers about a body, for the mock, or about a connection (RFC 9110, section 7.6.1).
 * The mock does not forward Origin, because the mock itself decides about CORS.
 */
const NOT_FORWARDED =
  /^(?::.*|host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|expect|origin|accept-encoding|x-plant-store-session)$/

/** Returns the request headers for the service. `via` names the mock. */
function toUpstreamHeaders(headers: RequestRecord['headers'], via: string): Record<string, string> {
  const named = listNamed(headerValue(headers, 'connection'))
  const kept = Object.keys(headers).filter((name) => !NOT_FORWARDED.test(name) && !named.has(name))
  const sent = Object.fromEntries(kept.map((name) => [name, headerValue(headers, name) ?? '']))
  return { ...sent, 'accept-encoding': 'gzip', via: sent.via ? `${sent.via}, ${via}` : via }
}

/** Sends a request without a body, and resolves to the head of the response. Rejects if there is no response. */
function send(url: string, options: RequestOptions): Promise<IncomingMessage> {
  const request = url.startsWith('https:') ? requestHttps(url, options) : requestHttp(url, options)
  return new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject)
    // A response with the status 101 ends the request without an error.
    request.on('close', () => reject(new Error('the connection closed'))).end()
  })
}

/** Lists the names in the Connection header: these headers also apply to only one connection. */
function listNamed(connection: string | null | undefined): ReadonlySet<string> {
  return new Set(connection?.split(',').map((name) => name.trim().toLowerCase()))
}

/** The response headers that the mock does not forward. Some of these headers would change how browsers treat the mock's own pages. */
const NOT_RETURNED =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|access-control-.*|x-plant-store-.*|strict-transport-security|alt-svc|clear-site-data|service-worker-allowed|content-security-policy|content-encoding|content-length)$/

/** Returns the response headers for the client. The mock has already decoded the body. */
function toClientHeaders(response: IncomingMessage, method: string, length: number): string[] {
  const named = listNamed(response.headers.connection)
  const returned = Object.entries(response.headersDistinct)
    .filter(([name]) => !NOT_RETURNED.test(name) && !named.has(name))
    .flatMap(([name, values = []]) => values.flatMap((value) => [name, value]))
  // Sandbox pages of the service, because the mock's console has the same origin.
  const kept = [...returned, 'Content-Security-Policy', 'sandbox']
  return hasBody(response, method) ? [...kept, 'Content-Length', String(length)] : kept
}

/** Whether a response has a body, even an empty one (RFC 9112, section 6.3). */
function hasBody({ statusCode: status }: IncomingMessage, method: string): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304
}

/** Reads and decodes a body. Rejects if the body is incomplete, or has more than `max` bytes when it is decoded. */
async function readBody(response: IncomingMessage, method: string, max: number): Promise<Uint8Array> {
  const coding = hasBody(response, method) ? response.headers['content-encoding']?.toLowerCase() : undefined
  if (coding !== undefined && coding !== 'gzip')
    throw new Error(`its body is encoded as ${quote(coding)}, not gzip`)
  const decoder = coding === undefined ? new PassThrough() : createGunzip()
  return await pipeline(response, decoder, async (decoded: AsyncIterable<Uint8Array>) => {
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of decoded) {
      length += chunk.byteLength
      if (length > max) throw new Error(`its body has more than ${max / 2 ** 20} MiB`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  })
}

/** Explains why the service sent no response, as the end of a sentence that begins with "the service". */
function explain(error: unknown): string {
  const code = errorCode(error) ?? ''
  if (/SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/.test(code))
    return `has a certificate that is not trusted (${code}); set NODE_EXTRA_CA_CERTS to the certificate file of its CA`
  return code === 'ECONNREFUSED'
    ? `refused the connection (${code})`
    : `sent no complete response (${code || messageOf(error)})`
}
