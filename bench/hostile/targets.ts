import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import type { OutgoingResponse } from '../../contract-tests/implementations/response.ts'
import { MIB } from './processes.ts'

/** The size in bytes of a body that Prism and Dredd can receive: their limit is 512 KiB. */
const FOR_ENGINES = 500_000
export const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`
const LONG = 60_000
/** At least as many requests as the kit's own checks send to a valid server. */
const OWN_REQUESTS = 180
let bomb: Buffer | undefined

/**
 * Hostile servers, each with one difference from the valid server. The first server is the valid server, for comparison. The file
 * tests/foreignText.testing.ts has more strings that could slow down the kit's parsers.
 */
export const targets: Readonly<Record<string, Difference>> = {
  usual: {},

  'tabs-in-transfer-encoding': header('Transfer-Encoding', `a${'\t'.repeat(LONG)}b`),
  'spaces-in-a-challenge': header('WWW-Authenticate', `Bearer a${' '.repeat(LONG)}b`),
  'semicolons-in-content-type': header('Content-Type', `application/json${' ;'.repeat(LONG)}a`),
  'long-cookie': header('Set-Cookie', `a=${'b'.repeat(200_000)}`),
  'cookie-of-the-kits-words': header('Set-Cookie', 'env=conformant; domain=127.0.0.1'),
  'token-in-many-spellings': {
    respond: ({ headers: { authorization = '' }, requestsBefore }, correct) => {
      const token = authorization.replace(/^Bearer /i, '')
      const spell = spellings[requestsBefore % spellings.length] ?? String
      const body = Buffer.from(JSON.stringify([{ name: 1, tag: spell(token) }, spell(authorization)]))
      const echoed = withHeader(correct, 'X-Echo', spell(token))
      return requestsBefore % 2 === 0 ? { ...echoed, body } : { ...echoed, status: 500, body: spell(token) }
    },
  },
  'violations-of-prism': header('sl-violations', '[{"location":1}]'),
  'endless-redirects': {
    respond: ({ requestsBefore }, correct) =>
      withHeader({ ...correct, status: 307 }, 'Location', `/plants?n=${requestsBefore}`),
  },
  'many-header-lines': { bytes: () => `${OK}${'a: b\r\n'.repeat(30_000)}Content-Length: 2\r\n\r\n[]` },
  'other-header-lines-each-time': {
    bytes: ({ requestsBefore }) => `${OK}${lines(900, requestsBefore)}Content-Length: 2\r\n\r\n[]`,
  },
  'another-long-header-each-time': {
    bytes: ({ requestsBefore }) =>
      `${OK}X-A: ${requestsBefore}${'a'.repeat(250_000)}\r\nContent-Length: 2\r\n\r\n[]`,
  },
  'nul-bytes': { bytes: () => `${OK}X-A: a${'\0'.repeat(LONG)}\r\nContent-Length: 2\r\n\r\n[]` },
  'endless-status-line': forever('HTTP/1.1 200 ', 'a'),
  'endless-header-line': forever(`${OK}X-A: `, 'a'),
  'endless-header-lines': forever(OK, 'a: b\r\n'),
  'endless-interim-responses': forever('', 'HTTP/1.1 100 \r\n\r\n'),

  'not-http': { bytes: () => 'SSH-2.0-OpenSSH_9.2\r\n' },
  'no-response': { write: () => {} },
  'closes-at-once': { bytes: () => undefined },
  'resets-the-connection': { write: (socket) => void socket.resetAndDestroy() },
  'closes-after-the-head': {
    bytes: () => `${OK}Content-Length: 5\r\n\r\n`,
    write: (socket, bytes) => void socket.end(bytes),
  },
  'switches-protocols': { bytes: () => 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n' },
  'stops-in-the-middle': {
    bytes: ({ requestsBefore }, { body }) =>
      requestsBefore > 30 ? undefined : `${OK}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  },

  'endless-body': forever(`${OK}\r\n`, ' '),
  'endless-garbage': forever(`${OK}\r\n`, 'x'),
  'endless-chunks': forever(CHUNKED, '5\r\n[1,2,\r\n'),
  'endless-chunk-size': forever(CHUNKED, '0'),
  'endless-chunk-extension': forever(`${CHUNKED}5;`, 'a'),
  'endless-trailers': forever(`${CHUNKED}2\r\n[]\r\n0\r\n`, 'a: b\r\n'),
  'chunks-of-one-byte': { bytes: () => `${CHUNKED}${'1\r\n \r\n'.repeat(MIB)}2\r\n[]\r\n0\r\n\r\n` },
  'huge-content-length': { bytes: () => `${OK}Content-Length: 999999999999999\r\n\r\n[` },
  'drips-always': { write: (socket, bytes) => drip(socket, bytes) },

  'long-list': list(`{"name":"${'a'.repeat(80)}"},`, 10 * MIB),
  'another-long-list-each-time': {
    respond: ({ requestsBefore }, correct) =>
      correct.status === 200
        ? { ...correct, body: `[{"name":"${requestsBefore}"}${',{"name":"aloe"}'.repeat(650_000)}]` }
        : correct,
  },
  'other-members-each-time': {
    respond: ({ requestsBefore }, correct) => {
      const member = (at: number): string => `{"name":"é","${requestsBefore}-${at}":[],"${at}":{}}`
      return correct.status === 200
        ? { ...correct, body: `[${Array.from({ length: 60_000 }, (_, at) => member(at)).join()}]` }
        : correct
    },
  },
  'list-of-numbers': list('1,', 11 * MIB),
  'list-of-empty-objects': list('{},', 11 * MIB),
  'short-list-of-empty-objects': list('{},', FOR_ENGINES),
  'short-list-of-lists': body(() => `[[${'{},'.repeat(FOR_ENGINES / 3 - 10)}1]]`),
  'nested-arrays': body(() => '['.repeat(11 * MIB)),
  'object-with-many-members': body(
    () => `[{${Array.from({ length: 700_000 }, (_, at) => `"m${at}":1`).join()}}]`,
  ),
  'long-name': body(() => `[{"name":"${'a'.repeat(11 * MIB)}"}]`),

  'gzip-bomb': body(() => gzipSync(Buffer.alloc(64 * MIB)), 'gzip'),
  'compressed-list-of-empty-objects': body(() => gzipSync(`[${'{},'.repeat(20 * MIB)}{}]`), 'gzip'),
  'gzip-in-layers': body(() => gzipSync(gzipSync(gzipSync(Buffer.alloc(64 * MIB)))), 'gzip, gzip, gzip'),
  'brotli-bomb': body(() => brotliCompressSync(Buffer.alloc(64 * MIB)), 'br'),

  'commands-for-ci': header(
    'WWW-Authenticate',
    `Evil ${'a '.repeat(30)}${'::error file=x::pwned ##vso[x]y '.repeat(50)}`,
  ),
  'control-codes': body(() => `[{"name":"\x1b[2J\x9b31m${'\u202e'.repeat(LONG)}"}]`),
  'always-429': {
    respond: (_request, correct) => ({ ...correct, status: 429, headers: { 'Retry-After': '9'.repeat(30) } }),
  },
  'always-503': {
    respond: (_request, correct) => ({
      ...correct,
      status: 503,
      headers: { 'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT' },
    }),
  },
  'endless-body-for-other-engines': later((socket) => sendForever(socket, `${OK}\r\n[`, ' ')),
  'endless-header-lines-for-other-engines': later((socket) => sendForever(socket, OK, 'a: b\r\n')),
  'gzip-bomb-for-other-engines': later((socket) => {
    // Create the bomb only once, because its compression takes seconds.
    bomb ??= gzipSync(Buffer.alloc(512 * MIB, ' '), { level: 1 })
    socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
    socket.write(bomb)
  }),
  'drips-for-other-engines': later((socket) => drip(socket, Buffer.from(`${OK}\r\n${' '.repeat(10_000)}[]`))),
  'no-response-for-other-engines': later(() => {}),
  'nested-arrays-for-other-engines': later((socket) => sendText(socket, '['.repeat(FOR_ENGINES))),
  'nested-objects-for-other-engines': later((socket) =>
    sendText(socket, `[${'{"name":'.repeat(FOR_ENGINES / 10)}1${'}'.repeat(FOR_ENGINES / 10)}]`),
  ),
}

