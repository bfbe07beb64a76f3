import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { parseChallenges } from '../contract-tests/checks/access/challenges.ts'
import { findAlteration } from '../contract-tests/checks/access/findAlteration.ts'
import { findInternals } from '../contract-tests/checks/access/leaks.ts'
import { parseMediaType } from '../contract-tests/checks/exchanges.ts'
import { suite } from '../contract-tests/suite.ts'
import { readContract } from '../src/contract/readContract.ts'
import { readViolations } from '../src/engines/prism.ts'
import { createAnalyser } from '../src/judge/body/analyseResponse.ts'
import { decodeContent, decodeText } from '../src/judge/body/decode.ts'
import { JsonSyntaxError, locateInJson, readJson } from '../src/judge/body/readJson.ts'
import { testExchange } from '../src/judge/exchange.testing.ts'
import type { Field, Response } from '../src/judge/exchange.ts'
import { gatherFacts, judgeChecks } from '../src/judge/judgeChecks.ts'
import { createMasker } from '../src/judge/mask.ts'
import { findViolations } from '../src/mock/upstream/findViolations.ts'
import { chooseRedirect } from '../src/record/http/client.ts'
import { chooseWait } from '../src/record/http/pace.ts'
import { Unparsable } from '../src/record/http/responseHead.ts'
import { createResponseReader } from '../src/record/http/responseReader.ts'
import { escapeText } from '../src/report/text/escapeText.ts'
import { wrap } from '../src/report/text/wrap.ts'

const contract = readContract()
const checks = suite.checks(contract)
const LIMITS = { head: 2 ** 24, body: { limit: 2 ** 24 } }

/** The functions that read a server's text, each with strings that could take a long time to read if they are repeated. */
export const readers: Readonly<
  Record<string, { read: (text: string) => unknown; units: readonly string[] }>
