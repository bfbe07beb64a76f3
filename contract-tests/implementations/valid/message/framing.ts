import { setTimeout as pause } from 'node:timers/promises'
import type { Variation } from '../../implementation.ts'
import { changeHeaders, chunked, interimResponses, rewrite, statusLine, untilClose } from '../../rewrite.ts'

const reason = (text: string) => rewrite(statusLine((line) => `${line.split(' ', 2).join(' ')} ${text}`))

/** Framing and pieces of a response. */
export const framingVariations: readonly Variation[] = [
  { id: 'chunked', title: 'sends chunked responses', rows: ['V53'], difference: rewrite(chunked()) },
  {
    id: 'chunked-bytes',
    title: 'sends every byte in its own chunk',
    rows: ['V53'],
    difference: rewrite(chunked([1])),
  },
  {
    id: 'chunked-odd-sizes',
    title: 'writes chunk sizes with leading zeros and in upper case',
    rows: ['V53'],
    difference: rewrite(
      chunked([1, 171, 10, 4096], {
        size: (length) => length.toString(16).toUpperCase().padStart(9, '0'),
        last: '0000',
      }),
    ),
  },
  {
    id: 'chunk-extensions',
    title: 'adds extensions to every chunk',
    rows: ['V54'],
    difference: rewrite(chunked([7, 30], { extension: ';a;b=c ; d = "x;\\"y\\" 0"' })),
  },
  {
    id: 'trailers',
    title: 'sends trailers after the chunks',
    rows: ['V54'],
    difference: rewrite(
      chunked([64], { trailers: 'X-Checksum: 17\r\nServer-Timing: db;dur=1\r\nEmpty:\r\n' }),
    ),
  },
  {
    id: 'chunked-upper-case',
    title: 'writes Transfer-Encoding: Chunked',
    rows: ['V52', 'V53'],
    difference: rewrite(
      chunked([100]),
      changeHeaders((name, value) => `${name}:${value.replace('chunked', 'Chunked')}`),
    ),
  },
  {
    id: 'until-close',
    title: 'ends its responses by closing the connection',
    rows: ['V53'],
    difference: rewrite(untilClose),
  },
  {
    id: 'early-hints',
    title: 'sends 103 Early Hints first',
    rows: ['V55'],
    difference: rewrite(
      interimResponses('HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload', 'HTTP/1.1 103 '),
    ),
  },
  {
    id: 'continue',
    title: 'sends 100 Continue first',
    rows: ['V55'],
    difference: rewrite(interimResponses('HTTP/1.1 100 Continue')),
  },
  {
    id: 'processing',
    title: 'sends many interim responses with misleading headers, the last one late',
    rows: ['V55', 'V71'],
    difference: {
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
  },
  { id: 'no-reason', title: 'sends no reason phrase', rows: ['V56'], difference: reason('') },
  {
    id: 'odd-reason',
    title: 'sends the reason phrase "404 Not Found"',
    rows: ['V56'],
    difference: reason('404 Not Found'),
  },
  {
    id: 'reason-of-bytes',
    title: 'sends a reason phrase with tabs and non-ASCII bytes',
    rows: ['V56'],
    difference: reason('\tG\u00fct \u00ff ok '),
  },
  {
    id: 'byte-by-byte',
    title: 'sends the head of its responses byte by byte',
    rows: ['V19', 'V53'],
    difference: {
      write: async (socket, bytes) => {
        const end = bytes.indexOf('\r\n\r\n') + 6
        for (let at = 0; at < end; at++) {
          socket.write(bytes.subarray(at, at + 1))
          if (at % 4 === 0) await new Promise((resolve) => setImmediate(resolve))
        }
        socket.write(bytes.subarray(end))
      },
    },
  },
  {
    id: 'pauses',
    title: 'pauses in the middle of every body',
    rows: ['V19', 'V71'],
    difference: {
      ...rewrite(chunked([300])),
      write: async (socket, bytes) => {
        for (let at = 0; at < bytes.length; at += 700) {
          socket.write(bytes.subarray(at, at + 700))
          await pause(5)
        }
      },
    },
  },
  {
    id: 'length-with-zeros',
    title: 'pads Content-Length with zeros to thirty digits',
    rows: ['V53'],
    difference: rewrite(
      changeHeaders(
        (name, value) => `${name}: ${name === 'Content-Length' ? value.padStart(30, '0') : value}`,
      ),
    ),
  },
]
