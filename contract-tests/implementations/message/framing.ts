import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { changePlantsBytes, changeResponses, combine, encodeBody, isPlants } from '../change.ts'
import { type Difference, type Fault, faults, type Variation, valid } from '../implementation.ts'
import { errorResponse, withHeaders } from '../response.ts'
import { changeHeaders, chunked, interimResponses, rewrite, statusLine, untilClose } from '../rewrite.ts'
import { responseBytes } from '../startImplementation.ts'
import { acceptingGzip, everyNthResponse, limitIs, once, type When, withLimit } from '../when.ts'

/** Replaces the Content-Length header line of each 200 response to a GET if the condition holds. */
const setLength = (write: (bytes: number, body: string) => string, when?: When): Difference =>
  changePlantsBytes(
    (head, body) => head.replace(/Content-Length: \d+/, () => write(body.length, body)) + body,
    when,
  )
const addToLength = (more: number, when?: When): Difference =>
  setLength((bytes) => `Content-Length: ${bytes + more}`, when)
/** Announces seven bytes too many, then closes the connection. */
const cutShort = (when?: When): Difference =>
  setLength((bytes) => `Content-Length: ${bytes + 7}\r\nConnection: close`, when)

const CHUNKED = 'Transfer-Encoding: chunked'
/** Sends the body of each 200 response to a GET in chunks if the condition holds. */
const sendChunks = (write: (body: string) => string, headers = CHUNKED, when?: When): Difference =>
  changePlantsBytes((head, body) => head.replace(/Content-Length: \d+/, headers) + write(body), when)