/** The forms in which a hostile server repeats the token of a request, such as upper case or base64. */
export const spellings: readonly ((token: string) => string)[] = [
  (token) => token,
  (token) => token.toUpperCase(),
  (token) => `x${token}x`,
  (token) => `Bearer ${token}`,
  (token) => JSON.stringify(JSON.stringify({ token })),
  (token) => `https://plants.example/?token=${encodeURIComponent(token)}`,
  ...(['hex', 'base64', 'base64url'] as const).flatMap((encoding) =>
    ['', 'Bearer ', 'user:', 'a', 'ab'].map(
      (before) => (token: string) => Buffer.from(before + token).toString(encoding),
    ),
  ),
  ...[
    (code: string) => `%${code}`,
    (code: string) => `%25${code}`,
    (code: string) => `\\x${code}`,
    (code: string) => `\\u00${code}`,
    (code: string) => `\\\\u00${code}`,
    (code: string) => `&#x${code};`,
    (code: string) => `&#x000${code}`,
    (code: string) => `&#${Number.parseInt(code, 16)};`,
    (code: string) => `&amp;#${Number.parseInt(code, 16)};`,
  ].map((write) => (token: string) => Buffer.from(token).toString('hex').replaceAll(/../g, write)),
]

function header(name: string, value: string): Difference {
  return { respond: (_request, correct) => withHeader(correct, name, value) }
}

