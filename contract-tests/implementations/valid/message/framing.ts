import { setTimeout as pause } from 'node:timers/promises'
import type { Variation } from '../../implementation.ts'
import { changeHeaders, chunked, interimResponses, rewrite, statusLine, untilClose } from '../../rewrite.ts'
import { valid } from '../../servers.ts'

const reason = (text: string) => rewrite(statusLine((line) => `${line.split(' ', 2).join(' ')} ${text}`))

/** Framing and pieces of a response. */
export const framingVariations: readonly Variation[] = [
  ...valid('V53', {
    chunked: ['sends chunked responses', rewrite(chunked())],
    'chunked-bytes': ['sends every byte in its own chunk', rewrite(chunked([1]))],
    'chunked-odd-sizes': [
      'writes chunk sizes with leading zeros and in upper case',
      rewrite(
        chunked([1, 171, 10, 4096], {
          size: (length) => length.toString(16).toUpperCase().padStart(9, '0'),
          last: '0000',
        }),
      ),
    ],
  }),
  ...valid('V54', {
    'chunk-extensions': [
      'adds extensions to every chunk',
      rewrite(chunked([7, 30], { extension: ';a;b=c ; d = "x;\\"y\\" 0"' })),
    ],
    trailers: [
      'sends trailers after the chunks',
      rewrite(chunked([64], { trailers: 'X-Checksum: 17\r\nServer-Timing: db;dur=1\r\nEmpty:\r\n' })),
    ],
    'chunked-upper-case': [
      'writes Transfer-Encoding: Chunked',
      rewrite(
        chunked([100]),
        changeHeaders((name, value) => `${name}:${value.replace('chunked', 'Chunked')}`),
      ),
      { rows: 'V52 V53' },
    ],
    'until-close': ['ends its responses by closing the connection', rewrite(untilClose), { rows: 'V53' }],
    'early-hints': [
      'sends 103 Early Hints first',
      rewrite(interimResponses('HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload', 'HTTP/1.1 103 ')),
      { rows: 'V55' },
    ],
    continue: [
      'sends 100 Continue first',
      rewrite(interimResponses('HTTP/1.1 100 Continue')),
      { rows: 'V55' },
    ],
    processing: [
      'sends many interim responses with misleading headers, the last one late',
      {
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
      { rows: 'V55 V71' },
    ],
  }),
  ...valid('V56', {
    'no-reason': ['sends no reason phrase', reason('')],
    'odd-reason': ['sends the reason phrase "404 Not Found"', reason('404 Not Found')],
    'reason-of-bytes': [
      'sends a reason phrase with tabs and non-ASCII bytes',
      reason('\tG\u00fct \u00ff ok '),
    ],
  }),
  ...valid('V19 V53', {
    'byte-by-byte': [
      'sends the head of its responses byte by byte',
      {
        write: async (socket, bytes) => {
          const end = bytes.indexOf('\r\n\r\n') + 6
          for (let at = 0; at < end; at++) {
            socket.write(bytes.subarray(at, at + 1))
            if (at % 4 === 0) await new Promise((resolve) => setImmediate(resolve))
          }
          socket.write(bytes.subarray(end))
        },
      },
    ],
    pauses: [
      'pauses in the middle of every body',
      {
        ...rewrite(chunked([300])),
        write: async (socket, bytes) => {
          for (let at = 0; at < bytes.length; at += 700) {
            socket.write(bytes.subarray(at, at + 700))
            await pause(5)
          }
        },
      },
      { rows: 'V19 V71' },
    ],
    'length-with-zeros': [
      'pads Content-Length with zeros to thirty digits',
      rewrite(
        changeHeaders(
          (name, value) => `${name}: ${name === 'Content-Length' ? value.padStart(30, '0') : value}`,
        ),
      ),
      { rows: 'V53' },
    ],
  }),
]
