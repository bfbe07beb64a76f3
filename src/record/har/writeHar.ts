import { decodeContent } from '../../judge/body/decodeContent.ts'
import type { Exchange, Field, Hop, Response } from '../../judge/exchange.ts'
import { fieldValues, listMembers } from '../../judge/headerFields.ts'
import type { Transcript } from '../../judge/transcript.ts'
import { disguiseTranscript } from './disguiseTranscript.ts'
import type { Har, HarEntry, HarRequest, HarResponse, SavedExchange, SavedResponse } from './har.ts'

const COMMENT =
  'plant-store judge reads _plantStore. Tokens and cookies are replaced by random ones of the same length.'
/** Bytes of a decoded body. */
const LONGEST = 64 * 2 ** 20

/** Writes a transcript as an HTTP Archive, without its secrets. `contract` is the hash of the contract that it is about. */
export function writeHar(transcript: Transcript, contract: string): string {
  const { exchanges, engines: _, ...run } = disguiseTranscript(transcript)
  const began = Date.parse(run.startedAt)
  const har: Har = {
    log: {
      version: '1.2',
      creator: { ...run.kit, comment: COMMENT },
      entries: exchanges.flatMap((exchange) => createEntries(exchange, began)),
      _plantStore: { ...run, format: 1, contract },
    },
  }
  return `${JSON.stringify(har)}\n`
}

/** The entries of the redirects that an exchange followed, and its own. */
function createEntries(exchange: Exchange, began: number): HarEntry[] {
  const { startedAt, durationMs, connection, hops, url, request, response, failure } = exchange
  const received = response ?? failure?.partial
  const entry = (time: number) => ({
    startedDateTime: new Date(began + startedAt).toISOString(),
    time,
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    connection: String(connection.id),
  })
  return [
    ...hops.map((hop) => ({
      ...entry(0),
      request: createRequest(hop.request, hop.from),
      response: createResponse(hop.response),
    })),
    {
      ...entry(durationMs),
      request: createRequest(request, url),
      response: received ? createResponse(received) : NO_RESPONSE,
      ...(failure && { _error: failure.message }),
      _plantStore: saveExchange(exchange),
    },
  ]
}

const NO_RESPONSE: HarResponse = {
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: -1,
  bodySize: 0,
}

function createRequest(head: Buffer, url: string): HarRequest {
  const [requestLine = '', ...lines] = head.toString('latin1').trimEnd().split('\r\n')
  const [method = '', , httpVersion = ''] = requestLine.split(' ')
  const [, query] = /\?([^#]*)/.exec(url) ?? []
  return {
    method,
    url,
    httpVersion,
    cookies: [],
    headers: lines.map((line) => {
      const colon = line.indexOf(':')
      return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() }
    }),
    queryString: (query ?? '').split('&').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=')
      return pair === '' ? [] : [{ name, value: value.join('=') }]
    }),
    headersSize: head.length,
    bodySize: 0,
  }
}

function createResponse(response: Response): HarResponse {
  const { status, reason, httpVersion, fields, body } = response
  return {
    status,
    statusText: reason,
    httpVersion: `HTTP/${httpVersion}`,
    cookies: [],
    headers: fields.map(([name, value]: Field) => ({ name, value })),
    content: createContent(response),
    redirectURL: fieldValues(fields, 'location')[0] ?? '',
    headersSize: -1,
    bodySize: body.length,
  }
}

/** The body without its content codings. */
function createContent({ body, fields }: Response): HarResponse['content'] {
  const [mimeType = 'x-unknown'] = fieldValues(fields, 'content-type')
  const codings = listMembers(fields, 'content-encoding')
  const { bytes, problem } = decodeContent(body, codings, LONGEST)
  const content = problem === undefined ? bytes : body
  if (content.length === 0) return { size: 0, mimeType }
  const text = content.toString()
  return Buffer.from(text).equals(content)
    ? { size: content.length, mimeType, text }
    : { size: content.length, mimeType, text: content.toString('base64'), encoding: 'base64' }
}

function saveExchange({ request, hops, response, failure, ...exchange }: Exchange): SavedExchange {
  return {
    ...exchange,
    request: request.toString('latin1'),
    hops: hops.map(saveHop),
    ...(response && { response: saveResponse(response) }),
    ...(failure && {
      failure: { ...failure, partial: failure.partial && saveResponse(failure.partial) },
    }),
  } as SavedExchange
}

function saveHop({ request, response, ...hop }: Hop): SavedExchange['hops'][number] {
  return { ...hop, request: request.toString('latin1'), response: saveResponse(response, true) }
}

/** A redirect has an entry of its own, so its body is never that of the entry. */
function saveResponse({ body, ...response }: Response, isHop = false): SavedResponse {
  const { text, encoding } = createContent({ ...response, body })
  const isContent = Buffer.from(text ?? '', encoding ?? 'utf8').equals(body)
  return isContent && !isHop ? response : { ...response, body: body.toString('base64') }
}