function withHeader(response: OutgoingResponse, name: string, value: string): OutgoingResponse {
  return { ...response, headers: { ...response.headers, [name]: value } }
}

/** Replaces each list of plants with this body, and each other response with an empty 401. HEAD gets the head for this body. */
function body(create: () => string | Buffer, coding?: string): Difference {
  let created: Buffer | undefined
  return {
    bytes: ({ method }, { status }) => {
      created ??= Buffer.from(create())
      const text = created
      const head = `${OK}Content-Length: ${text.length}\r\n${coding === undefined ? '' : `Content-Encoding: ${coding}\r\n`}\r\n`
      if (method === 'HEAD') return head
      return status === 200
        ? Buffer.concat([Buffer.from(head), text])
        : 'HTTP/1.1 401 \r\nContent-Length: 0\r\n\r\n'
    },
  }
}

function list(element: string, size: number): Difference {
  return body(() => `[${element.repeat(size / element.length)}${element.slice(0, -1)}]`)
}

/** Sends the start, and then repeats the unit until the client disconnects. */
function forever(start: string, unit: string): Difference {
  return { write: (socket) => sendForever(socket, start, unit) }
}

export async function sendForever(socket: Socket, start: string, unit: string): Promise<void> {
  const many = unit.repeat(65_536 / unit.length)
  const endless = function* () {
    yield start
    for (;;) yield many
  }
  await pipeline(endless, socket).catch(() => {})
}

/** Creates a server that behaves well until the kit's own checks have sent their requests, and then attacks Prism and Dredd. */
function later(attack: (socket: Socket) => unknown): Difference {
  const mark = 'X-Later: 1'
  return {
    respond: ({ requestsBefore }, correct) =>
      requestsBefore < OWN_REQUESTS
        ? correct
        : { ...correct, headers: { ...correct.headers, 'X-Later': '1' } },
    write: async (socket, bytes) => {
      if (bytes.includes(mark)) await attack(socket)
      else socket.write(bytes)
    },
  }
}

/** Sends a whole response with this body. */
function sendText(socket: Socket, text: string): void {
  socket.write(`${OK}Content-Length: ${text.length}\r\n\r\n${text}`)
}

export async function drip(socket: Socket, bytes: Buffer): Promise<void> {
  for (const byte of bytes) {
    if (socket.destroyed) return
    socket.write(Buffer.of(byte))
    await pause(200)
  }
}

function lines(count: number, seed: number): string {
  return Array.from(
    { length: count },
    (_, at) => `x-${seed}-${at}: ${'v'.repeat(20)}${seed * 1000 + at}\r\n`,
  ).join('')
}
