import { isUtf8 } from 'node:buffer'
import { zstdCompressSync } from 'node:zlib'
import { BODY_LIMIT } from '../judge/body/analyseResponse.ts'
import { decodeContent, FORMAT_BYTES, listCodings } from '../judge/body/decode.ts'
import { type Exchange, type Field, fieldValues, type Response } from '../judge/exchange.ts'
import { COOKIE, createMasker, listSecrets } from '../judge/mask.ts'
import type { Transcript } from '../judge/transcript.ts'
import { BODIES_LIMIT, createBodyStore } from './http/client.ts'

const COMMENT =
  'The command plant-store-kit judge reads _plantStore. Tokens and cookies are replaced with placeholders of the same length.'
/** The maximum number of bytes of a body, and of characters of a header, that an entry of the archive shows. */
const [MAX_SHOWN, MAX_VALUE] = [2 ** 18, 2 ** 13]

/**
 * Writes a transcript, without its secrets, as an HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/). Yields the archive in
 * parts, because a long archive may not fit into one string. `contract` is the hash of the contract against which to judge the transcript.
 */
export function* writeHar(transcript: Transcript, contract: string): Generator<string> {
  const { exchanges, ...rest } = maskTranscript(transcript)
  const numbers = new Map<Buffer, number>()
  const save = (exchange: Exchange): unknown =>
    mapDeep(exchange, (value) => {
      // A control character would need six characters in JSON, so save long strings in base64.
      if (typeof value === 'string' && value.length > MAX_VALUE) return { base64: encode(value) }
      if (!Buffer.isBuffer(value)) return undefined
      const number = numbers.get(value) ?? numbers.size
      numbers.set(value, number)
      return { bytes: number }
    })
  const creator = { ...rest.kit, comment: COMMENT }
  const _plantStore = { format: 2, contract, transcript: { ...rest, exchanges: [] } }
  yield `{"log":${JSON.stringify({ version: '1.2', creator, _plantStore }).slice(0, -']}}}'.length)}`
  yield* writeList(exchanges, (exchange) => JSON.stringify(save(exchange)))
  yield ']},"bytes":['
  yield* writeList(numbers.keys(), (bytes) => JSON.stringify(encode(bytes)))
  yield ']},"entries":['
  const entries = exchanges.flatMap((exchange) => createEntries(exchange, Date.parse(rest.startedAt)))
  yield* writeList(entries, (entry) => `${JSON.stringify(entry)}\n`)
  yield ']}}\n'
}

const encode = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64')

function* writeList<Item>(items: Iterable<Item>, write: (item: Item) => string): Generator<string> {
  for (const [index, item] of [...items].entries()) yield `${index === 0 ? '' : ','}${write(item)}`
}

/** The parts of commands in reports that come from an archive. Other strings could run other commands. */
const COMMANDS: Readonly<Record<string, RegExp>> = {
  'header name': /^[\w-]+$/,
  shell: /^(?:[\w .:%*+/=~{})-]|\$\{?PLANT_STORE_|\$\(printf %s \$PLANT_STORE_TOKEN \| tr )*$/,
  route:
    /^(?:--(?:insecure|(?:resolve|proxy|unix-socket|cacert|cert|key) (?:[\w./:@%+=-]|'[^']*'|\\')+)(?: |$))*$/,
}