const chunk = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n`
const allChunks = (body: string): string => `${chunk(body)}0\r\n\r\n`
const changeHead = (change: (head: string) => string): Difference =>
  changePlantsBytes((head, body) => change(head) + body)

const sevenOnce = once(limitIs(7))

/** Faulty servers that send messages with a wrong length or wrong syntax, or handle connections wrongly. */
export const framingFaults: readonly Fault[] = [
  ...faults('framing-complete', {
    'length-too-large: announces more bytes than it sends': cutShort(),
    'length-too-large-once (CA09): announces more bytes than it sends in every thirtieth list': cutShort(
      everyNthResponse(30),
    ),
    'length-too-large-kept-open: announces three bytes too many in its first list for limit=7, and keeps the connection open':
      addToLength(3, sevenOnce),
    'chunks-without-end: never sends the last chunk': sendChunks(chunk, `${CHUNKED}\r\nConnection: close`),
    'chunks-without-end-kept-open: omits the last chunk of its first list for limit=7, and keeps the connection open':
      sendChunks(chunk, CHUNKED, sevenOnce),
    'gzip-old-length: compresses the body but sends the Content-Length of the uncompressed body': combine(
      changeResponses(
        (response) =>
          withHeaders(response, { 'Content-Length': `${response.body.length}`, Connection: 'close' }),
        (request, memory, response) => isPlants(request, memory, response) && acceptingGzip(request, memory),
      ),
      encodeBody('gzip', gzipSync, acceptingGzip),
    ),
    'chunk-end-cut: closes the connection before the empty line that must follow the last chunk': sendChunks(
      (body) => `${chunk(body)}0\r\n`,
      `${CHUNKED}\r\nConnection: close`,
    ),
  }),
  ...faults('framing-nothing-after', {
    'length-too-small: announces fewer bytes than it sends': addToLength(-1),
    'length-without-line-end: sends a line break after its body when the request has a positive limit':
      changePlantsBytes((head, body) => `${head}${body}\r\n`, withLimit),
    'length-in-characters: counts characters instead of bytes for Content-Length': {
      plants: ['Ænëa', 'Bärlauch', 'Crocus'].map((name) => ({ name })),
      // The body was read as Latin-1, with one character for each byte, so decode the text again.
      ...setLength((_bytes, body) => `Content-Length: ${Buffer.from(body, 'latin1').toString().length}`),
    },
    'answers-twice: sends the response to limit=3 twice': changePlantsBytes(
      (head, body) => head + body + head + body,
      limitIs(3),
    ),
  }),
  ...faults('framing-one-way', {
    'length-and-chunks: sends both Content-Length and chunks': sendChunks(
      allChunks,
      `Content-Length: 9\r\n${CHUNKED}`,
    ),
    'length-twice: sends two different Content-Length headers': setLength(
      (bytes) => `Content-Length: ${bytes}\r\nContent-Length: ${bytes + 1}`,
    ),
    'length-with-unit: adds a unit to the Content-Length of its first list for limit=7': setLength(
      (bytes) => `Content-Length: ${bytes} bytes`,
      sevenOnce,
    ),
    'lengths-in-one-line: sends two different lengths in one Content-Length header': setLength(
      (bytes) => `Content-Length: ${bytes}, 3`,
    ),
  }),
  ...faults('framing-chunks', {
    'chunk-size-wrong: sends a chunk that is longer than its declared size': sendChunks(
      (body) => `1\r\n${body}\r\n0\r\n\r\n`,
    ),
    'chunk-size-garbled: writes 0x before a chunk size': sendChunks((body) => `0x${allChunks(body)}`),
    'chunked-twice: declares the chunked coding twice, but applies it once': sendChunks(
      allChunks,
      `${CHUNKED}, chunked`,
    ),
  }),
  ...faults('framing-no-body', {
    'head-with-late-body: sends a body in response to HEAD, a moment after the headers': sendLateBodies(2),
    'head-with-body: sends a body in response to HEAD': {
      bytes: (request, response) => responseBytes({ ...request, method: 'GET' }, response),
    },
  }),
  ...faults('connection-closed', {
    'close-ignored: keeps the connection open after a request with Connection: close': {
      ignoresClose: 'all',
    },
    'close-ignored-in-refusals: keeps the connection open after a refused request with Connection: close': {
      ignoresClose: 'refusals',
    },
  }),
  ...faults('framing-content-read', {
    'content-unread: mistakes the content of a request for the start of the next request': {
      readsContent: /(?!)/,
    },
    'content-unread-in-reports: mistakes the content of a REPORT request for the start of the next request': {
      readsContent: /^(?!REPORT)/,
    },
    'content-unread-in-refusals: mistakes the content of a request without a token for the start of the next request':
      { readsContent: /^authorization:/im },
    'content-unread-501: mistakes the content of a request for a part of the next method, which it does not know':
      {
        readsContent: /(?!)/,
        respond: ({ method }, correct) =>
          method.startsWith('{}') ? errorResponse(501, 'unknown method') : correct,
      },
  }),
  ...faults('request-any-form', {
    'request-read-once: refuses requests that arrive in parts': { readsOnce: 'request' },
    'empty-line-read-once: refuses requests whose last line break arrives in two parts': {
      readsOnce: 'empty line',
    },
    'header-needs-space: does not recognise headers without a space after the colon': changeResponses(
      () => errorResponse(401, 'no token'),
      ({ lines }) => lines.some((line) => !line.includes(': ')),
    ),
  }),
  ...faults('pipeline-in-order', {
    'pipeline-unordered: sends each response to a pipelined request as soon as the response is ready': {
      pipelining: 'unordered',
      respond: async (_request, correct) => {
        if (correct.status === 200) await pause(20)
        return correct
      },
    },
    'pipeline-dropped: ignores a request that arrives together with the request before it': {
      pipelining: 'dropped',
    },
  }),
  ...faults('message-syntax', {
    'lines-end-with-lf: ends its header lines with LF instead of CRLF': changeHead((head) =>
      head.replaceAll('\r\n', '\n'),
    ),
    'field-folded: continues a header on the next line': changeHead((head) =>
      head.replace('\r\nDate', '\r\nX-Note: a\r\n b\r\nDate'),
    ),
    'field-space-before-colon: puts a space before the colon of a header': changeHead((head) =>
      head.replace('\r\nDate', '\r\nX-Note : a\r\nDate'),
    ),
  }),
  ...faults('status-code-known-class', {
    'status-code-999: returns the status code 999 for limit=1000': changePlantsBytes(
      (head, body) => head.replace('200 OK', '999 OK') + body,
      limitIs(1000),
    ),
  }),
]

/** Sends a body after the headers of each HEAD response, this number of milliseconds later. */
function sendLateBodies(ms: number): Difference {
  let isHead = false
  return {
    bytes: (request, response) => {
      isHead = request.method === 'HEAD'
      return responseBytes({ ...request, method: 'GET' }, response)
    },
    write: async (socket, bytes) => {
      if (!isHead) {
        socket.write(bytes)
        return
      }
      const end = bytes.indexOf('\r\n\r\n') + 4
      socket.write(bytes.subarray(0, end))
      setTimeout(() => void (socket.writable && socket.write(bytes.subarray(end))), ms)
    },
  }
}

const reason = (text: string) => rewrite(statusLine((line) => `${line.split(' ', 2).join(' ')} ${text}`))

/** Valid servers with unusual body lengths, interim responses or reason phrases, or with responses in pieces. */
export const framingVariations: readonly Variation[] = [
  ...valid('V53', {
    'chunked: sends chunked responses': rewrite(chunked()),
    'chunked-bytes: sends every byte in its own chunk': rewrite(chunked([1])),
    'chunked-odd-sizes: writes chunk sizes with leading zeros and in upper case': rewrite(
      chunked([1, 171, 10, 4096], {
        size: (length) => length.toString(16).toUpperCase().padStart(9, '0'),
        last: '0000',
      }),
    ),
  }),
  ...valid('V54', {
    'chunk-extensions: adds extensions to every chunk': rewrite(
      chunked([7, 30], { extension: ';a;b=c ; d = "x;\\"y\\" 0"' }),
    ),
    'trailers: sends trailers after the chunks': rewrite(
      chunked([64], { trailers: 'X-Checksum: 17\r\nServer-Timing: db;dur=1\r\nEmpty:\r\n' }),
    ),
    'chunked-upper-case (V52 V53): writes Transfer-Encoding: Chunked': rewrite(
      chunked([100]),
      changeHeaders((name, value) => `${name}:${value.replace('chunked', 'Chunked')}`),
    ),
    'until-close (V53): ends its responses by closing the connection': rewrite(untilClose),
    'early-hints (V55): sends 103 Early Hints before its responses': rewrite(
      interimResponses('HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload', 'HTTP/1.1 103 '),
    ),
    'continue (V55): sends 100 Continue before its responses': rewrite(
      interimResponses('HTTP/1.1 100 Continue'),
    ),
    'processing (V55 V71): sends many interim responses with misleading headers, the last one late': {
      ...rewrite(
        interimResponses(
          ...Array.from({ length: 20 }, () => 'HTTP/1.1 102 Processing\r\nContent-Type: text/html'),
          'HTTP/1.1 199 Whatever\r\nLocation: /login\r\nX-A: HTTP/1.1 200 OK',
        ),
      ),
      write: async (socket, bytes) => {
        const at = bytes.indexOf('HTTP/1.1 199')
        socket.write(bytes.subarray(0, at + 5))
        await pause(2)
        socket.write(bytes.subarray(at + 5))
      },
    },
  }),
  ...valid('V56', {
    'no-reason: sends no reason phrase': reason(''),
    'odd-reason: sends the reason phrase "404 Not Found"': reason('404 Not Found'),
    'reason-of-bytes: sends a reason phrase with tabs and non-ASCII bytes': reason('\tG\u00fct \u00ff ok '),
  }),
  ...valid('V19 V53', {
    'byte-by-byte: sends the head of its responses byte by byte': {
      write: async (socket, bytes) => {
        const end = bytes.indexOf('\r\n\r\n') + 6
        for (let at = 0; at < end; at++) {
          socket.write(bytes.subarray(at, at + 1))
          if (at % 4 === 0) await new Promise((resolve) => setImmediate(resolve))
        }
        socket.write(bytes.subarray(end))
      },
    },
    'pauses (V19 V71): pauses after every 700 bytes of a response': {
      ...rewrite(chunked([300])),
      write: async (socket, bytes) => {
        for (let at = 0; at < bytes.length; at += 700) {
          socket.write(bytes.subarray(at, at + 700))
          await pause(5)
        }
      },
    },
    'length-with-zeros (V53): pads Content-Length with zeros to thirty digits': rewrite(
      changeHeaders(
        (name, value) => `${name}: ${name === 'Content-Length' ? value.padStart(30, '0') : value}`,
      ),
    ),
  }),
]