> = {
  'a status line': { read: (text) => readBytes(`HTTP/1.1 200 ${text}\rx\r\n\r\n`), units: [' ', '\t', 'a '] },
  'a header line': {
    read: (text) => readBytes(`HTTP/1.1 200 OK\r\nX: a${text}b\r\nContent-Length: 0\r\n\r\n`),
    units: [' ', '\t', 'a\t', ':', '\0'],
  },
  'a folded header': {
    read: (text) => readBytes(`HTTP/1.1 200 OK\r\nX: a${text}\r\nContent-Length: 0\r\n\r\n`),
    units: ['\r\n ', '\r\n\t a'],
  },
  Connection: {
    read: (text) => readBytes(`HTTP/1.1 200 OK\r\nConnection: a${text}b\r\nContent-Length: 0\r\n\r\n`),
    units: ['\t', ' ', ', ', ','],
  },
  'Content-Length': {
    read: (text) => readBytes(`HTTP/1.1 200 OK\r\nContent-Length: 1${text}1\r\n\r\n`),
    units: ['\t', '0', ', ', '1,'],
  },
  'Transfer-Encoding': {
    read: (text) => readBytes(`HTTP/1.1 200 OK\r\nTransfer-Encoding: a${text}b\r\n\r\n`),
    units: ['\t', ',', 'chunked,'],
  },
  'a response of the service behind the mock': {
    read: (text) => {
      const request = { method: 'GET', target: '/plants', headers: {} }
      const body = Buffer.from(text)
      findViolations(contract, request, `limit=${text}&${text}`, { status: 200, type: `a${text}b` }, body)
      findViolations(contract, request, '', { status: 400, type: undefined }, body)
    },
    units: [' ', ';', ',', ', ', '[', '[],', 'gzip,', '"', '&', 'a='],
  },
  'interim responses': {
    read: (text) => readBytes(text),
    units: ['HTTP/1.1 100 \n\n', 'HTTP/1.1 102 A\r\n\r\n'],
  },
  chunks: {
    read: (text) => readBytes(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${text}`),
    units: ['1\r\na\r\n', ' ', '1;a=', '0', '1;\r\n'],
  },
  trailers: {
    read: (text) => readBytes(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${text}\r\n\r\n`),
    units: ['a:b\r\n', ' ', 'a', '\r'],
  },
  'single bytes of a head': {
    read: (text) => readBytes(`HTTP/1.1 200 OK\r\nX: ${text}\r\n\r\n`, 1),
    units: ['a', '\n'],
  },
  'single bytes of a chunk': {
    read: (text) => readBytes(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${text}\r\n`, 1),
    units: ['a'],
  },
  challenges: {
    read: (text) => parseChallenges(`Bearer a${text}b`),
    units: [' ', ' ,', ',', '\t', 'a ', '=', '"', '\\', 'a="b",', 'a=', 'a==,', '/', 'a, '],
  },
  'a media type': {
    read: (text) => parseMediaType(`a/b${text}c`),
    units: [' ', ';', '; ', ';a', ';a=', ';a="', ';a=b', '\\', '"', 'a', '/'],
  },
  'Retry-After': {
    read: (text) =>
      chooseWait({ ...answer, status: 429, fields: [['Retry-After', `1${text}1`]] }, 0, false, 1),
    units: [' ', '1', '(', '()', ':', 'Mon', '-', ' 1', 'a'],
  },
  Location: {
    read: (text) => chooseRedirect(302, [['Location', `/a${text}b`]], 'http://127.0.0.1/plants'),
    units: ['/', '../', './', '?', '#', '%', ' ', '\\', '@', '\t'],
  },
  'the body of an error': {
    read: (text) => findInternals(`x${text}y`.slice(0, 65_536)),
    units:
      'a|at |at n(.|at /.a:1|at \'d A/i|System.|ption.System.|SELECT |SELECT FROM |select  |select a from |select\t"\tfrom\t|/app|'
        .split('|')
        .concat(' /app/|\t| src=|A:\\|A:\\\\a|.rb:1|File "|thread \'|\\n|\\'.split('|')),
  },
  'the name of a plant': {
    read: (text) => findAlteration(`植物${'é'.repeat(20)}ab`, new Map([[text, 1]])),
    units: ['?', '\ufffd', 'é', '?é'],
  },
  'JSON text': {
    read: readJsonText,
    units: '[|{"a":|[1,| |"|\\n|\\u00e9|1|{"a":1,"a":1},|[],|{},|tr|-|0'.split('|'),
  },
  'a JSON list': {
    read: (text) => readJsonText(`[${text}1]`),
    units: ['1,', '{},', '{"a":[]},', '[{}],', '"a\\n",', '"",', '{"a":1,"a":2},', '"\\ud800",', '1e5,'],
  },
  'a JSON object': {
    read: (text) => readJsonText(`{${text}"z":1}`),
    units: ['"a":1,', '"\\ud800":1,', '"":{},', '"__proto__":1,'],
  },
  'a JSON string': {
    read: (text) => readJsonText(`"${text}"`),
    units: ['\\n', '\\ud83c\\udf31', '\\\\', 'é', '\x7f'],
  },
  'a JSON number': { read: (text) => readJsonText(`1.${text}1e1`), units: ['0', '9', '01'] },
  'the exponent of a JSON number': { read: (text) => readJsonText(`1e1${text}`), units: ['0', '9'] },
  'bytes that are not UTF-8': {
    read: (text) => decodeText(Buffer.from(`a${text}\xff`, 'latin1')),
    units: ['a', '\xc3', '\xe2\x82', '\xff'],
  },
  'many frames': {
    read: (text) => decodeContent(Buffer.from(text, 'latin1'), ['zstd'], 2 ** 20),
    units: ['\x50\x2a\x4d\x18\0\0\0\0', zstdCompressSync(Buffer.alloc(0)).toString('latin1')],
  },
  'many members': {
    read: (text) => decodeContent(Buffer.from(text, 'latin1'), ['gzip'], 2 ** 20),
    units: [gzipSync(Buffer.alloc(0), { level: constants.Z_BEST_SPEED }).toString('latin1')],
  },
  'many codings': {
    read: (text) => decodeContent(Buffer.from('a'), `${text}a`.split(','), 2 ** 20),
    units: ['gzip,', 'identity,'],
  },
  'what Prism says': {
    read: (text) => readViolations(`Too many violations! [${text}]`),
    units: ['},{', '[', '{"location":[]},'],
  },
  'the place of a value in JSON': {
    read: (text) => locateInJson(`[${text}`, '/9/9/9'),
    units: ['[', '{"a":', '"\\\\', '1,', ' ', '{"a":1},'],
  },
  'text for a terminal': {
    read: (text) => wrap(escapeText(text), 80),
    units: [' ', 'a', 'a ', '\n', '::', '\x1b', '\x9b', '蘭', '\u0301'],
  },
  'text with a secret': {
    read: createMasker(['Zm9v+YmFy/cXV4cXV4==', 'sssssssssss+', 'any']),
    units: 'Zm9v Zm9v%2B Zm9v+YmF "Zm9v+YmF s any % %2 %25 \\ \\u \\u005c & &# &amp; … " .'.split(' '),
  },
}

const { response: answer } = testExchange()

/** Reads bytes in pieces of this size, as they may arrive. Returns the response or its received part, or undefined if it is unreadable. */
export function readBytes(text: string, size = text.length, isClosed = false): unknown {
  const reader = createResponseReader('GET', LIMITS)
  const bytes = Buffer.from(text, 'latin1')
  try {
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
    if (isClosed) reader.close()
  } catch (error) {
    if (!(error instanceof Unparsable)) throw error
    return undefined
  }
  const response = reader.result()?.response ?? reader.partial()
  return response && { ...response, body: response.body.toString('latin1') }
}

function readJsonText(text: string): unknown {
  try {
    return readJson(text)
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    return undefined
  }
}

/** Judges one response with every check, as a run does, for several kinds of requests. */
export function judgeResponse(response: Partial<Response>): unknown {
  const ids = 'list bad-limit/letters auth/none head/plain range/first conditions/etag cors/preflight'.split(
    ' ',
  )
  const exchanges = ids.map((id) => testExchange({ probe: { id } }, response))
  return judgeChecks(checks, exchanges, gatherFacts(exchanges, createAnalyser(contract)))
}

/** Headers that checks read. */
export const headersRead: readonly string[] =
  `Content-Type Content-Encoding Content-Length Content-Range Content-Language WWW-Authenticate Date ETag
  Last-Modified Age Expires Cache-Control Vary Allow Accept-Ranges Location Link Retry-After Set-Cookie
  Server X-Powered-By X-Content-Type-Options Strict-Transport-Security Access-Control-Allow-Origin
  Access-Control-Allow-Headers Access-Control-Allow-Methods Transfer-Encoding Connection Trailer X-Kit`.split(
    /\s+/,
  )

/** Returns these headers, all with the same value. */
export const sameHeaders = (value: string): Field[] => headersRead.map((name) => [name, value])