/** Reads an archive that `writeHar` wrote. For any other text, throws an Error that says what was expected. */
export function readHar(text: string): { transcript: Transcript; contract: string } {
  // In the archive, each buffer of the transcript is replaced with its index in `bytes`, a list without duplicates.
  let run: { format?: number; contract?: string; transcript?: Transcript; bytes?: string[] } | undefined
  try {
    run = JSON.parse(text)?.log?._plantStore
  } catch {
    throw new Error('expected an HTTP Archive, got a file that is not JSON')
  }
  const { format, contract, bytes, transcript } = run ?? {}
  if (format && format !== 2) throw new Error(`expected archive format 2, got ${format}; wrong kit version`)
  if (!bytes || contract === undefined || typeof transcript !== 'object')
    throw new Error('expected an archive written by plant-store-kit verify --report har')
  // A run usually has a few hundred exchanges. Some checks compare each exchange with all others, which takes too long for a long list.
  if (Number(transcript?.exchanges?.length) > 2_000) throw new Error('expected at most 2,000 exchanges')
  // Equal bodies share one buffer, so that they are analysed only once. The limits on memory are the same as in a run.
  const buffers = bytes.map((each) => Buffer.from(each, 'base64'))
  const store = createBodyStore({ memory: BODIES_LIMIT, bodyLimit: BODY_LIMIT })
  const revive = (value: unknown, name = '', owner = {}): unknown => {
    const part = name === 'name' && 'shell' in owner ? 'header name' : name
    if (Object.hasOwn(COMMANDS, part) && !(typeof value === 'string' && COMMANDS[part]?.test(value)))
      throw new Error(`expected an archive from the kit, got one with other text in ${part}`)
    if (typeof value !== 'object' || value === null) return undefined
    if ('base64' in value) return Buffer.from(String(value.base64), 'base64').toString()
    if ('bytes' in value) return buffers[Number(value.bytes)]
    if (!isResponse(value) || !('body' in value)) return undefined
    const { body, ...rest } = value
    return store.share({ ...(mapDeep(rest, revive) as Response), body: revive(body) as Buffer })
  }
  return { transcript: mapDeep(transcript, revive) as Transcript, contract }
}

/** Copies plain data. `change` gets each value, its key and its object, and returns a new value, or undefined to copy the value. */
function mapDeep(
  value: unknown,
  change: (value: unknown, name: string, owner: object) => unknown,
  [name, owner]: [string, object] = ['', {}],
): unknown {
  const changed = change(value, name, owner)
  if (changed !== undefined || typeof value !== 'object' || value === null) return changed ?? value
  if (Array.isArray(value)) return value.map((each) => mapDeep(each, change, [name, owner]))
  const entries = Object.entries(value).map(([key, each]) => [key, mapDeep(each, change, [key, value])])
  return Object.fromEntries(entries)
}

/** Creates the entries for the redirects that an exchange followed, and for the exchange itself. */
function createEntries(exchange: Exchange, began: number) {
  const { startedAt, durationMs, connection, failure } = exchange
  const redirects = exchange.hops.map((hop) => ({ ...hop, url: hop.from, time: 0, error: undefined }))
  const response = exchange.response ?? failure?.partial
  const own = { ...exchange, response, time: durationMs, error: failure?.message }
  return [...redirects, own].map(({ request, url, response = NO_RESPONSE, time, error }) => ({
    startedDateTime: new Date(began + startedAt).toISOString(),
    time,
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    connection: String(connection.id),
    request: createRequest(request, url),
    response: createResponse(response),
    ...(error !== undefined && { _error: error }),
  }))
}

const NO_RESPONSE = { status: 0, reason: '', httpVersion: '', fields: [], body: Buffer.alloc(0) }

function createRequest(head: Buffer, url: string) {
  const [requestLine = '', ...lines] = head.toString('latin1').split(/\r\n(?:\r\n[\s\S]*)?/)
  const [method = '', , httpVersion = ''] = requestLine.split(' ')
  return {
    method,
    url,
    httpVersion,
    cookies: [],
    headers: lines.slice(0, -1).map((line) => {
      const colon = line.indexOf(':')
      return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() }
    }),
    queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
    headersSize: head.length,
    bodySize: 0,
  }
}

type Received = Pick<Response, 'status' | 'reason' | 'httpVersion' | 'fields' | 'body'>

function createResponse({ status, reason, httpVersion, fields, body }: Received) {
  return {
    status,
    statusText: reason,
    httpVersion: httpVersion && `HTTP/${httpVersion}`,
    cookies: [],
    headers: fields.map(([name, value]: Field) => ({ name, value: value.slice(0, MAX_VALUE) })),
    content: createContent({ body, fields }),
    redirectURL: fieldValues(fields, 'location')[0] ?? '',
    headersSize: -1,
    bodySize: body.length,
  }
}

