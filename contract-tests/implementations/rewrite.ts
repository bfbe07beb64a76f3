import type { Difference } from './implementation.ts'
import type { IncomingRequest } from './response.ts'
import { responseBytes } from './startImplementation.ts'
import type { When } from './when.ts'

/** Rewrites a response: its status line and header lines, without newlines, and its body. */
export type Rewrite = (lines: readonly string[], body: Buffer, request: IncomingRequest) => Message

type Message = {
  lines: readonly string[]
  body: Buffer
  /** The part of the message before the status line, such as an interim response. */
  before?: string
}

/** Rewrites the bytes of every response. */
export function rewrite(...rewrites: readonly Rewrite[]): Difference {
  return {
    bytes: (request, response) => {
      const usual = responseBytes(request, response)
      const end = usual.indexOf('\r\n\r\n')
      const lines = usual.toString('latin1', 0, end).split('\r\n')
      let message: Message = { lines, body: usual.subarray(end + 4) }
      for (const rewrite of rewrites)
        message = { ...message, ...rewrite(message.lines, message.body, request) }
      const head = `${message.before ?? ''}${message.lines.join('\r\n')}\r\n\r\n`
      return Buffer.concat([Buffer.from(head, 'latin1'), message.body])
    },
  }
}

/** Changes the status line of a response. */
export function statusLine(change: (line: string) => string): Rewrite {
  return ([first = '', ...lines], body) => ({ lines: [change(first), ...lines], body })
}

/** Changes each header line. */
export function changeHeaders(change: (name: string, value: string) => string): Rewrite {
  return ([first = '', ...lines], body) => ({
    lines: [
      first,
      ...lines.map((line) => change(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2))),
    ],
    body,
  })
}

/** Appends header lines to a response. */
export function addHeaders(...more: readonly string[]): Rewrite {
  return (lines, body) => ({ lines: [...lines, ...more], body })
}

/** Sends the body in chunks of these sizes. Repeats the sizes as often as needed. */
export function chunked(
  sizes: readonly number[] = [16],
  { extension = '', trailers = '', size = (length: number) => length.toString(16), last = '0' } = {},
): Rewrite {
  return (lines, body, request) => {
    const status = lines[0]?.split(' ')[1]
    const framed = [...lines.filter((line) => !/^content-length:/i.test(line)), 'Transfer-Encoding: chunked']
    // HTTP/1.0 clients do not understand chunks.
    if (status === '204' || status === '304' || request.version === '1.0') return { lines, body }
    if (request.method === 'HEAD') return { lines: framed, body }
    const pieces: Buffer[] = []
    for (let at = 0, turn = 0; at < body.length; turn++) {
      const piece = body.subarray(at, at + (sizes[turn % sizes.length] ?? body.length))
      pieces.push(Buffer.from(`${size(piece.length)}${extension}\r\n`), piece, Buffer.from('\r\n'))
      at += piece.length
    }
    return {
      lines: framed,
      body: Buffer.concat([...pieces, Buffer.from(`${last}${extension}\r\n${trailers}\r\n`)]),
    }
  }
}

/** Closes the connection to end the body. */
export const untilClose: Rewrite = (lines, body) => ({
  lines: [...lines.filter((line) => !/^(content-length|connection):/i.test(line)), 'Connection: close'],
  body,
})

/** Sends interim responses before the final response. */
export function interimResponses(...heads: readonly string[]): Rewrite {
  const before = heads.map((head) => `${head}\r\n\r\n`).join('')
  // HTTP/1.0 clients do not understand interim responses.
  return (lines, body, request) => (request.version === '1.0' ? { lines, body } : { lines, body, before })
}

/** Rewrites only responses with this status. */
export function onlyForStatus(status: number, rewrite: Rewrite): Rewrite {
  return (lines, body, request) =>
    lines[0]?.split(' ')[1] === String(status) ? rewrite(lines, body, request) : { lines, body }
}

/** Rewrites only responses to requests with this version of HTTP. */
export function onlyForVersion(version: string, rewrite: Rewrite): Rewrite {
  return (lines, body, request) =>
    request.version === version ? rewrite(lines, body, request) : { lines, body }
}

/** Closes every connection from the first request that meets the condition on, as if the server's process had exited. */
export const ends = (when: When): Difference =>
  closeWhen((request, memory) => {
    memory.ended ||= Number(when(request, memory))
    return memory.ended === 1
  })

/** Closes the connection without a response when the condition holds. */
export function closeWhen(when: When): Difference {
  return {
    bytes: (request, response, memory) =>
      when(request, memory) ? undefined : responseBytes(request, response),
  }
}