/** Creates the `content` of an entry: the body, with its content codings decoded. */
function createContent({ body, fields }: Pick<Response, 'body' | 'fields'>) {
  const [mimeType = 'x-unknown'] = fieldValues(fields, 'content-type')
  const { bytes: content } = decodeContent(body, listCodings(fields), MAX_SHOWN)
  if (content.length === 0 || content.length > MAX_SHOWN) return { size: content.length, mimeType }
  const shown = isUtf8(content) ? { text: String(content) } : { text: encode(content), encoding: 'base64' }
  return { size: content.length, mimeType, ...shown }
}

/** Properties whose values come from the kit and are not secret. However, the `reason` of a response comes from the server. */
const NAMES = new Set(['id', 'reason', 'kind', 'label', 'shell', 'code', 'method', 'connection', 'parallel'])

/**
 * Replaces each secret in a transcript with a placeholder of the same length, so that the masked transcript is judged like the original.
 * Omits the results of Prism and Dredd.
 */
function maskTranscript(transcript: Transcript): Transcript {
  const numbers = new Map<string, number>()
  const mask = createMasker(listSecrets(transcript.options), (found) => {
    const secret = found.replaceAll('\0', '')
    const number = numbers.get(secret) ?? numbers.size
    numbers.set(secret, number)
    const characters = `${number.toString(36)}-masked-`.repeat(found.length)[Symbol.iterator]()
    // Keep the zeros of UTF-16, so that the text remains valid UTF-16.
    return found.replaceAll(/[^\0]/g, () => String(characters.next().value))
  })
  const maskBytes = (bytes: Buffer) => Buffer.from(hideCookie(mask(bytes.toString('latin1'))), 'latin1')
  const known = new Map<Buffer, Pick<Response, 'body' | 'cut'>>()
  const maskBody = ({ body, fields, cut }: Response): Pick<Response, 'body' | 'cut'> => {
    const { bytes, problem, unknown, cut: isLong } = decodeContent(body, listCodings(fields), BODY_LIMIT)
    const text = bytes.toString('latin1')
    const isRead = (problem ?? unknown) === undefined
    if (bytes === body || (isRead && !isLong && mask(text) === text)) return { body: maskBytes(body), cut }
    // A secret in a compressed body cannot be replaced, so omit the body, like a body that is too long.
    if ((problem ?? unknown) === undefined) return { body: Buffer.alloc(0), cut: true }
    // The body must stay undecodable: keep its first bytes or, for an unknown coding, write a zstd frame, and fill the rest with zeros.
    const start = unknown === undefined ? body.subarray(0, FORMAT_BYTES) : zstdCompressSync('')
    return { body: Buffer.concat([maskBytes(start)], body.length), cut }
  }
  const maskValue = (value: unknown, name: string, owner: object): unknown => {
    if ((name === 'body' || name === 'cut') && isResponse(owner)) {
      const masked = known.get(owner.body) ?? maskBody(owner)
      known.set(owner.body, masked)
      return masked[name]
    }
    if (NAMES.has(name) && !isResponse(owner)) return value
    if (typeof value === 'string') return hideCookie(mask(value))
    // The cookies of a probe with conditions come from the plan and are not secret.
    if (isCookieField(value) && !('conditions' in owner))
      return [value[0], mask(hideCookie(`${value[0]}: ${value[1]}`).slice(value[0].length + 2))]
    return Buffer.isBuffer(value) ? maskBytes(value) : undefined
  }
  return { ...(mapDeep({ ...transcript, engines: [] }, maskValue) as Transcript), kit: transcript.kit }
}

/** Replaces cookies in header lines with asterisks, except their names, because a saved run should not contain a session. */
const hideCookie = (lines: string): string =>
  lines.replaceAll(COOKIE, (_, name: string, value: string) => name + '*'.repeat(value.length))

const isResponse = (value: unknown): value is Response =>
  typeof value === 'object' && value !== null && 'headerLines' in value

const isCookieField = (value: unknown): value is Field =>
  Array.isArray(value) && value.length === 2 && /^(set-)?cookie$/i.test(String(value[0]))
